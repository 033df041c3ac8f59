/** Where the daemon is: a remote one by IX_URL, else the one whose state file lies in the runtime folder. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runtimeDir, runtimeFiles, type StateFile, type Surroundings } from '../api-schema/paths.ts'

export interface Place {
  /** Unix socket: first choice, the owner needs no token on it. */
  readonly socket?: string
  readonly url?: string
  /** Narrows the call to an agent; needed on TCP. */
  readonly token?: string
  readonly version?: string
  readonly pid?: number
}

type Environment = Surroundings['env']

export function runtimeFolder(env: Environment = process.env): string {
  const uid = process.getuid?.() ?? 0
  const userRun = `/run/user/${uid}`
  const dir = runtimeDir({
    env,
    platform: process.platform,
    uid,
    home: homedir(),
    tmp: tmpdir(),
    userRun: existsSync(userRun) ? userRun : undefined,
  })
  return resolve(dir)
}

/** Another machine's daemon, or one behind a tunnel: it is never started from here. */
export function isRemote(env: Environment = process.env): boolean {
  return Boolean(env.IX_URL)
}

/** `undefined` when no daemon has said that it is ready; it may have died since. */
export function findDaemon(env: Environment = process.env): Place | undefined {
  const token = env.IX_TOKEN ? { token: env.IX_TOKEN } : {}
  if (env.IX_URL) return { url: env.IX_URL, ...token }
  const state = readState(runtimeFolder(env))
  return state && { socket: state.socket, version: state.version, pid: state.pid, ...token }
}

export function readState(folder: string): StateFile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, runtimeFiles.state), 'utf8')) as StateFile
  } catch {
    // Not there, or being written: the next look sees it whole.
    return undefined
  }
}

/** Of this package. */
export function ownVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    const file = new URL(place, import.meta.url)
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).version
  }
  return 'unknown'
}
