/**
 * One session of a tab: the page itself, or a frame in another process. Keeps the mirrors of its DOM and accessibility
 * nodes up to date: bulk reads, events, and small reads for what events leave open.
 */
import type { Protocol } from 'devtools-protocol'
import type { Key, Row } from '../element/row.ts'
import type { Unmade } from '../platform.ts'
import { AxMirror } from './read/ax-mirror.ts'
import { childrenOf, nodeAlone, type Take, withAncestors } from './read/ax-reads.ts'
import type { AxNode } from './read/ax-row.ts'
import { readBulk, rereadTrees } from './read/bulk-read.ts'
import { Documents } from './read/composition.ts'
import { areSetOtherwise } from './read/concealed.ts'
import { DomMirror } from './read/dom-mirror.ts'
import { expand, framesBelow, recheck } from './read/dom-reads.ts'
import { pressables } from './read/pressables.ts'
import { type OutOfReach, outOfReach, unmadeIn } from './read/reach.ts'
import { isDrawn } from './read/uses.ts'
import { type Copy, followDocument, stain } from './watch/document-events.ts'
import { EventOrder } from './watch/event-order.ts'
import { Marks } from './watch/marks.ts'
import { EventReporting } from './watch/reporting.ts'
import { Stillness } from './watch/stillness.ts'
import type { Place } from './wire/access.ts'
import type { Session } from './wire/connection.ts'

/** In ms. A tree that takes longer to read is not reread for changes that Chromium may have kept to itself. */
const longMs = 500
/** With more marks than this, a whole read is cheaper than one call each. */
const manyMarks = 150

export interface FrameHost {
  /** Key of the root of a frame that another session shows; null for a frame whose contents must not be shown. */
  rootOf(frameId: string): Key | null | undefined
  shown(frameIds: Iterable<string>): readonly string[]
  began(tree: Protocol.Page.FrameTree): void
  /** Whether the frame still exists, as far as the tab's sessions have reported. */
  isThere(frameId: string): boolean
  nextNumber(): number
  /** Something may be out of date. */
  dirty(): void
  stirred(key: Key): void
}

