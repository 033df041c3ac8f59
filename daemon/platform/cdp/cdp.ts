/** Tabs of Chromium browsers as a platform: running browsers, those the owner named, and one it starts itself. */

import { setTimeout as pause } from 'node:timers/promises'
import { clause, Problem } from '../../problem.ts'
import { withTimeLimit } from '../../time-limit.ts'
import { getOrCreate } from '../basics/get-or-create.ts'
import type { Law } from '../law.ts'
import type { Finding, Platform, PlatformStatus, Source, TabWish, Target } from '../platform.ts'
import type { Overrides } from '../tab/overrides.ts'
import type { StorageState } from '../tab/storage-state.ts'
import { Attachments } from './browser/attachments.ts'
import { Browser } from './browser/browser.ts'
import { type Endpoint, endpointOf, type Hold } from './browser/endpoint.ts'
import { findBrowser, howToGetOne } from './browser/find-browser.ts'
import { type BrowserStart, launchBrowser, requireHarmless } from './browser/launch.ts'
import { overridesIn } from './browser/overrides-in.ts'
import { runningBrowsers } from './browser/running-browsers.ts'
import { orWaiting, WebDriver } from './browser/webdriver.ts'
import { downloadsOf } from './feeds/browser-downloads.ts'
import type { Connection } from './wire/connection.ts'

export interface CdpOptions {
  /** Endpoints from the owner: `http://host:port` or `ws://…`, with or without `NAME=` before them. */
  readonly urls: readonly string[]
  /** A WebDriver remote end that gives each session a browser. */
  readonly webdriver?: { readonly url: string; readonly capabilities?: { readonly [name: string]: unknown } }
  readonly headless: boolean
  /** The owner's settings for the browser that it starts. */
  readonly start?: BrowserStart
  /** Where the browser it starts saves downloads; by default the browser decides. */
  readonly downloads?: string
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

const ever = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }

/** A configured browser that does not answer must not hold up a list. */
const connectMs = 700
/** For a tab it is worth waiting: another browser in its place would be a surprise. */
const configuredMs = 5000
/** Time for a browser to start on a busy machine. */
const launchMs = 20_000
/** Time between the closing of its pipes and the end of its process. */
const lastWordsMs = 1000
/** Time for giving a browser back. */
const endMs = 5000
/** Minimum wait before a list retries an unreachable browser. */
const retryMs = 2000

export class CdpPlatform implements Platform {
  readonly name = 'cdp'
  readonly overrides: Overrides = overridesIn((target) => this.#home(target))
  readonly ownBrowsers = new Attachments({
    add: (endpoint, hold) => this.#add(endpoint, hold),
    drop: (browser) => this.#drop(browser),
  })
  readonly #options: CdpOptions
  readonly #browsers: Browser[] = []
  readonly #webdriver: WebDriver | undefined
  /** Browsers of the remote end, by session. */
  readonly #leases = new Map<string, Promise<Browser>>()
  readonly #configured = new Set<Browser>()
  #launching: Promise<Browser> | undefined
  /** Files whose problem has been logged. */
  readonly #ignored = new Set<string>()
  #tabCount = 0
  #lastTry = Number.NEGATIVE_INFINITY
  #refreshing: Promise<void> | undefined

  constructor(options: CdpOptions) {
    this.#options = options
    for (const text of options.urls) this.#configured.add(this.#add(endpointOf(text)))
    const { webdriver, headless, start } = options
    requireHarmless(start?.args)
    if (webdriver !== undefined) this.#webdriver = new WebDriver(webdriver.url, webdriver.capabilities ?? {}, headless)
  }

  status(): PlatformStatus {
    const open = this.#browsers.filter((browser) => browser.isOpen)
    if (open.length > 0) {
      return {
        name: 'cdp',
        available: true,
        reason: `attached to ${open.map(({ isPersonal, label, product }) => (isPersonal ? `${label}, the person's own` : product)).join(', ')}`,
      }
    }
    const failed = this.#browsers.find((browser) => browser.failure !== undefined && !browser.isOver)
    if (failed !== undefined) {
      return {
        name: 'cdp',
        available: false,
        reason: `${failed.label}: ${failed.failure}`,
        remedy: 'Start the browser with --remote-debugging-port, or correct --cdp.',
      }
    }
    if (this.#webdriver !== undefined) {
      const { label } = this.#webdriver
      return { name: 'cdp', available: true, reason: `no browser is in use; navigate takes one from ${label}` }
    }
    const path = findBrowser()
    return path === undefined
      ? {
          name: 'cdp',
          available: false,
          reason: 'no Chromium browser was found',
          remedy: howToGetOne,
        }
      : {
          name: 'cdp',
          available: true,
          reason: 'no browser is attached; navigate starts one',
          detail: { browser: path },
        }
  }

  async findings(): Promise<readonly Finding[]> {
    return await this.ownBrowsers.findings()
  }

  /** Asks once, and logs the outcome. Never throws. */
  async attachAtStart(): Promise<void> {
    const { log } = this.#options
    try {
      const { id } = await this.ownBrowsers.attach(undefined, ever, (name) => log.info({ name }, 'waits for Allow'))
      log.info({ id }, 'attached')
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'not attached')
    }
  }

