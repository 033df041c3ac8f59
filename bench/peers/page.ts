/** What was measured, as `bench/peers.md`, as figures for other benches, and as the table of the README. */
import { machine, type Surroundings, show, table } from '../report.ts'
import { median } from '../times.ts'
import { behind, type Compared } from './behind.ts'
import type { Done, Measured, View } from './measure.ts'
import type { Peer } from './peer.ts'

export interface Tool {
  /** Of its peer. */
  readonly name: string
  readonly package: string
  readonly version: string
}

type Row = (string | number)[]

const own = 'here'
/** The one that all others are compared with: the leanest of them. */
const leanest = 'agent-browser'

export function page(measured: Measured, tools: readonly Tool[], peers: readonly Peer[], around: Surroundings): string {
  const names = tools.map(({ name }) => name)
  const versions = tools.map((tool) => `${tool.package} ${tool.version}`).join(', ')
  return [
    '# Beside other tools',
    '`npm run bench:peers` measures and writes this page, asking the registry for the newest versions.',
    `${machine(around)} Tools: ${versions}.`,
    how,
    section('At a glance', glance(measured, names), ['', ...names], glanceNotes(measured)),
    '## Where it is behind, and why',
    whereBehind(measured, names),
    section('Tokens of a view, and how many of the controls are in it', tokenRows(measured, names), [
      ...['page', 'controls', 'here, default', 'here, whole'],
      ...names.filter((name) => name !== own),
    ]),
    viewsAre(peers),
    section('Milliseconds: opening the page · first view · view again, nothing changed', timeRows(measured, names), [
      'page',
      ...names,
    ]),
    section('Find one control by text, act, learn the change: tokens · calls · ms', doneRows(measured, names), [
      ...['page', 'control', 'way'],
      ...names,
    ]),
    leanIs(peers),
    section('Fixed costs', costRows(measured), [
      ...['tool', 'tools listed', 'tokens of the list', 'ping, ms'],
      ...['after start, MiB (PSS)', 'one page', 'all pages', 'processes'],
    ]),
    '`get url` is the ping of agent-browser, a process for each call. Memory is RSS, and PSS in brackets, of all processes of a tool but the browser’s.',
    '## Missed',
    measured.missed.length > 0 ? measured.missed.map((one) => `- ${one}`).join('\n') : 'Nothing.',
    '',
  ].join('\n\n')
}

const how = [
  'Each tool drives a browser of its own, the same program, headless, with a window of 1280×800 and a new profile, and reaches this machine alone; the MCP servers and `ix mcp` are',
  'driven by the official client over stdio, agent-browser by its commands. Page by page all have their turn, each time another one first.',
  'Tokens by o200k. Controls are links, buttons, fields and the like that are shown and enabled, counted in the page by a client of its own.',
].join('\n')

function section(title: string, rows: readonly Row[], head: readonly string[], notes = ''): string {
  return [`## ${title}`, table(head, rows), ...(notes === '' ? [] : [notes])].join('\n\n')
}

function viewOf({ views }: Measured, page: string, peer: string): View | undefined {
  return views.find((view) => view.page === page && view.peer === peer)
}

const pagesOf = ({ controls }: Measured) => Object.keys(controls)

/** Medians over pages and tasks; less is better. */
function medians({ views, done }: Measured): readonly Compared[] {
  const over = (what: string, of: (view: View) => number) => ({
    what,
    of: (name: string) => median(views.filter(({ peer }) => peer === name).map(of)),
  })
  const tried = (what: string, way: Done['way'], of: (one: Done) => number) => ({
    what,
    of: (name: string) => median(done.filter((one) => one.peer === name && one.way === way).map(of)),
  })
  return [
    over('a view, tokens', ({ tokens }) => tokens),
    over('a view with everything here, tokens', ({ whole, tokens }) => whole?.tokens ?? tokens),
    over('opening the page, ms', ({ openMs }) => openMs),
    over('until a view is there, ms', ({ openMs, coldMs, opensWithView }) => openMs + (opensWithView ? 0 : coldMs)),
    over('opening the page and a first view, ms', ({ openMs, coldMs }) => openMs + coldMs),
    over('view again, nothing changed, ms', ({ warmMs }) => warmMs),
    tried('find, act, learn, plain: tokens', 'plain', ({ tokens }) => tokens),
    tried('find, act, learn, lean: tokens', 'lean', ({ tokens }) => tokens),
    tried('find, act, learn, lean: calls', 'lean', ({ calls }) => calls),
    tried('find, act, learn, lean: ms', 'lean', ({ ms }) => ms),
  ]
}

