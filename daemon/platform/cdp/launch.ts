/** Finds and starts Chromium, with a profile of its own. The only file that imports `chrome-launcher`. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Launcher, launch } from 'chrome-launcher'
import { Problem } from '../../problem.ts'

export interface Launched {
  readonly pid: number
  readonly port: number
  /** Ends the browser and removes its profile. */
  kill(): void
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** Path of the browser that would be started: `IX_CHROMIUM`, else one on the path, else where systems put it. */
export function findBrowser(): string | undefined {
  const told = process.env.IX_CHROMIUM
  if (told !== undefined && told !== '') return existsSync(told) ? told : undefined
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (folder !== '' && existsSync(join(folder, name))) return join(folder, name)
    }
  }
  try {
    return Launcher.getFirstInstallation()
  } catch {
    return undefined
  }
}

export async function launchBrowser(headless: boolean): Promise<Launched> {
  const chromePath = findBrowser()
  if (chromePath === undefined) {
    throw new Problem('unsupported_here', {
      message: 'No Chromium browser was found to open a page in.',
      hint: 'Install Chromium (Debian: apt install chromium), or set IX_CHROMIUM to its path, or attach to one with ixd --cdp http://127.0.0.1:9222.',
    })
  }
  const flags = [
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-features=MediaRouter,OptimizationHints',
    // A covered or background tab must go on sending its events.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
  ]
  if (headless) flags.push('--headless', '--disable-gpu', '--window-size=1280,900')
  // Chromium's sandbox refuses to work for root.
  if (process.getuid?.() === 0) flags.push('--no-sandbox')
  try {
    const chrome = await launch({
      chromePath,
      chromeFlags: flags,
      ignoreDefaultFlags: true,
      handleSIGINT: false,
      logLevel: 'silent',
      startingUrl: 'about:blank',
      connectionPollInterval: 50,
      maxConnectionRetries: 400,
    })
    return { pid: chrome.pid, port: chrome.port, kill: () => chrome.kill() }
  } catch (error) {
    throw new Problem('unresponsive', {
      message: `Chromium was started but did not open its debugging port: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown reason'}.`,
      hint: 'Run `ix doctor`.',
    })
  }
}
