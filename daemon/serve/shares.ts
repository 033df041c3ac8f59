/**
 * Shares the daemon among sessions, so that one that asks without a pause slows nobody else down: of its requests one is
 * worked on, then those of the others, then its next one.
 */
import { type Refused, refused } from './guards.ts'

export interface ShareLimits {
  /** Requests of one session that run or wait at once, and those of all sessions of one agent. */
  readonly perSession: number
  readonly perAgent: number
  /** Requests that a session may begin each second while others ask as well, and how many it may save up. */
  readonly perSecond: number
  readonly saved: number
  /** Requests of one session that are worked on at once while others ask as well, and while none does; the next ones wait. */
  readonly atOnce: number
  readonly atOnceAlone: number
}

export interface Caller {
  readonly agent: string
  readonly session: string | undefined
}

/** So long after the last request of another session the daemon is shared with it. */
const nearMs = 1000
/** So long a request counts as worked on. After that it waits for something, and holds nobody up. */
const workMs = 50
/** Sessions that are remembered although they ask nothing. */
const idleMost = 1000

interface Share {
  running: number
  tokens: number
  at: number
  atWork: number
  readonly waiting: (() => void)[]
}

export class Shares {
  readonly #limits: ShareLimits
  readonly #now: () => number
  readonly #shares = new Map<string, Share>()
  readonly #ofAgents = new Map<string, number>()
  /** The two sessions that asked last. */
  #last = { key: '', at: Number.NEGATIVE_INFINITY }
  #other = Number.NEGATIVE_INFINITY

  /** `now` in ms, never set back. */
  constructor(limits: ShareLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Why a request must not begin now, and when to come back; otherwise it counts until `end`. */
  begin(caller: Caller): Refused | undefined {
    const { perSession, perAgent, perSecond, saved } = this.#limits
    const now = this.#now()
    const key = keyOf(caller)
    const share = this.#shareOf(key, now)
    share.tokens = Math.min(saved, share.tokens + ((now - share.at) * perSecond) / 1000)
    share.at = now
    if (share.running >= perSession) return tooMany(`This session already has ${perSession} requests running.`)
    const ofAgent = this.#ofAgents.get(caller.agent) ?? 0
    if (ofAgent >= perAgent) return tooMany(`This agent already has ${perAgent} requests running.`)
    this.#heard(key, now)
    if (share.tokens < 1 && this.#isShared(now)) return tooFast(perSecond, (1 - share.tokens) / perSecond)
    share.tokens = Math.max(0, share.tokens - 1)
    share.running++
    this.#ofAgents.set(caller.agent, ofAgent + 1)
    return undefined
  }

  end(caller: Caller): void {
    const share = this.#shares.get(keyOf(caller))
    if (share !== undefined) share.running--
    const ofAgent = (this.#ofAgents.get(caller.agent) ?? 1) - 1
    if (ofAgent > 0) this.#ofAgents.set(caller.agent, ofAgent)
    else this.#ofAgents.delete(caller.agent)
  }

  /** Does the work when it is its turn, in the order of the session. */
  async work<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(keyOf(caller), this.#now())
    if (share.atWork < this.#most()) share.atWork++
    else await new Promise<void>((resolve) => share.waiting.push(resolve))
    // Its place is free with the next turn of the event loop: what others sent meanwhile is received before that.
    const over = once(() => setImmediate(() => this.#giveBack(share)))
    const timer = setTimeout(over, workMs)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      over()
    }
  }

  #giveBack(share: Share): void {
    share.atWork--
    while (share.atWork < this.#most() && share.waiting.length > 0) {
      share.atWork++
      share.waiting.shift()!()
    }
  }

  #most(): number {
    return this.#isShared(this.#now()) ? this.#limits.atOnce : this.#limits.atOnceAlone
  }

  #heard(key: string, now: number): void {
    if (this.#last.key !== key) this.#other = this.#last.at
    this.#last = { key, at: now }
  }

  #isShared(now: number): boolean {
    return now - this.#other < nearMs
  }

  #shareOf(key: string, now: number): Share {
    const known = this.#shares.get(key)
    if (known !== undefined) return known
    for (const [old, { running }] of this.#shares) {
      if (this.#shares.size < idleMost) break
      if (running === 0) this.#shares.delete(old)
    }
    const share: Share = { running: 0, tokens: this.#limits.saved, at: now, atWork: 0, waiting: [] }
    this.#shares.set(key, share)
    return share
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

function keyOf({ agent, session }: Caller): string {
  return JSON.stringify([agent, session])
}

function tooMany(message: string): Refused {
  return later(message, 'Wait for answers before sending more.', 1)
}

function tooFast(perSecond: number, seconds: number): Refused {
  const ms = Math.ceil(seconds * 1000)
  const message = `While others ask as well, a session may send ${perSecond} requests a second.`
  return later(message, `Send it again in ${ms} ms, or several in one batch.`, Math.ceil(seconds))
}

function later(message: string, hint: string, seconds: number): Refused {
  return { ...refused(429, 'limit_exceeded', message, hint), headers: { 'retry-after': String(seconds) } }
}
