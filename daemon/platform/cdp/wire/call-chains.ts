/**
 * From which call of a page something came, over its timers, requests, promises and messages: Chromium keeps the stack of
 * whatever schedules a task while it is asked to, and adds the chain of them to each console message.
 */
import { randomUUID } from 'node:crypto'
import type { Protocol } from 'devtools-protocol'
import { madeOnce } from '../../made-once.ts'
import type { TabAccess } from './access.ts'
import type { Session } from './connection.ts'
import { networkOf, noBuffers } from './network-domain.ts'

type StackTrace = Protocol.Runtime.StackTrace
type RemoteObject = Protocol.Runtime.RemoteObject
export type Call = Protocol.Runtime.CallFrame
type Asked = Pick<TabAccess, 'send'>

/** Begins the daemon's own messages. No page knows it. */
export const word = randomUUID()
/** Calls between a message and the one that it goes back to. */
const longest = 200
/** What an act brings comes within this time, in ms. The page's own tasks are slower as long as chains are kept. */
const keptMs = 10_000
const nothingKept = noBuffers()

/** Meant for this file and for no person. */
export function isOwnWord([first]: readonly RemoteObject[]): boolean {
  return first?.value === word
}

export interface Origin {
  /** The outermost call. */
  readonly call: Call
  /** It had left what came for later. */
  readonly hasLeft: boolean
  /** That was, sooner or later, itself. */
  readonly isLoop: boolean
  /** It did so by promises alone, which most often are kept in the same task. */
  readonly isPromised: boolean
}

/** Of a function without a name only where it was left is known. */
const functionOf = ({ scriptId, functionName, lineNumber, columnNumber }: Call) =>
  `${scriptId} ${functionName || `${lineNumber} ${columnNumber}`}`

class CallChains {
  readonly #session: Session
  readonly #told = new Map<number, StackTrace>()
  #ending: NodeJS.Timeout | undefined
  #end: (() => void) | undefined
  /** A server has sent something unasked since the beginning: what comes of that has no chain. */
  isFed = false
  /** It has answered a script. */
  isServed = false
  /** Somebody else listens to the session's console, for good. */
  isHeard = false

  constructor(session: Session) {
    this.#session = session
    session.on('Runtime.consoleAPICalled', ({ args, stackTrace }) => {
      if (isOwnWord(args) && stackTrace !== undefined) this.#told.set(args[1]?.value, stackTrace)
    })
    for (const event of ['Network.webSocketFrameReceived', 'Network.eventSourceMessageReceived'] as const)
      session.on(event, () => {
        this.isFed = true
      })
    session.on('Network.responseReceived', ({ type }) => {
      if (type === 'Fetch' || type === 'XHR') this.isServed = true
    })
  }

  /** From now on, for a while. What was scheduled before has no chain any more: it cannot have come of what is done next. */
  begin(end: () => void): void {
    this.#told.clear()
    this.isFed = false
    this.isServed = false
    clearTimeout(this.#ending)
    this.#end = end
    networkOf(this.#session)
      .want(nothingKept)
      .catch(() => undefined)
    if (!this.isHeard) this.#send('Runtime.enable')
    for (const maxDepth of [0, longest]) this.#send('Runtime.setAsyncCallStackDepth', { maxDepth })
    this.#ending = setTimeout(() => this.#stop(), keptMs).unref()
  }

  /** Undefined where it is not known, or where no script did it. */
  async originOf(access: Asked, number: number, signal: AbortSignal): Promise<Origin | undefined> {
    let at = await this.#parentOf(access, this.#told.get(number), signal)
    const since = new Set<string>()
    let isPromised = true
    for (let calls = 1; calls < longest; calls++) {
      const call = at?.callFrames.at(-1)
      if (call === undefined) return undefined
      const parent = await this.#parentOf(access, at, signal)
      if (parent === undefined) return { call, hasLeft: calls > 1, isLoop: since.has(functionOf(call)), isPromised }
      isPromised &&= /^(?:Promise\.|await|async )/.test(parent.description ?? '')
      since.add(functionOf(call))
      at = parent
    }
    return undefined
  }

  /** Call before the console is listened to, which then gets what was logged so far. */
  letGo(): void {
    if (!this.isHeard && this.#end !== undefined) this.#send('Runtime.disable')
    this.isHeard = true
  }

  async #parentOf(access: Asked, stack: StackTrace | undefined, signal: AbortSignal) {
    if (stack?.parentId === undefined) return stack?.parent
    const asked = { stackTraceId: stack.parentId }
    return (await access.send(this.#session, 'Debugger.getStackTrace', asked, signal)).stackTrace
  }

  #stop(): void {
    this.#send('Runtime.setAsyncCallStackDepth', { maxDepth: 0 })
    if (!this.isHeard) this.#send('Runtime.disable')
    networkOf(this.#session).release(nothingKept)
    this.#end?.()
    this.#end = undefined
    this.#told.clear()
  }

  #send(...command: Parameters<Session['send']>): void {
    if (!this.#session.hasEnded) this.#session.send(...command).catch(() => undefined)
  }
}

const all = new WeakMap<Session, CallChains>()

/** A session's only ones, for its life. */
export function callChainsOf(session: Session): CallChains {
  return madeOnce(all, session, () => new CallChains(session))
}
