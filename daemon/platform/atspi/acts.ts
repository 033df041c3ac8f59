/**
 * Calls that make an application do something. Toolkits with a socket of their own are told by that: GTK 3 runs the
 * dialog that a press opens within the call, also where it has answered already, and takes no other call by the same
 * way until the dialog is closed. It hangs for ever when a key is pressed while something waits there to be taken: so
 * nothing is sent by a way, and none is closed, as long as such a dialog may be open.
 */
import type { Interface, Toolkit } from './access.ts'
import { Bus } from './bus.ts'
import { refOf } from './cache-items.ts'
import { CallError } from './call-error.ts'
import type { Ref } from './facts.ts'
import { callOn, getOf } from './peer.ts'

/** An action that is not done by then is waited for no longer, when the application goes on meanwhile. */
const doneMs = 200
/** Ways that are taken up by actions which have not ended. */
const mostStuck = 8

const withSocket: ReadonlySet<Toolkit> = new Set<Toolkit>(['gtk3', 'libreoffice', 'gecko', 'other'])

/** Methods that act; `Set` is one of properties. */
const acting = new Set([
  'DoAction',
  'GrabFocus',
  'SetTextContents',
  'InsertText',
  'DeleteText',
  'CutText',
  'PasteText',
  'SelectChild',
  'DeselectChild',
  'DeselectSelectedChild',
  'SelectAll',
  'ClearSelection',
  'AddRowSelection',
  'RemoveRowSelection',
])

export function isActing(member: string): boolean {
  return acting.has(member)
}

export class Acts {
  readonly #bus: Bus
  readonly #root: Ref
  readonly #toolkit: Toolkit
  #address: Promise<string | undefined> | undefined
  #free: Bus | undefined
  readonly #stuck = new Set<Bus>()
  /** Ways whose action was answered, with the windows that there were before it. */
  #resting: { readonly way: Bus; readonly before: ReadonlySet<string> }[] = []

  constructor(bus: Bus, root: Ref, toolkit: Toolkit) {
    this.#bus = bus
    this.#root = root
    this.#toolkit = toolkit
  }

  /**
   * Answers when the call has been answered, or when it has not but the application answers others: then its consequences
   * are under way. Throws CallError, or what the signal says.
   */
  async run(
    ref: Ref,
    call: { readonly interface: string; readonly member: string; readonly signature: string },
    body: readonly unknown[],
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const way = (await this.#way(signal)) ?? this.#bus
    const before = way !== this.#bus && call.member === 'DoAction' ? await this.#windows(signal) : undefined
    if (way !== this.#bus) this.#free = undefined
    // Whoever asked may leave: the way is free again only when the answer is there.
    const { signal: forever } = new AbortController()
    const answer = way.start({ destination: ref.bus, path: ref.path, ...call, body }, forever)
    this.#giveBack(way, answer, before)
    return await Promise.race([answer, this.#underWay(answer, signal)])
  }

  /**
   * A connection for reading, to the application's own socket: each call is quicker than by the bus. Undefined where
   * there is none. The caller closes it.
   */
  async openSocket(signal: AbortSignal): Promise<Bus | undefined> {
    if (!withSocket.has(this.#toolkit)) return undefined
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
    for (const { way } of this.#resting.splice(0)) way.close()
  }

  #giveBack(way: Bus, answer: Promise<unknown>, before: ReadonlySet<string> | undefined): void {
    if (way === this.#bus) {
      answer.catch(() => {})
      return
    }
    this.#stuck.add(way)
    const over = () => {
      this.#stuck.delete(way)
      if (way.closed !== undefined) return
      if (before !== undefined) this.#resting.push({ way, before })
      else if (this.#free === undefined) this.#free = way
      else way.close()
    }
    answer.then(over, over)
  }

  async #underWay(answer: Promise<unknown>, signal: AbortSignal): Promise<readonly unknown[]> {
    await settledOrLate(answer, doneMs, signal)
    await getOf(this.#bus, this.#root, 'Accessible', 'ChildCount', signal)
    return [true]
  }

  /** A connection that nothing is under way on; undefined where the bus is the only one. */
  async #way(signal: AbortSignal): Promise<Bus | undefined> {
    if (this.#free !== undefined && this.#free.closed === undefined) return this.#free
    const rested = await this.#rested(signal)
    if (rested !== undefined) return rested
    const taken = this.#stuck.size + this.#resting.length
    return taken >= mostStuck ? undefined : await this.openSocket(signal)
  }

  /** A way whose action has opened no window that is still there. */
  async #rested(signal: AbortSignal): Promise<Bus | undefined> {
    this.#resting = this.#resting.filter(({ way }) => way.closed === undefined)
    if (this.#resting.length === 0) return undefined
    const now = [...(await this.#windows(signal))]
    const at = this.#resting.findIndex(({ before }) => now.every((path) => before.has(path)))
    return at < 0 ? undefined : this.#resting.splice(at, 1)[0]!.way
  }

  async #windows(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const [list] = await callOn(this.#bus, this.#root, 'Accessible', 'GetChildren', '', [], signal)
    const refs = Array.isArray(list) ? list.map((one) => refOf(one, this.#root.bus)) : []
    return new Set(refs.flatMap((ref) => (ref === undefined ? [] : [ref.path])))
  }

  async #findAddress(signal: AbortSignal): Promise<string | undefined> {
    const of: Interface = 'Application'
    const [address] = await callOn(this.#bus, this.#root, of, 'GetApplicationBusAddress', '', [], signal).catch(
      () => [],
    )
    return typeof address === 'string' && address.startsWith('unix:') ? address : undefined
  }
}

/** Returns at the end of the time, unless it is settled before; then it never does. */
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
