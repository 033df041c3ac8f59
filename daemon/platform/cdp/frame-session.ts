/**
 * One session of a tab: the page itself, or a frame that lives in another process. Keeps the mirrors of its DOM and
 * accessibility nodes true: bulk read, events, and small reads of what events left open.
 */
import type { Protocol } from 'devtools-protocol'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { Key, Row } from '../platform.ts'
import type { Place } from './access.ts'
import { AxMirror } from './ax-mirror.ts'
import type { AxNode } from './ax-row.ts'
import { CommandError, type EventName, type Session } from './connection.ts'
import { DomMirror, isTelling } from './dom-mirror.ts'
import { eachItem } from './json-items.ts'

/** After the first accessibility read of a document Chromium holds events back for about 265 ms (measured on 156). */
const heldBackMs = 300
/** Events cannot be had for less than a read of so small a tree. */
const smallTree = 1500
/** Above so many open marks a whole read is cheaper than one call each. */
const manyMarks = 150
/** Pages with more elements are not asked for pointer cursors: the first such question took 1 s at 97,000 nodes. */
const cursorElements = 15000
const clickEvents = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick'])
/** Sent at once, per batch, when nodes are registered. */
const watchBatch = 40

export interface FrameHost {
  /** Key of the root of a frame that another session shows. */
  rootOf(frameId: string): Key | undefined
  nextNumber(): number
  /** Something may be out of date. */
  dirty(): void
}

export class FrameSession {
  readonly session: Session
  /** Frame id of the session's outermost frame: the page's, or the target id of a frame in another process. */
  readonly frameId: string
  readonly #host: FrameHost
  readonly dom = new DomMirror()
  ax: AxMirror
  /** Same-process frames below the outermost. */
  readonly #frames = new Set<string>()
  #whole = true
  /** Backend ids whose accessibility, up to the root, is to be read again. */
  readonly #stale = new Set<number>()
  /** DOM nodes that were inserted with children that are not told. */
  readonly #unexpanded = new Set<number>()
  /** Elements that may have become a control, or have ceased to be one. */
  readonly #doubtful = new Set<number>()
  #listenersStale = false
  /** When the present document was first read. */
  #readAt = Number.NEGATIVE_INFINITY
  #watched = false
  #watching: AbortController | undefined
  /** Rises with each event and each new document; a read that it overtook is done again. */
  #documents = 0
  #reading = false
  /** Events that came while a bulk read was taken in: they are newer than it. */
  readonly #deferred: (() => void)[] = []

  constructor(session: Session, frameId: string, host: FrameHost) {
    this.session = session
    this.frameId = frameId
    this.#host = host
    this.ax = this.#newMirror()
    this.#listen()
  }

  #newMirror(): AxMirror {
    return new AxMirror(this.#host.nextNumber(), this.dom, (frameId) => this.#host.rootOf(frameId))
  }

