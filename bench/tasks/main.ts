/** Has each tool solve the tasks, proves by other means what was done, and writes the page. */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { serve } from '../../test/fixtures/daemon/serve.ts'
import { findChromium } from '../../test/fixtures/find-chromium.mjs'
import { launchChromium } from '../../test/fixtures/web/chromium.ts'
import { realPages } from '../../test/fixtures/web/real-pages.ts'
import type { Subject } from '../peers/measure.ts'
import { Own } from '../peers/own.ts'
import { fetched, newestOf } from '../peers/place.ts'
import { kinds, Team } from '../peers/team.ts'
import { pause } from '../times.ts'
import { onDesktop } from './desktop.ts'
import { folders } from './packages.ts'
import { type Outcome, page } from './page.ts'
import { type AgentTask, pageTasks } from './page-tasks.ts'
import { solve } from './solve.ts'
import { Truth } from './truth.ts'

/** Between seeing a page and acting on it its reader thinks for so long, at least. */
const restMs = 1000
const own = 'here'

export interface Wanted {
  /** Names of tools; all of them without. */
  readonly tools: readonly string[] | undefined
  /** Only tasks whose name or page has one of these. */
  readonly only: readonly string[] | undefined
  readonly write: boolean
  /** After so many no further task is begun. */
  readonly minutes: number
  /** Prints what was asked and answered. */
  readonly verbose: boolean
}

interface Player {
  readonly subject: Subject
  readonly truth: Truth
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function main({ tools, only, write, minutes, verbose }: Wanted): Promise<void> {
  const start = performance.now()
  const loadBefore = loadavg()[0] ?? Number.NaN
  const browser = findChromium()
  if (browser === undefined) throw new Error('needs Chromium: install it, or set IX_CHROMIUM to a browser')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const end = start + minutes * 60_000
  const server = await serve(undefined, { ...realPages().site, folders: folders() })
  const team = new Team()
  const closers: (() => Promise<void> | void)[] = []
  const missed: string[] = []
  const versions: string[] = []
  const outcomes: Outcome[] = []
  let product = ''
  try {
    const players: Player[] = []
    const add = async (name: string, make: (devTools: string) => Promise<void>) => {
      const chromium = await launchChromium(undefined)
      closers.push(() => chromium.close())
      await make(chromium.httpUrl)
      const truth = await Truth.open(chromium.wsUrl)
      closers.unshift(() => truth.close())
      product = await truth.product()
      players.push({ subject: team.subjects.find(({ peer }) => peer.name === name)!, truth })
    }
    const mark = randomUUID()
    await add(own, (devTools) => team.add(() => new Own(mark, { devTools, byText: true }), mark))
    for (const [name, kind] of Object.entries(kinds)) {
      if (tools !== undefined && !tools.includes(name) && !tools.includes(kind.package)) {
        missed.push(`${name}: not among the tools of this run`)
        continue
      }
      try {
        const version = newestOf(kind.package)
        console.log(`${kind.package} ${version}`)
        const program = kind.program(fetched(kind.package, version))
        const make = (devTools: string) =>
          team.add((place) => kind.make(place), randomUUID(), { program, browser, devTools })
        await add(name, make)
        versions.push(`${kind.package} ${version}`)
      } catch (error) {
        missed.push(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`)
        console.log(missed.at(-1))
      }
    }
    const wanted = pageTasks.filter(({ name, page }) => only?.some((text) => `${name} ${page}`.includes(text)) ?? true)
    for (const [turn, task] of wanted.entries()) {
      if (performance.now() > end) {
        const left = wanted.slice(turn).map(({ name }) => name)
        missed.push(`${left.join(', ')}: left out, since the ${minutes} minutes were over`)
        break
      }
      // Who begins is another one each time.
      const first = turn % players.length
      for (const player of [...players.slice(first), ...players.slice(0, first)]) {
        const outcome = await attempt(player, task, server.origin, verbose)
        outcomes.push(outcome)
        console.log(summary(outcome))
      }
    }
    const isWanted = ({ name, app }: { readonly name: string; readonly app: string }) =>
      only?.some((text) => `${name} ${app}`.includes(text)) ?? true
    const why = await onDesktop(isWanted, (outcome, log) => {
      outcomes.push(outcome)
      if (verbose) console.log(log.join('\n\n'))
      console.log(summary(outcome))
    })
    if (why !== undefined) missed.push(why)
    const { version } = JSON.parse(readFileSync(at('../../package.json'), 'utf8'))
    const seconds = (performance.now() - start) / 1000
    const around = { browser: product, version, missing: realPages().missing, loadBefore, seconds }
    const names = players.map(({ subject }) => subject.peer.name)
    const text = page({ outcomes, tools: names, versions, missed }, around)
    if (!write && (tools !== undefined || only !== undefined)) return console.log(text)
    writeFileSync(at('../tasks.md'), text)
  } finally {
    await team.end()
    for (const close of closers) await close()
    await server.close()
  }
}

function summary({ task, tool, calls, tokens, isDone, isLearned, trouble }: Outcome): string {
  const how = `${isDone ? 'done' : 'NOT DONE'}${isLearned ? '' : ', not told'}`
  return `${task}; ${tool}: ${calls} calls, ${tokens} tokens, ${how} ${trouble.join('; ')}`
}

async function attempt(player: Player, task: AgentTask, origin: string, verbose: boolean): Promise<Outcome> {
  const { subject, truth } = player
  const { peer } = subject
  const base = { task: task.name, where: task.page.split('/')[1] ?? '', steps: task.steps.length, tool: peer.name }
  try {
    await truth.forget(origin)
    await peer.open(`${origin}${task.page}`)
    await pause(restMs)
    const solved = await solve(peer, task)
    if (verbose) for (const { asked, answer } of solved.log) console.log(`> ${asked}\n${answer.slice(0, 1500)}\n`)
    return { ...base, ...solved, isDone: await truth.holds(task.done) }
  } catch (error) {
    await subject.restart().catch(() => {})
    const nothing = { calls: Number.NaN, tokens: Number.NaN, ms: Number.NaN, isDone: false, isLearned: false }
    return { ...base, ...nothing, trouble: [error instanceof Error ? error.message : String(error)] }
  }
}
