/** What a page logged: script messages, uncaught exceptions, and the browser's own remarks. */

import type { Protocol } from 'devtools-protocol'
import { cut } from '../../../../api-schema/cut.ts'
import type { ConsoleEntry, Feed } from '../../tab/page.ts'
import type { TabAccess } from '../wire/access.ts'
import { callChainsOf, isOwnWord } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import { exceptionText, levelOf, messageText, remarkText } from './console-text.ts'
import { EachSession, RingFeed } from './feed.ts'
import { publicUrl } from './secrets.ts'

type RemoteObject = Protocol.Runtime.RemoteObject

const longestSource = 500
/** The browser creates a reference to each logged object. They are released in batches of this size. */
const mostHeld = 100
/** Objects in earlier messages, newest first, whose members are requested. */
const mostAsked = 100
const mostEarly = 5000
/** The browser's name for the console's references. */
const objectGroup = 'console'
/** Not shown: they end groups or clear the console. */
const silent = new Set(['clear', 'endGroup', 'profile', 'profileEnd'])

type Message = Omit<ConsoleEntry, 'seq'>

/** A message from before listening began: its objects come without their members. */
interface Early {
  readonly at: number
  readonly args: readonly RemoteObject[]
  entry(args: readonly RemoteObject[]): Message
}

export class ConsoleFeed extends RingFeed<ConsoleEntry> implements Feed<ConsoleEntry> {
  readonly #sessions: EachSession
  /** Sessions about to be listened to, and their messages so far. */
  readonly #early = new Map<Session, Early[]>()
  #hasBegun = false
  #held = 0

  constructor(access: TabAccess) {
    super(access)
    this.#sessions = new EachSession(access, {
      listenTo: (session) => this.#listenTo(session),
      enable: (session, signal) => this.#enable(session, signal),
    })
  }

  since(mark: number, signal: AbortSignal) {
    return this.open(mark, signal)
  }

  protected override async listen(signal: AbortSignal): Promise<void> {
    await super.listen(signal)
    this.#release()
  }

  /** All sessions together, so that earlier messages are in order of time. */
  protected async begin(signal: AbortSignal): Promise<void> {
    await this.#sessions.begin(signal)
    this.#hasBegun = true
    await this.#take([...this.#early.keys()], signal)
  }

  /** Before it replies, the browser sends what it kept: up to 1000 messages of a process's documents. */
  async #enable(session: Session, signal: AbortSignal): Promise<void> {
    callChainsOf(session).letGo()
    const enabled = Promise.all([
      this.access.send(session, 'Runtime.enable', undefined, signal),
      this.access.send(session, 'Log.enable', undefined, signal),
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
      // Messages that arrived meanwhile.
      for (const { args, entry } of this.#early.get(session) ?? []) this.#add(entry(args))
      this.#early.delete(session)
    }
  }

  /** The same object with members, as in live messages. Runs no code of the page. */
  async #withMembers(session: Session, object: RemoteObject, signal: AbortSignal): Promise<RemoteObject> {
    const asked = { objectId: object.objectId!, functionDeclaration: 'function () { return this }' }
    const how = { generatePreview: true, throwOnSideEffect: true, silent: true, objectGroup }
    return await this.access.send(session, 'Runtime.callFunctionOn', { ...asked, ...how }, signal).then(
      ({ result, exceptionDetails }) => (exceptionDetails === undefined ? result : object),
      () => object,
    )
  }

  #listenTo(session: Session): void {
    this.#early.set(session, [])
    /** Addresses of the documents that scripts run in, including documents that are gone. */
    const contexts = new Map<number, readonly string[]>()
    session.on('Runtime.executionContextCreated', ({ context: { id, origin, auxData } }) => {
      const { frameId } = (auxData ?? {}) as { readonly frameId?: string }
      contexts.set(
        id,
        /^https?:/.test(origin) || frameId === undefined ? [origin] : this.access.documents.addresses(frameId),
      )
    })
    session.on('Runtime.consoleAPICalled', ({ type, args, timestamp, stackTrace, executionContextId }) => {
      if (silent.has(type) || isOwnWord(args)) return
      const from = contexts.get(executionContextId)
      const about = { level: levelOf(type), at: timestamp, ...(from && { from }), ...sourceOf(stackTrace?.callFrames) }
      this.#receive(session, timestamp, args, (all) => ({ text: messageText(type, all), ...about }))
    })
    session.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails }) => {
      const { url = '', lineNumber, stackTrace, exception, executionContextId = 0 } = exceptionDetails
      const from = contexts.get(executionContextId)
      const about = {
        ...(from && { from }),
        level: 'error',
        at: timestamp,
        ...sourceOf(stackTrace?.callFrames ?? [{ url, lineNumber }]),
      } as const
      const args = exception === undefined ? [] : [exception]
      this.#receive(session, timestamp, args, ([thrown]) => ({
        text: exceptionText(exceptionDetails, thrown),
        ...about,
      }))
    })
    // Contains no script messages except those of workers, which only appear here.
    session.on('Log.entryAdded', ({ entry: { level, text, timestamp, url = '', lineNumber, args = [] } }) => {
      // The browser does not say which of the tab's documents it came from.
      const { documents } = this.access
      const from = [...documents.all, ...(url === '' ? [] : [url])]
      const about = { level: levelOf(level), at: timestamp, from, ...sourceOf([{ url, lineNumber }]) }
      this.#receive(session, timestamp, args, (all) => ({ text: remarkText(text, all), ...about }))
    })
  }

  #receive(session: Session, at: number, args: readonly RemoteObject[], entry: Early['entry']): void {
    this.#hold(args)
    const early = this.#early.get(session)
    if (early === undefined) this.#add(entry(args))
    else if (early.push({ at, args, entry }) > mostEarly) early.shift()
  }

  #add(entry: Message): void {
    this.ring.add((seq) => ({ seq, ...entry }), entry.text.length + (entry.source?.length ?? 0))
  }

  /** Counts references and releases them in time, so that the page can free what it logged. */
  #hold(args: readonly RemoteObject[]): void {
    this.#held += args.filter(({ objectId }) => objectId !== undefined).length
    if (this.#held >= mostHeld && this.#early.size === 0) this.#release()
  }

  #release(): void {
    if (this.#held === 0) return
    this.#held = 0
    for (const session of this.access.sessions)
      session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
  }
}

const describedWhole = new Set(['error', 'node', 'regexp', 'date', 'proxy'])

function lacksMembers({ objectId, type, subtype, preview }: RemoteObject): boolean {
  return objectId !== undefined && type === 'object' && preview === undefined && !describedWhole.has(subtype ?? '')
}

/** The innermost call that is in a file. */
function sourceOf(calls: readonly { readonly url: string; readonly lineNumber?: number | undefined }[] = []) {
  const at = calls.find(({ url }) => url !== '')
  if (at === undefined) return {}
  const line = at.lineNumber === undefined ? '' : `:${at.lineNumber + 1}`
  return { source: `${cut(publicUrl(at.url), longestSource)}${line}` }
}
