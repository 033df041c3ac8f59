/**
 * Keeps the daemon's own memory small. Imported before everything else: otherwise the garbage of startup would grow V8's
 * young generation to its maximum (32 MiB), and an idle daemon would keep that forever.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// During startup V8 also grows its old generation ahead of need, to a quarter above what the daemon uses.
for (const flag of ['--semi-space-growth-factor=1', '--optimize-for-size']) setFlagsFromString(flag)

/** Call once startup is over: restores V8's default growth for busy daemons. */
export function freeYoungSpace(): void {
  for (const flag of ['--semi-space-growth-factor=2', '--no-optimize-for-size']) setFlagsFromString(flag)
}

/** Delay after the last report of garbage, so that work done in steps is not interrupted between them. */
const quietMs = 2000
/** V8 only releases young generation memory if few objects were allocated in the last five seconds. */
const restMs = 6000

/**
 * Returns memory to the system after a large copy was read or dropped, as soon as the daemon is idle. V8 leaves garbage
 * alone while nothing allocates, so an idle daemon would keep its largest page forever.
 */
export class Collector {
  readonly #isIdle: () => boolean
  readonly #collect: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(isIdle: () => boolean, collect: () => void = collectByV8) {
    this.#isIdle = isIdle
    this.#collect = collect
  }

  /** Schedules a collection. Calling it again before it runs restarts the delay. */
  soon(): void {
    clearTimeout(this.#timer)
    this.#wait(() => {
      this.#collect()
      // V8 keeps emptied pages until the next collection.
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

let gc: (() => void) | undefined

/** V8's function is visible only in a new context, and is looked up once. */
function collectByV8(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('gc') as () => void
  }
  gc()
}
