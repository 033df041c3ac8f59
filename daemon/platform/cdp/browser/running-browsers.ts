/**
 * Endpoints of the user's browsers with a debugging port, which they write beside their profile. The file survives if
 * the browser is killed, and another user may have the port by then, who must not receive anything.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface RunningBrowsers {
  readonly endpoints: readonly string[]
  /** Files that were not trusted, and why. */
  readonly ignored: readonly { readonly file: string; readonly reason: string }[]
}

export function runningBrowsers(env: NodeJS.ProcessEnv = process.env): RunningBrowsers {
  const endpoints: string[] = []
  const ignored: { file: string; reason: string }[] = []
  for (const folder of profileFolders(env)) {
    const file = join(folder, 'DevToolsActivePort')
    const found = endpointIn(file)
    if (typeof found === 'string') endpoints.push(found)
    else if (found !== undefined) ignored.push({ file, ...found })
  }
  return { endpoints, ignored }
}

function profileFolders(env: NodeJS.ProcessEnv): string[] {
  const home = env.HOME || homedir()
  return process.platform === 'darwin'
    ? ['Google/Chrome', 'Chromium', 'Microsoft Edge'].map((name) => join(home, 'Library/Application Support', name))
    : ['chromium', 'google-chrome', 'microsoft-edge'].map((name) =>
        join(env.XDG_CONFIG_HOME || join(home, '.config'), name),
      )
}

/** Undefined if that browser is not running with a debugging port. */
function endpointIn(file: string): string | { readonly reason: string } | undefined {
  let text: string
  try {
    const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(fd)
      if (!stats.isFile() || stats.uid !== process.getuid?.()) return { reason: 'it is not your file' }
      text = readFileSync(fd, 'utf8')
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ELOOP' ? { reason: 'it is a link' } : undefined
  }
  const [, port, path] = /^(\d{1,5})\n(\/devtools\/browser\/[\w-]+)\s*$/.exec(text) ?? []
  if (port === undefined || path === undefined) return { reason: 'it contains no browser port' }
  if (process.platform === 'linux') {
    const owners = listenersOn(Number(port))
    if (owners.length === 0) return undefined
    if (owners.some((uid) => uid !== process.getuid?.())) return { reason: `port ${port} is another user's` }
  }
  return `ws://127.0.0.1:${port}${path}`
}

/** 127.0.0.1, any address, and their IPv6 forms, since IPv6 sockets accept IPv4 too. */
const reachable = [
  '0100007F',
  '00000000',
  '00000000000000000000000000000000',
  '0000000000000000FFFF00000100007F',
  '0000000000000000FFFF000000000000',
]
const listening = '0A'

/** Owners of the sockets that could accept a connection to 127.0.0.1. */
function listenersOn(port: number): number[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => {
    let text = ''
    try {
      text = readFileSync(table, 'utf8')
    } catch {
      // No IPv6 here.
    }
    return text.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , uid] = line.trim().split(/\s+/)
      const [address = '', at] = local.split(':')
      return state === listening && at === wanted && reachable.includes(address) ? [Number(uid)] : []
    })
  })
}
