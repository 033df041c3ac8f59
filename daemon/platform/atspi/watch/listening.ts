/** Receives an application's signals as events, unless there are too many. */
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Bus } from '../wire/bus.ts'
import { type AtspiEvent, eventOf, rulesFor } from './events.ts'
import { register } from './registrations.ts'

/** More events than this between two readings are a storm, too many to follow. */
const storm = 3000

export interface ListeningOptions {
  readonly bus: Bus
  readonly peer: string
  readonly toolkit: Toolkit
  readonly onEvent: (event: AtspiEvent) => void
  /** There were too many; nothing is heard until the next `start`. */
  readonly onStorm: () => void
}

export class Listening {
  readonly #options: ListeningOptions
  readonly #stop: () => void
  #rules: (() => void)[] = []
  #count = 0
  /** Not listening, because of a storm. */
  isOverwhelmed = false

  constructor(options: ListeningOptions) {
    this.#options = options
    this.#stop = options.bus.onSignal((signal) => {
      if (signal.sender !== options.peer || this.isOverwhelmed) return
      const event = eventOf(signal)
      if (event === undefined) return
      if (++this.#count <= storm) options.onEvent(event)
      else this.#stopForStorm()
    })
  }

  async start(signal: AbortSignal): Promise<void> {
    const { bus, peer, toolkit } = this.#options
    this.#unmatch()
    const rules = rulesFor(peer, toolkit.tellsByBounds === true)
    this.#rules = await Promise.all(rules.map((rule) => bus.match(rule, signal)))
    await register(bus, peer, signal)
    this.#count = 0
    this.isOverwhelmed = false
  }

  /** Everything heard so far has been processed. */
  resetCount(): void {
    this.#count = 0
  }

  end(): void {
    this.#stop()
    this.#unmatch()
  }

  #stopForStorm(): void {
    this.isOverwhelmed = true
    this.#unmatch()
    this.#options.onStorm()
  }

  #unmatch(): void {
    for (const release of this.#rules.splice(0)) release()
  }
}
