/**
 * Endpoints of the user's browsers that were started with `--remote-debugging-port`, and so are meant for programs. A
 * profile folder's record of the port outlives the browser; by then the port may belong to another user, who must not
 * receive anything. Browsers with the switch for remote debugging are left out, since each connection attempt opens a
 * dialog in them.
 */
import { join } from 'node:path'
import { activePortIn, configFolder, isAllowedBySwitch, isMac, portFile } from './active-port.ts'
import { listenersOn } from './listeners.ts'

export interface RunningBrowsers {
  readonly endpoints: readonly string[]
  /** Files that were not trusted or do not apply, and why. */
  readonly ignored: readonly { readonly file: string; readonly reason: string }[]
}

const names = isMac ? ['Google/Chrome', 'Chromium', 'Microsoft Edge'] : ['chromium', 'google-chrome', 'microsoft-edge']

export async function runningBrowsers(): Promise<RunningBrowsers> {
  const endpoints: string[] = []
  const ignored: { file: string; reason: string }[] = []
  for (const name of names) {
    const folder = join(configFolder(), name)
    const found = await endpointIn(folder)
    if (typeof found === 'string') endpoints.push(found)
    else if (found !== undefined) ignored.push({ file: join(folder, portFile), ...found })
  }
  return { endpoints, ignored }
}

/** Undefined if that browser is not running with a debugging port. */
async function endpointIn(folder: string): Promise<string | { readonly reason: string } | undefined> {
  const active = activePortIn(folder)
  if (active === undefined || 'reason' in active) return active
  const { port, path } = active
  const listeners = await listenersOn(port)
  if (listeners.length === 0) return undefined
  if (listeners.some(({ uid }) => uid !== process.getuid?.())) return { reason: `port ${port} is another user's` }
  if (isAllowedBySwitch(folder) || !listeners.every(({ isForDebugging }) => isForDebugging))
    return { reason: 'that browser is its person’s own: each connection would open a dialog in it' }
  return `ws://127.0.0.1:${port}${path}`
}
