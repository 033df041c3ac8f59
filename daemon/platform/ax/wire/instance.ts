/** A running application in its host: opened once for all readers, reopened if the host exits, finally released. */

import { untilAborted } from '../../../time-limit.ts'
import { Fault, isOfHost, isSilence } from './faults.ts'
import type { CallOptions, HostProcess } from './host-process.ts'
import { type Guest, type Hosts, type Slot, silenceOf } from './hosts.ts'
import type { AppEvent, Call, Calls, WakeWord } from './messages.ts'
import type { Ref } from './raw-element.ts'

export interface Reader {
  hear(event: AppEvent): void
  /** Earlier refs are no longer valid. */
  replaced(): void
}

/** The application as a host knows it. */
export interface Opened {
  readonly slot: Slot
  readonly root: Ref
  /** Notifications it does not support; undefined if it cannot be observed at all. */
  readonly missing: readonly string[] | undefined
}

/** An application was asked to build its tree. */
export interface Waking {
  /** It accepted that; older ones refuse it and build anyway. */
  readonly took: boolean
  readonly at: number
}

/** Milliseconds. */
export const patience = {
  /** For one message to the application, enforced by macOS. */
  message: 500,
  /** For opening, including the messages that takes. */
  open: 900,
  /** The same after a host hung on it: a new host has to start first. */
  again: { message: 400, open: 450 },
  close: 1000,
  /** A silence this long is no hiccup: it outlasts the host's own pause before retrying. */
  silence: 2500,
} as const

/** Milliseconds until a read must return, leaving time for a slow last element and the way back. */
export function timeToRead(deadline: number): number {
  const left = deadline - performance.now()
  return Math.max(50, Math.min(30_000, left - Math.min(400, left / 4)))
}

export class Instance implements Guest {
  readonly pid: number
  readonly #hosts: Hosts
  readonly #wakeWord: WakeWord
  readonly #readers = new Set<Reader>()
  #opened: Opened | undefined
  #opening: Promise<Opened> | undefined
  #slot: Slot | undefined
  #waking: { readonly of: Opened; readonly done: Promise<Waking> } | undefined
  /** A host has set its AXEnhancedUserInterface, and not reset it. */
  #isEnhanced = false
  /** It hung for long while sharing a host. */
  #alone = false
  /** When it first went silent since it last answered. */
  #silentSince: number | undefined
  /** The host that hung or crashed on it. */
  #endedIn: number | undefined

  constructor(hosts: Hosts, pid: number, wakeWord: WakeWord) {
    this.#hosts = hosts
    this.pid = pid
    this.#wakeWord = wakeWord
  }

  get readers(): number {
    return this.#readers.size
  }

  add(reader: Reader): void {
    this.#readers.add(reader)
  }

  /** True once it has no readers and is released. */
  remove(reader: Reader): boolean {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return false
    if (this.#slot === undefined && this.#isEnhanced) this.#hosts.finish(this.#close())
    this.#leave()
    this.#isEnhanced = false
    return true
  }

  /** The host it is in; throws Fault, Problem or the signal's reason. */
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
   * Only to the host it was opened in: refs are meaningless elsewhere. A silent application is moved to a host of its
   * own so that the others carry on.
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

  /** Once per host, and only for readers of its tree: it may change what the person sees. */
  async wake(opened: Opened, signal: AbortSignal): Promise<Waking> {
    if (this.#waking?.of !== opened) this.#waking = { of: opened, done: this.#wake(opened) }
    const { done } = this.#waking
    done.catch(() => {
      if (this.#waking?.done === done) this.#waking = undefined
    })
    return await untilAborted(done, signal)
  }

  hear(event: AppEvent): void {
    for (const reader of this.#readers) reader.hear(event)
  }

  hostExited(generation: number, culprit: boolean): void {
    if (this.#slot?.generation !== generation) return
    if (culprit) this.#endedIn = generation
    this.#hosts.leave(this.pid, this.#slot)
    this.#forget()
  }

  async #wake(opened: Opened): Promise<Waking> {
    const { pid } = this
    const by = this.#wakeWord
    const { signal } = new AbortController()
    const left = this.#isEnhanced
    // An earlier setting must not be restored after this.
    if (by === 'AXEnhancedUserInterface') await this.#hosts.finished()
    const { woken } = await this.call(opened, 'wake', { pid, by, left }, { signal, ms: patience.open })
    if (by === 'AXEnhancedUserInterface' && woken === 'asked') this.#isEnhanced = true
    return { took: woken === 'asked', at: performance.now() }
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
      const { ref } = await slot.process.call('open', { pid, messageMs: message }, options)
      const missing = await slot.process.call('observe', { pid }, options).then(
        (found) => found.missing,
        (error) => {
          if (isSilence(error)) throw error
          return undefined
        },
      )
      if (slot.process.ended !== undefined) throw new Fault({ kind: 'host', message: slot.process.ended })
      this.#hosts.trust(pid)
      this.#opened = { slot, root: ref, missing }
      return this.#opened
    } catch (error) {
      if (isSilence(error)) this.#wasSilent(slot)
      if (isSuspect && isSilence(error)) this.#hosts.suspect(pid)
      if (this.#slot === slot) this.#leave()
      throw this.#blamed(error, slot)
    }
  }

  /** When a host exits because it hung or crashed on this application, the application counts as silent. */
  #blamed(error: unknown, slot: Slot): unknown {
    return isOfHost(error) && this.#endedIn === slot.generation ? silenceOf(this.pid) : error
  }

  /** It may be busy for a while and keep its ids; then it is moved to where it delays no one. */
  #wasSilent(slot: Slot): void {
    const now = performance.now()
    this.#silentSince ??= now
    if (this.#slot !== slot || now - this.#silentSince < patience.silence || !this.#hosts.isShared(slot)) return
    this.#alone = true
    this.#leave()
    this.#notifyReplaced()
  }

  #leave(): void {
    const slot = this.#slot
    if (slot === undefined) return
    if (!this.#hosts.leave(this.pid, slot)) this.#hosts.finish(this.#close(slot.process))
    this.#slot = undefined
    this.#opened = undefined
  }

  /** If its host is gone or stuck with another application, another host restores what it changed. */
  async #close(host?: HostProcess): Promise<void> {
    const left = this.#isEnhanced
    const close = (by: HostProcess) =>
      by.call('close', { pid: this.pid, left }, { signal: new AbortController().signal, ms: patience.close })
    try {
      await close(host ?? this.#hosts.general())
    } catch (error) {
      if (!left) throw error
      await close(this.#hosts.general())
    }
  }

  #forget(): void {
    this.#slot = undefined
    this.#opened = undefined
    this.#notifyReplaced()
  }

  #notifyReplaced(): void {
    for (const reader of this.#readers) reader.replaced()
  }
}
