/** What a page logged: messages of its scripts, exceptions that nobody caught, and the browser's own remarks. */
import type { Protocol } from 'devtools-protocol'
import type { ConsoleEntry, Feed } from '../page.ts'
import type { TabAccess } from './access.ts'
import type { Session } from './connection.ts'
import { exceptionText, levelOf, messageText, remarkText } from './console-text.ts'
import { Beginning, catchUp, cut, EachSession, Ring } from './feed.ts'
import { publicUrl } from './secrets.ts'

type RemoteObject = Protocol.Runtime.RemoteObject

const longestSource = 500
/** The browser makes a reference to each object that is logged. They are given back so many at a time. */
const mostHeld = 100
/** Objects in messages from before, newest first, whose members are asked for. */
const mostAsked = 100
const mostEarly = 5000
/** What the browser calls the references of the console. */
const objectGroup = 'console'
/** Not shown: they end groups or empty the console. */
const silent = new Set(['clear', 'endGroup', 'profile', 'profileEnd'])

type Told = Omit<ConsoleEntry, 'seq'>

/** A message from before listening began: its objects come without their members. */
interface Early {
  readonly at: number
  readonly args: readonly RemoteObject[]
  entry(args: readonly RemoteObject[]): Told
}

export class ConsoleFeed implements Feed<ConsoleEntry> {
  readonly #access: TabAccess
  readonly #ring = new Ring<ConsoleEntry>()
  readonly #sessions: EachSession
  readonly #beginning: Beginning
  /** Sessions that are about to be listened to, and what they have told so far. */
  readonly #early = new Map<Session, Early[]>()
  readonly #begun = new WeakSet<Session>()
  #hasBegun = false
  #held = 0

  constructor(access: TabAccess) {
    this.#access = access
    this.#sessions = new EachSession(access, (session, signal) => this.#enable(session, signal))
    this.#beginning = new Beginning((signal) => this.#begin(signal))
  }

  get isListening(): boolean {
    return this.#beginning.isDone
  }

  async mark(signal: AbortSignal): Promise<number> {
    await this.#listen(signal)
    return this.#ring.last
  }

  async since(mark: number, signal: AbortSignal) {
    await this.#listen(signal)
    return this.#ring.since(mark)
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const isListening = this.isListening
    await this.#beginning.done(signal)
    if (isListening) await catchUp(this.#access, signal)
    this.#release()
  }

  /** All sessions together, so that what was before comes in the order of its time. */
  async #begin(signal: AbortSignal): Promise<void> {
    await this.#sessions.begin(signal)
    this.#hasBegun = true
    await this.#take([...this.#early.keys()], signal)
  }

  /** The browser tells, before it answers, what it has kept: up to 1000 messages of a process's documents. */
  async #enable(session: Session, signal: AbortSignal): Promise<void> {
    if (!this.#begun.has(session)) {
      this.#begun.add(session)
      this.#early.set(session, [])
      this.#listenTo(session)
    }
    const enabled = Promise.all([
      this.#access.send(session, 'Runtime.enable', undefined, signal),
      this.#access.send(session, 'Log.enable', undefined, signal),
    ])
    try {
      await enabled
    } finally {
      if (this.#hasBegun) await this.#take([session], signal)
    }
  }

  async #take(sessions: readonly Session[], signal: AbortSignal): Promise<void> {
    const before = sessions.flatMap((session) => {
      const messages = this.#early.get(session)?.splice(0) ?? []
      return messages.map((message) => ({ session, ...message }))
    })
    before.sort((a, b) => b.at - a.at)
    let room = mostAsked
    const entries = before.map(async ({ session, args, entry }) => {
      const full = args.map((arg) => (lacksMembers(arg) && room-- > 0 ? this.#withMembers(session, arg, signal) : arg))
      return entry(await Promise.all(full))
    })
    for (const entry of (await Promise.all(entries)).reverse()) this.#add(entry)
    for (const session of sessions) {
      // What was logged meanwhile.
      for (const { args, entry } of this.#early.get(session) ?? []) this.#add(entry(args))
      this.#early.delete(session)
    }
  }

  /** The object itself once more, as messages have it that are heard at once. Nothing of the page runs. */
  async #withMembers(session: Session, object: RemoteObject, signal: AbortSignal): Promise<RemoteObject> {
    const asked = { objectId: object.objectId!, functionDeclaration: 'function () { return this }' }
    const how = { generatePreview: true, throwOnSideEffect: true, silent: true, objectGroup }
    return await this.#access.send(session, 'Runtime.callFunctionOn', { ...asked, ...how }, signal).then(
      ({ result, exceptionDetails }) => (exceptionDetails === undefined ? result : object),
      () => object,
    )
  }

  #listenTo(session: Session): void {
    session.on('Runtime.consoleAPICalled', ({ type, args, timestamp, stackTrace }) => {
      if (silent.has(type)) return
      const about = { level: levelOf(type), at: timestamp, ...sourceOf(stackTrace?.callFrames) }
      this.#tell(session, timestamp, args, (all) => ({ text: messageText(type, all), ...about }))
    })
    session.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails }) => {
      const { url = '', lineNumber, stackTrace, exception } = exceptionDetails
      const about = {
        level: 'error',
        at: timestamp,
        ...sourceOf(stackTrace?.callFrames ?? [{ url, lineNumber }]),
      } as const
      const args = exception === undefined ? [] : [exception]
      this.#tell(session, timestamp, args, ([thrown]) => ({ text: exceptionText(exceptionDetails, thrown), ...about }))
    })
    // No message of a script comes here too, except those of workers, which come here alone.
    session.on('Log.entryAdded', ({ entry: { level, text, timestamp, url = '', lineNumber, args = [] } }) => {
      const about = { level: levelOf(level), at: timestamp, ...sourceOf([{ url, lineNumber }]) }
      this.#tell(session, timestamp, args, (all) => ({ text: remarkText(text, all), ...about }))
    })
  }

  #tell(session: Session, at: number, args: readonly RemoteObject[], entry: Early['entry']): void {
    this.#hold(args)
    const early = this.#early.get(session)
    if (early === undefined) this.#add(entry(args))
    else if (early.push({ at, args, entry }) > mostEarly) early.shift()
  }

  #add(entry: Told): void {
    this.#ring.add((seq) => ({ seq, ...entry }), entry.text.length + (entry.source?.length ?? 0))
  }

  /** Counts references, and gives them back before they are many: what was logged may go when the page lets go of it. */
  #hold(args: readonly RemoteObject[]): void {
    this.#held += args.filter(({ objectId }) => objectId !== undefined).length
    if (this.#held >= mostHeld && this.#early.size === 0) this.#release()
  }

  #release(): void {
    if (this.#held === 0) return
    this.#held = 0
    for (const session of this.#access.sessions)
      session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
  }
}

const describedWhole = new Set(['error', 'node', 'regexp', 'date', 'proxy'])

function lacksMembers({ objectId, type, subtype, preview }: RemoteObject): boolean {
  return objectId !== undefined && type === 'object' && preview === undefined && !describedWhole.has(subtype ?? '')
}

/** Of the innermost call that is in a file. */
function sourceOf(calls: readonly { readonly url: string; readonly lineNumber?: number | undefined }[] = []) {
  const at = calls.find(({ url }) => url !== '')
  if (at === undefined) return {}
  const line = at.lineNumber === undefined ? '' : `:${at.lineNumber + 1}`
  return { source: `${cut(publicUrl(at.url), longestSource)}${line}` }
}
