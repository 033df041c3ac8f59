/** What errands cost, as tables. */
import { table as rows, show } from '../report.ts'
import { median } from '../times.ts'
import type { Outcome } from './errand.ts'

export interface Recorded extends Outcome {
  readonly agent: string
  readonly version: string
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const whole = (value: number) => show(Math.round(value))

/** For one tool: each errand, the median and the total. */
export function table(outcomes: readonly Outcome[]): string {
  const head = ['errand', 'turns', 'calls', 'tokens', 'pictures', '']
  const each = outcomes.map(({ application, errand, turns, calls, tokens, pictures, isDone }) => [
    ...[`${application}: ${errand}`, turns, calls, whole(tokens), pictures, isDone ? 'done' : '**not done**'],
  ])
  const of = (name: 'turns' | 'calls' | 'tokens' | 'pictures') => outcomes.map((one) => one[name])
  const line = (what: string, made: (values: readonly number[]) => number, last: string) => [
    ...[what, ...[of('turns'), of('calls'), of('tokens'), of('pictures')].map((values) => whole(made(values))), last],
  ]
  const done = outcomes.filter(({ isDone }) => isDone).length
  return rows(head, [...each, line('median', median, ''), line('all', sum, `${done} of ${outcomes.length}`)])
}

/**
 * For all tools that one agent was given, side by side: the errands that it tried with each of them. `notes` come at
 * the end.
 */
export function page(all: readonly Recorded[], notes: string): string {
  const agents = [...new Set(all.map(({ agent }) => agent))]
  return [
    '# Errands',
    how,
    ...agents.flatMap((agent) =>
      of(
        agent,
        all.filter((one) => one.agent === agent),
      ),
    ),
    notes,
  ].join('\n\n')
}

function of(agent: string, all: readonly Recorded[]): string[] {
  const names = [...new Set(all.map(({ tool }) => tool))]
  const by = (tool: string) => all.filter((one) => one.tool === tool)
  const errands = [...new Set(all.map(({ application, errand }) => `${application}: ${errand}`))]
  const cell = (tool: string, name: string) => {
    const one = by(tool).find(({ application, errand }) => `${application}: ${errand}` === name)
    if (one === undefined) return ''
    const pictures = one.pictures > 0 ? ` · ${one.pictures} pictures` : ''
    return `${one.turns} · ${whole(one.tokens)}${pictures}${one.isDone ? '' : ' (not done)'}`
  }
  const shared = errands.filter((name) => names.every((tool) => cell(tool, name) !== ''))
  const line = (what: string, made: (of: readonly Recorded[]) => string) => [
    what,
    ...names.map((tool) =>
      made(by(tool).filter(({ application, errand }) => shared.includes(`${application}: ${errand}`))),
    ),
  ]
  const versions = names.map((tool) => `${tool} ${by(tool)[0]?.version}`).join(', ')
  const counted = (made: (values: readonly number[]) => number) => (of: readonly Recorded[]) =>
    `${whole(made(of.map(({ turns }) => turns)))} · ${whole(made(of.map(({ tokens }) => tokens)))}`
  return [
    `## ${agent}`,
    `${versions}. Each cell: turns · tokens.`,
    rows(
      ['errand', ...names],
      [
        ...errands.map((name) => [name, ...names.map((tool) => cell(tool, name))]),
        line(
          `done, of the ${shared.length} that all have tried`,
          (of) => `${of.filter(({ isDone }) => isDone).length}`,
        ),
        line('median of these', counted(median)),
        line('all of these', counted(sum)),
      ],
    ),
  ]
}

const how = [
  '`node bench/errands/run.mjs --agent COMMAND --tool TOOL --record NAME` measures and writes this page; `errands.json` beside it has the figures.',
  'An agent gets an errand in a person’s words, an address, one tool in a shell, and the manual that its makers wrote. Each errand has an instance of',
  'its application with fresh data, in a browser (or on a desktop) of its own that reaches this machine alone. Whether it is done is asked of the',
  'application’s files, its database or its interface for programs; of a question, whether the answer is right. A turn is one call of the tool, or several',
  'that the agent made at once; tokens are what was asked and answered by o200k, and pictures at 1.3 tokens a kilopixel. The manual is not counted.',
].join('\n')
