/** What the tools made of the tasks, as `bench/tasks.md`. */
import { atLeast, atMost, machine, type Surroundings, show, table } from '../report.ts'
import { median } from '../times.ts'
import type { Solved } from './solve.ts'

export interface Outcome extends Omit<Solved, 'log'> {
  readonly task: string
  readonly where: string
  readonly steps: number
  readonly tool: string
  /** As others than the tool say. */
  readonly isDone: boolean
}

interface Found {
  readonly outcomes: readonly Outcome[]
  readonly tools: readonly string[]
  readonly versions: readonly string[]
  readonly missed: readonly string[]
}

const own = 'here'

export function page({ outcomes, tools, versions, missed }: Found, around: Surroundings): string {
  const mine = outcomes.filter(({ tool }) => tool === own)
  const ended = mine.filter(({ isDone }) => isDone)
  const goals = [
    atLeast('tasks that are done and learned here', mine.filter(isSolved).length, mine.length, `of ${mine.length}`),
    atMost('calls a task here, median', median(ended.map(({ calls }) => calls)), 3, 'calls'),
    atMost('tokens a task here, median', median(ended.map(({ tokens }) => tokens)), 300, 'tokens'),
  ]
  const goalRows = goals.map(({ what, goal, measured, met }) => [what, goal, measured, met ? 'met' : '**missed**'])
  return [
    '# Agents’ tasks',
    '`npm run bench:tasks` measures and writes this page.',
    `${machine(around)}${versions.length > 0 ? ` Other tools: ${versions.join(', ')}.` : ''}`,
    how,
    table(['what', 'goal', 'measured', ''], goalRows),
    '## At a glance',
    table(['', ...tools], glance(outcomes, tools)),
    'Medians are over the tasks that the tool did.',
    '## Each task: calls · tokens',
    table(['task', 'where', 'steps', ...tools], taskRows(outcomes, tools)),
    'Not done: what the page or the application itself says afterwards is not what was wanted. Not told: no answer of the tool told the outcome.',
    '## What stood in the way',
    list(outcomes.flatMap(({ task, tool, trouble }) => trouble.map((why) => `${tool}, ${task}: ${why}`))),
    '## Missed',
    list(missed),
    '',
  ].join('\n\n')
}

const how = [
  'A script has each tool solve the same small tasks by finding, acting and learning alone: it knows the words on the page, as an agent does that was told what to do,',
  'and takes one step after the other in the way with the fewest tokens that the tool’s own documents give (see [peers.md](peers.md)), learning from each answer.',
  'Where a tool refuses, the script goes on with what the refusal names, a search, or a whole view. In the end it looks once more where no answer has told the outcome.',
  'Opening the page is not counted, all other calls and answers are, by o200k. Whether a task is done is asked of the browser by a client of its own;',
  'on the desktop of the accessibility bus by pyatspi, or of the file that was to be written. Desktop tasks are done here alone: the other tools see only browsers.',
].join('\n')

function isSolved({ isDone, isLearned }: Outcome): boolean {
  return isDone && isLearned
}

function glance(outcomes: readonly Outcome[], tools: readonly string[]): (string | number)[][] {
  const of = (tool: string) => outcomes.filter((one) => one.tool === tool)
  const done = (tool: string) => of(tool).filter(({ isDone }) => isDone)
  const rows: readonly (readonly [string, (tool: string) => string | number])[] = [
    ['tasks done', (tool) => `${done(tool).length} of ${of(tool).length}`],
    ['… and their outcome told', (tool) => `${of(tool).filter(isSolved).length} of ${of(tool).length}`],
    ['calls a task, median', (tool) => median(done(tool).map(({ calls }) => calls))],
    ['tokens a task, median', (tool) => median(done(tool).map(({ tokens }) => tokens))],
    ['tokens a task, largest', (tool) => Math.max(...done(tool).map(({ tokens }) => tokens))],
    ['ms a task, median', (tool) => median(done(tool).map(({ ms }) => ms))],
  ]
  return rows.map(([what, cell]) => [what, ...tools.map(cell)])
}

function taskRows(outcomes: readonly Outcome[], tools: readonly string[]): (string | number)[][] {
  const tasks = new Map(outcomes.map((one) => [one.task, one]))
  return [...tasks.values()].map(({ task, where, steps }) => {
    const cell = (tool: string) => {
      const one = outcomes.find((all) => all.task === task && all.tool === tool)
      if (one === undefined) return ''
      const said = [...(one.isDone ? [] : ['not done']), ...(one.isLearned ? [] : ['not told'])].join(', ')
      return `${show(one.calls)} · ${show(one.tokens)}${said && ` (${said})`}`
    }
    return [task, where, steps, ...tools.map(cell)]
  })
}

function list(lines: readonly string[]): string {
  return lines.length > 0 ? lines.map((one) => `- ${one.replaceAll('|', '\\|')}`).join('\n') : 'Nothing.'
}
