/** Starts a program that lives on by itself: in a session of its own, sharing only the desktop with the daemon. */
import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Environment } from '../wire/accessibility-bus.ts'

export interface Launched {
  /** 0 if it could not be started. */
  readonly pid: number
  /** How it ended; undefined while it runs. */
  readonly ended: Ended | undefined
  onEnd(listener: () => void): void
}

interface Ended {
  /** It handed over to another process, or simply finished. */
  readonly well: boolean
  readonly how: string
}

/** Variables that belong to the daemon or its starter, or hide an application from the accessibility bus. */
const privateVariables =
  /^(?:IX_|NODE_|npm_|LISTEN_(?:PID|FDS|FDNAMES)$|NOTIFY_SOCKET$|INVOCATION_ID$|JOURNAL_STREAM$|AT_SPI_BUS_ADDRESS$|NO_AT_BRIDGE$)/
/** Variables with such names may give access to accounts. */
const secret = /TOKEN|SECRET|PASSW|API_?KEY|CREDENTIAL/i
/** For toolkits that ignore the session's accessibility switch, and sessions where it cannot be set. */
const seen = { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1', GNOME_ACCESSIBILITY: '1' }

export function launchEnvironment(env: Environment): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !privateVariables.test(name) && !secret.test(name))
  return { ...Object.fromEntries(kept.filter((one): one is [string, string] => one[1] !== undefined)), ...seen }
}

/** `folder`: where to start; the user's home if it is undefined or does not exist. */
export function launch(
  [program, ...args]: readonly [string, ...string[]],
  folder: string | undefined,
  env: Environment,
): Launched {
  const cwd = [folder, env.HOME, homedir()].find((one) => one !== undefined && isFolder(one)) ?? '/'
  const child = spawn(program, args, { cwd, env: launchEnvironment(env), stdio: 'ignore', detached: true })
  child.unref()
  let ended: Ended | undefined
  const listeners = new Set<() => void>()
  const end = (what: Ended) => {
    ended ??= what
    for (const listener of listeners) listener()
  }
  child.once('error', ({ message }) => end({ well: false, how: message }))
  child.once('exit', (code, signal) => end({ well: code === 0, how: signal ?? `code ${code}` }))
  return {
    pid: child.pid ?? 0,
    get ended() {
      return ended
    },
    onEnd: (listener) => listeners.add(listener),
  }
}

/** The session shared by everything that one launch started; 0 when the process is gone. */
export function sessionOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
  } catch {
    return 0
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
