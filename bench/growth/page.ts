/** What was measured, as `bench/growth.md`, with what bends first in words. */
import { machine, type Surroundings, show, table } from '../report.ts'
import type { Cost, Growth } from './measure.ts'
import type { Panel } from './plot.ts'

/** A cost bends where, over one step, it grows at least this share as fast as its cause (on logarithmic axes). */
const bend = 0.5

export function page(growth: Growth, around: Surroundings): string {
  const { byElements, bySessions, memory, missed } = growth
  return [
    '# Cost as work grows',
    '`npm run bench:growth` measures and writes this page.',
    machine(around),
    how,
    '![Milliseconds by elements and by sessions](growth.svg)',
    '## What bends first',
    [...bends(byElements, 'elements'), ...bends(bySessions, 'sessions')].map((line) => `- ${line}`).join('\n'),
    '## By elements, one session',
    costTable(byElements, 'elements', memory.elements),
    '## By sessions, 10,000 elements',
    costTable(bySessions, 'sessions', memory.sessions),
    ...(missed.length > 0 ? [`Missed: ${missed.join('; ')}`] : []),
    'Cells: p50 in ms until the right answer is there · ms of the daemon’s processor for one.',
    '',
  ].join('\n\n')
}

const how = [
  'Pages are rows of a button, a link and a text each, in a browser on the same machine; every size and every number of sessions has a new daemon.',
  'First look: nothing is known of the page yet. Explore: the default view, warm. Search: a text that stands once on the page. Change: a heading is changed by another',
  'client, and the clock runs until an answer has the new words. Act: find a button by its title, press it, and learn what changed. Sessions ask all at once, each on',
  'a connection of its own, so their times hold the waiting for each other; acts on one page are done one after the other. Processor time counts in steps of 10 ms.',
].join('\n')

export function panels({ byElements, bySessions }: Growth): Panel[] {
  return [
    { title: 'Page grows, one session', x: 'elements', y: 'ms, p50', ...curves(byElements) },
    { title: 'Sessions grow, 10,000 elements', x: 'sessions that ask at once', y: 'ms, p50', ...curves(bySessions) },
  ]
}

function curves(costs: readonly Cost[]): Pick<Panel, 'ticks' | 'lines'> {
  const lines = worksOf(costs).map((name) => {
    return { name, points: costs.filter(({ work }) => work === name).map(({ at, ms }) => [at, ms] as const) }
  })
  return { ticks: stepsOf(costs), lines }
}

const worksOf = (costs: readonly Cost[]) => [...new Set(costs.map(({ work }) => work))]
const stepsOf = (costs: readonly Cost[]) => [...new Set(costs.map(({ at }) => at))]

function costTable(costs: readonly Cost[], of: string, memory: readonly (readonly [number, number])[]): string {
  const works = worksOf(costs)
  const rows = stepsOf(costs).map((at) => {
    const cells = works.map((work) => {
      const one = costs.find((cost) => cost.at === at && cost.work === work)
      return one === undefined ? '' : `${show(one.ms)} · ${show(one.cpu)}`
    })
    return [show(at), ...cells, memory.find(([step]) => step === at)?.[1] ?? Number.NaN]
  })
  return table([of, ...works, 'daemon, MiB'], rows)
}

/** For each kind of work: the first step over which it grows fast, and its growth overall. */
function bends(costs: readonly Cost[], of: string): string[] {
  const found = worksOf(costs).map((work) => {
    const own = costs.filter((cost) => cost.work === work)
    const steps = own.slice(1).map((to, before) => {
      const from = own[before]!
      return { from, to, slope: Math.log(to.ms / from.ms) / Math.log(to.at / from.at) }
    })
    const first = steps.find(({ slope }) => slope >= bend)
    return { work, first, whole: own.at(-1)!.ms / own[0]!.ms, times: own.at(-1)!.at / own[0]!.at }
  })
  const order = (one: (typeof found)[number]) => one.first?.from.at ?? Number.POSITIVE_INFINITY
  const slope = (one: (typeof found)[number]) => one.first?.slope ?? 0
  return found
    .sort((a, b) => order(a) - order(b) || slope(b) - slope(a))
    .map(({ work, first, whole, times }) => {
      const all = `${show(whole)} times as long at ${show(times)} times the ${of}`
      if (first === undefined) return `${work} does not bend: ${all}.`
      const { from, to } = first
      return `${work} bends between ${show(from.at)} and ${show(to.at)} ${of}: from ${show(from.ms)} to ${show(to.ms)} ms; ${all}.`
    })
}
