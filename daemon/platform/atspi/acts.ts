/**
 * Calls that make an application do something. Toolkits with a socket of their own are told by that: GTK 3 answers a
 * press when the dialog that it opened is closed, and takes no other call by the same way until then.
 */
import type { Interface, Toolkit } from './access.ts'
import { Bus } from './bus.ts'
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
    if (way !== this.#bus) this.#free = undefined
    // Whoever asked may leave: the way is free again only when the answer is there.
    const { signal: forever } = new AbortController()
    const answer = way.start({ destination: ref.bus, path: ref.path, ...call, body }, forever)
    this.#giveBack(way, answer)
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
  }

  #giveBack(way: Bus, answer: Promise<unknown>): void {
    if (way === this.#bus) {
      answer.catch(() => {})
      return
    }
    this.#stuck.add(way)
    const over = () => {
      this.#stuck.delete(way)
      if (way.closed !== undefined) return
      if (this.#free === undefined) this.#free = way
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
    return this.#stuck.size >= mostStuck ? undefined : await this.openSocket(signal)
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
