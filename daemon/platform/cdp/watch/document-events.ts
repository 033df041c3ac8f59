/** The protocol's events about changes in a document, grouped into a few kinds. */
import type { Protocol } from 'devtools-protocol'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { AxNode } from '../read/ax-row.ts'
import type { EventName, Session } from '../wire/connection.ts'

type DomNode = Protocol.DOM.Node

export interface DocumentListener {
  /** Handles an event now, or later if bulk reads require it, in the order of events. */
  inOrder(apply: () => void): void
  /** Watched accessibility nodes, with their new content. */
  updated(nodes: readonly AxNode[]): void
  /** Nothing known before can be trusted. */
  doubted(): void
  attribute(nodeId: number, name: string, value: string | undefined): void
  text(nodeId: number, text: string): void
  inserted(parentNodeId: number, node: DomNode): void
  removed(parentNodeId: number, nodeId: number): void
  /** Children that were requested. */
  children(parentNodeId: number, nodes: readonly DomNode[]): void
  changedBelow(nodeId: number): void
  /** Its children have never been requested: until they are, no event reports a change in them. */
  unrequested(nodeId: number): void
  restyled(nodeId: number): void
  /** The document of the frame goes by another address, which its own node tells without an event. */
  renamed(frameId: string): void
}

export function listenToDocument(session: Session, to: DocumentListener): void {
  const on = <E extends EventName>(event: E, apply: (params: ProtocolMapping.Events[E][0]) => void) => {
    session.on(event, (params) => to.inOrder(() => apply(params)))
  }
  on('Accessibility.nodesUpdated', ({ nodes }) => to.updated(nodes))
  // When a modal dialog opens or closes, Chromium forgets which nodes are watched (measured on 156).
  on('Accessibility.loadComplete', () => to.doubted())
  on('DOM.documentUpdated', () => to.doubted())
  on('Page.navigatedWithinDocument', ({ frameId }) => to.renamed(frameId))
  on('DOM.attributeModified', ({ nodeId, name, value }) => to.attribute(nodeId, name, value))
  on('DOM.attributeRemoved', ({ nodeId, name }) => to.attribute(nodeId, name, undefined))
  // All that a script setting a style raises, and late.
  on('DOM.inlineStyleInvalidated', ({ nodeIds }) => {
    for (const nodeId of nodeIds) to.restyled(nodeId)
  })
  on('DOM.characterDataModified', ({ nodeId, characterData }) => to.text(nodeId, characterData))
  on('DOM.childNodeInserted', ({ parentNodeId, node }) => to.inserted(parentNodeId, node))
  on('DOM.childNodeRemoved', ({ parentNodeId, nodeId }) => to.removed(parentNodeId, nodeId))
  on('DOM.setChildNodes', ({ parentId, nodes }) => to.children(parentId, nodes))
  on('DOM.childNodeCountUpdated', ({ nodeId }) => to.unrequested(nodeId))
  on('DOM.shadowRootPushed', ({ hostId, root }) => to.inserted(hostId, root))
  on('DOM.shadowRootPopped', ({ hostId }) => to.changedBelow(hostId))
  on('DOM.pseudoElementAdded', ({ parentId, pseudoElement }) => to.inserted(parentId, pseudoElement))
  on('DOM.pseudoElementRemoved', ({ parentId }) => to.changedBelow(parentId))
}
