/**
 * One running application in its host: opened once for all who read it, opened anew when its host ended, given back when the
 * last one left.
 */
import { Fault, isOfHost, isSilence } from './faults.ts'
import type { CallOptions } from './host-process.ts'
import { type Guest, type Hosts, type Slot, silenceOf } from './hosts.ts'
import type { AppEvent, Call, Calls } from './messages.ts'
import type { Ref } from './raw-element.ts'
import { untilAborted } from './until-aborted.ts'

export interface Reader {
  hear(event: AppEvent): void
  /** Refs of before mean nothing any more. */
  replaced(): void
}

/** The application as a host knows it. */
export interface Opened {
  readonly slot: Slot
  readonly root: Ref
  /** Notifications that it does not offer; undefined when it cannot be observed at all. */
  readonly missing: readonly string[] | undefined
  /** It took the wish to build its tree, which some applications build on demand; old ones refuse it and build all the same. */
  readonly woken: boolean
  readonly at: number
}

/** Milliseconds. */
export const patience = {
  /** For one message to the application, enforced by macOS. */
  message: 500,
  /** For opening, with the messages that it takes. */
  open: 900,
  /** The same where a host hung with it the last time: a new one has to start first. */
  again: { message: 400, open: 450 },
  /** A silence so long is no hiccup: it is longer than its host waits until it tries again. */
  silence: 2500,
} as const

/** Milliseconds until a reading ends with what it has: the last element of a slow application and the way back take a part of the time. */
export function timeToRead(deadline: number): number {
  const left = deadline - performance.now()
  return Math.max(50, Math.min(30_000, left - Math.min(400, left / 4)))
}

export class Instance implements Guest {
  readonly pid: number
  readonly #hosts: Hosts
  readonly #readers = new Set<Reader>()
  #opened: Opened | undefined
  #opening: Promise<Opened> | undefined
  #slot: Slot | undefined
  /** It hung for long while others were in one host with it. */
  #alone = false
  /** When it was silent first, since it last answered. */
  #silentSince: number | undefined
  /** The host that hung with it. */
  #hungIn: number | undefined

  constructor(hosts: Hosts, pid: number) {
    this.#hosts = hosts
    this.pid = pid
  }

  get readers(): number {
    return this.#readers.size
  }

  add(reader: Reader): void {
    this.#readers.add(reader)
  }

  /** True when nobody reads it any more; it is given back then. */
  remove(reader: Reader): boolean {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return false
    this.#leave()
    return true
  }

  /** The host that it is in; throws Fault, Problem, or what the signal says. */
  async open(signal: AbortSignal): Promise<Opened> {
    signal.throwIfAborted()
    if (this.#opened !== undefined) return this.#opened
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined
    })
    const opening = this.#opening
    opening.catch(() => {})
    return await untilAborted(opening, signal)
  }

  /**
   * To the host that it was opened in, or to nobody: refs mean something there alone. A silent application is moved to
   * a host of its own, so that the others go on.
   */
  async call<C extends Call>(
    opened: Opened,
    call: C,
    params: Calls[C]['params'],
    options: CallOptions,
  ): Promise<Calls[C]['result']> {
    options.signal.throwIfAborted()
    if (this.#opened !== opened) throw new Fault({ kind: 'ref', ref: 0 })
    try {
      const result = await opened.slot.process.call(call, params, options)
      this.#silentSince = undefined
      return result
    } catch (error) {
      if (call === 'perform') throw error
      if (isSilence(error)) this.#wasSilent(opened.slot)
      throw this.#blamed(error, opened.slot)
    }
  }

  hear(event: AppEvent): void {
    for (const reader of this.#readers) reader.hear(event)
  }

  bereaved(generation: number, hung: boolean): void {
    if (this.#slot?.generation !== generation) return
    if (hung) this.#hungIn = generation
    this.#hosts.leave(this.pid, this.#slot)
    this.#forget()
  }

  async #open(): Promise<Opened> {
    const { pid } = this
    const slot = this.#hosts.enter(pid, this, this.#alone)
    const isSuspect = this.#hosts.isSuspect(pid)
    const { message, open } = isSuspect ? patience.again : patience
    this.#slot = slot
    try {
      await slot.process.capabilities
      const { signal } = new AbortController()
      const options = { signal, ms: open }
      const { ref, woken } = await slot.process.call('open', { pid, messageMs: message, wake: true }, options)
      const missing = await slot.process.call('observe', { pid }, options).then(
        (found) => found.missing,
        (error) => {
          if (isSilence(error)) throw error
          return undefined
        },
      )
      if (slot.process.ended !== undefined) throw new Fault({ kind: 'host', message: slot.process.ended })
      this.#hosts.acquit(pid)
      this.#opened = { slot, root: ref, missing, woken: woken === 'asked', at: performance.now() }
      return this.#opened
    } catch (error) {
      if (isSilence(error)) this.#wasSilent(slot)
      if (isSuspect && isSilence(error)) this.#hosts.suspect(pid)
      if (this.#slot === slot) this.#leave()
      throw this.#blamed(error, slot)
    }
  }

  /** The end of a host that hung with it is its own silence. */
  #blamed(error: unknown, slot: Slot): unknown {
    return isOfHost(error) && this.#hungIn === slot.generation ? silenceOf(this.pid) : error
  }

  /** For a while it may be busy, and keeps its ids; then it is moved to where nobody else waits for it. */
  #wasSilent(slot: Slot): void {
    const now = performance.now()
    this.#silentSince ??= now
    if (this.#slot !== slot || now - this.#silentSince < patience.silence || !this.#hosts.isShared(slot)) return
    this.#alone = true
    this.#leave()
    this.#tell()
  }

  #leave(): void {
    const slot = this.#slot
    if (slot === undefined) return
    const options = { signal: new AbortController().signal, ms: 1000 }
    slot.process.call('close', { pid: this.pid }, options).catch(() => {})
    this.#hosts.leave(this.pid, slot)
    this.#slot = undefined
    this.#opened = undefined
  }

  #forget(): void {
    this.#slot = undefined
    this.#opened = undefined
    this.#tell()
  }

  #tell(): void {
    for (const reader of this.#readers) reader.replaced()
  }
}
