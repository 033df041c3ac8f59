/** Hears an application's signals as events, as long as there are not too many of them. */
import type { Toolkit } from './access.ts'
import type { Bus } from './bus.ts'
import { type AtspiEvent, eventOf, rulesFor } from './events.ts'
import { register } from './registrations.ts'

/** Events between two readings; more are a storm, which nobody can follow. */
const storm = 3000

export interface ListeningOptions {
  readonly bus: Bus
  readonly peer: string
  readonly toolkit: Toolkit
  readonly heard: (event: AtspiEvent) => void
  /** There were too many; nothing is heard until the next `start`. */
  readonly overwhelmed: () => void
}

export class Listening {
  readonly #options: ListeningOptions
  readonly #stop: () => void
  #rules: (() => void)[] = []
  #count = 0
  /** Not listening, because of a storm. */
  deaf = false

  constructor(options: ListeningOptions) {
    this.#options = options
    this.#stop = options.bus.onSignal((signal) => {
      if (signal.sender !== options.peer || this.deaf) return
      const event = eventOf(signal)
      if (event === undefined) return
      if (++this.#count <= storm) options.heard(event)
      else this.#endure()
    })
  }

  async start(signal: AbortSignal): Promise<void> {
    const { bus, peer, toolkit } = this.#options
    this.#unmatch()
    const rules = rulesFor(peer, toolkit === 'gtk4')
    this.#rules = await Promise.all(rules.map((rule) => bus.match(rule, signal)))
    await register(bus, peer, signal)
    this.#count = 0
    this.deaf = false
  }

  /** What was heard so far has been taken into account. */
  calm(): void {
    this.#count = 0
  }

  end(): void {
    this.#stop()
    this.#unmatch()
  }

  #endure(): void {
    this.deaf = true
    this.#unmatch()
    this.#options.overwhelmed()
  }

  #unmatch(): void {
    for (const release of this.#rules.splice(0)) release()
  }
}