function fixed({ costs }: Measured): readonly Compared[] {
  const of = (what: string, value: (cost: Measured['costs'][number]) => number | undefined) => ({
    what,
    of: (name: string) => {
      const cost = costs.find(({ peer }) => peer === name)
      return (cost && value(cost)) ?? Number.NaN
    },
  })
  return [
    of('list of tools, tokens', ({ toolTokens }) => toolTokens),
    of('ping, ms', ({ pingMs }) => pingMs),
    of('memory after start, MiB', ({ memory }) => memory.start?.rss),
    of('memory with one page, MiB', ({ memory }) => memory['one page']?.rss),
    of('memory after all pages, MiB', ({ memory }) => memory['all pages']?.rss),
  ]
}

/** Each task done the leanest way, by the tools whose answer showed the change. */
function tasks({ done }: Measured): readonly Compared[] {
  const lean = done.filter(({ way, isSeen }) => way === 'lean' && isSeen)
  return lean
    .filter(({ peer }) => peer === own)
    .map(({ page, task }) => ({
      what: `find, act, learn, lean, on ${page}, ms`,
      of: (name) => lean.find((one) => one.page === page && one.task === task && one.peer === name)?.ms ?? Number.NaN,
    }))
}

function slowerAgain(measured: Measured): readonly string[] {
  const pages = pagesOf(measured).filter((page) => {
    const mine = viewOf(measured, page, own)?.warmMs ?? 0
    return measured.views.some((view) => view.page === page && view.warmMs < mine)
  })
  if (pages.length === 0) return []
  return [
    `- view again on ${pages.length} of ${pagesOf(measured).length} pages, ms: another is faster on ${pages.join(', ')}. These small pages were still new, as above, and their tree was read each time.`,
  ]
}

function glance(measured: Measured, names: readonly string[]): Row[] {
  const seen = (name: string) => {
    const all = measured.done.filter((one) => one.peer === name && one.way === 'lean')
    return `${all.filter(({ isSeen }) => isSeen).length} of ${all.length}`
  }
  const share = (name: string) =>
    median(
      measured.views
        .filter(({ peer }) => peer === name)
        .map(({ page, shown }) => (100 * shown) / measured.controls[page]!),
    )
  return [
    ...medians(measured).map(({ what, of }) => [what, ...names.map(of)]),
    ['controls in the view, %', ...names.map(share)],
    ['find, act, learn, lean: the change was told', ...names.map(seen)],
  ]
}

function whereBehind(measured: Measured, names: readonly string[]): string {
  const lines = behind([...medians(measured), ...tasks(measured), ...fixed(measured)], names, own)
  const pages = pagesOf(measured).filter((page) => {
    const mine = viewOf(measured, page, own)
    const theirs = viewOf(measured, page, leanest)
    return mine !== undefined && theirs !== undefined && (mine.whole ?? mine).tokens > 0.9 * theirs.tokens
  })
  const small = pages.map(
    (page) =>
      `- everything on ${page}, tokens: more than 0.9 times those of ${leanest}, which does not tell the places that divide a page.`,
  )
  return [...lines, ...slowerAgain(measured), ...small].join('\n') || 'Nowhere.'
}

function glanceNotes(measured: Measured): string {
  const { byDefault, whole, pages } = ratios(measured)
  if (pages === 0) return 'Medians.'
  const ofLeanest = `Beside ${leanest}, over ${pages} pages and as the geometric mean, the default view here takes ${show(byDefault)} times the tokens`
  const { wholes } = ratios(measured)
  const above = wholes.filter((one) => one > 0.9).length
  return `Medians over pages and tasks. ${ofLeanest}, the whole one ${show(whole)} times (median ${show(median(wholes))}, worst ${show(Math.max(...wholes))}, above 0.9 on ${above}).`
}

function ratios(measured: Measured) {
  const pairs = pagesOf(measured).flatMap((name) => {
    const [mine, theirs] = [viewOf(measured, name, own), viewOf(measured, name, leanest)]
    return mine === undefined || theirs === undefined ? [] : [{ mine, theirs }]
  })
  const mean = (of: (pair: (typeof pairs)[number]) => number) =>
    Math.exp(pairs.reduce((sum, pair) => sum + Math.log(of(pair)), 0) / pairs.length)
  return {
    pages: pairs.length,
    wholes: pairs.map(({ mine, theirs }) => (mine.whole ?? mine).tokens / theirs.tokens),
    byDefault: mean(({ mine, theirs }) => mine.tokens / theirs.tokens),
    whole: mean(({ mine, theirs }) => (mine.whole ?? mine).tokens / theirs.tokens),
  }
}

const counted = (one: { readonly tokens: number; readonly shown: number } | undefined) =>
  one === undefined ? 'missed' : `${show(one.tokens)} (${show(one.shown)})`

function tokenRows(measured: Measured, names: readonly string[]): Row[] {
  return pagesOf(measured).map((name) => {
    const mine = viewOf(measured, name, own)
    const others = names.filter((one) => one !== own).map((one) => counted(viewOf(measured, name, one)))
    return [name, measured.controls[name]!, counted(mine), counted(mine?.whole), ...others]
  })
}

