/**
 * The ax hosts: one for everything, plus one for each application that stays hung or has crashed its host, which would
 * otherwise take the rest with it. Such an application is left alone for a while, then retried on its own.
 */
import { AXError } from './ax-error.ts'
import { Fault } from './faults.ts'
import { HostProcess } from './host-process.ts'
import type { AppEvent } from './messages.ts'

export interface HostsOptions {
  readonly env: NodeJS.ProcessEnv
  readonly log: { warn(fields: object, message: string): void }
  readonly file?: string | undefined
}

/** A host and its users. */
export interface Slot {
  readonly process: HostProcess
  /** Counts up from 1, never reused: refs of different hosts are unrelated. */
  readonly generation: number
  readonly pids: Set<number>
  /** Reserved for an application that once hung. */
  dedicated: boolean
}

/** Someone interested in an application, by pid. */
export interface Guest {
  hear(event: AppEvent): void
  /** Its host exited; `culprit`: in a call to this application. */
  hostExited(generation: number, culprit: boolean): void
}

const dedicatedAtMost = 3
/** This many hosts exiting within a minute is no accident. */
const endsAtMost = 6
const minute = 60_000
/** Milliseconds to leave an application alone after it hung or crashed a host. */
const rest = 2000

export class Hosts {
  readonly #options: HostsOptions
  readonly #slots = new Set<Slot>()
  readonly #guests = new Map<number, Guest>()
  /** Applications that hung or crashed a host and have not answered since, and until when to leave them alone. */
  readonly #suspects = new Map<number, number>()
  /** Those that ever did: each gets a host of its own, however well it answers in between. */
  readonly #dangerous = new Set<number>()
  /** Hosts that are exiting, and applications whose settings are being restored. */
  readonly #endings = new Set<Promise<unknown>>()
  #main: Slot | undefined
  #generation = 0
  #ends: number[] = []
  #lastEnd = ''
  #closed = false

  constructor(options: HostsOptions) {
    this.#options = options
  }

  /** For calls that do not concern one application. */
  general(): HostProcess {
    return this.#mainSlot().process
  }

  /** A host for an application; notifies the guest until it leaves. Throws Fault while it is to be left alone. */
  enter(pid: number, guest: Guest, alone: boolean): Slot {
    const until = this.#suspects.get(pid)
    if (until !== undefined && performance.now() < until) throw silenceOf(pid)
    const slot = this.#roomFor(alone || until !== undefined || this.#dangerous.has(pid))
    slot.pids.add(pid)
    this.#guests.set(pid, guest)
    return slot
  }

  /** True if the host now exits, which restores everything it changed. */
  leave(pid: number, slot: Slot): boolean {
    slot.pids.delete(pid)
    this.#guests.delete(pid)
    if (slot.pids.size > 0 || !slot.dedicated) return false
    this.#dismiss(slot)
    return true
  }

  /** Call if it ended a host, or has not answered since. */
  suspect(pid: number): void {
    this.#suspects.set(pid, performance.now() + rest)
    for (const [one, until] of this.#suspects) if (performance.now() - until > minute) this.#suspects.delete(one)
  }

  /** Those that ended a host. */
  get dangerous(): readonly number[] {
    return [...this.#dangerous]
  }

  isSuspect(pid: number): boolean {
    return this.#suspects.has(pid)
  }

  trust(pid: number): void {
    this.#suspects.delete(pid)
  }

  /** Do others share the host? */
  isShared(slot: Slot): boolean {
    return slot.pids.size > 1
  }

  /** The daemon waits for this before it ends. Never throws. */
  finish(ending: Promise<unknown>): void {
    const over = ending
      .catch(() => {})
      .finally(() => {
        this.#endings.delete(over)
      })
    this.#endings.add(over)
  }

  /** Resolves when nothing is being restored any more. */
  async finished(): Promise<void> {
    await Promise.all(this.#endings)
  }

  async close(): Promise<void> {
    await this.finished()
    this.#closed = true
    for (const slot of [...this.#slots]) this.#dismiss(slot)
    await this.finished()
  }

  #roomFor(alone: boolean): Slot {
    const dedicated = [...this.#slots].filter((slot) => slot.dedicated)
    if (!alone) return this.#mainSlot()
    if (dedicated.length >= dedicatedAtMost) return dedicated.reduce((a, b) => (b.pids.size < a.pids.size ? b : a))
    const slot = this.#start()
    slot.dedicated = true
    return slot
  }

  #mainSlot(): Slot {
    if (this.#main === undefined || this.#main.process.ended !== undefined) this.#main = this.#start()
    return this.#main
  }

  #start(): Slot {
    if (this.#closed) throw new Fault({ kind: 'host', message: 'the daemon is stopping' })
    const now = performance.now()
    this.#ends = this.#ends.filter((at) => now - at < minute)
    if (this.#ends.length >= endsAtMost)
      throw new Fault({ kind: 'host', message: `the process that reads it keeps exiting (${this.#lastEnd})` })
    const { env, file, log } = this.#options
    const slot: Slot = {
      generation: ++this.#generation,
      pids: new Set(),
      dedicated: false,
      process: new HostProcess({
        env,
        file,
        onEvent: (event) => {
          if (slot.pids.has(event.pid)) this.#guests.get(event.pid)?.hear(event)
        },
        onEnd: (reason, culprit) => {
          this.#slots.delete(slot)
          if (this.#closed || dismissed.has(slot)) return
          // For one application the rest period limits how often this happens, and the others carry on.
          if (culprit !== undefined) {
            this.#dangerous.add(culprit)
            this.suspect(culprit)
          } else this.#ends.push(performance.now())
          this.#lastEnd = reason
          log.warn({ reason, pid: culprit, stderr: slot.process.lastWords.slice(-400) }, 'an ax host has ended')
          for (const pid of [...slot.pids]) this.#guests.get(pid)?.hostExited(slot.generation, pid === culprit)
        },
      }),
    }
    this.#slots.add(slot)
    return slot
  }

  #dismiss(slot: Slot): void {
    dismissed.add(slot)
    this.#slots.delete(slot)
    this.finish(slot.process.end())
  }
}

/** Hosts that were ended on purpose. */
const dismissed = new WeakSet<Slot>()

export function silenceOf(pid: number): Fault {
  return new Fault({ kind: 'ax', axError: AXError.cannotComplete, in: 'none: it has just failed to answer', pid })
}
