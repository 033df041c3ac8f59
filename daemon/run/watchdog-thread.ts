/** The watchdog's thread (see `watchdog.ts`). Imports little: a daemon loads each module of it twice. */
import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { LogSink } from './log-sink.ts'
import { VitalSigns } from './vital-signs.ts'
import type { WatchdogData } from './watchdog.ts'

const { memory, most, isSilent, stillMs, endMs, beatMs } = workerData as WatchdogData
const signs = new VitalSigns(memory)
/** Terminates by default, leaves no core dump, and its name fits the cause: too much CPU time. */
const signal = 'SIGVTALRM'
/** Linux counts CPU time in hundredths of a second on every machine. */
const tickMs = 10
const writeMs = 500

let lastBeats = signs.beats
/** The loop's CPU time at its last beat. */
let cpuThen: number | undefined
let endBy = Number.POSITIVE_INFINITY

/** CPU time of the daemon's main thread, or of the whole process if the system has no figure per thread. */
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
    // In case the process was started with that signal ignored.
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
