/** Starts the daemon in the background and returns when it is ready. It outlives the program that started it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, statSync, watch } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runtimeFiles } from '../api-schema/paths.ts'
import { NoDaemon } from './no-daemon.ts'
import { findDaemon, type Place, readState, runtimeFolder } from './place.ts'

const readyMs = 10_000
/** The log starts anew above this. */
const logBytes = 1024 * 1024
const againMs = 300
/** glibc keeps what large replies took for itself, unless it is told not to (30 MiB, measured). */
export const thrift = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
/** Exit code of a daemon that found another one running. */
const running = 75

export async function startDaemon(args: readonly string[] = [], signal?: AbortSignal): Promise<Place> {
  const folder = runtimeFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, runtimeFiles.log)
  const before = sizeOf(file) > logBytes ? 0 : sizeOf(file)
  const log = openSync(file, before === 0 ? 'w' : 'a', 0o600)
  try {
    await spawned(folder, args, log, signal, () => readFileSync(file).subarray(before).toString().trim())
  } finally {
    closeSync(log)
  }
  const place = findDaemon()
  if (place === undefined) throw new NoDaemon('The daemon stopped as soon as it was ready.')
  return place
}

/** Is someone listening? Tells a living daemon from what a killed one left behind. */
export function canConnect(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket)
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false))
    connection.once('connect', () => connection.destroy())
  })
}

function spawned(
  folder: string,
  args: readonly string[],
  log: number,
  signal: AbortSignal | undefined,
  said: () => string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let again: NodeJS.Timeout | undefined
    let child: ChildProcess | undefined
    let ended = false
    const end = (how: () => void) => {
      watcher.close()
      clearTimeout(timer)
      clearTimeout(again)
      ended = true
      signal?.removeEventListener('abort', onAbort)
      how()
    }
    const onAbort = () => end(() => reject(signal?.reason))
    const look = async () => {
      const state = readState(folder)
      // The state file of one that was killed stays until the next one writes its own.
      if (ended || !state || !isAlive(state.pid) || !(await canConnect(state.socket)) || ended) return
      // Another one was faster. Ours must not take its place when that one is stopped.
      if (child?.pid !== state.pid) child?.kill()
      end(resolve)
    }
    // Watched before the start, so that readiness cannot be missed.
    const watcher = watch(folder, () => void look())
    const timer = setTimeout(
      () => end(() => reject(new NoDaemon(`The daemon was not ready within ${readyMs / 1000} s.`, said()))),
      readyMs,
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    const start = async () => {
      // launchd listens for a daemon that it starts at the first connection, such as this one.
      const isServed = await canConnect(join(folder, runtimeFiles.socket))
      if (ended) return
      if (isServed) {
        void look()
        again = setTimeout(start, againMs)
        return
      }
      child = spawn(process.execPath, [mainFile(), ...args], {
        detached: true,
        stdio: ['ignore', log, log],
        env: { ...thrift, ...process.env },
      })
      child.once('error', (error) => end(() => reject(new NoDaemon(`The daemon cannot be started: ${error.message}.`))))
      child.once('exit', (code) => {
        if (ended) return
        if (code !== running) return end(() => reject(new NoDaemon('The daemon did not start.', said())))
        // Another one is starting, whose readiness is as good, or ending, of which no event tells.
        void look()
        again = setTimeout(start, againMs)
      })
      child.unref()
    }
    void start()
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else's is alive, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function mainFile(): string {
  return fileURLToPath(new URL('../daemon/main.js', import.meta.url))
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
