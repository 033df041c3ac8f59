/**
 * Calls that make an application act. They go over the toolkit's own socket where it has one: GTK 3 runs a dialog
 * opened by a press inside the call, even after replying to it, and accepts no other call on that connection until the
 * dialog closes. A key press while a call waits there hangs GTK 3 for good, so while such a dialog may be open, nothing
 * is sent on the connection and it is not closed.
 */
import { words } from '../../basics/words.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import { Bus } from '../wire/bus.ts'
import { refOf } from '../wire/cache-items.ts'
import { CallError } from '../wire/call-error.ts'
import type { Ref } from '../wire/facts.ts'
import { callOn, getOf } from '../wire/peer.ts'

/** After this an unfinished action is no longer awaited, provided the application still answers other calls. */
const doneMs = 200
/** How long an application may answer nothing at all while it acts. */
const busyMs = 6000
/** How many connections unfinished actions may hold. */
const mostStuck = 8

/** Methods that act. `Set` is not among them: it belongs to properties. */
const actionMethods = words(`DoAction GrabFocus SetTextContents InsertText DeleteText CutText PasteText SelectChild
  DeselectChild DeselectSelectedChild SelectAll ClearSelection AddRowSelection RemoveRowSelection`)

export function isActionMethod(member: string): boolean {
  return actionMethods.has(member)
}

export class ActionCalls {
  readonly #bus: Bus
  readonly #root: Ref
  readonly #toolkit: Toolkit
  #address: Promise<string | undefined> | undefined
  #free: Bus | undefined
  readonly #stuck = new Set<Bus>()
  /** Connections whose action was answered, with the windows that existed before it. */
  #resting: { readonly connection: Bus; readonly before: ReadonlySet<string> }[] = []

  constructor(bus: Bus, root: Ref, toolkit: Toolkit) {
    this.#bus = bus
    this.#root = root
    this.#toolkit = toolkit
  }

  /**
   * Returns once the call is answered, or once the application answers other calls: the action is then under way.
   * Throws CallError or the signal's reason.
   */
  async run(
    ref: Ref,
    call: { readonly interface: string; readonly member: string; readonly signature: string },
    body: readonly unknown[],
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const connection = (await this.#idleConnection(signal)) ?? this.#bus
    const before = connection !== this.#bus && call.member === 'DoAction' ? await this.#windows(signal) : undefined
    if (connection !== this.#bus) this.#free = undefined
    // The caller may stop waiting, but the connection is free only after the reply.
    const { signal: forever } = new AbortController()
    const answer = connection.start({ destination: ref.bus, path: ref.path, ...call, body }, forever)
    this.#giveBack(connection, answer, before)
    return await Promise.race([answer, this.#underWay(answer, signal)])
  }

  /**
   * A connection to the application's own socket for reading: calls are quicker there than over the bus. Undefined if
   * it has none. The caller closes it.
   */
  async openSocket(signal: AbortSignal): Promise<Bus | undefined> {
    if (!this.#toolkit.ownSocket) return undefined
    this.#address ??= this.#findAddress(signal)
    const address = await this.#address
    if (address === undefined) return undefined
    return await Bus.openPeer(address, signal).catch((error) => {
      if (error instanceof CallError) return undefined
      throw error
    })
  }

  close(): void {
    this.#free?.close()
    for (const bus of this.#stuck) bus.close()
    this.#stuck.clear()
    for (const { connection } of this.#resting.splice(0)) connection.close()
  }

  #giveBack(connection: Bus, answer: Promise<unknown>, before: ReadonlySet<string> | undefined): void {
    if (connection === this.#bus) {
      answer.catch(() => {})
      return
    }
    this.#stuck.add(connection)
    const over = () => {
      this.#stuck.delete(connection)
      if (connection.closed !== undefined) return
      if (before !== undefined) this.#resting.push({ connection, before })
      else if (this.#free === undefined) this.#free = connection
      else connection.close()
    }
    answer.then(over, over)
  }

  async #underWay(answer: Promise<unknown>, signal: AbortSignal): Promise<readonly unknown[]> {
    await settledOrLate(answer, doneMs, signal)
    const end = performance.now() + busyMs
    for (;;) {
      try {
        await getOf(this.#bus, this.#root, 'Accessible', 'ChildCount', signal)
        return [true]
      } catch (error) {
        // It may be making a dialog, and answers nobody meanwhile.
        const isBusy = error instanceof CallError && error.failure === 'silent' && performance.now() < end
        if (!isBusy) throw error
      }
    }
  }

  /** An idle connection; undefined if there is only the bus. */
  async #idleConnection(signal: AbortSignal): Promise<Bus | undefined> {
    if (this.#free !== undefined && this.#free.closed === undefined) return this.#free
    const rested = await this.#restedConnection(signal)
    if (rested !== undefined) return rested
    const taken = this.#stuck.size + this.#resting.length
    return taken >= mostStuck ? undefined : await this.openSocket(signal)
  }

  /** A connection whose action left no new window open. */
  async #restedConnection(signal: AbortSignal): Promise<Bus | undefined> {
    this.#resting = this.#resting.filter(({ connection }) => connection.closed === undefined)
    if (this.#resting.length === 0) return undefined
    const now = [...(await this.#windows(signal))]
    const at = this.#resting.findIndex(({ before }) => now.every((path) => before.has(path)))
    return at < 0 ? undefined : this.#resting.splice(at, 1)[0]!.connection
  }

  async #windows(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const [list] = await callOn(this.#bus, this.#root, 'Accessible', 'GetChildren', '', [], signal)
    const refs = Array.isArray(list) ? list.map((one) => refOf(one, this.#root.bus)) : []
    return new Set(refs.flatMap((ref) => (ref === undefined ? [] : [ref.path])))
  }

  async #findAddress(signal: AbortSignal): Promise<string | undefined> {
    const call = callOn(this.#bus, this.#root, 'Application', 'GetApplicationBusAddress', '', [], signal)
    const [address] = await call.catch(() => [])
    return typeof address === 'string' && address.startsWith('unix:') ? address : undefined
  }
}

/** Resolves when the time is up; never if the work settles first. */
async function settledOrLate(work: Promise<unknown>, ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
    work.then(end, end)
  })
}
