/** This project, over MCP like the others: `ix mcp`, a daemon, and a browser of their own. */
import type { ChildProcess } from 'node:child_process'
import { thrift } from '../../clients/reach/start-daemon.ts'
import { type Home, ixFile, makeHome, startDaemon, stopDaemon } from '../../test/fixtures/daemon/daemon.ts'
import { type Chromium, launchChromium } from '../../test/fixtures/web/chromium.ts'
import { type Line, linesOf, notations } from './lines.ts'
import { McpPeer } from './over-mcp.ts'
import type { Task } from './peer.ts'
import { onlyHere } from './place.ts'
import { marked } from './processes.ts'

const kinds = {
  link: 'link',
  button: 'button',
  textbox: 'textfield',
  checkbox: 'checkbox',
  radio: 'radio',
  combobox: 'dropdown',
  option: 'any',
  tab: 'tab',
} as const satisfies { readonly [role in Task['role']]: string }

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
    this.#browser = await launchChromium(undefined, [onlyHere])
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

  async act(ref: string, task: Task): Promise<void> {
    await this.call('interact', { elementId: ref, ...actOf(task) })
    if (task.submits) await this.call('interact', { action: 'key', keys: 'Enter' })
  }

  async lean(task: Task): Promise<void> {
    const find = JSON.stringify({ filter: { anyFieldContains: task.text }, elementTypes: [kinds[task.role]] })
    await this.call('interact', { find, ...actOf(task) })
    if (task.submits) await this.call('interact', { action: 'key', keys: 'Enter' })
  }

  override async close(): Promise<void> {
    await super.close().finally(async () => {
      if (this.#daemon !== undefined) await stopDaemon(this.#daemon)
      await this.#browser?.close()
      this.#home?.remove()
    })
  }
}

function actOf({ role, value }: Task) {
  if (value === undefined) return { action: 'click' }
  return { action: role === 'combobox' ? 'select' : 'set_value', value }
}
