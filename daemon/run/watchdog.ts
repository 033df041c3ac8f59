/**
 * Ends the daemon when its event loop stands still, so that whoever started it, or the next `ix`, starts another. It is a thread of its
 * own: what happens on the loop, signals included, cannot happen while the loop stands still.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Log } from './log.ts'
import type { VitalSigns } from './vital-signs.ts'

export interface WatchdogOptions {
  /** Of the log, as in `openLog`. */
  readonly most?: number | undefined
  readonly isSilent?: boolean
  /** How long the loop may compute without a turn. Its own CPU time: a laptop that slept or a machine that is busy is no fault. */
  readonly stillMs?: number
  /** How long the daemon may take to end, by the clock. */
  readonly endMs: number
}

export interface WatchdogData extends Required<Omit<WatchdogOptions, 'most'>> {
  readonly most: number | undefined
  readonly memory: SharedArrayBuffer
  readonly beatMs: number
}

/** How often the loop tells that it turns. */
const beatMs = 1000
/** The thread does next to nothing; Node itself takes what there is. */
const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 }

/** Keeps no process alive. */
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