export class FrameSession implements Copy {
  readonly session: Session
  /** Frame id of the session's outermost frame: the page's, or the target id of a frame in another process. */
  readonly frameId: string
  readonly #host: FrameHost
  dom = new DomMirror()
  ax: AxMirror
  /** Same-process frames below the outermost. */
  readonly #frames = new Set<string>()
  /** Everything must be reread. */
  isWhole = true
  readonly #rested = () => this.markReach()
  marks = new Marks(this.#rested)
  #pools: OutOfReach['pools'] = new Map()
  readonly #reporting: EventReporting
  readonly stillness: Stillness
  /** A read overtaken by a new one is repeated. */
  readonly #documents = new Documents()
  readonly #order = new EventOrder(() => this.markWhole())

  constructor(session: Session, frameId: string, host: FrameHost) {
    this.session = session
    this.frameId = frameId
    this.#host = host
    this.stillness = new Stillness(session)
    this.#reporting = new EventReporting(session, this.#frames, this.stillness)
    this.ax = this.#newMirror()
    this.#listen()
  }

  /** `former`: a mirror of the same document, whose keys and secrets carry over. */
  #newMirror(dom = this.dom, { number, secrets }: Partial<AxMirror> = {}): AxMirror {
    return new AxMirror(number ?? this.#host.nextNumber(), dom, (frameId) => this.#host.rootOf(frameId), secrets)
  }

  async enable(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.session.send('Page.enable', undefined, signal),
      this.session.send('DOM.enable', {}, signal),
      this.session.send('Accessibility.enable', undefined, signal),
      // Some connections to a tab have no such domain.
      this.session.send('Performance.enable', {}, signal).catch(() => undefined),
      // Requested after subscribing, so that a document created in between is in the reply or reported.
      this.#findFrames(signal),
    ])
    this.#reporting.renew()
  }

  async #findFrames(signal?: AbortSignal): Promise<void> {
    const { frameTree } = await this.session.send('Page.getFrameTree', undefined, signal)
    this.#host.began(frameTree)
    for (const id of framesBelow(frameTree)) this.#frames.add(id)
  }

  close(): void {
    this.marks.rest()
    this.#reporting.stop()
    this.dom = new DomMirror()
    this.ax = new AxMirror(0, this.dom, () => undefined)
  }

  has(frameId: string): boolean {
    return frameId === this.frameId || this.#frames.has(frameId)
  }

  get rootKey(): Key | undefined {
    const root = this.ax.roots.get(this.frameId)
    return root === undefined ? undefined : this.ax.key(root)
  }

  place(key: Key): Place | undefined {
    // Only a whole mirror knows which nodes are gone; otherwise the browser says so.
    const isKnown = this.isWhole || this.#order.isReading || this.ax.has(this.ax.id(key))
    return isKnown ? this.formerPlace(key) : undefined
  }

  formerPlace(key: Key): Place {
    return { session: this.session, backendNodeId: this.ax.id(key) }
  }

  readonly dirty = () => this.#host.dirty()
  readonly stirred = (key: Key) => this.#host.stirred(key)

  markWhole(): void {
    this.isWhole = true
    this.#reporting.stop()
    this.dirty()
  }

  /** A new document: nothing from the old one remains. */
  replace(): void {
    this.#documents.current++
    this.dom = new DomMirror()
    this.ax = this.#newMirror()
    this.marks = new Marks(this.#rested)
    this.#reporting.renew()
    this.markWhole()
  }

  /** Returns once every earlier change has been applied or marked. */
  async barrier(signal: AbortSignal): Promise<{ settled: boolean; reason?: string }> {
    if (this.isWhole) {
      // The next read covers everything; all that matters is whether the page answers.
      await this.session.send('Runtime.evaluate', { expression: '1' }, signal)
      return { settled: true }
    }
    const { silent, omitted } = this.ax
    const isSet = omitted.hasConcealed && areSetOtherwise(this.session, signal)
    await Promise.all(silent.map((id) => nodeAlone(this.session, id, signal, this.#takeInOrder)))
    if (await isSet) this.marks.uses = true
    // Asking for a node has already flushed this page; each flush costs Chromium most of a millisecond.
    if (silent.length === 0 || this.#frames.size > 0) await this.#reporting.flush(signal)
    if (this.isWhole) return { settled: true }
    const { readMs } = this.#order
    const isInTime = await this.#reporting.isInTime(Math.min(readMs, longMs), signal)
    if (this.isWhole) return { settled: true }
    this.marks.untold ||= !isInTime && readMs <= longMs
    if (this.marks.grow() || this.marks.uses || this.marks.untold) this.dirty()
    if (isInTime || this.marks.untold) return { settled: true }
    return { settled: false, reason: 'not all elements are watched yet' }
  }

  get hasMarks(): boolean {
    return this.isWhole || !this.marks.isEmpty || this.ax.missing.size > 0 || this.ax.hasChanges
  }

  /** Whether all accessibility nodes must be read again. */
  get isBehind(): boolean {
    return this.marks.untold
  }

  /** Until all is read, the former mirrors answer: a reading must not make elements vanish or fields less secure. */
  async readWhole(signal: AbortSignal, depth?: number): Promise<void> {
    this.#reporting.stop()
    const document = await this.#documents.composed(this.session, signal)
    const hasRead = this.#reporting.whenRead()
    void this.stillness.begin(signal)
    this.isWhole = false
    this.marks.take()
    await this.#order.during(async () => {
      try {
        const dom = this.dom.successor()
        const ax = this.#newMirror(dom, this.ax)
        const extent = { frames: this.#host.shown(this.#frames), depth }
        const found = await readBulk(this.session, dom, ax, extent, signal)
        if (document !== this.#documents.current) return await this.readWhole(signal, depth)
        ax.finish(found)
        this.#reached(found.out)
        this.dom = dom
        this.ax = ax
        hasRead()
        if (depth !== undefined) this.isWhole = true
      } catch (error) {
        this.isWhole = true
        throw error
      }
    })
  }

  /** Reads what events left open, so that `take` has every changed row; or finds that a whole read is cheaper. */
  async readMarks(signal: AbortSignal): Promise<void> {
    if (!this.hasMarks) return
    const { stale, unexpanded, doubtful, uses, reach, untold } = this.marks.take()
    const marks = unexpanded.length + stale.length
    if (marks > manyMarks) {
      this.isWhole = true
      return
    }
    const isRestructured = untold || uses || marks > 0 || this.ax.missing.size > 0
    try {
      // Requested together: the browser answers in this order, so that later replies are about a DOM that is known by
      // then.
      const known = Promise.all([
        expand(this.session, unexpanded, signal),
        recheck(this.session, this.dom, doubtful, signal),
      ])
      if (untold) await known
      const [, pressable, out] = await Promise.all([
        known,
        isRestructured ? pressables(this.session, this.dom, signal) : undefined,
        reach && !isRestructured ? outOfReach(this.session, signal) : undefined,
      ])
      // Last, since in a page that changes all the time they are soon different.
      if (untold) await this.#catchUp(signal)
      else {
        const { ax } = this
        // Expanded nodes may have been there before.
        const returned = this.marks.takeStale()
        if (returned.length > manyMarks) {
          this.isWhole = true
          return
        }
        await Promise.all(
          [...new Set([...stale, ...returned])].map((id) =>
            withAncestors(this.session, id, signal, (nodes) => ax.update(nodes, 1)),
          ),
        )
      }
      if (this.isWhole) return
      await this.fillMissing(signal)
      if (pressable !== undefined) this.#reached(this.ax.setUses(pressable))
      if (out !== undefined) this.#reached(this.ax.setReach(out))
    } catch (error) {
      // It is unknown which marks were read.
      this.isWhole = true
      throw error
    }
  }

  #reached(out: OutOfReach): void {
    this.#pools = out.pools
    this.marks.rest(out)
  }

  /** Rows that the page creates only when they are scrolled to. */
  get unmade(): readonly Unmade[] {
    return unmadeIn(this.ax, this.#pools)
  }

  /** Scrolling or an act may have brought something into reach, or out of it, without an event. */
  markReach(): void {
    this.marks.reach = true
    this.dirty()
  }

  /** Rereads everything that the browser may not have reported. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    void this.stillness.begin(signal)
    await this.#order.during(() => rereadTrees(this.session, this.ax, this.#host.shown(this.#frames), signal))
    // The trees may show nodes inserted since they were requested, which the DOM's mirror does not know yet.
    if (this.marks.unexpanded.size > 0) this.isWhole = true
    // Read in bulk, what is new here is not watched yet.
    this.watch()
  }

  /** Reads one element again, now. */
  async reread(backendNodeId: number, signal: AbortSignal): Promise<Row | undefined> {
    let isShown = false
    await nodeAlone(this.session, backendNodeId, signal, ([node]) => {
      isShown = node !== undefined && (!node.ignored || isDrawn(node))
      if (node === undefined || node.ignored) return
      this.ax.update([{ ...node, childIds: node.childIds ?? [] }])
      // The reply of a pending bulk read may be older, and would replace this one.
      if (this.#order.isReading) this.#order.apply(() => stain(this, backendNodeId))
      else if (this.ax.hasChanges) this.dirty()
    })
    return isShown ? this.ax.row(backendNodeId) : this.ax.omitted.concealed(backendNodeId)
  }

  /**
   * Requests, once and in the background, the children of every node that could change without a DOM event: from then
   * on Chromium reports their changes. The replies are applied too, so that nothing is missed in between.
   */
  watch(): void {
    if (this.isWhole) return
    this.#reporting.register({
      ids: this.ax.watchable(),
      ask: (id, signal) => this.#childrenOf(id, signal, this.#takeInOrder),
      take: this.#takeInOrder,
    })
  }

  readonly #takeInOrder: Take = (nodes) => this.#order.apply(() => this.take(nodes))

  #childrenOf(id: number, signal: AbortSignal, take: Take): Promise<void> {
    const frame = this.ax.frameOf(id)
    return childrenOf(this.session, id, frame === this.frameId ? undefined : frame, signal, take)
  }

  take(nodes: readonly AxNode[]): void {
    this.ax.update(nodes)
    if (this.ax.hasChanges || this.ax.missing.size > 0) this.dirty()
  }

  async fillMissing(signal: AbortSignal): Promise<void> {
    if (this.isWhole) return
    // A small part of a large tree is cheaper one by one, each round a level deeper, and is watched from then on.
    let left = Math.max(manyMarks * 4, this.ax.size / 4)
    for (let round = 0; this.ax.missing.size > 0 && round < 100; round++) {
      const ids = [...new Set([...this.ax.missing].map((id) => this.ax.included(id)))]
      left -= ids.length
      if (left < 0) {
        this.isWhole = true
        return
      }
      this.ax.missing.clear()
      const { ax } = this
      await Promise.all(ids.map((id) => this.#childrenOf(id, signal, (nodes) => ax.update(nodes))))
    }
  }

  #listen(): void {
    const { session } = this
    followDocument(session, this.#order, this)
    session.on('Page.frameAttached', ({ frameId }) => this.#frames.add(frameId))
    session.on('Page.frameDetached', ({ frameId }) => this.#frames.delete(frameId) && this.markWhole())
    session.on('Page.frameNavigated', ({ frame, type }) => {
      // Chromium does not report the end of frames that were in a previous document.
      for (const id of this.#frames) if (!this.#host.isThere(id)) this.#frames.delete(id)
      // Nor does it report all frames that return with a document.
      if (type === 'BackForwardCacheRestore')
        this.#findFrames().then(
          () => this.markWhole(),
          () => {},
        )
      if (frame.id === this.frameId) return
      this.#frames.add(frame.id)
      this.#reporting.renew()
      this.markWhole()
    })
  }
}
