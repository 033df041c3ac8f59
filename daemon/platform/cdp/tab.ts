/**
 * A tab as a source of elements: its page and frames in other processes as one tree. Attaches, joins the frame
 * sessions, and hands reading to them; acting is in files of its own, over the `TabAccess` that this class is.
 */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { OpenDialog } from '../page.ts'
import type { Change, Key, Reading, ReadOptions, Row, Source, Target } from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import { perform } from './act.ts'
import { autoAttach, detach, partFrom, prepare } from './attachment.ts'
import { keySpan } from './ax-mirror.ts'
import { check } from './check.ts'
import { type Command, CommandError, type Connection, type Session } from './connection.ts'
import { FrameSession } from './frame-session.ts'
import { elementAt, focusedElement, framesOf } from './geometry.ts'
import { crashed, Obstacles } from './obstacles.ts'
import { listenForFrames } from './outer-frames.ts'
import { TabPage } from './page.ts'
import { quiet } from './quiet.ts'
import { detail } from './selectors.ts'

/** Time for a page to take the first commands. */
const enableMs = 5000
/** Time that a whole read takes, a node of the DOM, by measurement (2 cores, Chromium 156). */
const readMsPerElement = 0.08
/** What can be read of any page in some ms; the rest follows. */
const firstLevels = 4

export class Tab implements Source, TabAccess {
  readonly #connection: Connection
  readonly session: Session
  readonly #describe: () => Target
  readonly #main: FrameSession
  /** Frames in other processes, by session id. */
  readonly #outer = new Map<string, FrameSession>()
  readonly #numbers = new Map<number, FrameSession>()
  readonly #obstacles = new Obstacles(() => this.#describe().id)
  #numberCount = 0
  #listener: (change: Change) => void = () => {}
  /** Take back what listens to the connection. */
  #unlisten: readonly (() => void)[] = []
  #told = false
  #root: Key = 0
  #loading = false
  readonly page: TabPage

  private constructor(
    connection: Connection,
    session: Session,
    targetId: string,
    describe: () => Target,
    select: () => Promise<void>,
  ) {
    this.#connection = connection
    this.session = session
    this.#describe = describe
    this.#main = this.#frameSession(session, targetId)
    this.page = new TabPage(this, select)
    this.#listen()
  }

