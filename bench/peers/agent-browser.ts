/** agent-browser: a command for each call, and a daemon behind it. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { type Line, lineFor, linesOf, notations } from './lines.ts'
import { callMs, type Exchange, type Peer, type Task, within } from './peer.ts'
import type { Place } from './place.ts'

const mib = 2 ** 20
const ran = promisify(execFile)

export class AgentBrowser implements Peer {
  readonly name = 'agent-browser'
  readonly viewIs = '`snapshot -i`: headings and what can be used, as it recommends'
  readonly leanIs = '`find` with the act, `snapshot -i`'
  readonly log: Exchange[] = []
  readonly #place: Place
  readonly #env: { readonly [name: string]: string }

  constructor(place: Place) {
    this.#place = place
    this.#env = {
      ...place.env,
      AGENT_BROWSER_SESSION: 'bench',
      AGENT_BROWSER_EXECUTABLE_PATH: place.browser,
      AGENT_BROWSER_ARGS: '--no-sandbox',
    }
  }

  async start(): Promise<void> {
    // The daemon that the first command starts keeps that command's output open.
    const first = spawn(this.#place.program, ['open', 'about:blank'], { env: this.#env, stdio: 'ignore' })
    await within(callMs, `${this.name}: to start`, once(first, 'exit'))
    await this.#run('set', 'viewport', '1280', '800')
  }

  async tools(): Promise<undefined> {}

  async ping(): Promise<void> {
    await this.#run('get', 'url')
  }

  async open(url: string): Promise<void> {
    await this.#run('open', url)
  }

  view(): Promise<string> {
    return this.#run('snapshot', '-i')
  }

  lines(view: string): readonly Line[] {
    return linesOf(view, notations.aria)
  }

  async act(ref: string, { role, value, submits }: Task): Promise<void> {
    if (value === undefined) await this.#run('click', `@${ref}`)
    else await this.#run(role === 'combobox' ? 'select' : 'fill', `@${ref}`, value)
    if (submits) await this.#run('press', 'Enter')
  }

  async lean(task: Task): Promise<void> {
    const { role, text, value, submits } = task
    const act = value === undefined ? ['click'] : ['fill', value]
    // `find` cannot choose an option.
    if (role === 'combobox' && value !== undefined) {
      const found = lineFor(task, this.lines(await this.view()))
      if (found === undefined) throw new Error(`the view has no ${role} “${text}”`)
      await this.act(found.ref, task)
    } else await this.#run('find', 'role', role, ...act, '--name', text)
    if (submits) await this.#run('press', 'Enter')
    await this.view()
  }

  async close(): Promise<void> {
    await this.#run('close')
  }

  async #run(...args: string[]): Promise<string> {
    const start = performance.now()
    const options = { env: this.#env, timeout: callMs, maxBuffer: 100 * mib }
    let isRefused = false
    const { stdout, stderr } = await ran(this.#place.program, args, options).catch((error) => {
      if (error.killed) throw new Error(`${args[0]} took longer than ${callMs / 1000} s`)
      if (typeof error.stdout !== 'string') throw error
      // A refusal is an answer like any other.
      isRefused = true
      return error as { stdout: string; stderr: string }
    })
    const answer = `${stdout}${stderr}`
    const words = args.map((word) => (/^[\w@:/.=?-]+$/.test(word) ? word : JSON.stringify(word)))
    this.log.push({ asked: ['agent-browser', ...words].join(' '), answer, ms: performance.now() - start, isRefused })
    return answer
  }
}
