/** Search over all text fields: the field index by itself, and whole warm calls inside the daemon on real pages. */
import { textsOf } from '../../daemon/tree/index/field-index.ts'
import { fold } from '../../daemon/tree/index/fold.ts'
import type { WarmTree } from '../../daemon/tree/warm/warm-tree.ts'
import { atMost, type Finding, type Goal } from '../report.ts'
import type { OpenPage, Stand } from '../stands/stand.ts'
import { median, pause, seeded, timed, timedAsync } from '../times.ts'
import { commandsOf, Inside } from '../world.ts'
import { benchFieldIndex, type FieldIndexFigure } from './field-index.ts'

const names = ['adminlte-dashboard', 'git-log', 'git-config', 'py-contents']
const searches = 200

export async function benchSearch(stand: Stand): Promise<Finding> {
  const index = benchFieldIndex()
  const rows: (string | number)[][] = []
  const goals: Goal[] = indexGoals(index)
  const inside = new Inside(stand)
  for (const page of stand.some(...names)) {
    const open = await stand.open(page)
    const found = await benchPage(inside, open)
    await open.close()
    rows.push([
      page.name,
      found.elements,
      found.find,
      found.cached,
      found.auto,
      found.short,
      found.miss,
      found.cachedSent,
      found.autoSent,
    ])
    goals.push(
      atMost(
        `${page.name}: whole call inside the daemon, cached, p50`,
        found.cached,
        found.elements > 20_000 ? 2 : 1,
        'ms',
      ),
      atMost(`${page.name}: commands to the browser a search, cached`, found.cachedSent, 0, ''),
      atMost(`${page.name}: commands to the browser a search, auto`, found.autoSent, 1, ''),
    )
  }
  await inside.close()
  const head = [
    'page',
    'elements',
    'index p50',
    'call, cached p50',
    'call, auto p50',
    'call, 1-2 letters p50',
    'call, no such text p50',
  ]
  return {
    title: 'Search',
    notes: [
      'The index alone is measured on generated rows, beside a walk over the same texts, folded beforehand.',
      `On real pages: ${searches} texts of 4 letters out of the page itself, each an \`explore\` with \`anyFieldContains\``,
      'inside the daemon, rendered, without HTTP. Times in ms; commands are what went to the browser, a search.',
    ],
    goals,
    tables: [
      { title: 'Real pages', head: [...head, 'commands, cached', 'commands, auto'], rows },
      { title: 'The index alone, ms', ...indexTable(index) },
    ],
  }
}

async function benchPage(inside: Inside, open: OpenPage) {
  const target = await inside.target(open)
  const explore = (text: string, freshness: string) =>
    inside.call('explore', {
      scope: 'tab',
      tab: target.id,
      filter: { anyFieldContains: text },
      freshness,
      timeoutMs: 60_000,
    })
  for (let calm = 0; calm < 3; ) {
    let isSettled = false
    const sent = await commandsOf(async () => {
      isSettled = (await explore('settled', 'auto')).settled === true
    })
    // Until all of a large page is watched, each answer has some more of it watched.
    calm = isSettled && sent <= 1 ? calm + 1 : 0
    await pause(150)
  }
  const { tree } = await inside.trees.warm(target, new AbortController().signal)
  const texts = piecesOf(tree, 4)
  const times: { [freshness: string]: number[] } = { cached: [], auto: [] }
  const sent: { [freshness: string]: number } = {}
  for (const freshness of ['cached', 'auto']) {
    for (const text of texts.slice(0, 20)) await explore(text, freshness)
    sent[freshness] = await commandsOf(async () => {
      for (const text of texts) times[freshness]!.push(await timedAsync(() => explore(text, freshness)))
    })
  }
  const short: number[] = []
  for (const text of [...piecesOf(tree, 1), ...piecesOf(tree, 2)].slice(-searches))
    short.push(await timedAsync(() => explore(text, 'cached')))
  const misses: number[] = []
  for (const text of texts) misses.push(await timedAsync(() => explore(`${text.slice(0, 3)}qxz`, 'cached')))
  return {
    elements: tree.size,
    find: median(texts.map((text) => timed(() => tree.candidates(fold(text))))),
    cached: median(times.cached!),
    auto: median(times.auto!),
    short: median(short),
    miss: median(misses),
    cachedSent: sent.cached! / texts.length,
    autoSent: sent.auto! / texts.length,
  }
}

/** Parts of the page's texts; not of its roles, which half of all nodes share. */
function piecesOf(tree: WarmTree, length: number): string[] {
  const texts = [...tree.walk()].flatMap((node) => textsOf(node).slice(1)).filter((text) => text.length >= length)
  const random = seeded(length)
  return Array.from({ length: searches }, () => {
    const text = texts[Math.floor(random() * texts.length)]!
    const start = Math.floor(random() * (text.length - length + 1))
    return text.slice(start, start + length)
  }).filter((text) => text.trim().length === length)
}

function indexGoals(figures: readonly FieldIndexFigure[]): Goal[] {
  return figures.flatMap(({ name, elements, p50 }) => {
    const length = Number(/^find, (\d+) letters?$/.exec(name)?.[1])
    if (p50 === undefined || Number.isNaN(length)) return []
    const most = length < 3 ? 10 : elements > 20_000 ? 2 : 1
    return [atMost(`index, ${name} of ${elements.toLocaleString('en-US')} elements, p50`, p50, most, 'ms')]
  })
}

function indexTable(figures: readonly FieldIndexFigure[]) {
  return {
    head: ['what', 'elements', 'p50', 'p95', 'walk p50', 'matches', 'whole, ms', 'bytes an element'],
    rows: figures.map(({ name, elements, p50, p95, walkP50, matches, ms, bytes }) =>
      [name, elements, p50, p95, walkP50, matches, ms, bytes].map((value) => value ?? ''),
    ),
  }
}
