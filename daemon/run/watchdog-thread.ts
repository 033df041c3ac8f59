/** The watchdog's thread: see `watchdog.ts`. It loads little, since each module counts twice in a daemon. */
import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { LogSink } from './log-sink.ts'
import { VitalSigns } from './vital-signs.ts'
import type { WatchdogData } from './watchdog.ts'

const { memory, most, isSilent, stillMs, endMs, beatMs } = workerData as WatchdogData
const signs = new VitalSigns(memory)
/** Ends a process by default, leaves no image of its memory, and means what has happened: computing for too long. */
const signal = 'SIGVTALRM'
/** Linux counts in hundredths of a second, whatever the machine's clock does. */
const tickMs = 10
const writeMs = 500

let lastBeats = signs.beats
/** CPU time of the loop when its last beat was seen. */
let cpuThen: number | undefined
let endBy = Number.POSITIVE_INFINITY

/** Of the daemon's main thread alone; where the system does not tell it, of the whole process. */
function cpuMs(): number {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

function look(): void {
  if (signs.isEnding) endBy = Math.min(endBy, performance.now() + endMs)
  if (performance.now() >= endBy) end('the daemon does not end: it is ended')
  else if (isStill()) end('the event loop stands still: the daemon ends')
}

function isStill(): boolean {
  const { beats } = signs
  const cpu = cpuMs()
  if (beats !== lastBeats || cpuThen === undefined) cpuThen = cpu
  lastBeats = beats
  return cpu - cpuThen >= stillMs
}

function end(msg: string): void {
  clearInterval(looking)
  const kill = () => {
    process.kill(process.pid, signal)
    // It may have been started with that signal ignored.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), writeMs)
  }
  const { calls, more } = signs.calls
  const sink = new LogSink(2, most)
  const line = { level: 'error', time: new Date().toISOString(), calls, ...(more > 0 && { more }), msg }
  if (!isSilent) sink.write(`${JSON.stringify(line)}\n`)
  // A stuck reader of stderr must not keep it alive.
  sink.drained(writeMs).then(kill)
}

const looking = setInterval(look, beatMs)
