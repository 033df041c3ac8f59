/**
 * Ends the daemon when its event loop is stuck, so that its supervisor, or the next `ix`, starts another. A separate
 * thread, because nothing on the loop, including signal handlers, runs while it is stuck.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Log } from './log.ts'
import type { VitalSigns } from './vital-signs.ts'

export interface WatchdogOptions {
  /** Size limit of the log, as in `openLog`. */
  readonly most?: number | undefined
  readonly isSilent?: boolean
  /** CPU time the loop may use without a turn. Not wall time: a sleeping laptop or a busy machine is no fault. */
  readonly stillMs?: number
  /** Wall time the daemon may take to shut down. */
  readonly endMs: number
}

export interface WatchdogData extends Required<Omit<WatchdogOptions, 'most'>> {
  readonly most: number | undefined
  readonly memory: SharedArrayBuffer
  readonly beatMs: number
}

/** Interval of the loop's beats. */
const beatMs = 1000
/** The thread's own code needs almost nothing; this is what Node needs. */
const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 }

/** The thread does not keep the process alive. */
export function startWatchdog(
  signs: VitalSigns,
  log: Log,
  { most, isSilent = false, stillMs = 10_000, endMs }: WatchdogOptions,
): void {
  const workerData: WatchdogData = { most, isSilent, stillMs, endMs, memory: signs.memory, beatMs }
  const file = new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(file, { workerData, resourceLimits, execArgv: [], env: {} })
  thread.unref()
  const beating = setInterval(() => signs.beat(), beatMs).unref()
  thread.once('error', (error: NodeJS.ErrnoException) => {
    clearInterval(beating)
    log.warn({ code: error.code }, 'no watchdog: a loop that stands still is not noticed')
  })
}
