/** Gives memory back to the system after a large copy was read or let go, as soon as nothing else is to be done. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After the last word of garbage: whoever works in steps is not held up between them. */
const quietMs = 2000
/** V8 gives back what it set aside for young objects only when few were made in the last five seconds. */
const restMs = 6000

/** V8 leaves garbage alone while nobody allocates, and a daemon that rests would keep its largest page for ever. */
export class Collector {
  readonly #isIdle: () => boolean
  readonly #collect: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(isIdle: () => boolean, collect: () => void = collectorOfV8()) {
    this.#isIdle = isIdle
    this.#collect = collect
  }

  /** There is something to collect. Also called again while it waits: it then waits anew. */
  soon(): void {
    clearTimeout(this.#timer)
    this.#wait(() => {
      this.#collect()
      // V8 keeps the pages that it emptied until the next time.
      this.#wait(this.#collect, restMs)
    }, quietMs)
  }

  #wait(then: () => void, ms: number): void {
    this.#timer = setTimeout(() => {
      if (this.#isIdle()) then()
      else this.#wait(then, ms)
    }, ms)
    this.#timer.unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

function collectorOfV8(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
