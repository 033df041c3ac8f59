/**
 * A tab as a source of elements: its page and frames in other processes as one tree. Attaches, joins the frame
 * sessions, and hands reading to them; acting is in files of its own, over the `TabAccess` that this class is.
 */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { Frame } from '../../../api-schema/element.ts'
import { Problem } from '../../problem.ts'
import type {
  Act,
  Change,
  Check,
  Detail,
  Key,
  OpenDialog,
  Page,
  Performed,
  Reading,
  ReadOptions,
  Row,
  Source,
  Target,
} from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import { perform } from './act.ts'
import { keySpan } from './ax-mirror.ts'
import { check } from './check.ts'
import { type Command, CommandError, type Connection, reasonOf, type Session } from './connection.ts'
import { FrameSession } from './frame-session.ts'
import { elementAt, focusedElement, framesOf } from './geometry.ts'
import { TabPage } from './page.ts'
import { quiet } from './quiet.ts'
import { detail } from './selectors.ts'

/** A page that does not answer the smallest question for so long is told to be unresponsive. */
const answerMs = 1000
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
  readonly #owners = new Map<string, Session>()
  readonly #numbers = new Map<number, FrameSession>()
  readonly #blocked = new Set<(problem: Problem) => void>()
  #numberCount = 0
  #listener: (change: Change) => void = () => {}
  #told = false
  #dialog: OpenDialog | undefined
  #closed: string | undefined
  #root: Key = 0
  #loading = false
  /** Rows of the last whole read are told once; later reads tell differences. */
  readonly page: Page

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
      throw tab.#problem(error, undefined)
    }
    return tab
  }

  get target(): Target {
    const target = this.#describe()
    return this.#dialog === undefined ? target : { ...target, dialog: this.#dialog.message }
  }

  get url(): string {
    return this.target.url ?? ''
  }

  get title(): string {
    return this.target.name
  }

  get dialog(): OpenDialog | undefined {
    return this.#dialog
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
    this.#refuseIfBlocked()
    const results = await Promise.all(
      this.#frames().map((frame) =>
        this.#raced((within) => frame.barrier(within), AbortSignal.any([signal, this.#patience()]), frame.session),
      ),
    )
    return results.find((result) => !result.settled) ?? { settled: true }
  }

  async read(marks: ReadonlyMap<Key, number> | 'all', options: ReadOptions): Promise<Reading> {
    this.#refuseIfBlocked()
    this.#told = false
    if (marks === 'all') for (const frame of this.#frames()) frame.markWhole()
    this.#told = false
    if (this.#frames().some((frame) => frame.isWhole)) return await this.#readWhole(options)
    await this.#raced(async (signal) => {
      for (const frame of this.#frames()) if (frame.hasMarks) await frame.readMarks(signal)
    }, options.signal)
    if (this.#frames().some((frame) => frame.isWhole)) return await this.#readWhole(options)
    const rows: Row[] = []
    for (const frame of this.#frames()) rows.push(...frame.ax.take().values())
    return { rows, whole: false, root: this.#root, complete: true }
  }

  async #readWhole({ signal, deadline }: ReadOptions): Promise<Reading> {
    const depth = await this.#depthFor(deadline, signal)
    await this.#raced(async (within) => {
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
    return depth === undefined
      ? { rows, whole: true, root: this.#root, complete: true }
      : {
          rows,
          whole: true,
          root: this.#root,
          complete: false,
          reason: `only the first ${depth} levels were read in the time given`,
        }
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
      AbortSignal.any([signal, this.#patience()]),
    )
    return Number(result.value) * readMsPerElement < deadline - performance.now() ? undefined : firstLevels
  }

  quiet(signal: AbortSignal): Promise<void> {
    return quiet(this, signal)
  }

  frames(keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, { frame: Frame; pageFrame?: Frame }>> {
    return framesOf(this, keys, signal)
  }

  focused(signal: AbortSignal): Promise<Key | undefined> {
    return focusedElement(this, signal)
  }

  at(x: number, y: number, page: boolean, signal: AbortSignal): Promise<Key | undefined> {
    return elementAt(this, x, y, page, signal)
  }

  check(key: Key, act: Act, signal: AbortSignal): Promise<Check> {
    return check(this, key, act, signal)
  }

  perform(key: Key, act: Act, signal: AbortSignal): Promise<Performed> {
    return perform(this, key, act, signal)
  }

  detail(key: Key, signal: AbortSignal): Promise<Detail> {
    return detail(this, key, signal)
  }

  send<C extends Command>(
    session: Session,
    method: C,
    params: ProtocolMapping.Commands[C]['paramsType'][0],
    signal: AbortSignal,
    evenIfDialog = false,
  ): Promise<ProtocolMapping.Commands[C]['returnType']> {
    if (evenIfDialog)
      return session.send(method, params, signal).catch((error) => Promise.reject(this.#problem(error, session)))
    if (this.#dialog !== undefined) return Promise.reject(this.#dialogProblem())
    return this.#raced((within) => session.send(method, params, within), signal, session)
  }

  place(key: Key): Place | undefined {
    return this.#numbers.get(Math.floor(key / keySpan))?.place(key)
  }

  key({ session, backendNodeId }: Place): Key {
    return this.#frameOf(session).ax.key(backendNodeId)
  }

  row(key: Key): Row | undefined {
    return this.#numbers.get(Math.floor(key / keySpan))?.row(key % keySpan)
  }

  reread(key: Key, signal: AbortSignal): Promise<Row | undefined> {
    const frame = this.#numbers.get(Math.floor(key / keySpan))
    if (frame === undefined) return Promise.resolve(undefined)
    return this.#raced((within) => frame.reread(key % keySpan, within), signal, frame.session)
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
    if (this.#closed !== undefined) return
    this.#closed = 'closed'
    for (const frame of this.#frames()) frame.close()
    this.#unblock(new Problem('tab_not_found', { message: 'The tab was let go.' }))
    const sessionId = this.session.id!
    // Focus emulation is only for tabs that are explored.
    await this.session
      .send('Emulation.setFocusEmulationEnabled', { enabled: false }, AbortSignal.timeout(answerMs))
      .catch(() => {})
    await this.#connection.root
      .send('Target.detachFromTarget', { sessionId }, AbortSignal.timeout(answerMs))
      .catch(() => {})
    for (const session of this.sessions) this.#connection.dropSession(session.id!)
  }

  async #enable(signal: AbortSignal): Promise<void> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(5000)])
    await Promise.all([
      this.#raced((within) => this.#main.enable(within), patience, this.session),
      this.#raced(
        (within) =>
          this.session.send(
            'Target.setAutoAttach',
            { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
            within,
          ),
        patience,
        this.session,
      ),
      this.#raced(
        (within) => this.session.send('Emulation.setFocusEmulationEnabled', { enabled: true }, within),
        patience,
        this.session,
      ),
    ])
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
    if (this.#told || this.#closed !== undefined) return
    this.#told = true
    this.#listener({ kind: 'dirty', key: this.#root, what: 1 })
  }

  #listen(): void {
    const { session } = this
    this.#listenForFrames(session)
    session.on('Page.javascriptDialogOpening', ({ type, message }) => {
      this.#dialog = { type, message }
      this.#unblock(this.#dialogProblem())
    })
    session.on('Page.javascriptDialogClosed', () => {
      this.#dialog = undefined
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
    session.on('Inspector.targetCrashed', () => this.#end('the page crashed'))
    this.#connection.root.on('Target.detachedFromTarget', ({ sessionId }) => {
      if (sessionId === session.id) this.#end('the tab was closed')
    })
    this.#connection.onClose((reason) => this.#end(reason))
  }

  /** Frames in other processes come, and go, as sessions of their own. */
  #listenForFrames(parent: Session): void {
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type !== 'iframe') return
      const session = this.#connection.session(sessionId)
      const frame = this.#frameSession(session, targetInfo.targetId)
      this.#outer.set(sessionId, frame)
      this.#owners.set(sessionId, parent)
      this.#listenForFrames(session)
      session.on('Page.frameNavigated', (event) => {
        if (event.frame.id === frame.frameId) frame.replace()
      })
      const signal = AbortSignal.timeout(5000)
      void session
        .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, signal)
        .catch(() => {})
      frame.enable(signal).then(
        () => this.#main.markWhole(),
        () => {},
      )
    })
    parent.on('Target.detachedFromTarget', ({ sessionId }) => {
      const frame = this.#outer.get(sessionId)
      if (frame === undefined) return
      frame.close()
      this.#outer.delete(sessionId)
      this.#owners.delete(sessionId)
      this.#connection.dropSession(sessionId)
      this.#main.markWhole()
    })
  }

  /** Runs one piece of work that ends when a dialog opens or the tab goes, and speaks only in Problems. */
  async #raced<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, session?: Session): Promise<T> {
    const abort = new AbortController()
    const block = (problem: Problem) => abort.abort(problem)
    this.#blocked.add(block)
    try {
      return await work(AbortSignal.any([signal, abort.signal]))
    } catch (error) {
      throw this.#problem(abort.signal.aborted ? reasonOf(abort.signal) : error, session)
    } finally {
      this.#blocked.delete(block)
    }
  }

  #patience(): AbortSignal {
    const abort = new AbortController()
    const timer = setTimeout(
      () =>
        abort.abort(
          new Problem('unresponsive', {
            message: `The page of tab ${this.target.id} does not answer: its scripts are busy or it is stopped.`,
          }),
        ),
      answerMs,
    )
    timer.unref()
    return abort.signal
  }

  #refuseIfBlocked(): void {
    if (this.#closed !== undefined) throw this.#gone()
    if (this.#dialog !== undefined) throw this.#dialogProblem()
  }

  #dialogProblem(): Problem {
    const { type, message } = this.#dialog ?? { type: 'alert', message: '' }
    return new Problem('dialog_open', {
      message: `A dialog (${type}) is open in tab ${this.target.id}: ${JSON.stringify(message)}.`,
      data: { dialog: { type, message }, tab: this.target.id },
    })
  }

  #gone(): Problem {
    return new Problem('tab_not_found', { message: `Tab ${this.target.id} is gone: ${this.#closed}.` })
  }

  #problem(error: unknown, _session: Session | undefined): Error {
    if (error instanceof Problem) return error
    if (this.#closed !== undefined) return this.#gone()
    if (error instanceof CommandError) {
      if (
        /No node|not find (context|node)|does not belong|Could not compute|no longer|not an element|detached/i.test(
          error.message,
        )
      )
        return new Problem('element_gone')
      if (/Session closed|Target closed|Inspected target navigated|Not attached/i.test(error.message)) {
        return new Problem('unresponsive', { message: 'The page went away in the middle of the call.' })
      }
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') return new Problem('timeout')
    return error instanceof Error ? error : new Error(String(error))
  }

  #unblock(problem: Problem): void {
    for (const block of [...this.#blocked]) block(problem)
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    for (const frame of this.#frames()) frame.close()
    this.#unblock(this.#gone())
    this.#listener({ kind: 'closed', reason })
  }
}
