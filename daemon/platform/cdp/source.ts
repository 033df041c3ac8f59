/**
 * A tab as a source of elements: its page and frames in other processes as one tree. Attaches, joins the frame
 * sessions, and delegates reading to them; acting happens elsewhere, through the `TabAccess` that this class
 * implements.
 */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import { withTimeLimit } from '../../time-limit.ts'
import type { Key, Row } from '../element/row.ts'
import type { Law } from '../law.ts'
import type { Change, Hearing, Reading, ReadOptions, Source, Target } from '../platform.ts'
import { isUnseen, type OpenDialog, unseenDialog } from '../tab/dialog.ts'
import { perform } from './act/act.ts'
import { check } from './act/check.ts'
import type { FrameSession } from './frame-session.ts'
import { FrameTable } from './frame-table.ts'
import { elementAt, focusedElement, rectanglesOf } from './geometry/locate.ts'
import { TabPage } from './page/page.ts'
import { keySpan } from './read/ax-mirror.ts'
import { countElements, depthWithin } from './read/counts.ts'
import { detail } from './read/detail.ts'
import { hideDisguised } from './read/disguised-fields.ts'
import { looksOf } from './read/looks.ts'
import { quiet } from './watch/quiet.ts'
import type { Place, TabAccess } from './wire/access.ts'
import { attachFrames, detach, prepare, releaseSession } from './wire/attachment.ts'
import { hasBusyRenderer } from './wire/busy-renderer.ts'
import { type Command, CommandError, type Connection, type Session } from './wire/connection.ts'
import { Documents } from './wire/documents.ts'
import { crashed, Obstacles, stuck } from './wire/obstacles.ts'
import { listenForFrames } from './wire/outer-frames.ts'
import { TabNavigations } from './wire/tab-navigations.ts'
import { isBehindDialog } from './wire/unseen-dialog.ts'

/** Time for a page to accept its first commands. */
const enableMs = 5000
/** For what a page behind a dialog may do at any later time. */
const ever = new AbortController().signal

export class Tab implements Source, TabAccess {
  readonly #connection: Connection
  readonly session: Session
  readonly #describe: () => Target
  readonly #frames: FrameTable
  readonly #obstacles = new Obstacles(() => this.#describe().id)
  readonly #navigations: TabNavigations
  #listener: (change: Change) => void = () => {}
  #hearing: Hearing | undefined
  #stopListening: () => void = () => {}
  #hasNotified = false
  #root: Key = 0
  readonly page: TabPage
  readonly documents: Documents

  private constructor(
    connection: Connection,
    session: Session,
    targetId: string,
    describe: () => Target,
    select: () => Promise<void>,
    law: Law | undefined,
  ) {
    this.#connection = connection
    this.session = session
    this.#describe = describe
    this.documents = new Documents(law)
    this.documents.listen(session)
    const notify = () => this.#notify()
    this.#frames = new FrameTable(session, targetId, this.documents, notify, (key) => this.#hearing?.stirred(key))
    this.#navigations = new TabNavigations(session, targetId, this.#obstacles, () => this.#describe().id, notify)
    this.page = new TabPage(this, select)
    this.#listen()
  }