function timeRows(measured: Measured, names: readonly string[]): Row[] {
  const times = (view: View | undefined) =>
    view === undefined ? 'missed' : [view.openMs, view.coldMs, view.warmMs].map(show).join(' · ')
  return pagesOf(measured).map((name) => [name, ...names.map((one) => times(viewOf(measured, name, one)))])
}

function doneRows({ done }: Measured, names: readonly string[]): Row[] {
  const rows = new Map<string, Done>()
  for (const one of done) rows.set(JSON.stringify([one.page, one.task, one.way]), one)
  return [...rows.values()].map(({ page, task, way }) => {
    const cell = (name: string) => {
      const one = done.find((all) => all.page === page && all.task === task && all.way === way && all.peer === name)
      if (one === undefined) return 'missed'
      return `${[one.tokens, one.calls, one.ms].map(show).join(' · ')}${one.isSeen ? '' : ' (change not told)'}`
    }
    return [page, task, way, ...names.map(cell)]
  })
}

function costRows({ costs }: Measured): Row[] {
  const mib = (memory: Measured['costs'][number]['memory'][string] | undefined) =>
    memory === undefined ? '' : `${show(memory.rss)} (${show(memory.pss)})`
  return costs.map(({ peer, tools, toolTokens, pingMs, memory }) => [
    ...[peer, tools, toolTokens, pingMs],
    ...[
      mib(memory.start),
      mib(memory['one page']),
      mib(memory['all pages']),
      memory['all pages']?.processes ?? Number.NaN,
    ],
  ])
}

function viewsAre(peers: readonly Peer[]): string {
  const lines = peers.map(({ name, viewIs }) => `- ${name}: ${viewIs}.`)
  const more = '- here, whole: `explore` with `limit` 10,000 and `maxTokens` 100,000.'
  return [
    'In brackets: how many of the controls the view names with an id to act on.',
    [...lines, more].join('\n'),
  ].join('\n\n')
}

function leanIs(peers: readonly Peer[]): string {
  const lines = peers.map(({ name, leanIs: is }) => `- ${name}, lean: ${is}.`)
  const rule = [
    'Tokens are of the calls and of the answers. Plain: the standard view (here, where it leaves the control out, `explore` with a filter), the act by the id found there,',
    'and a view again unless an answer has told the change already. Lean is the way with the fewest tokens that the tool’s own documents give;',
    'what does not tell the change is followed by a view, too. Each task begins on a page that was loaded anew a second ago.',
  ].join('\n')
  return `${rule}\n\n${lines.join('\n')}`
}

/** For benches that show their own figures next to these. */
export interface Figures {
  readonly versions: { readonly [peer: string]: string }
  /** Tokens of the standard view, by page and peer. */
  readonly tokens: { readonly [page: string]: { readonly [peer: string]: number } }
}

export function figures(measured: Measured, tools: readonly Tool[]): Figures {
  const tokens = Object.fromEntries(
    pagesOf(measured).map((name) => {
      const views = measured.views.filter(({ page: of }) => of === name)
      return [name, Object.fromEntries(views.map((view) => [view.peer, view.tokens]))]
    }),
  )
  return { versions: Object.fromEntries(tools.map(({ name, version }) => [name, version])), tokens }
}

const shownInReadme: { readonly [page: string]: string } = {
  'adminlte-dashboard': 'AdminLTE’s dashboard',
  'git-log': 'the manual page of `git log`',
  'py-stdtypes': 'Python’s built-in types',
}
const begin = '<!-- peers: npm run bench:peers writes this -->\n'
const end = '<!-- end of peers -->'

/** The README with its table replaced. */
export function readmeWith(readme: string, measured: Measured, tools: readonly Tool[]): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`README.md needs the lines ${begin.trim()} and ${end}`)
  return `${readme.slice(0, from + begin.length)}${readmeTable(measured, tools)}\n${readme.slice(to)}`
}

function readmeTable(measured: Measured, tools: readonly Tool[]): string {
  const head = [
    'tokens of a first look at',
    ...tools.map(({ name, version }) => (name === own ? own : `${name} ${version}`)),
  ]
  const rows = Object.entries(shownInReadme).flatMap(([name, words]) => {
    const mine = viewOf(measured, name, own)
    if (mine === undefined) return []
    const cells = tools.map((tool) => viewOf(measured, name, tool.name)?.tokens ?? 'missed')
    return [[`${words}: ${show(mine.shown)} of ${show(measured.controls[name]!)} controls`, ...cells]]
  })
  const { byDefault, whole, pages } = ratios(measured)
  const text = [
    'The others answer with the whole page; here an answer shows what can be used, and counts and names the rest.',
    `Over ${pages} pages that takes ${show(byDefault)} times the tokens of ${leanest}, the leanest of them; with everything shown ${show(whole)} times`,
    '(geometric means). [bench/peers.md](bench/peers.md) has the rest: times, tasks, memory.',
  ].join('\n')
  return `${table(head, rows)}\n\n${text}`
}
