/** The processes of a tool, wherever they have gone: each has the mark of the run in its environment. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const variable = 'IX_BENCH_PEER'

export interface Memory {
  /** MiB resident; shared memory counts in each process. */
  readonly rss: number
  /** MiB; shared memory is divided among those who share it. */
  readonly pss: number
  readonly processes: number
}

export function marked(mark: string): { readonly [name: string]: string } {
  return { [variable]: mark }
}

/** Of the tool itself, without the browser that it drives. NaN if the system does not report it. */
export function memoryOf(mark: string): Memory {
  const pids = pidsOf(mark).filter((pid) => !isBrowser(pid))
  const sum = (name: string) => pids.reduce((all, pid) => all + rollup(pid, name), 0)
  if (process.platform !== 'linux') return { rss: Number.NaN, pss: Number.NaN, processes: Number.NaN }
  return { rss: sum('Rss'), pss: sum('Pss'), processes: pids.length }
}

/** Ends what is left, the browser too. */
export function endAll(mark: string): void {
  for (const pid of pidsOf(mark)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
  }
}

function pidsOf(mark: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => pid !== process.pid && read(`/proc/${pid}/environ`).includes(`${variable}=${mark}\0`))
}

function isBrowser(pid: number): boolean {
  try {
    return (
      /chrom/.test(readlinkSync(`/proc/${pid}/exe`)) ||
      /chromium|--type=/.test(read(`/proc/${pid}/cmdline`).split('\0', 1)[0]!)
    )
  } catch {
    return true
  }
}

function rollup(pid: number, name: string): number {
  const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/smaps_rollup`)) ?? []
  return Number(kib ?? 0) / 1024
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
