/** chrome-devtools-mcp. */
import { type Line, linesOf, notations } from './lines.ts'
import { McpPeer } from './over-mcp.ts'
import type { Task } from './peer.ts'
import type { Place } from './place.ts'

/** The page that it opens with its browser. */
const pageId = 1

export class DevTools extends McpPeer {
  readonly name = 'chrome-devtools-mcp'
  readonly viewIs = '`take_snapshot`: the whole accessibility tree'
  readonly leanIs = '`take_snapshot`, the act with `includeSnapshot`'
  readonly #place: Place

  constructor(place: Place) {
    super()
    this.#place = place
  }

  async start(): Promise<void> {
    const { program, browser, env } = this.#place
    const started = ['--headless', '--isolated', '--executablePath', browser, '--viewport', '1280x800']
    const quiet = ['--chromeArg=--no-sandbox', '--no-usage-statistics', '--no-performance-crux']
    await this.connect({ file: process.execPath, args: [program, ...started, ...quiet], env })
  }

  async open(url: string): Promise<void> {
    await this.call('navigate_page', { pageId, url })
  }

  view(): Promise<string> {
    return this.call('take_snapshot', { pageId })
  }

  lines(view: string): readonly Line[] {
    return linesOf(view, notations.uid)
  }

  async act(uid: string, task: Task): Promise<void> {
    await this.#act(uid, task, {})
  }

  async lean(task: Task): Promise<void> {
    await this.#act(this.idIn(await this.view(), task), task, { includeSnapshot: true })
  }

  async #act(uid: string, { value, submits }: Task, more: object): Promise<void> {
    if (value === undefined) await this.call('click', { pageId, uid, ...more })
    else await this.call('fill', { pageId, uid, value, ...(submits ? {} : more) })
    if (submits) await this.call('press_key', { pageId, key: 'Enter', ...more })
  }
}
