/** This project, over MCP like the others: `ix mcp`, a daemon, and a browser of their own. */
import type { ChildProcess } from 'node:child_process'
import { thrift } from '../../clients/start-daemon.ts'
import { type Home, ixFile, makeHome, startDaemon, stopDaemon } from '../../test/fixtures/daemon/daemon.ts'
import { type Chromium, launchChromium } from '../../test/fixtures/web/chromium.ts'
import { type Line, linesOf, notations } from './lines.ts'
import { McpPeer } from './over-mcp.ts'
import type { Task } from './peer.ts'
import { marked } from './processes.ts'

const roles = { link: 'link', button: 'button', textbox: 'textfield' } as const

export class Own extends McpPeer {
  readonly name = 'here'
  readonly viewIs = '`explore` without parameters: 2,000 tokens at most, the rest counted and named by place'
  readonly leanIs = '`interact` with `find`'
  readonly #mark: string
  #browser: Chromium | undefined
  #home: Home | undefined
  #daemon: ChildProcess | undefined

  constructor(mark: string) {
    super()
    this.#mark = mark
  }

  async start(): Promise<void> {
    this.#browser = await launchChromium(undefined)
    const home = makeHome({ ...thrift, ...marked(this.#mark), IX_PLATFORMS: 'cdp' })
    this.#home = home
    this.#daemon = await startDaemon(home, ['--platforms', 'cdp', '--cdp', this.#browser.httpUrl])
    await this.connect({ file: process.execPath, args: [ixFile, 'mcp'], env: home.env })
  }

  async open(url: string): Promise<void> {
    await this.call('navigate', { url })
  }

  view(): Promise<string> {
    return this.call('explore')
  }

  whole(): Promise<string> {
    return this.call('explore', { limit: 10_000, maxTokens: 100_000 })
  }

  search({ text }: Task): Promise<string> {
    return this.call('explore', { filter: { anyFieldContains: text } })
  }

  lines(view: string): readonly Line[] {
    return linesOf(view, notations.outline)
  }

  async act(ref: string, { value }: Task): Promise<void> {
    await this.call('interact', { elementId: ref, ...actOf(value) })
  }

  async lean({ role, text, value }: Task): Promise<void> {
    const find = JSON.stringify({ filter: { anyFieldContains: text }, elementTypes: [roles[role]] })
    await this.call('interact', { find, ...actOf(value) })
  }

  override async close(): Promise<void> {
    await super.close().finally(async () => {
      if (this.#daemon !== undefined) await stopDaemon(this.#daemon)
      await this.#browser?.close()
      this.#home?.remove()
    })
  }
}

function actOf(value: string | undefined) {
  return value === undefined ? { action: 'click' } : { action: 'set_value', value }
}
