/** Programs of macOS itself, for what has no C interface callable from here; run without a shell. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Absolute paths. */
export interface MacPrograms {
  readonly open: string
  readonly screencapture: string
  readonly osascript: string
  readonly pbcopy: string
  readonly pbpaste: string
  /** Application folders, including subfolders. */
  readonly applications: readonly string[]
}

export const macPrograms: MacPrograms = {
  open: '/usr/bin/open',
  screencapture: '/usr/sbin/screencapture',
  osascript: '/usr/bin/osascript',
  pbcopy: '/usr/bin/pbcopy',
  pbpaste: '/usr/bin/pbpaste',
  applications: [
    '/Applications',
    join(homedir(), 'Applications'),
    '/System/Applications',
    '/System/Cryptexes/App/System/Applications',
    '/System/Library/CoreServices',
  ],
}

export interface Ran {
  /** -1 if it could not be started, or was killed. */
  readonly code: number
  readonly out: Buffer
  /** What it wrote to standard error. */
  readonly stderr: string
}

export interface RunOptions {
  readonly signal: AbortSignal
  readonly ms: number
  readonly input?: string
}

/** Enough for a clipboard picture as text. */
const mostBytes = 128 * 1024 * 1024

/** Another system may have a different program of the same name. */
export function isThere(program: string): boolean {
  if (process.platform !== 'darwin' && Object.values(macPrograms).includes(program)) return false
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Throws only the signal's reason. Kills the program after `ms`. */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { signal, ms, input } = options
  signal.throwIfAborted()
  const ran = await new Promise<Ran>((resolve) => {
    const parts: Buffer[] = []
    let bytes = 0
    let stderr = ''
    // Without a language the clipboard programs use another encoding.
    const env = { ...process.env, LANG: 'en_US.UTF-8', LC_CTYPE: 'UTF-8' }
    const child = spawn(program, args, { stdio: 'pipe', env, cwd: '/', signal, timeout: ms, killSignal: 'SIGKILL' })
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > mostBytes) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      stderr = (stderr + part).slice(-2000)
    })
    child.stdin.on('error', () => {})
    child.once('error', ({ message }) => resolve({ code: -1, out: Buffer.alloc(0), stderr: message }))
    child.once('close', (code, by) =>
      resolve({
        code: code ?? -1,
        out: Buffer.concat(parts),
        stderr: stderr.trim() || (by === null ? '' : `ended by ${by}`),
      }),
    )
    child.stdin.end(input ?? '')
  })
  signal.throwIfAborted()
  return ran
}
