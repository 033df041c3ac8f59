/** A document's one registration of nodes, in the background: from then on Chromium reports their changes. */
import { withTimeLimit } from '../../../time-limit.ts'
import type { AxNode } from '../read/ax-row.ts'
import type { Session } from '../wire/connection.ts'

/** Nodes that are registered at once. */
const batch = 40

interface Registering {
  /** Asks for the children of a node, which registers them. */
  ask(id: number): Promise<readonly AxNode[]>
  take(nodes: readonly AxNode[]): void
  readonly signal: AbortSignal
}

/** Registers the root, and the children of all `ids`. */
export async function register(
  session: Session,
  ids: readonly number[],
  { ask, take, signal }: Registering,
): Promise<void> {
  const { node } = await session.send('Accessibility.getRootAXNode', {}, signal)
  take([node])
  for (let at = 0; at < ids.length; at += batch) {
    const replies = ids.slice(at, at + batch).map(ask)
    for (const nodes of await Promise.all(replies)) take(nodes)
  }
}

/** Runs it, and knows whether it is done. */
export class Watcher {
  #isDone = false
  #running: AbortController | undefined
  readonly #waiting = new Set<() => void>()

  get isDone(): boolean {
    return this.#isDone
  }

  /** Does nothing while one is done or in progress. A failed registration is not done. */
  start(register: (signal: AbortSignal) => Promise<void>): void {
    if (this.#isDone || this.#running !== undefined) return
    const abort = new AbortController()
    this.#running = abort
    const end = (isDone: boolean) => {
      if (this.#running !== abort) return
      this.#running = undefined
      this.#isDone = isDone
      this.#wake()
    }
    register(abort.signal).then(
      () => end(true),
      () => end(false),
    )
  }

  /** The registration no longer holds, or is incomplete. */
  stop(): void {
    this.#isDone = false
    this.#running?.abort()
    this.#running = undefined
    this.#wake()
  }

  /** Waits for the registration in progress, if any, however it ends. Throws the signal's reason. */
  async ended(signal: AbortSignal): Promise<void> {
    while (this.#running !== undefined) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        this.#waiting.add(wake)
        signal.addEventListener('abort', wake, { once: true })
        if (signal.aborted) wake()
      })
      signal.throwIfAborted()
    }
  }

  /** The same for so many ms at most. */
  async endedWithin(ms: number, signal: AbortSignal): Promise<void> {
    await this.ended(withTimeLimit(signal, ms)).catch(() => signal.throwIfAborted())
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}
