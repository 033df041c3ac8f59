/** Has an agent do the errands, and says what each cost. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPrograms } from '../../test/fixtures/find-desktop.mjs'
import { install, root } from '../../test/fixtures/npm-packages.ts'
import { meet } from '../../test/machine.mjs'
import type { Application } from './application.ts'
import { applications } from './applications/all.ts'
import { attempt, type Outcome } from './errand.ts'
import { page, type Recorded, table } from './page.ts'
import { tools } from './tools.ts'

export interface Wanted {
  readonly agent: string
  readonly tool: string
  /** Only errands whose name or application has one of these. */
  readonly only: readonly string[] | undefined
  readonly minutes: number
  /** Each call and its answer are added to this file. */
  readonly log: string | undefined
  /** Name of the agent under which its errands are recorded on the page. */
  readonly record: string | undefined
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function main({ agent, tool: name, only, minutes, log, record }: Wanted): Promise<void> {
  const tool = tools[name]
  if (tool === undefined) throw new Error(`no tool ${name}: one of ${Object.keys(tools).join(', ')}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const version = tool.install()
  console.log(`${name} ${version}`)
  const outcomes: Outcome[] = []
  for (const application of applications) {
    const isWanted = (errand: string) => only?.some((text) => `${application.name}: ${errand}`.includes(text)) ?? true
    const errands = application.errands.filter(({ name }) => isWanted(name))
    if (errands.length === 0) continue
    const packages = join(root, '.peers', 'errands', application.name)
    const why =
      application.isDesktop && !tool.seesDesktop ? `${name} sees browsers only` : missing(application, packages)
    if (why !== undefined) {
      console.log(`${application.name}: left out: ${why}`)
      continue
    }
    for (const errand of errands) {
      const trial = { application, errand, tool, agent, packages: join(packages, 'node_modules'), minutes }
      const { log: calls, ...outcome } = await attempt(trial)
      outcomes.push(outcome)
      if (record !== undefined) write([{ ...outcome, agent: record, version }])
      const said = calls.map(({ asked, answer }) => `$ ${asked}\n${answer}`)
      if (log !== undefined)
        appendFileSync(log, `## ${application.name}: ${errand.name} · ${name}\n\n${said.join('\n')}\n`)
      const { turns, tokens, pictures, isDone } = outcome
      console.log(
        `${application.name}: ${errand.name}: ${turns} turns, ${tokens} tokens, ${pictures} pictures, ${isDone ? 'done' : 'NOT DONE'}`,
      )
    }
  }
  console.log(`\n${table(outcomes)}`)
}

/** Why it is not available, after everything has been tried. */
function missing({ name, npm, debian = {}, isDesktop }: Application, packages: string): string | undefined {
  if (process.platform !== 'linux') return 'it is for Linux'
  const has = (program: string) =>
    program.startsWith('/') ? existsSync(program) : !missingPrograms([program]).includes(program)
  const met = () => Object.keys(debian).every(has)
  const need = { packages: [...new Set(Object.values(debian))], met, skip: '' }
  const [why] = Object.values(meet({ [name]: need }))
  const desktop = isDesktop ? missingPrograms([]) : []
  if (desktop.length > 0) return `${desktop.join(', ')} missing`
  return why ?? (npm === undefined ? undefined : install(packages, npm))
}

/** An errand that was repeated replaces its earlier result. */
function write(fresh: readonly Recorded[]): void {
  const file = at('../errands.json')
  const key = ({ application, errand, tool, agent }: Recorded) => [application, errand, tool, agent].join()
  const old: Recorded[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const all = [...new Map([...old, ...fresh].map((one) => [key(one), one])).values()]
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`)
  writeFileSync(at('../errands.md'), page(all, readFileSync(at('notes.md'), 'utf8')))
}
