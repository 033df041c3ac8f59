/** Where the daemon is: a remote one given by IX_URL, otherwise the one with its state file in the runtime folder. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runtimeDir, runtimeFiles, type StateFile, type Surroundings } from '../../api-schema/paths.ts'
import { isRuntimeFolder, makeRuntimeFolder } from '../../daemon/run/ownership.ts'

export interface Place {
  /** Unix socket: preferred, since the owner needs no token on it. */
  readonly socket?: string
  readonly url?: string
  /** Restricts the call to an agent; required on TCP. */
  readonly token?: string
  /** The agent as which the owner calls. */
  readonly agent?: string
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

/** A daemon on another machine, or behind a tunnel: never started from here. */
export function isRemote(env: Environment = process.env): boolean {
  return Boolean(env.IX_URL)
}

/** The runtime folder, created if missing. Throws NotOurs. */
export function ownFolder(): string {
  const folder = runtimeFolder()
  makeRuntimeFolder(folder)
  return folder
}

/** `undefined` if no daemon has reported ready; one that did may have died since. Throws NotOurs. */
export function findDaemon(env: Environment = process.env): Place | undefined {
  const as = identity(env)
  if (env.IX_URL) return { url: env.IX_URL, ...as }
  const state = readState(runtimeFolder(env))
  return state && { socket: state.socket, version: state.version, pid: state.pid, ...as }
}

/** The identity of requests: a token, or one of the owner's agents. */
function identity(env: Environment = process.env): Pick<Place, 'token' | 'agent'> {
  return { ...(env.IX_TOKEN && { token: env.IX_TOKEN }), ...(env.IX_AGENT && { agent: env.IX_AGENT }) }
}

/** What the daemon says about itself, once it is certain that no other user could have written it. Throws NotOurs. */
export function readState(folder: string): StateFile | undefined {
  if (!isRuntimeFolder(folder)) return undefined
  const state = parsed(join(folder, runtimeFiles.state))
  // Zero and negative numbers would signal groups of processes.
  if (state === undefined || !Number.isInteger(state.pid) || state.pid <= 0) return undefined
  // The same socket that was checked.
  return { ...state, socket: join(folder, runtimeFiles.socket) }
}

function parsed(file: string): StateFile | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StateFile
  } catch {
    // Missing for a moment: the next look finds it whole.
    return undefined
  }
}

let known: string | undefined

/** Version of this package. */
export function ownVersion(): string {
  known ??= versionInPackage()
  return known
}

function versionInPackage(): string {
  for (const place of ['../../package.json', '../../../package.json']) {
    const file = new URL(place, import.meta.url)
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).version
  }
  return 'unknown'
}
