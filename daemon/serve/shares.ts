/**
 * Fair scheduling among sessions: one that sends requests without a pause does not slow down others. Its requests take
 * turns with theirs, one at a time.
 */
import { type Refused, refused } from './guards.ts'

export interface ShareLimits {
  /** Running and waiting requests of one session, and of all sessions of one agent. */
  readonly perSession: number
  readonly perAgent: number
  /** Requests a session may start per second while others are active, and how many unused ones it may accumulate. */
  readonly perSecond: number
  readonly saved: number
  /** Concurrent requests of one session while others are active, and while none is; further ones wait. */
  readonly atOnce: number
  readonly atOnceAlone: number
}

export interface Caller {
  readonly agent: string
  readonly session: string | undefined
}

/** How long after another session's last request the daemon counts as shared. */
const nearMs = 1000
/** How long a request counts as busy. After that it is assumed to wait for something, and blocks nobody. */
const workMs = 50
/** Idle sessions that are remembered. */
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
  /** The two sessions with the most recent requests. */
  #last = { key: '', at: Number.NEGATIVE_INFINITY }
  #other = Number.NEGATIVE_INFINITY

  /** `now` is monotonic, in ms. */
  constructor(limits: ShareLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** The refusal with a retry time, or the accepted request, which counts until `end`. */
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

  /** Runs the work when its turn comes, in the session's order. */
  async work<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(keyOf(caller), this.#now())
    if (share.atWork < this.#most()) share.atWork++
    else await new Promise<void>((resolve) => share.waiting.push(resolve))
    // Frees the slot on the next turn of the event loop, so that requests others sent meanwhile are received first.
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