  static async attach(
    connection: Connection,
    targetId: string,
    describe: () => Target,
    select: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<Tab> {
    const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true }, signal)
    const tab = new Tab(connection, connection.session(sessionId), targetId, describe, select)
    try {
      await tab.#enable(signal)
    } catch (error) {
      await tab.close()
      throw tab.#obstacles.problem(error)
    }
    return tab
  }

  get target(): Target {
    const described = this.#describe()
    const title = this.row(this.#root)?.title
    const target = title === undefined ? described : { ...described, name: title }
    return this.dialog === undefined ? target : { ...target, dialog: this.dialog.message }
  }

  get url(): string {
    return this.target.url ?? ''
  }

  get title(): string {
    return this.target.name
  }

  get dialog(): OpenDialog | undefined {
    return this.#obstacles.dialog
  }

  get loading(): boolean {
    return this.#loading
  }

  get sessions(): readonly Session[] {
    return [this.session, ...[...this.#outer.values()].map((frame) => frame.session)]
  }

  listen(listener: (change: Change) => void): void {
    this.#listener = listener
  }

  async settle(signal: AbortSignal): Promise<{ settled: boolean; reason?: string }> {
    this.#obstacles.refuse()
    const results = await Promise.all(
      this.#frames().map((frame) =>
        this.#obstacles.race((within) => frame.barrier(within), AbortSignal.any([signal, this.#obstacles.patience()])),
      ),
    )
    return results.find((result) => !result.settled) ?? { settled: true }
  }

  async read(marks: ReadonlyMap<Key, number> | 'all', options: ReadOptions): Promise<Reading> {
    this.#obstacles.refuse()
    this.#told = false
    if (marks === 'all') for (const frame of this.#frames()) frame.markWhole()
    this.#told = false
    if (this.#frames().some((frame) => frame.isWhole)) return await this.#readWhole(options)
    await this.#obstacles.race(async (signal) => {
      for (const frame of this.#frames()) if (frame.hasMarks) await frame.readMarks(signal)
    }, options.signal)
    if (this.#frames().some((frame) => frame.isWhole)) return await this.#readWhole(options)
    const rows: Row[] = []
    for (const frame of this.#frames()) rows.push(...frame.ax.take().values())
    return { rows, whole: false, root: this.#root, complete: true }
  }

  async #readWhole({ signal, deadline }: ReadOptions): Promise<Reading> {
    const depth = await this.#depthFor(deadline, signal)
    await this.#obstacles.race(async (within) => {
      await Promise.all(
        this.#frames().map((frame) =>
          frame.readWhole(within, depth).catch((error) => {
            // A frame in another process may go while it is read; the page is then whole without it.
            if (frame === this.#main || !(error instanceof CommandError)) throw error
          }),
        ),
      )
    }, signal)
    for (const frame of this.#frames()) frame.ax.refresh(frame.dom.frameOf.keys())
    const rows: Row[] = []
    for (const frame of this.#frames()) {
      frame.ax.take()
      for (const row of frame.ax.rows()) rows.push(row)
    }
    this.#root = this.#main.rootKey ?? 0
    if (depth === undefined) for (const frame of this.#frames()) frame.watch()
    const reading = { rows, whole: true, root: this.#root }
    if (depth === undefined) return { ...reading, complete: true }
    return { ...reading, complete: false, reason: `only the first ${depth} levels were read in the time given` }
  }

  /**
   * Levels that can be read before the deadline; undefined for all. The question is also what finds out, in little
   * time, that a page does not answer at all.
   */
  async #depthFor(deadline: number, signal: AbortSignal): Promise<number | undefined> {
    const question = { expression: 'document.getElementsByTagName("*").length', returnByValue: true }
    const { result } = await this.send(
      this.session,
      'Runtime.evaluate',
      question,
      AbortSignal.any([signal, this.#obstacles.patience()]),
    )
    return Number(result.value) * readMsPerElement < deadline - performance.now() ? undefined : firstLevels
  }

  readonly quiet: Source['quiet'] = (signal) => quiet(this, signal)
  readonly frames: Source['frames'] = (keys, signal) => framesOf(this, keys, signal)
  readonly focused: Source['focused'] = (signal) => focusedElement(this, signal)
  readonly at: Source['at'] = (x, y, page, signal) => elementAt(this, x, y, page, signal)
  readonly check: Source['check'] = (key, act, signal) => check(this, key, act, signal)
  readonly perform: Source['perform'] = (key, act, signal) => perform(this, key, act, signal)
  readonly detail: Source['detail'] = (key, signal) => detail(this, key, signal)
  readonly hasFrame: TabAccess['hasFrame'] = (frameId) => this.#frames().some((frame) => frame.has(frameId))
  readonly secureNames: TabAccess['secureNames'] = () => this.#frames().flatMap(({ dom }) => dom.secureNames)
  readonly closedRoots: TabAccess['closedRoots'] = (session) => [...this.#frameOf(session).dom.closedRoots]

  send<C extends Command>(
    session: Session,
    method: C,
    params: ProtocolMapping.Commands[C]['paramsType'][0],
    signal: AbortSignal,
    evenIfDialog = false,
  ): Promise<ProtocolMapping.Commands[C]['returnType']> {
    if (evenIfDialog)
      return session.send(method, params, signal).catch((error) => Promise.reject(this.#obstacles.problem(error)))
    if (this.dialog !== undefined) return Promise.reject(this.#obstacles.dialogProblem())
    return this.#obstacles.race((within) => session.send(method, params, within), signal)
  }

  place(key: Key): Place | undefined {
    return this.#numbers.get(Math.floor(key / keySpan))?.place(key)
  }

  key({ session, backendNodeId }: Place): Key {
    return this.#frameOf(session).ax.key(backendNodeId)
  }

  row(key: Key): Row | undefined {
    return this.#numbers.get(Math.floor(key / keySpan))?.ax.row(key % keySpan)
  }

  reread(key: Key, signal: AbortSignal): Promise<Row | undefined> {
    const frame = this.#numbers.get(Math.floor(key / keySpan))
    if (frame === undefined) return Promise.resolve(undefined)
    return this.#obstacles.race((within) => frame.reread(key % keySpan, within), signal)
  }

  owner(session: Session): Place | undefined {
    const frame = this.#outer.get(session.id ?? '')
    if (frame === undefined) return undefined
    for (const parent of this.#frames()) {
      const backendNodeId = parent.dom.ownerOf.get(frame.frameId)
      if (backendNodeId !== undefined) return { session: parent.session, backendNodeId }
    }
    return undefined
  }

  async close(): Promise<void> {
    if (!this.#obstacles.end('it was let go')) return
    for (const frame of this.#frames()) frame.close()
    await partFrom(this.session)
    this.#release()
  }

  async #enable(signal: AbortSignal): Promise<void> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(enableMs)])
    await this.#obstacles.race(
      (within) => Promise.all([this.#main.enable(within), prepare(this.session, within)]),
      patience,
    )
  }

  #frames(): FrameSession[] {
    return [this.#main, ...this.#outer.values()]
  }

  #frameOf(session: Session): FrameSession {
    return session === this.session ? this.#main : (this.#outer.get(session.id ?? '') ?? this.#main)
  }

  #frameSession(session: Session, frameId: string): FrameSession {
    const frame: FrameSession = new FrameSession(session, frameId, {
      rootOf: (id) => this.#frames().find((other) => other.frameId === id)?.rootKey,
      // Called while the session is made, too: the table is filled when the first key is looked up.
      nextNumber: () => {
        const number = ++this.#numberCount
        queueMicrotask(() => this.#numbers.set(number, frame))
        return number
      },
      dirty: () => this.#tell(),
    })
    return frame
  }

  #tell(): void {
    if (this.#told || this.#obstacles.closed !== undefined) return
    this.#told = true
    this.#listener({ kind: 'dirty', key: this.#root, what: 1 })
  }

  #listen(): void {
    const { session } = this
    listenForFrames(session, {
      attached: (frame, frameId) => this.#attached(frame, frameId),
      detached: (sessionId) => this.#detached(sessionId),
    })
    session.on('Page.javascriptDialogOpening', ({ type, message }) => {
      this.#listener(this.#obstacles.openDialog({ type, message }))
    })
    session.on('Page.javascriptDialogClosed', () => {
      this.#obstacles.closeDialog()
      this.#tell()
    })
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.#numbers.clear()
      this.#main.replace()
      this.#told = false
      this.#listener({ kind: 'replaced' })
    })
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (frameId === this.#main.frameId) this.#loading = true
    })
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === this.#main.frameId) this.#loading = false
    })
    session.on('Inspector.targetCrashed', () => this.#end(crashed))
    this.#unlisten = [
      this.#connection.root.on('Target.detachedFromTarget', ({ sessionId }) => {
        if (sessionId === session.id) this.#end('the tab was closed')
      }),
      this.#connection.onClose((reason) => this.#end(reason)),
    ]
  }

  /** Frames in other processes come, and go, as sessions of their own. */
  #attached(session: Session, frameId: string): void {
    const frame = this.#frameSession(session, frameId)
    this.#outer.set(session.id!, frame)
    session.on('Page.frameNavigated', (event) => {
      if (event.frame.id === frameId) frame.replace()
    })
    const signal = AbortSignal.timeout(enableMs)
    Promise.all([frame.enable(signal), session.send('Target.setAutoAttach', autoAttach, signal)]).then(
      () => this.#main.markWhole(),
      () => {},
    )
  }

  #detached(sessionId: string): void {
    const frame = this.#outer.get(sessionId)
    if (frame === undefined) return
    frame.close()
    this.#outer.delete(sessionId)
    this.#connection.dropSession(sessionId)
    this.#main.markWhole()
  }

  #end(reason: string): void {
    if (!this.#obstacles.end(reason)) return
    for (const frame of this.#frames()) frame.close()
    // A crashed page may come back, and has no use for a session that nobody listens to.
    if (reason === crashed) void detach(this.session)
    this.#release()
    this.#listener({ kind: 'closed', reason })
  }

  /** The connection outlives the tab, and must not keep it in memory. */
  #release(): void {
    for (const unlisten of [...this.#unlisten, () => this.page.close()]) unlisten()
    for (const session of this.sessions) this.#connection.dropSession(session.id!)
  }
}
