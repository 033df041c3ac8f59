/**
 * Traces something in a page back to the call it came from, over timers, requests, promises and messages: on request
 * Chromium keeps the stack of whatever schedules a task, and adds the chain of them to each console message.
 */
import { randomUUID } from 'node:crypto'
import type { Protocol } from 'devtools-protocol'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { TabAccess } from './access.ts'
import type { Session } from './connection.ts'
import { networkOf, noBuffers } from './network-domain.ts'

type StackTrace = Protocol.Runtime.StackTrace
type RemoteObject = Protocol.Runtime.RemoteObject
export type Call = Protocol.Runtime.CallFrame
type Asked = Pick<TabAccess, 'send'>

/** Begins the daemon's own messages. No page knows it. */
export const word = randomUUID()
/** How many calls to follow back from a message. */
const longest = 200
/** Ms for which chains are kept: an action's effects come within it. Keeping them slows the page's own tasks. */
const keptMs = 10_000
const nothingKept = noBuffers()

/** Is this message meant only for this file? */
export function isOwnWord([first]: readonly RemoteObject[]): boolean {
  return first?.value === word
}

export interface Origin {
  /** The outermost call. */
  readonly call: Call
  /** What came later was scheduled by it. */
  readonly hasLeft: boolean
  /** It is part of what it scheduled: it called itself again, directly or not. */
  readonly isLoop: boolean
  /** It did so only through promises, which mostly settle in the same task. */
  readonly isPromised: boolean
}

/** A function without a name is identified only by where it was left. */
const functionOf = ({ scriptId, functionName, lineNumber, columnNumber }: Call) =>
  `${scriptId} ${functionName || `${lineNumber} ${columnNumber}`}`

class CallChains {
  readonly #session: Session
  readonly #told = new Map<number, StackTrace>()
  #ending: NodeJS.Timeout | undefined
  #end: (() => void) | undefined
  /** A server has sent something unrequested since the beginning: its effects have no chain. */
  isFed = false
  /** A server has answered a script. */
  isServed = false
  /** Another listener has the session's console on, for good. */
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

  /** Keeps chains from now on, for a while. What was scheduled before has none: it cannot come of what is next. */
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

  /** Undefined if it is not known, or if no script did it. */
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

  /** Call before listening to the console, which then gets what was logged so far. */
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

/** A session's only call chains, for its life. */
export function callChainsOf(session: Session): CallChains {
  return getOrCreate(all, session, () => new CallChains(session))
}
