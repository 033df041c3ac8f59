/** What all benches use: a browser, a server of real pages, and a way to open pages without the daemon. */
import { readFileSync } from 'node:fs'
import { Connection, type Session } from '../../daemon/platform/cdp/wire/connection.ts'
import { type Server, serve } from '../../test/fixtures/daemon/serve.ts'
import { type Chromium, launchChromium } from '../../test/fixtures/web/chromium.ts'
import { type RealPage, realPages } from '../../test/fixtures/web/real-pages.ts'

export interface OpenPage {
  readonly name: string
  /** Unique among all pages of a run. */
  readonly url: string
  readonly targetId: string
  /** Evaluates in the page; a promise is awaited. */
  run<T>(expression: string): Promise<T>
  close(): Promise<void>
}

export class Stand {
  readonly browser: Chromium
  readonly connection: Connection
  readonly pages: readonly RealPage[]
  readonly missing: readonly string[]
  readonly product: string
  readonly version: string
  readonly #server: Server
  #opened = 0

  private constructor(browser: Chromium, connection: Connection, server: Server, product: string) {
    const { pages, missing } = realPages()
    this.browser = browser
    this.connection = connection
    this.#server = server
    this.pages = pages
    this.missing = missing
    this.product = product
    this.version = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
  }

  static async open(): Promise<Stand> {
    const browser = await launchChromium(undefined)
    const { site } = realPages()
    const empty = '<!doctype html><title>Built</title>'
    const server = await serve(undefined, { ...site, pages: { ...site.pages, '/built': empty } })
    const connection = await Connection.open(browser.wsUrl, new AbortController().signal)
    const { product } = await connection.root.send('Browser.getVersion')
    return new Stand(browser, connection, server, product)
  }

  /** The named pages that are here. */
  some(...names: readonly string[]): RealPage[] {
    return this.pages.filter((page) => names.includes(page.name))
  }

  url({ path }: RealPage): string {
    return `${this.#server.origin}${path}?n=${++this.#opened}`
  }

  /** A new tab with a page, loaded. */
  open(page: RealPage): Promise<OpenPage> {
    return this.#open(page.name, this.url(page))
  }

  /** A new tab for a page that a bench builds in it. */
  openEmpty(): Promise<OpenPage> {
    return this.#open('built', this.url({ name: 'built', path: '/built' }))
  }

  async #open(name: string, url: string): Promise<OpenPage> {
    const { root } = this.connection
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
    const session = this.connection.session(sessionId)
    await load(session, url)
    const run = async <T>(expression: string) => (await evaluate(session, expression)) as T
    const close = async () => {
      await root.send('Target.closeTarget', { targetId })
      this.connection.dropSession(sessionId)
    }
    await run(loaded)
    return { name, url, targetId, run, close }
  }

  async close(): Promise<void> {
    this.connection.close()
    await this.#server.close()
    await this.browser.close()
  }
}

/** Pages made by scripts are loaded when their contents are there. */
const loaded = `new Promise((done) => {
  const isThere = () => document.readyState === 'complete' &&
    (document.querySelector('#swagger-ui') === null || document.querySelectorAll('.opblock').length >= 50)
  const look = () => isThere() ? done() : setTimeout(look, 20)
  look()
})`

export async function load(session: Session, url: string): Promise<void> {
  await session.send('Page.enable')
  const came = new Promise<void>((done) => session.on('Page.loadEventFired', () => done()))
  await session.send('Page.navigate', { url })
  await came
  await session.send('Page.disable')
}

export async function evaluate(session: Session, expression: string): Promise<unknown> {
  const params = { expression, returnByValue: true, awaitPromise: true }
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', params)
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}
