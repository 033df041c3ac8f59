/** What a bench found, and the page made from all of it. */
import { cpus, loadavg, totalmem } from 'node:os'
import { shortfalls } from './shortfalls.ts'

export interface Goal {
  readonly what: string
  readonly goal: string
  readonly measured: string
  readonly met: boolean
}

export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export interface Finding {
  readonly title: string
  /** Sentences: how it was measured, and what falls short. */
  readonly notes: readonly string[]
  readonly goals: readonly Goal[]
  readonly tables: readonly Table[]
}

export interface Surroundings {
  readonly browser: string
  readonly version: string
  readonly missing: readonly string[]
  readonly loadBefore: number
  readonly seconds: number
}

/** A number that should be at most this large. */
export function atMost(what: string, measured: number, most: number, unit: string): Goal {
  return { what, goal: `≤ ${show(most)} ${unit}`, measured: `${show(measured)} ${unit}`, met: measured <= most }
}

export function atLeast(what: string, measured: number, least: number, unit: string): Goal {
  return { what, goal: `≥ ${show(least)} ${unit}`, measured: `${show(measured)} ${unit}`, met: measured >= least }
}

export function show(value: number): string {
  if (!Number.isFinite(value)) return ''
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return Number(value.toFixed(digits)).toLocaleString('en-US')
}

export function page(findings: readonly Finding[], around: Surroundings): string {
  const goals = findings.flatMap((finding) => finding.goals)
  const met = goals.filter((goal) => goal.met).length
  const missed = shortfalls(goals)
  const head = ['what', 'goal', 'measured', '']
  const rows = goals.map(({ what, goal, measured, met: is }) => [what, goal, measured, is ? 'met' : '**missed**'])
  return [
    '# Figures',
    '`npm run bench` measures and writes this page.',
    machine(around),
    `${met} of ${goals.length} goals are met.`,
    table(head, rows),
    ...(missed.length > 0 ? ['## What is missed, and why', missed.join('\n')] : []),
    ...findings.map(section),
    '',
  ].join('\n\n')
}

/** The machine that it was measured on. */
export function machine({ browser, version, missing, loadBefore, seconds }: Surroundings): string {
  const [processor] = cpus()
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const facts = [
    `${date} UTC; interface-explorer ${version}, Node ${process.version}, ${browser}, ${process.platform} ${process.arch}.`,
    `${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB;`,
    `load ${show(loadBefore)} before and ${show(loadavg()[0] ?? Number.NaN)} after; the run took ${Math.round(seconds)} s.`,
    'What matters are the ratios within one run; times rise with the load of the machine.',
  ]
  const without = missing.length > 0 ? ` Not measured: ${missing.join('; ')}.` : ''
  return facts.join(' ') + without
}

function section({ title, notes, tables }: Finding): string {
  const parts = tables.flatMap((one) => [...(one.title === '' ? [] : [`**${one.title}**`]), table(one.head, one.rows)])
  return [`## ${title}`, ...(notes.length > 0 ? [notes.join(' ')] : []), ...parts].join('\n\n')
}

export function table(head: Table['head'], rows: Table['rows']): string {
  const isNumeric = head.map((_, at) => at > 0 && rows.some((row) => typeof row[at] === 'number'))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cell = (value: string | number) => (typeof value === 'number' ? show(value) : value.replaceAll('|', '\\|'))
  const rule = isNumeric.map((is) => (is ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map((row) => line(row.map(cell)))].join('\n')
}
