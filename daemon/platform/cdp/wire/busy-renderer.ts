/** The second sign that a page which does not answer is in a loop: a renderer of its browser computes all the time. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'

const watchMs = 1000
/** Share of that time; a renderer that only waits, on a busy machine, gets less. */
const busyShare = 0.25

/** False if it cannot be known. */
export async function hasBusyRenderer(connection: Connection, signal: AbortSignal): Promise<boolean> {
  try {
    const before = await cpuTimes(connection, signal)
    await pause(watchMs, undefined, { signal })
    const now = await cpuTimes(connection, signal)
    return [...now].some(([id, seconds]) => (seconds - (before.get(id) ?? seconds)) * 1000 >= watchMs * busyShare)
  } catch {
    return false
  }
}

/** In seconds, by process. */
async function cpuTimes(connection: Connection, signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const { processInfo } = await connection.root.send('SystemInfo.getProcessInfo', undefined, signal)
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return new Map(renderers.map(({ id, cpuTime }) => [id, cpuTime]))
}
