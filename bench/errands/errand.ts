/** One errand: an instance of its application, the tool, an agent that has nothing else, and the outcome. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openDesktop } from '../../test/fixtures/open-desktop.mjs'
import type { Application, Errand } from './application.ts'
import { type Call, type Cost, callsIn, count } from './count.ts'
import { Place } from './place.ts'
import { onPath, type Tool } from './tools.ts'

export interface Outcome extends Cost {
  readonly application: string
  readonly errand: string
  readonly tool: string
  /** According to the application itself, or its files. */
  readonly isDone: boolean
  readonly seconds: number
}

export interface Trial {
  readonly application: Application
  readonly errand: Errand
  readonly tool: Tool
  /** A command line for a shell. It reads the prompt on stdin; `{prompt}` in it is replaced by the prompt as one word. */
  readonly agent: string
  /** `node_modules` of the application. */
  readonly packages?: string
  readonly minutes: number
}

/** For what an application writes shortly afterwards. */
const settleMs = 3000

export async function attempt({
  application,
  errand,
  tool,
  agent,
  packages,
  minutes,
}: Trial): Promise<Outcome & { readonly log: readonly Call[] }> {
  const place = new Place(packages)
  const folder = mkdtempSync(join(tmpdir(), 'agent-'))
  const work = join(folder, 'work')
  mkdirSync(work)
  const closers = [() => place.end(), async () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })]
  try {
    const desktop = application.isDesktop ? await openDesktop() : undefined
    if (desktop !== undefined) {
      closers.push(() => desktop.end())
      place.env = { ...place.env, ...desktop.env }
    }
    const where = await application.start(place)
    const ready = await tool.start(work, desktop?.env)
    closers.unshift(ready.end)
    const log = join(folder, 'calls.jsonl')
    const bin = onPath(folder, tool.command, ready, log)
    const start = performance.now()
    const answer = await asked(agent, promptOf(errand, where, tool), { work, bin, minutes })
    const seconds = (performance.now() - start) / 1000
    const calls = callsIn(log)
    const isDone = await soon(async () => errand.done(place, answer))
    return {
      application: application.name,
      errand: errand.name,
      tool: tool.command,
      isDone,
      seconds,
      ...count(calls),
      log: calls,
    }
  } finally {
    for (const close of closers) await close()
  }
}

export function promptOf({ words }: Errand, where: string, { command, manual }: Tool): string {
  return `${words}

It is about ${where}.

Use the command \`${command}\` of your shell to see and use it, and nothing else. This is its manual:

${readFileSync(manual(), 'utf8')}

When that is done, or cannot be done, answer in a sentence or two.
`
}

interface Surroundings {
  readonly work: string
  readonly bin: string
  readonly minutes: number
}

/** What the agent says at the end. */
async function asked(agent: string, prompt: string, { work, bin, minutes }: Surroundings): Promise<string> {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ERRAND_PROMPT: prompt }
  const line = agent.replaceAll('{prompt}', '"$ERRAND_PROMPT"')
  const child = spawn('sh', ['-c', line], { cwd: work, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  child.stdin.on('error', () => {})
  child.stdin.end(prompt)
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), minutes * 60_000)
  return await text(child.stdout).finally(() => clearTimeout(timer))
}

async function soon(look: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + settleMs
  for (;;) {
    // What cannot be read yet is not yet done.
    if (await look().catch(() => false)) return true
    if (performance.now() > end) return false
    await pause(100)
  }
}
