/** Tabs of Chromium browsers as a platform: browsers that run, the ones the owner named, and the one it starts. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import type { Platform, PlatformStatus, Source, Target } from '../platform.ts'
import { Browser } from './browser.ts'
import { downloadsOf } from './browser-downloads.ts'
import { type Connection, reasonOf } from './connection.ts'
import { findBrowser, launchBrowser } from './launch.ts'

export interface CdpOptions {
  /** Endpoints that the owner named: `http://host:port` or `ws://…`. */
  readonly urls: readonly string[]
  readonly headless: boolean
  /** Folder for what the browser that is started downloads; left to the browser where it is left out. */
  readonly downloads?: string
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

/** A browser that is named but does not answer must not hold up a list. */
const connectMs = 700
/** How often, at most, an unreachable browser is tried again by a list. */
const retryMs = 2000

export class CdpPlatform implements Platform {
  readonly name = 'cdp'
  readonly #options: CdpOptions
  readonly #browsers: Browser[] = []
  #launching: Promise<Browser> | undefined
  #tabCount = 0
  #lastTry = Number.NEGATIVE_INFINITY
  #refreshing: Promise<void> | undefined

  constructor(options: CdpOptions) {
    this.#options = options
    for (const url of options.urls) this.#add(url)
  }

  status(): PlatformStatus {
    const open = this.#browsers.filter((browser) => browser.isOpen)
    if (open.length > 0) {
      return {
        name: 'cdp',
        available: true,
        reason: `attached to ${open.map((browser) => browser.product).join(', ')}`,
      }
    }
    const failed = this.#browsers.find((browser) => browser.failure !== undefined && !browser.isOver)
    if (failed !== undefined) {
      return {
        name: 'cdp',
        available: false,
        reason: `${failed.endpoint}: ${failed.failure}`,
        remedy: 'Start the browser with --remote-debugging-port, or correct --cdp.',
      }
    }
    const path = findBrowser()
    return path === undefined
      ? {
          name: 'cdp',
          available: false,
          reason: 'no Chromium browser was found',
          remedy:
            'Install one (Debian: apt install chromium), or set IX_CHROMIUM, or attach with ixd --cdp http://127.0.0.1:9222.',
        }
      : { name: 'cdp', available: true, reason: 'no browser runs; navigate starts one', detail: { browser: path } }
  }

  async targets(signal: AbortSignal): Promise<readonly Target[]> {
    if (signal.aborted) throw reasonOf(signal)
    await this.#refresh(signal)
    await Promise.all(this.#browsers.map((browser) => browser.refresh(signal).catch(() => {})))
    return this.#browsers.flatMap((browser) => browser.targets())
  }

  async open(target: Target, signal: AbortSignal): Promise<Source> {
    const { browser, targetId } = this.#home(target)
    return await browser.attach(targetId, signal)
  }

  async openTab(url: string, signal: AbortSignal): Promise<Target> {
    await this.#refresh(signal)
    const running = this.#browsers.find((one) => one.isOpen)
    if (running !== undefined) return await running.openTab(url, signal)
    const started = await this.#launch()
    // It comes with a blank tab of its own.
    const blank = started.targets().find((target) => target.url === 'about:blank')
    return url === 'about:blank' && blank !== undefined ? blank : await started.openTab(url, signal)
  }

  async closeTab(target: Target, signal: AbortSignal): Promise<void> {
    const { browser, targetId } = this.#home(target)
    await browser.closeTab(targetId, signal)
  }

  async revive(target: Target, how: 'blank' | 'reload', signal: AbortSignal): Promise<void> {
    const { browser, targetId } = this.#home(target)
    await browser.revive(targetId, how, signal)
  }

  #home({ id }: Target): { readonly browser: Browser; readonly targetId: string } {
    for (const browser of this.#browsers) {
      const targetId = browser.targetIdOf(id)
      if (targetId !== undefined) return { browser, targetId }
    }
    throw new Problem('tab_not_found', { message: `There is no tab ${id} any more.` })
  }

  async close(): Promise<void> {
    for (const browser of this.#browsers.splice(0)) browser.close()
  }

  #add(endpoint: string, launched?: Awaited<ReturnType<typeof launchBrowser>>): Browser {
    const taken = new Set(this.#browsers.map((browser) => browser.id))
    let id = 'chromium'
    for (let n = 2; taken.has(id); n++) id = `chromium-${n}`
    const browser = new Browser(endpoint, id, () => `t${++this.#tabCount}`, launched)
    this.#browsers.push(browser)
    return browser
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const closed = this.#browsers.filter((browser) => !browser.isOpen)
    for (const over of closed.filter((browser) => browser.isOver)) {
      over.close()
      this.#browsers.splice(this.#browsers.indexOf(over), 1)
    }
    if (this.#browsers.length > 0 && this.#browsers.every((browser) => browser.isOpen)) return
    if (performance.now() - this.#lastTry < retryMs) return await this.#refreshing
    this.#lastTry = performance.now()
    this.#refreshing = this.#connectAll(signal)
    await this.#refreshing
  }

  async #connectAll(signal: AbortSignal): Promise<void> {
    if (this.#browsers.length === 0) for (const endpoint of runningBrowsers()) this.#add(endpoint)
    const within = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
    await Promise.all(
      this.#browsers.map((browser) =>
        browser
          .connect(within)
          .catch((error) => this.#options.log.warn({ reason: error.message }, 'browser not reached')),
      ),
    )
    // One that only a left-over file names is not worth a remark in the status.
    for (const browser of this.#browsers.filter((one) => !one.isOpen && !this.#options.urls.includes(one.endpoint))) {
      this.#browsers.splice(this.#browsers.indexOf(browser), 1)
    }
  }

  async #launch(): Promise<Browser> {
    this.#launching ??= (async () => {
      const launched = await launchBrowser(this.#options.headless)
      this.#options.log.info({ pid: launched.pid }, 'browser started')
      const browser = this.#add(`http://127.0.0.1:${launched.port}`, launched)
      const connection = await browser.connect(AbortSignal.timeout(10000))
      await this.#keepDownloads(connection)
      return browser
    })().finally(() => {
      this.#launching = undefined
    })
    return await this.#launching
  }

  async #keepDownloads(connection: Connection): Promise<void> {
    const { downloads, log } = this.#options
    if (downloads === undefined) return
    await downloadsOf(connection)
      .saveTo(downloads, AbortSignal.timeout(5000))
      .catch((error) => log.warn({ reason: error.message }, 'downloads go where the browser puts them'))
  }
}

/** Endpoints of browsers of the user that were started with a debugging port: they write it beside their profile. */
function runningBrowsers(): string[] {
  const home = homedir()
  const folders =
    process.platform === 'darwin'
      ? ['Google/Chrome', 'Chromium', 'Microsoft Edge'].map((name) => join(home, 'Library/Application Support', name))
      : ['chromium', 'google-chrome', 'microsoft-edge'].map((name) =>
          join(process.env.XDG_CONFIG_HOME ?? join(home, '.config'), name),
        )
  const found: string[] = []
  for (const folder of folders) {
    try {
      const [port, path] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')
      if (port !== undefined && path !== undefined) found.push(`ws://127.0.0.1:${port}${path}`)
    } catch {
      // No such file: that browser does not run with a debugging port.
    }
  }
  return found
}
