/** Starts the daemon in the background and returns when it is ready. It outlives the program that started it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, readSync, watch } from 'node:fs'
import { createConnection } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRunning } from '../../api-schema/is-running.ts'
import { logBytesVariable, runtimeFiles } from '../../api-schema/paths.ts'
import { openLog } from '../../daemon/run/ownership.ts'
import { reinstall } from '../service/machine.ts'
import { brokenServiceOf } from '../service/service.ts'
import { NoDaemon } from './no-daemon.ts'
import { findDaemon, ownFolder, type Place, readState } from './place.ts'

/** Time for a daemon that another process starts. */
const readyMs = 10_000
/** Time for our own, which we can see running: a start takes long on a busy machine. */
const ownMs = 60_000
/** Above this size, the log is emptied. */
const logBytes = 1024 * 1024
const againMs = 300
/** By default, glibc keeps the memory of large replies for itself (30 MiB, measured). */
export const thrift = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
/** Exit code of a daemon that found another one running. */
const running = 75

export async function startDaemon(args: readonly string[] = [], signal?: AbortSignal): Promise<Place> {
  const folder = ownFolder()
  const log = openLog(join(folder, runtimeFiles.log), logBytes)
  const before = fstatSync(log).size
  try {
    await spawned(folder, args, log, signal, () => textSince(log, before))
  } finally {
    closeSync(log)
  }
  const place = findDaemon()
  if (place === undefined) throw new NoDaemon('The daemon stopped as soon as it was ready.')
  return place
}

/** Whether anything listens: distinguishes a live daemon from leftovers of a killed one. */
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
    const fail = (error: unknown) => end(() => reject(error))
    const look = async () => {
      const state = readState(folder)
      // The state file of a killed daemon stays until the next one writes its own.
      if (ended || !state || !isRunning(state.pid) || !(await canConnect(state.socket)) || ended) return
      // Another one was faster. Ours must not take over when that one is stopped.
      if (child?.pid !== state.pid) child?.kill()
      end(resolve)
    }
    // Watched before the start, so that readiness cannot be missed.
    const watcher = watch(folder, () => void look().catch(fail))
    let isServed = false
    const late = (afterMs: number) => {
      if (afterMs < ownMs && child !== undefined && child.exitCode === null && child.signalCode === null) {
        timer = setTimeout(late, ownMs - afterMs, ownMs)
        return
      }
      const message = `The daemon was not ready within ${afterMs / 1000} s.`
      const silent = `${join(folder, runtimeFiles.socket)} is listened at, but who does has no ${runtimeFiles.state} there: if that file was deleted, end the process (ss -xlp names it) and call again.`
      end(() => reject(new NoDaemon(isServed ? `${message} ${silent}` : message, said())))
    }
    let timer = setTimeout(late, readyMs, readyMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    const start = async () => {
      // launchd or systemd listens for a daemon and starts it at the first connection, such as this one.
      isServed = await canConnect(join(folder, runtimeFiles.socket))
      if (ended) return
      if (isServed) {
        const broken = brokenServiceOf({ home: homedir(), run: folder })
        if (broken !== undefined && findDaemon() === undefined)
          return end(() => reject(new NoDaemon(`${broken} ${reinstall}`)))
        void look().catch(fail)
        again = setTimeout(start, againMs)
        return
      }
      child = spawn(process.execPath, [mainFile(), ...args], {
        detached: true,
        stdio: ['ignore', log, log],
        env: { ...thrift, [logBytesVariable]: String(logBytes), ...process.env },
      })
      child.once('error', (error) => end(() => reject(new NoDaemon(`The daemon cannot be started: ${error.message}.`))))
      child.once('exit', (code) => {
        if (ended) return
        if (code !== running) return end(() => reject(new NoDaemon('The daemon did not start.', said())))
        // Another one is starting, whose readiness is as good, or stopping, which no event reports.
        void look().catch(fail)
        again = setTimeout(start, againMs)
      })
      child.unref()
    }
    void start()
  })
}

function mainFile(): string {
  return fileURLToPath(new URL('../../daemon/main.js', import.meta.url))
}

/** Checks the open file, whatever has its name by now. */
function textSince(fd: number, start: number): string {
  const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - start))
  return bytes
    .subarray(0, readSync(fd, bytes, 0, bytes.length, start))
    .toString()
    .trim()
}
