/** Playwright MCP, and a tool that was made from it: views alike, other calls. */
import { type Line, linesOf, notations } from './lines.ts'
import { McpPeer } from './over-mcp.ts'
import type { Task } from './peer.ts'
import type { Place } from './place.ts'

abstract class FromPlaywright extends McpPeer {
  protected readonly place: Place
  readonly #size: string

  constructor(place: Place, size: string) {
    super()
    this.place = place
    this.#size = size
  }

  async start(): Promise<void> {
    const { program, browser, folder, env } = this.place
    const started = ['--headless', '--isolated', '--no-sandbox', '--executable-path', browser]
    const args = [program, ...started, '--viewport-size', this.#size, '--output-dir', folder]
    await this.connect({ file: process.execPath, args, env })
  }

  async open(url: string): Promise<void> {
    await this.call('browser_navigate', { url })
  }

  view(): Promise<string> {
    return this.call('browser_snapshot')
  }

  lines(view: string): readonly Line[] {
    return linesOf(view, notations.aria)
  }
}

export class Playwright extends FromPlaywright {
  readonly name = 'Playwright MCP'
  readonly viewIs = '`browser_snapshot`: the whole accessibility tree'
  readonly leanIs = '`browser_find`, the act, `browser_find` again'

  constructor(place: Place) {
    super(place, '1280x800')
  }

  async act(target: string, { role, value, submits }: Task): Promise<void> {
    if (value === undefined) await this.call('browser_click', { target })
    else if (role === 'combobox') await this.call('browser_select_option', { target, values: [value] })
    else await this.call('browser_type', { target, text: value, ...(submits && { submit: true }) })
  }

  async lean(task: Task): Promise<void> {
    const { text } = task
    const found = this.idIn(await this.call('browser_find', { text }), task)
    await this.act(found, task)
    await this.call('browser_find', { text })
  }
}

export class FastPlaywright extends FromPlaywright {
  readonly name = 'fast-playwright-mcp'
  readonly viewIs = '`browser_snapshot`: the whole accessibility tree'
  readonly leanIs = '`browser_execute` with a selector by role and text, and `diffOptions`'

  constructor(place: Place) {
    super(place, '1280,800')
  }

  async act(ref: string, task: Task): Promise<void> {
    await this.#execute([{ ref }], task)
  }

  async lean(task: Task): Promise<void> {
    const expectation = { includeSnapshot: true, diffOptions: { enabled: true, format: 'minimal' } }
    await this.#execute([{ role: task.role, text: task.text }], task, { expectation })
  }

  async #execute(selectors: readonly object[], { role, value, submits }: Task, more: object = {}): Promise<void> {
    const typed = { text: value, ...(submits && { submit: true }) }
    const chosen = ['browser_select_option', { values: [value] }] as const
    const written = role === 'combobox' ? chosen : (['browser_type', typed] as const)
    const [tool, what] = value === undefined ? (['browser_click', {}] as const) : written
    await this.call('browser_execute', { tool, arguments: { selectors, ...what, ...more } })
  }
}
