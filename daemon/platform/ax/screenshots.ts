/** Pictures of the screen, by the system's own program, and the clipboard by its own two: both need no native call. */
import { execFile, spawn } from 'node:child_process'
import type { Calls } from './messages.ts'

const capture = '/usr/sbin/screencapture'
const milliseconds = 10_000

/** Into a PNG file. Without a sound, a shadow or the pointer. */
export function takeScreenshot({ path, window, rect }: Calls['screenshot']['params']): Promise<void> {
  const part =
    window !== undefined
      ? [`-l${window}`]
      : rect !== undefined
        ? [`-R${rect.x},${rect.y},${rect.width},${rect.height}`]
        : ['-m']
  return new Promise((resolve, reject) => {
    execFile(capture, ['-x', '-o', '-t', 'png', ...part, path], { timeout: milliseconds }, (error, _, stderr) => {
      if (error === null) resolve()
      else reject(new Error(stderr.trim() || error.message))
    })
  })
}

const utf8 = { ...process.env, LANG: 'en_US.UTF-8', LC_CTYPE: 'UTF-8' }

export function readClipboard(): Promise<Calls['clipboard']['result']> {
  return new Promise((resolve, reject) => {
    const options = { timeout: milliseconds, env: utf8, maxBuffer: 64 * 1024 * 1024 }
    execFile('/usr/bin/pbpaste', ['-Prefer', 'txt'], options, (error, stdout) => {
      if (error !== null) reject(error)
      else resolve(stdout === '' ? {} : { text: stdout })
    })
  })
}

export function writeClipboard(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/pbcopy', [], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: utf8,
      timeout: milliseconds,
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`pbcopy ended with ${code}`))))
    child.stdin.on('error', () => {})
    child.stdin.end(text, 'utf8')
  })
}
