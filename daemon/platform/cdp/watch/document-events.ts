/** Applies the protocol's events about a document to its mirrors, and marks what they leave open. */
import type { Protocol } from 'devtools-protocol'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { Key } from '../../element/row.ts'
import type { AxMirror } from '../read/ax-mirror.ts'
import type { AxNode } from '../read/ax-row.ts'
import type { DomMirror } from '../read/dom-mirror.ts'
import { affectsRow } from '../read/markup.ts'
import type { EventName, Session } from '../wire/connection.ts'
import type { EventOrder } from './event-order.ts'
import type { Marks } from './marks.ts'

/** Above this a whole read is cheaper than keeping them. */
const mostStale = 5000

/** What is known of the current document. */
export interface Copy {
  readonly dom: DomMirror
  readonly ax: AxMirror
  readonly marks: Marks
  /** Everything must be reread. */
  readonly isWhole: boolean
  markWhole(): void
  /** Takes in nodes of the accessibility tree; the first `changed` are known to have changed. */
  take(nodes: readonly AxNode[], changed: number): void
  /** Something may be out of date. */
  dirty(): void
  /** A text in this element itself was changed, or something came or went. */
  stirred(key: Key): void
}

/** Marks an accessibility node, by its backend id. */
export function stain(copy: Copy, id: number | undefined): void {
  if (copy.isWhole || id === undefined) return
  const { stale } = copy.marks
  stale.add(id)
  if (stale.size > mostStale) copy.markWhole()
  else copy.dirty()
}

export function followDocument(session: Session, order: EventOrder, copy: Copy): void {
  const on = <E extends EventName>(event: E, apply: (params: ProtocolMapping.Events[E][0]) => void) => {
    session.on(event, (params) => order.apply(() => apply(params)))
  }
  const changed = (nodeId: number) => {
    if (copy.isWhole) return
    stain(copy, copy.ax.nearest(nodeId))
    for (const control of copy.dom.controlsLabelledBy(nodeId)) stain(copy, control)
  }
  const stirred = (nodeId: number) => {
    const id = copy.ax.nearest(nodeId)
    if (id !== undefined) copy.stirred(copy.ax.key(copy.ax.included(id)))
  }
  const around = (nodeId: number) => changed(copy.dom.parentOf(nodeId) ?? nodeId)
  const childrenChanged = (nodeId: number) => {
    if (copy.dom.isControl(nodeId)) copy.marks.doubtful.add(nodeId)
    changed(nodeId)
    stirred(nodeId)
  }
  /** Puts a node in. What is known of it may date from before it was taken out: no event tells what changed. */
  const add = (node: Protocol.DOM.Node, parentNodeId: number) => {
    copy.dom.add(node, parentNodeId)
    const returned = (one: Protocol.DOM.Node) => {
      if (copy.ax.has(one.backendNodeId)) stain(copy, one.backendNodeId)
      for (const child of [...(one.children ?? []), ...(one.shadowRoots ?? [])]) returned(child)
    }
    returned(node)
  }
  const inserted = (parentNodeId: number, node: Protocol.DOM.Node) => {
    add(node, parentNodeId)
    if ((node.childNodeCount ?? 0) > (node.children?.length ?? 0)) copy.marks.unexpanded.add(node.nodeId)
    childrenChanged(parentNodeId)
  }
  const attribute = (nodeId: number, name: string, value: string | undefined) => {
    copy.dom.setAttribute(nodeId, name, value)
    if (name === 'class' || name === 'style' || name === 'onclick') copy.marks.uses = true
    if (name === 'role' || name === 'href' || name === 'type') copy.marks.doubtful.add(nodeId)
    if (affectsRow(name)) changed(nodeId)
    else for (const control of copy.dom.controlsLabelledBy(nodeId)) stain(copy, control)
    // This may show or hide it, which is only reported for its container.
    if (name === 'class' || name === 'style' || name === 'hidden') around(nodeId)
    if (name === 'hidden') stirred(copy.dom.parentOf(nodeId) ?? nodeId)
  }
  on('Accessibility.nodesUpdated', ({ nodes }) => copy.take(nodes, nodes.length))
  // When a modal dialog opens or closes, Chromium forgets which nodes are watched (measured on 156).
  on('Accessibility.loadComplete', () => copy.markWhole())
  on('DOM.documentUpdated', () => copy.markWhole())
  // The document has a new address, which its own node has without an event.
  on('Page.navigatedWithinDocument', ({ frameId }) => stain(copy, copy.ax.roots.get(frameId)))
  on('DOM.attributeModified', ({ nodeId, name, value }) => attribute(nodeId, name, value))
  on('DOM.attributeRemoved', ({ nodeId, name }) => attribute(nodeId, name, undefined))
  // The only event for a style set by a script, and a late one.
  on('DOM.inlineStyleInvalidated', ({ nodeIds }) => nodeIds.forEach(around))
  on('DOM.characterDataModified', ({ nodeId, characterData }) => {
    copy.dom.setText(nodeId, characterData)
    changed(nodeId)
    for (const at of [nodeId, copy.dom.parentOf(nodeId)]) if (at !== undefined) stirred(at)
  })
  on('DOM.childNodeInserted', ({ parentNodeId, node }) => inserted(parentNodeId, node))
  on('DOM.childNodeRemoved', ({ parentNodeId, nodeId }) => {
    copy.dom.remove(nodeId)
    copy.marks.unexpanded.delete(nodeId)
    childrenChanged(parentNodeId)
  })
  // The children that were requested.
  on('DOM.setChildNodes', ({ parentId, nodes }) => {
    for (const node of nodes) add(node, parentId)
  })
  // Until its children are requested, no event reports a change in them.
  on('DOM.childNodeCountUpdated', ({ nodeId }) => {
    copy.marks.unexpanded.add(nodeId)
    changed(nodeId)
  })
  on('DOM.shadowRootPushed', ({ hostId, root }) => inserted(hostId, root))
  on('DOM.shadowRootPopped', ({ hostId }) => changed(hostId))
  on('DOM.pseudoElementAdded', ({ parentId, pseudoElement }) => inserted(parentId, pseudoElement))
  on('DOM.pseudoElementRemoved', ({ parentId }) => changed(parentId))
}
