/** Solves the tasks of the desktop, through `ix mcp` on a desktop of its own, and has pyatspi say what came of it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { thrift } from '../../clients/start-daemon.ts'
import { makeHome, startDaemon, stopDaemon } from '../../test/fixtures/daemon/daemon.ts'
import { startDesktop } from '../../test/fixtures/desktop/desktop.ts'
import { missingPrograms, python } from '../../test/fixtures/find-desktop.mjs'
import { tokensOf } from '../encoding.ts'
import { namedIn } from '../peers/own.ts'
import { Shim } from '../shim.ts'
import { pause } from '../times.ts'
import { type DesktopTask, desktopTasks, type Seen } from './desktop-tasks.ts'
import type { Outcome } from './page.ts'

const restMs = 500
const mostLooks = 2
const script = fileURLToPath(new URL('desktop-truth.py', import.meta.url))

/** Nothing where there can be no desktop. */
export async function onDesktop(
  wanted: (task: DesktopTask) => boolean,
  told: (outcome: Outcome, log: readonly string[]) => void,
): Promise<string | undefined> {
  const tasks = desktopTasks.filter(wanted)
  if (tasks.length === 0) return undefined
  if (process.platform !== 'linux') return 'tasks of the desktop: they are for Linux'
  const missing = missingPrograms([...new Set(tasks.map(({ app }) => app))])
  if (missing.length > 0) return `tasks of the desktop: ${missing.join(', ')} missing`
  const desktop = await startDesktop(undefined, [...new Set(tasks.map(({ app }) => app))])
  const folder = mkdtempSync(join(tmpdir(), 'ix-tasks-'))
  const home = makeHome({ ...thrift, ...desktop.env, IX_PLATFORMS: 'atspi' })
  const daemon = await startDaemon(home)
  const shim = await Shim.start(home.env)
  try {
    for (const task of tasks) {
      const agent = new Agent(shim)
      await agent.solve(task, folder)
      const base = { task: task.name, where: task.app, steps: task.calls(folder).length, tool: 'here' }
      told({ ...base, ...agent.outcome, isDone: await isDone(task, folder) }, agent.log)
    }
  } finally {
    await shim.stop()
    await stopDaemon(daemon)
    await desktop.end()
    home.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return undefined
}

class Agent {
  readonly log: string[] = []
  readonly outcome = { calls: 0, tokens: 0, ms: 0, isLearned: false, trouble: [] as string[] }
  readonly #shim: Shim

  constructor(shim: Shim) {
    this.#shim = shim
  }

  async solve({ app, calls, learns }: DesktopTask, folder: string): Promise<void> {
    let answer = ''
    for (const { find, ...act } of calls(folder)) {
      answer = await this.#call('interact', { find: JSON.stringify(find), ...act })
      const { filter } = find as { readonly filter?: { readonly titleContains?: string } }
      const text = filter?.titleContains ?? ''
      const elementId = isRefusal(answer) ? namedIn(answer, { text }) : undefined
      if (isRefusal(answer)) this.outcome.trouble.push(`“${text}”: ${answer.split('\n', 1)[0]}`)
      if (elementId !== undefined) answer = await this.#call('interact', { elementId, ...act })
      await pause(restMs)
    }
    for (let looks = 0; looks < mostLooks && !learns.test(answer); looks++) {
      answer = await this.#call('explore', { bundleId: app })
    }
    this.outcome.isLearned = learns.test(answer)
  }

  async #call(name: string, args: { readonly [name: string]: unknown }): Promise<string> {
    const start = performance.now()
    const answer = await this.#shim.call(name, args)
    this.outcome.ms += performance.now() - start
    this.outcome.calls++
    const asked = JSON.stringify({ name, arguments: args })
    this.outcome.tokens += tokensOf(asked) + tokensOf(answer)
    this.log.push(`> ${asked}\n${answer}`)
    return answer
  }
}

const isRefusal = (answer: string) => /^[a-z]+(?:_[a-z]+)+: /.test(answer)

async function isDone({ app, done }: DesktopTask, folder: string): Promise<boolean> {
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return undefined
    }
  }
  for (let tries = 0; tries < 5; tries++) {
    const { stdout } = spawnSync(python, [script, app], { encoding: 'utf8', timeout: 30_000, maxBuffer: 2 ** 26 })
    const seen: Seen[] = stdout ? JSON.parse(stdout) : []
    if (done(seen, read)) return true
    await pause(200)
  }
  return false
}
