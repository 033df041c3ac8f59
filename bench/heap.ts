/** Memory: of this process after a collection, and of another one as the kernel counts it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes that are reachable. */
export function settledHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** MiB of a process: now, and the peak since the start or `forgetPeak`; NaN if the system does not report it. */
export function residentOf(pid: number): { readonly now: number; readonly peak: number } {
  return { now: field(pid, 'VmRSS'), peak: field(pid, 'VmHWM') }
}

function field(pid: number, name: string): number {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Then the peak is the one since the start.
  }
}

/** Seconds of processor time that a process has used. */
export function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}