  async enable(signal: AbortSignal): Promise<void> {
    const tree = this.session.send('Page.getFrameTree', undefined, signal)
    await Promise.all([
      this.session.send('Page.enable', undefined, signal),
      this.session.send('DOM.enable', {}, signal),
      this.session.send('Accessibility.enable', undefined, signal),
      tree.then(({ frameTree }) => this.#addFrames(frameTree)),
    ])
  }

  close(): void {
    this.#watching?.abort()
  }

  get rootKey(): Key | undefined {
    const root = this.ax.roots.get(this.frameId)
    return root === undefined ? undefined : this.ax.key(root)
  }

  place(key: Key): Place | undefined {
    const id = this.ax.id(key)
    return this.ax.has(id) ? { session: this.session, backendNodeId: id } : undefined
  }

  row(backendNodeId: number): Row | undefined {
    return this.ax.row(backendNodeId)
  }

  /** All of it is to be read again. */
  markWhole(): void {
    this.#whole = true
    this.#stopWatching()
    this.#host.dirty()
  }

  get isWhole(): boolean {
    return this.#whole
  }

  /** A new document: nothing from before will be seen again. */
  replace(): void {
    this.#documents++
    this.ax = this.#newMirror()
    this.dom.clear(true)
    this.#stale.clear()
    this.#unexpanded.clear()
    this.#doubtful.clear()
    this.#readAt = Number.NEGATIVE_INFINITY
    this.markWhole()
  }

  /**
   * After this every change that happened before it has been taken in or marked. An accessibility read makes the
   * browser send what it holds back, before the reply.
   */
  async barrier(signal: AbortSignal): Promise<{ settled: boolean; reason?: string }> {
    if (this.#whole) {
      // Whoever reads next reads all; the question is only whether the page answers.
      await this.session.send('Runtime.evaluate', { expression: '1' }, signal)
      return { settled: true }
    }
    await this.session.send('Accessibility.getRootAXNode', {}, signal)
    if (this.#whole) return { settled: true }
    if (performance.now() - this.#readAt < heldBackMs || (!this.#watched && this.ax.size < smallTree)) {
      this.markWhole()
      return { settled: true }
    }
    return this.#watched ? { settled: true } : { settled: false, reason: 'not all elements are watched yet' }
  }

  get hasMarks(): boolean {
    return (
      this.#whole ||
      this.#stale.size > 0 ||
      this.#unexpanded.size > 0 ||
      this.ax.missing.size > 0 ||
      this.ax.hasChanges ||
      this.#listenersStale
    )
  }

  /** Reads everything: one bulk call for the DOM, one for each frame's accessibility tree, side by side. */
  async readWhole(signal: AbortSignal, depth?: number): Promise<void> {
    this.#stopWatching()
    const documents = this.#documents
    this.#whole = false
    this.#reading = true
    this.#stale.clear()
    this.#unexpanded.clear()
    this.#doubtful.clear()
    this.#listenersStale = false
    try {
      const frames = [undefined, ...this.#frames]
      const limit = depth === undefined ? {} : { depth }
      const domReply = this.session.sendRaw('DOM.getFlattenedDocument', { depth: -1, pierce: true }, signal)
      const axReplies = frames.map((frameId) =>
        this.session.sendRaw('Accessibility.getFullAXTree', { ...limit, ...(frameId && { frameId }) }, signal),
      )
      const loaded = domReply.then((reply) => this.dom.load(reply))
      const pressables = loaded.then(() => this.#pressables(signal))
      void Promise.allSettled([...axReplies, pressables])
      await loaded
      const ax = this.ax
      ax.clear()
      for (const [index, reply] of axReplies.entries()) {
        const message = await reply.catch((error) => (index === 0 ? Promise.reject(error) : undefined))
        if (message !== undefined) await eachItem(message, 'nodes', (start, end) => putSlice(ax, message, start, end))
      }
      const candidates = await pressables
      if (documents !== this.#documents) return await this.readWhole(signal, depth)
      ax.finish(candidates)
      if (this.#readAt === Number.NEGATIVE_INFINITY) this.#readAt = performance.now()
      if (depth !== undefined) this.#whole = true
    } catch (error) {
      this.#whole = true
      throw error
    } finally {
      this.#reading = false
      for (const apply of this.#deferred.splice(0)) apply()
    }
  }

  /** Reads what events left open, so that `take` has every changed row; or finds that a whole read is cheaper. */
  async readMarks(signal: AbortSignal): Promise<void> {
    const structure = this.#unexpanded.size + this.ax.missing.size + this.#stale.size
    if (structure > manyMarks) {
      this.#whole = true
      return
    }
    await Promise.all([this.#expandInserted(signal), this.#recheck(signal)])
    await this.#readStale(signal)
    await this.#fillMissing(signal)
    if (this.#whole || (structure === 0 && !this.#listenersStale)) return
    this.#listenersStale = false
    this.ax.setClickable(await this.#pressables(signal))
  }

  /** One element again, now. */
  async reread(backendNodeId: number, signal: AbortSignal): Promise<Row | undefined> {
    const { nodes } = await this.session.send(
      'Accessibility.getPartialAXTree',
      { backendNodeId, fetchRelatives: false },
      signal,
    )
    const node = nodes[0]
    if (node === undefined || node.ignored) return undefined
    this.ax.update([{ ...node, childIds: node.childIds ?? [] }])
    if (this.ax.hasChanges) this.#host.dirty()
    return this.ax.row(backendNodeId)
  }

  /**
   * Asks, in the background, once for the children of every node that could change without a DOM event: from then on
   * Chromium tells each change of them. What the replies say is taken in, so that nothing falls between the read and here.
   */
  watch(): void {
    if (this.#watched || this.#watching !== undefined || this.#whole) return
    const abort = new AbortController()
    this.#watching = abort
    this.#register(abort.signal).then(
      () => {
        this.#watching = undefined
        this.#watched = true
      },
      () => {
        if (this.#watching === abort) this.#watching = undefined
      },
    )
  }

  async #register(signal: AbortSignal): Promise<void> {
    const ids = this.ax.watchable()
    const { node } = await this.session.send('Accessibility.getRootAXNode', {}, signal)
    this.#take([node])
    for (let i = 0; i < ids.length; i += watchBatch) {
      const replies = ids.slice(i, i + watchBatch).map((id) => this.#childrenOf(id, signal))
      for (const nodes of await Promise.all(replies)) this.#take(nodes)
    }
  }

  /** Children of a node, which Chromium watches from then on; none when it is gone. */
  async #childrenOf(id: number, signal: AbortSignal): Promise<readonly AxNode[]> {
    const frame = this.ax.frameOf(id)
    const frameId = frame === this.frameId ? undefined : frame
    try {
      return (
        await this.session.send(
          'Accessibility.getChildAXNodes',
          { id: String(id), ...(frameId && { frameId }) },
          signal,
        )
      ).nodes
    } catch (error) {
      if (error instanceof CommandError) return []
      throw error
    }
  }

  #take(nodes: readonly AxNode[], told = 0): void {
    this.ax.update(nodes, told)
    if (this.ax.hasChanges || this.ax.missing.size > 0) this.#host.dirty()
  }

  #stopWatching(): void {
    this.#watched = false
    this.#watching?.abort()
    this.#watching = undefined
  }

  async #expandInserted(signal: AbortSignal): Promise<void> {
    const nodes = [...this.#unexpanded]
    this.#unexpanded.clear()
    await Promise.all(
      nodes.map((nodeId) =>
        this.session.send('DOM.requestChildNodes', { nodeId, depth: -1, pierce: true }, signal).catch((error) => {
          if (!(error instanceof CommandError)) throw error
        }),
      ),
    )
  }

  async #recheck(signal: AbortSignal): Promise<void> {
    const nodes = [...this.#doubtful]
    this.#doubtful.clear()
    await Promise.all(
      nodes.map(async (nodeId) => {
        const described = await this.session.send('DOM.describeNode', { nodeId, depth: 1 }, signal).catch((error) => {
          if (!(error instanceof CommandError)) throw error
        })
        if (described) this.dom.recheck(nodeId, described.node)
      }),
    )
  }

  async #readStale(signal: AbortSignal): Promise<void> {
    const ids = [...this.#stale]
    this.#stale.clear()
    const replies = ids.map((backendNodeId) =>
      this.session.send('Accessibility.getAXNodeAndAncestors', { backendNodeId }, signal).catch((error) => {
        if (error instanceof CommandError) return { nodes: [] }
        throw error
      }),
    )
    for (const { nodes } of await Promise.all(replies)) this.ax.update(nodes, 1)
  }

  async #fillMissing(signal: AbortSignal): Promise<void> {
    // Each round goes one level deeper into what is new.
    for (let round = 0; this.ax.missing.size > 0 && round < 100; round++) {
      const ids = [...new Set([...this.ax.missing].map((id) => this.ax.included(id)))]
      if (ids.length > manyMarks * 4) {
        this.#whole = true
        return
      }
      this.ax.missing.clear()
      for (const nodes of await Promise.all(ids.map((id) => this.#childrenOf(id, signal)))) this.ax.update(nodes)
    }
  }

  /** Backend ids of what has a press listener or is the top of an area with a pointer cursor. */
  async #pressables(signal: AbortSignal): Promise<Set<number>> {
    const found = new Set<number>()
    const { object } = await this.session
      .send('DOM.resolveNode', { nodeId: this.dom.documentNodeId || 1 }, signal)
      .catch(() => ({ object: undefined }))
    if (object?.objectId === undefined) return found
    const listeners = this.session.send(
      'DOMDebugger.getEventListeners',
      { objectId: object.objectId, depth: -1, pierce: true },
      signal,
    )
    const cursors =
      this.dom.elements > cursorElements || this.dom.documentNodeId === 0
        ? { nodeIds: [] }
        : this.session
            .send(
              'DOM.getNodesForSubtreeByStyle',
              { nodeId: this.dom.documentNodeId, computedStyles: [{ name: 'cursor', value: 'pointer' }], pierce: true },
              signal,
            )
            .catch(() => ({ nodeIds: [] }))
    for (const { type, backendNodeId } of (await listeners.catch(() => ({ listeners: [] }))).listeners) {
      if (backendNodeId !== undefined && clickEvents.has(type)) found.add(backendNodeId)
    }
    const { nodeIds } = await cursors
    const all = new Set(nodeIds)
    for (const nodeId of nodeIds) {
      const parent = this.dom.parentOf(nodeId)
      const backend = this.dom.backendOf(nodeId)
      if (backend !== undefined && (parent === undefined || !all.has(parent))) found.add(backend)
    }
    void this.session.send('Runtime.releaseObject', { objectId: object.objectId }).catch(() => {})
    return found
  }

  #addFrames(tree: Protocol.Page.FrameTree): void {
    for (const child of tree.childFrames ?? []) {
      this.#frames.add(child.frame.id)
      this.#addFrames(child)
    }
  }

  /** Events of the mirrors, applied in order, after the bulk read that they overtake. */
  #mirror<E extends EventName>(event: E, apply: (params: ProtocolMapping.Events[E][0]) => void): void {
    this.session.on(event, (params) => {
      if (!this.#reading) apply(params)
      else if (this.#deferred.length < 5000) this.#deferred.push(() => apply(params))
      else this.#deferred.splice(0, this.#deferred.length, () => this.markWhole())
    })
  }

  #listen(): void {
    const { session, dom } = this
    this.#mirror('Accessibility.nodesUpdated', ({ nodes }) => this.#take(nodes, nodes.length))
    // A modal dialog that opens or closes makes Chromium forget which nodes are watched (measured on 156).
    this.#mirror('Accessibility.loadComplete', () => this.markWhole())
    this.#mirror('DOM.documentUpdated', () => this.markWhole())
    this.#mirror('DOM.attributeModified', ({ nodeId, name, value }) => this.#attribute(nodeId, name, value))
    this.#mirror('DOM.attributeRemoved', ({ nodeId, name }) => this.#attribute(nodeId, name, undefined))
    this.#mirror('DOM.characterDataModified', ({ nodeId, characterData }) => {
      dom.setText(nodeId, characterData)
      this.#stain(nodeId)
    })
    this.#mirror('DOM.childNodeInserted', ({ parentNodeId, node }) => this.#inserted(parentNodeId, node))
    this.#mirror('DOM.childNodeRemoved', ({ parentNodeId, nodeId }) => {
      dom.remove(nodeId)
      this.#unexpanded.delete(nodeId)
      this.#stain(parentNodeId)
    })
    this.#mirror('DOM.setChildNodes', ({ parentId, nodes }) => {
      for (const node of nodes) dom.add(node, parentId)
    })
    this.#mirror('DOM.childNodeCountUpdated', ({ nodeId }) => this.#stain(nodeId))
    this.#mirror('DOM.shadowRootPushed', ({ hostId, root }) => this.#inserted(hostId, root))
    this.#mirror('DOM.shadowRootPopped', ({ hostId }) => this.#stain(hostId))
    this.#mirror('DOM.pseudoElementAdded', ({ parentId, pseudoElement }) => this.#inserted(parentId, pseudoElement))
    this.#mirror('DOM.pseudoElementRemoved', ({ parentId }) => this.#stain(parentId))
    session.on('Page.frameAttached', ({ frameId }) => this.#frames.add(frameId))
    session.on('Page.frameDetached', ({ frameId }) => {
      if (this.#frames.delete(frameId)) this.markWhole()
    })
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === this.frameId) return
      this.#frames.add(frame.id)
      this.markWhole()
    })
  }

  #inserted(parentNodeId: number, node: Protocol.DOM.Node): void {
    this.dom.add(node, parentNodeId)
    if ((node.childNodeCount ?? 0) > (node.children?.length ?? 0)) this.#unexpanded.add(node.nodeId)
    this.#stain(parentNodeId)
  }

  #attribute(nodeId: number, name: string, value: string | undefined): void {
    this.dom.setAttribute(nodeId, name, value)
    if (name === 'class' || name === 'style' || name === 'onclick') this.#listenersStale = true
    if (name === 'role' || name === 'href' || name === 'type') this.#doubtful.add(nodeId)
    if (isTelling(name)) this.#stain(nodeId)
    // It may be shown or hidden by this, which only what holds it tells.
    if (name === 'class' || name === 'style' || name === 'hidden') this.#stain(this.dom.parentOf(nodeId) ?? nodeId)
  }

  #stain(nodeId: number): void {
    if (this.#whole) return
    const id = this.ax.nearest(nodeId)
    if (id === undefined) return
    this.#stale.add(id)
    if (this.#stale.size > 5000) this.markWhole()
    else this.#host.dirty()
  }
}

/** Most of a text page's nodes are line boxes: they are told by their first bytes and never parsed. */
function putSlice(ax: AxMirror, message: Buffer, start: number, end: number): void {
  if (message.toString('latin1', start, Math.min(start + 110, end)).includes('"InlineTextBox"')) return
  ax.put(JSON.parse(message.toString('utf8', start, end)) as AxNode)
}
