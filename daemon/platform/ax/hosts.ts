/**
 * The ax hosts: one for everything, and one more for each application that hangs and goes on hanging, for it holds up
 * those that are in one host with it. One that made a host hang for good is left alone for a while, and tried again by itself.
 */
import { AXError } from './ax-error.ts'
import { Fault } from './faults.ts'
import { HostProcess } from './host-process.ts'
import type { AppEvent } from './messages.ts'

export interface HostsOptions {
  readonly env: NodeJS.ProcessEnv
  readonly log: { warn(fields: object, message: string): void }
  readonly file?: string
}

/** A host with those that use it. */
export interface Slot {
  readonly process: HostProcess
  /** From 1 up, another one for each host that ever was: refs of two hosts never mean the same. */
  readonly generation: number
  readonly pids: Set<number>
  /** For an application that hung. */
  lonely: boolean
}

/** Who wants to know of an application, by its process. */
export interface Guest {
  hear(event: AppEvent): void
  /** Its host has ended; `hung`: in a call to this application. */
  bereaved(generation: number, hung: boolean): void
}

const lonelyAtMost = 3
/** So many ends of hosts within a minute are no accident. */
const endsAtMost = 6
const minute = 60_000
/** How long an application that a host hung with is not asked again. */
const rest = 2000

export class Hosts {
  readonly #options: HostsOptions
  readonly #slots = new Set<Slot>()
  readonly #guests = new Map<number, Guest>()
  /** Applications that a host hung with and that have not answered since, with the time until which they are left alone. */
  readonly #suspects = new Map<number, number>()
  #main: Slot | undefined
  #generation = 0
  #ends: number[] = []
  #lastEnd = ''
  #closed = false

  constructor(options: HostsOptions) {
    this.#options = options
  }

  /** For what is not about one application. */
  desk(): HostProcess {
    return this.#mainSlot().process
  }

  /** A host for an application. The guest is told what happens to it until it leaves. Throws Fault where it is to be left alone. */
  enter(pid: number, guest: Guest, alone: boolean): Slot {
    const until = this.#suspects.get(pid)
    if (until !== undefined && performance.now() < until) throw silenceOf(pid)
    const slot = this.#roomFor(alone || until !== undefined)
    slot.pids.add(pid)
    this.#guests.set(pid, guest)
    return slot
  }

  leave(pid: number, slot: Slot): void {
    slot.pids.delete(pid)
    this.#guests.delete(pid)
    if (slot.pids.size === 0 && slot.lonely) this.#dismiss(slot)
  }

  /** A host hung with it, or it does not answer yet after that. */
  suspect(pid: number): void {
    this.#suspects.set(pid, performance.now() + rest)
    for (const [one, until] of this.#suspects) if (performance.now() - until > minute) this.#suspects.delete(one)
  }

  isSuspect(pid: number): boolean {
    return this.#suspects.has(pid)
  }

  acquit(pid: number): void {
    this.#suspects.delete(pid)
  }

  /** Do others share the host? */
  isShared(slot: Slot): boolean {
    return slot.pids.size > 1
  }

  close(): void {
    this.#closed = true
    for (const slot of [...this.#slots]) this.#dismiss(slot)
  }

  #roomFor(alone: boolean): Slot {
    const lonely = [...this.#slots].filter((slot) => slot.lonely)
    if (!alone) return this.#mainSlot()
    if (lonely.length >= lonelyAtMost) return lonely.reduce((a, b) => (b.pids.size < a.pids.size ? b : a))
    const slot = this.#start()
    slot.lonely = true
    return slot
  }

  #mainSlot(): Slot {
    if (this.#main === undefined || this.#main.process.ended !== undefined) this.#main = this.#start()
    return this.#main
  }

  #start(): Slot {
    if (this.#closed) throw new Fault({ kind: 'host', message: 'the daemon stops' })
    const now = performance.now()
    this.#ends = this.#ends.filter((at) => now - at < minute)
    if (this.#ends.length >= endsAtMost)
      throw new Fault({ kind: 'host', message: `the process that reads it ends again and again (${this.#lastEnd})` })
    const { env, file, log } = this.#options
    const slot: Slot = {
      generation: ++this.#generation,
      pids: new Set(),
      lonely: false,
      process: new HostProcess({
        env,
        ...(file !== undefined && { file }),
        onEvent: (event) => {
          if (slot.pids.has(event.pid)) this.#guests.get(event.pid)?.hear(event)
        },
        onEnd: (reason, hung) => {
          this.#slots.delete(slot)
          if (this.#closed || dismissed.has(slot)) return
          // Of one application the rest bounds how often it happens, and the others go on.
          if (hung !== undefined) this.suspect(hung)
          else this.#ends.push(performance.now())
          this.#lastEnd = reason
          log.warn({ reason, pid: hung, said: slot.process.lastWords.slice(-400) }, 'an ax host has ended')
          for (const pid of [...slot.pids]) this.#guests.get(pid)?.bereaved(slot.generation, pid === hung)
        },
      }),
    }
    this.#slots.add(slot)
    return slot
  }

  #dismiss(slot: Slot): void {
    dismissed.add(slot)
    this.#slots.delete(slot)
    slot.process.kill('it is not needed any more')
  }
}

/** Those that were ended on purpose. */
const dismissed = new WeakSet<Slot>()

export function silenceOf(pid: number): Fault {
  return new Fault({ kind: 'ax', axError: AXError.cannotComplete, in: 'none: it did not answer just now', pid })
}