  async targets(signal: AbortSignal): Promise<readonly Target[]> {
    if (signal.aborted) throw signal.reason
    await this.#refresh(signal)
    await Promise.all(this.#browsers.map((browser) => browser.refresh(signal).catch(() => {})))
    return this.#browsers.flatMap((browser) => browser.targets())
  }

  async open(target: Target, signal: AbortSignal, law?: Law): Promise<Source> {
    const { browser, targetId } = this.#home(target)
    return await browser.attach(targetId, law, signal)
  }

  async openTab(wish: TabWish, signal: AbortSignal): Promise<Target> {
    await this.#refresh(signal)
    if (!this.#browsers.some((one) => one.isOpen && !one.isLending))
      await this.#reachConfigured(withTimeLimit(signal, configuredMs))
    const open = this.#browsers.filter(({ isOpen }) => isOpen)
    // If the person has let agents into a browser, they want them to use that one.
    const whole = open.filter(({ isLending }) => !isLending)
    const usual = whole.find(({ isPersonal }) => isPersonal) ?? (this.#webdriver === undefined ? whole[0] : undefined)
    const running = open.find(({ id }) => id === wish.browser) ?? usual
    if (running !== undefined) return await running.openTab(wish, signal)
    const own = await (this.#webdriver === undefined
      ? this.#launch()
      : this.#leased(wish.session, this.#webdriver, signal))
    const blank = wish.url === 'about:blank' && wish.context === 'shared' && own.takeBlank(wish.session)
    return blank || (await own.openTab(wish, signal))
  }

  /** Returns when the first one answers. Never throws. */
  async #reachConfigured(within: AbortSignal): Promise<void> {
    const again = [...this.#configured].map((one) => one.connect(within).catch(() => one.connect(within)))
    await Promise.any(again).catch(() => undefined)
  }

  /** The session's browser from the remote end; a new one if the last has ended. */
  async #leased(session: string, webdriver: WebDriver, signal: AbortSignal): Promise<Browser> {
    const before = await this.#leases.get(session)?.catch(() => undefined)
    if (before !== undefined && !before.isOpen) this.#leases.delete(session)
    const leasing = getOrCreate(this.#leases, session, () => this.#lease(webdriver))
    leasing.catch(() => this.#leases.delete(session))
    return await orWaiting(leasing, webdriver, signal)
  }

  async #lease(webdriver: WebDriver): Promise<Browser> {
    const lease = await webdriver.take(() => void this.#drop(browser))
    const browser = this.#add(lease.endpoint, lease)
    try {
      await browser.connect(AbortSignal.timeout(launchMs))
    } catch {
      await this.#drop(browser)
      throw new Problem('unresponsive', {
        message: `${webdriver.label} gave a browser whose DevTools address does not answer: ${browser.failure}.`,
        hint: 'A chromedriver only serves its own machine; a grid must pass the protocol on (se:cdp).',
      })
    }
    this.#options.log.info({ from: webdriver.label }, 'browser taken')
    return browser
  }

  async #drop(browser: Browser): Promise<void> {
    const at = this.#browsers.indexOf(browser)
    if (at >= 0) this.#browsers.splice(at, 1)
    await browser.close()
  }

  async saveStorage(target: Target, signal: AbortSignal) {
    const { browser, targetId } = this.#home(target)
    return await browser.saveStorage(targetId, signal)
  }

  async loadStorage(state: StorageState, wish: TabWish, signal: AbortSignal) {
    const target = await this.openTab(wish, signal)
    const { browser, targetId } = this.#home(target)
    try {
      return { target, stored: await browser.loadStorage(targetId, state, signal) }
    } catch (error) {
      await browser.closeTab(targetId, AbortSignal.timeout(connectMs)).catch(() => undefined)
      throw error
    }
  }

  async endSession(session: string, isHeld: (tab: string) => boolean): Promise<void> {
    const leasing = this.#leases.get(session)
    this.#leases.delete(session)
    // One still waiting in the queue is given back when it arrives.
    const givenBack = leasing?.then((browser) => this.#drop(browser)).catch(() => undefined)
    await Promise.race([givenBack, pause(endMs, undefined, { ref: false })])
    await Promise.all(
      this.#browsers.map((browser) => {
        // A tab that a person may be looking at stays open.
        const isUnseen = browser.isLaunched && this.#options.headless
        return browser.endSession(session, (tab) => isUnseen && !isHeld(tab))
      }),
    )
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
    throw new Problem('tab_not_found', { message: `Tab ${id} no longer exists.` })
  }

  async close(): Promise<void> {
    this.ownBrowsers.close()
    await this.#launching?.catch(() => undefined)
    for (const session of [...this.#leases.keys()]) void this.endSession(session, () => true)
    await Promise.all(this.#browsers.splice(0).map((browser) => browser.close()))
  }

  #add(endpoint: Endpoint, hold?: Hold): Browser {
    const taken = new Set(this.#browsers.map((browser) => browser.id))
    const name = endpoint.name ?? 'chromium'
    let id = name
    for (let n = 2; taken.has(id); n++) id = `${name}-${n}`
    const browser = new Browser(endpoint, id, () => `t${++this.#tabCount}`, hold)
    this.#browsers.push(browser)
    return browser
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const closed = this.#browsers.filter((browser) => !browser.isOpen)
    for (const over of closed.filter((browser) => browser.isOver)) {
      void over.close()
      this.#browsers.splice(this.#browsers.indexOf(over), 1)
    }
    if (this.#browsers.length > 0 && this.#browsers.every((browser) => browser.isOpen)) return
    if (performance.now() - this.#lastTry < retryMs) return await this.#refreshing
    this.#lastTry = performance.now()
    this.#refreshing = this.#connectAll(signal)
    await this.#refreshing
  }

  async #connectAll(signal: AbortSignal): Promise<void> {
    if (this.#browsers.length === 0 && this.#webdriver === undefined)
      for (const url of await this.#found()) this.#add(endpointOf(url))
    const within = withTimeLimit(signal, connectMs)
    await Promise.all(
      this.#browsers.map((browser) =>
        browser
          .connect(within)
          .catch((error) => this.#options.log.warn({ reason: error.message }, 'browser not reached')),
      ),
    )
    // A browser known only from a left-over file is not worth mentioning in the status.
    for (const browser of this.#browsers.filter((one) => !one.isOpen && !one.isHeld && !this.#configured.has(one))) {
      this.#browsers.splice(this.#browsers.indexOf(browser), 1)
    }
  }

  async #found(): Promise<readonly string[]> {
    const { endpoints, ignored } = await runningBrowsers()
    for (const { file, reason } of ignored) {
      if (this.#ignored.has(`${file} ${reason}`)) continue
      this.#ignored.add(`${file} ${reason}`)
      this.#options.log.warn({ file, reason }, 'the debugging port that this file names is not used')
    }
    return endpoints
  }

  async #launch(): Promise<Browser> {
    this.#launching ??= (async () => {
      const launched = await launchBrowser(this.#options.headless, this.#options.start)
      this.#options.log.info({ pid: launched.pid }, 'browser started')
      const browser = this.#add({ label: `process ${launched.pid}`, url: '' }, launched)
      const connection = await browser.connect(AbortSignal.timeout(launchMs)).catch(async (error: Error) => {
        this.#browsers.splice(this.#browsers.indexOf(browser), 1)
        const reason = (await Promise.race([launched.ended, pause(lastWordsMs)])) ?? error.message
        await browser.close()
        throw new Problem('unresponsive', {
          message: `Chromium started but cannot be used: ${clause(reason)}.`,
          hint: 'Run `ix doctor`.',
        })
      })
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
