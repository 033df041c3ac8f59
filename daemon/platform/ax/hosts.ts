/**
 * The ax hosts: one for everything, and one more for each application that hangs and goes on hanging, for it holds up
 * those that are in one host with it.
 */
import { Fault } from './faults.ts'
import { HostProcess } from './host-process.ts'
import type { HostEvent } from './messages.ts'

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

export type AppEvent = Exclude<HostEvent, { readonly event: 'ready' | 'unusable' }>

/** Who wants to know of an application, by its process. */
export interface Guest {
  hear(event: AppEvent): void
  /** Its host has ended. */
  bereaved(generation: number, reason: string): void
}

const lonelyAtMost = 3
/** So many ends of hosts within a minute are no accident. */
const endsAtMost = 6
const minute = 60_000

export class Hosts {
  readonly #options: HostsOptions
  readonly #slots = new Set<Slot>()
  readonly #guests = new Map<number, Guest>()
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

  /** A host for an application. The guest is told what happens to it until it leaves. */
  enter(pid: number, guest: Guest, alone: boolean): Slot {
    const slot = this.#roomFor(alone)
    slot.pids.add(pid)
    this.#guests.set(pid, guest)
    return slot
  }

  leave(pid: number, slot: Slot): void {
    slot.pids.delete(pid)
    this.#guests.delete(pid)
    if (slot.pids.size === 0 && slot.lonely) this.#dismiss(slot)
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
          if ('pid' in event && slot.pids.has(event.pid)) this.#guests.get(event.pid)?.hear(event)
        },
        onEnd: (reason) => {
          this.#slots.delete(slot)
          if (this.#closed || dismissed.has(slot)) return
          this.#ends.push(performance.now())
          this.#lastEnd = reason
          log.warn({ reason, said: slot.process.lastWords.slice(-400) }, 'an ax host has ended')
          for (const pid of [...slot.pids]) this.#guests.get(pid)?.bereaved(slot.generation, reason)
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