  static async attach(
    connection: Connection,
    targetId: string,
    describe: () => Target,
    select: () => Promise<void>,
    signal: AbortSignal,
    law?: Law,
  ): Promise<Tab> {
    const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true }, signal)
    const tab = new Tab(connection, connection.session(sessionId), targetId, describe, select, law)
    try {
      await tab.#enable(signal)
    } catch (error) {
      await tab.close()
      const problem = tab.#obstacles.problem(error)
      if (problem.name !== 'timeout' || signal.aborted) throw problem
      throw stuck(await hasBusyRenderer(connection, signal))
    }
    return tab
  }

  get law(): Law | undefined {
    return this.documents.law
  }

  get target(): Target {
    const described = this.#describe()
    const title = this.row(this.#root)?.title
    const target = title === undefined ? described : { ...described, name: title }
    return this.dialog === undefined ? target : { ...target, dialog: this.dialog.message }
  }

  get url() {
    return this.target.url ?? ''
  }

  get title() {
    return this.target.name
  }

  get dialog(): OpenDialog | undefined {
    return this.#obstacles.dialog
  }

  get pendingNavigations(): TabAccess['pendingNavigations'] {
    return this.#navigations.all
  }

  get sessions(): readonly Session[] {
    return this.#answering.map((frame) => frame.session)
  }

  /** Readable sessions that answer; one that waits for a server does not. */
  get #answering(): readonly FrameSession[] {
    return this.#frames.shown.filter(({ session }) => this.#navigations.problem(session) === undefined)
  }

  readonly listen: Source['listen'] = (listener, hearing) => {
    ;[this.#listener, this.#hearing] = [listener, hearing]
  }

  async settle(signal: AbortSignal): Promise<{ settled: boolean; reason?: string }> {
    this.#requireKnown()
    const results = await Promise.all(
      this.#answering.map((frame) =>
        this.#frames.unlessGone(frame, () => this.#obstacles.race((within) => frame.barrier(within), signal, true)),
      ),
    )
    const silent = this.#frames.all.map(({ session }) => this.#navigations.problem(session)).find(Boolean)
    if (silent !== undefined) return { settled: false, reason: silent.message }
    return results.find((result) => result?.settled === false) ?? { settled: true }
  }

  async read(marks: ReadonlyMap<Key, number> | 'all', options: ReadOptions): Promise<Reading> {
    // Nothing can be shown yet, so wait for the pending page.
    if (this.#root === 0) await this.#navigations.over(options)
    this.#requireKnown()
    const frames = this.#answering
    if (marks === 'all') for (const frame of frames) frame.markWhole()
    this.#hasNotified = false
    if (frames.some((frame) => frame.isWhole)) return await this.#readWhole(options)
    // Detects a page that has become busy, before a large request.
    if (frames.some((frame) => frame.isBehind)) await this.#count(options.signal)
    await this.#obstacles.race(async (signal) => {
      for (const frame of frames) await this.#frames.unlessGone(frame, () => frame.readMarks(signal))
      await hideDisguised(this, frames, signal)
      // Takes in what came meanwhile, in a page that never stands still.
      for (const frame of frames) await this.#frames.unlessGone(frame, () => frame.fillMissing(signal))
    }, options.signal)
    if (frames.some((frame) => frame.isWhole)) return await this.#readWhole(options)
    this.#requireKnown()
    const rows = this.#frames.shown.flatMap((frame) => [...frame.ax.take().values()])
    // Changes reported meanwhile have been read.
    if (!frames.some((frame) => frame.hasMarks)) this.#hasNotified = false
    return { rows, whole: false, root: this.#root, complete: true }
  }

  async #readWhole({ signal, deadline }: ReadOptions): Promise<Reading> {
    const counted = await this.#count(signal)
    // Serves the known part until all is read: short calls in a row would otherwise never complete a reading.
    const depth = this.#root === 0 ? depthWithin(counted, deadline - performance.now()) : undefined
    const frames = this.#answering
    await this.#obstacles.race(async (within) => {
      await Promise.all(
        frames.map((frame) =>
          frame.readWhole(within, depth).catch((error) => {
            // A frame in another process that cannot be read now does not affect the others.
            if (frame === this.#frames.main || !(error instanceof CommandError)) throw error
          }),
        ),
      )
    }, signal)
    await hideDisguised(this, frames, signal)
    const rows = this.#frames.rows()
    this.#requireKnown()
    this.#root = this.#frames.main.rootKey ?? 0
    if (depth === undefined) for (const frame of frames) frame.watch()
    const reading = { rows, whole: true, root: this.#root }
    if (depth === undefined) return { ...reading, complete: true }
    const reason = `the page has ${counted.count} elements, too many for the time given: only the first ${depth} levels were read`
    return { ...reading, complete: false, reason }
  }

  /** Throws if something blocks the tab, or it is at an address that its user may not know. */
  #requireKnown(): void {
    this.#obstacles.refuse()
    this.documents.require(this.#frames.main.frameId)
  }

  readonly #count = (signal: AbortSignal) =>
    this.#obstacles.race((within) => countElements(this.session, within), signal, true)
  readonly unmade: NonNullable<Source['unmade']> = () => this.#frames.shown.flatMap(({ unmade }) => unmade)
  readonly quiet: Source['quiet'] = (signal) => quiet(this, signal)
  readonly frames: Source['frames'] = (keys, signal) => rectanglesOf(this, keys, signal)
  readonly looks: NonNullable<Source['looks']> = (keys, signal) => looksOf(this, keys, signal)
  readonly focused: Source['focused'] = (signal) => focusedElement(this, signal)
  readonly at: Source['at'] = (x, y, page, signal) => elementAt(this, x, y, page, signal)
  readonly check: Source['check'] = async (...of) => this.#frames.afterStir(await check(this, ...of))
  readonly perform: Source['perform'] = (key, act, signal) =>
    perform(this, key, act, signal).finally(this.#frames.markReach)
  readonly detail: Source['detail'] = (key, signal) => detail(this, key, signal)
  readonly owner: TabAccess['owner'] = (session) => this.#frames.owner(session)
  readonly stay: TabAccess['stay'] = (session, isAtOnce, signal) => this.#navigations.stay(session, isAtOnce, signal)
  readonly race: TabAccess['race'] = async (work, signal) => {
    this.#obstacles.refuse()
    return await this.#obstacles.race(work, signal)
  }
  readonly leaving: TabAccess['leaving'] = (work) => this.#obstacles.leaving(work)
  readonly isStill: TabAccess['isStill'] = (signal) => this.#frames.areStill(signal)
  readonly hasFrame: TabAccess['hasFrame'] = (frameId) => this.#frames.all.some((frame) => frame.has(frameId))
  readonly secureNames: TabAccess['secureNames'] = () => this.#frames.all.flatMap(({ dom }) => dom.secureNames)
  readonly formerlySecure: TabAccess['formerlySecure'] = () => this.#frames.formerlySecure()
  readonly closedRoots: TabAccess['closedRoots'] = (session) => [...this.#frames.of(session).dom.closedRoots]

  send<C extends Command>(
    session: Session,
    method: C,
    params: ProtocolMapping.Commands[C]['paramsType'][0],
    signal: AbortSignal,
    evenIfDialog = false,
  ): Promise<ProtocolMapping.Commands[C]['returnType']> {
    const problem = evenIfDialog ? undefined : (this.#obstacles.obstacle ?? this.#navigations.problem(session))
    if (problem !== undefined) return Promise.reject(problem)
    const blocks = evenIfDialog ? undefined : this.#navigations.blocks(session)
    return this.documents.judged(method, this.#frames.acted(session, method).frameId, (onReply) =>
      session
        .send(method, params, signal, blocks, onReply)
        .catch((error) => Promise.reject(this.#obstacles.problem(error))),
    )
  }

  readonly place = (key: Key) => this.#frames.byKey(key)?.place(key)
  readonly formerPlace = (key: Key) => this.#frames.byKey(key)?.formerPlace(key)

  key({ session, backendNodeId }: Place): Key {
    return this.#frames.of(session).ax.key(backendNodeId)
  }

  row(key: Key): Row | undefined {
    return this.#frames.byKey(key)?.ax.row(key % keySpan)
  }

  readonly nested: NonNullable<Source['nested']> = {
    parent: (key) => this.#frames.byKey(key)?.ax.parentOf(key % keySpan),
    children: (key) => this.#frames.byKey(key)?.ax.childrenOf(key % keySpan),
  }

  async reread(key: Key, signal: AbortSignal): Promise<Row | undefined> {
    const frame = this.#frames.byKey(key)
    return frame && (await this.#obstacles.race((within) => frame.reread(key % keySpan, within), signal))
  }

  async close(): Promise<void> {
    if (!this.#obstacles.end('it was let go')) return
    await releaseSession(this.session)
    this.#release()
  }

  async #enable(signal: AbortSignal): Promise<void> {
    const enabled = Promise.all([this.#frames.main.enable(ever), prepare(this.session, this.law, ever)])
    try {
      const patience = withTimeLimit(signal, enableMs)
      await this.#obstacles.race((within) => this.#unlessDialog(this.session, enabled, within), patience)
    } catch (error) {
      if (this.dialog === undefined && !this.#obstacles.isHeld) throw error
    }
  }

  /** Attaches even to a page or frame behind an earlier dialog; it answers once that is closed. */
  async #unlessDialog(session: Session, enabled: Promise<unknown>, signal: AbortSignal): Promise<void> {
    const over = () => this.dialog !== undefined && isUnseen(this.dialog) && this.#closeDialog()
    enabled.then(over).catch(() => {})
    if (await isBehindDialog(session, enabled, signal)) this.#listener(this.#obstacles.openDialog(unseenDialog))
  }

  #notify(): void {
    if (this.#hasNotified || this.#obstacles.closed !== undefined) return
    this.#hasNotified = true
    this.#listener({ kind: 'dirty', key: this.#root, what: 1 })
  }

  #closeDialog(): void {
    this.#obstacles.closeDialog()
    this.#notify()
  }

  #listen(): void {
    const { session } = this
    listenForFrames(session, {
      attached: (frame, frameId) => this.#attached(frame, frameId),
      detached: (frame) => this.#frames.remove(frame) && this.#frames.main.markWhole(),
    })
    session.on('Page.javascriptDialogOpening', (event) => {
      this.#listener(this.#obstacles.openDialog(this.documents.dialogOf(event)))
    })
    session.on('Page.javascriptDialogClosed', () => this.#closeDialog())
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.#frames.main.replace()
      this.#hasNotified = false
      this.#root = 0
      this.#listener({ kind: 'replaced' })
    })
    session.on('Inspector.targetCrashed', () => this.#end(crashed))
    session.onEnd(() => this.#end('the tab was closed'))
    this.#stopListening = this.#connection.onClose((reason) => this.#end(reason))
  }

  /** Frames in other processes come and go as sessions of their own. */
  #attached(session: Session, frameId: string): void {
    this.documents.listen(session)
    const frame = this.#frames.add(session, frameId)
    this.#navigations.add(session, frameId)
    session.on('Page.frameNavigated', (event) => {
      if (event.frame.id !== frameId) return
      frame.replace()
      if (this.documents.law !== undefined) this.#frames.main.markWhole()
    })
    const enabled = Promise.all([frame.enable(ever), attachFrames(session, this.law, ever)])
    enabled.then(() => this.#frames.main.markWhole()).catch(() => {})
    this.#unlessDialog(session, enabled, AbortSignal.timeout(enableMs)).catch(() => {})
  }

  #end(reason: string): void {
    if (!this.#obstacles.end(reason)) return
    // A crashed page may come back, and should not keep an unused session.
    if (reason === crashed) void detach(this.session)
    this.#release()
    this.#listener({ kind: 'closed', reason })
  }

  /** The connection outlives the tab, and must not keep it in memory. */
  #release(): void {
    this.#stopListening()
    for (const frame of this.#frames.all) frame.close()
    this.#navigations.close()
    this.documents.close()
    this.page.close()
    this.#connection.dropSession(this.session.id!)
  }
}
