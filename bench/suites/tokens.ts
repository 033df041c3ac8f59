/**
 * What answers cost in tokens: default outlines compared with other tools', nothing changed, `expand`, the MCP tool
 * list.
 */
import { readFileSync } from 'node:fs'
import { toolGroups, tools } from '../../api-schema/mcp-tools.ts'
import { answerText } from '../../api-schema/text/answer.ts'
import { Daemon } from '../daemon.ts'
import { tokensOf } from '../encoding.ts'
import type { Figures } from '../peers/page.ts'
import { atLeast, atMost, type Finding, type Goal } from '../report.ts'
import type { Fields } from '../rpc-client.ts'
import type { OpenPage, Stand } from '../stands/stand.ts'
import { median, spread, timedAsync } from '../times.ts'

/** What `npm run bench:peers` measured last. */
const { tokens: peerTokens }: Figures = JSON.parse(readFileSync(new URL('../peers.json', import.meta.url), 'utf8'))
const others = ['agent-browser', 'Playwright MCP', 'chrome-devtools-mcp'] as const
/** How many elements of each page are expanded. */
const expanded = 20
/** What one answer may contain by default, and without a limit. */
const budget = 2000
const unbounded = { limit: 10_000, maxTokens: 100_000 }

interface Expanded {
  readonly times: number[]
  readonly tokens: number[]
  selectors: number
  wrong: number
}

export async function benchTokens(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const rows: (string | number)[][] = []
  const unchanged: number[] = []
  const answers: number[] = []
  const ratios: number[] = []
  const used: number[] = []
  const all: Expanded = { times: [], tokens: [], selectors: 0, wrong: 0 }
  for (const page of stand.pages) {
    const open = await stand.open(page)
    const tab = await daemon.tab(open)
    await daemon.settled(tab)
    const view = await daemon.explore<{ outline: string; matched: number; shown: number; revision: number }>(tab, {
      format: 'outline',
    })
    const own = tokensOf(view.outline)
    const whole = tokensOf(
      (await daemon.explore<{ outline: string }>(tab, { format: 'outline', ...unbounded })).outline,
    )
    const [agentBrowser = Number.NaN, playwright = Number.NaN, devtools = Number.NaN] = others.map(
      (name) => peerTokens[page.name]?.[name] ?? Number.NaN,
    )
    const answer = tokensOf(answerText('explore', view))
    rows.push([
      ...[page.name, view.matched, view.shown, own, answer],
      ...[whole, agentBrowser, playwright, devtools, whole / agentBrowser],
    ])
    answers.push(answer)
    if (!Number.isNaN(agentBrowser)) ratios.push(whole / agentBrowser)
    if (view.shown < view.matched) used.push((100 * answer) / budget)
    const later = await daemon.explore(tab, { format: 'outline', since: view.revision })
    // Some pages move by themselves.
    if (later.unchanged === true) unchanged.push(tokensOf(answerText('explore', later)))
    await expandSome(daemon, tab, open, all)
    await open.close()
  }
  await daemon.stop()
  const lists = toolLists()
  const head = [
    ...['page', 'matched', 'shown', 'outline', 'whole text', 'everything shown'],
    ...['agent-browser', 'Playwright MCP', 'chrome-devtools-mcp', 'ratio'],
  ]
  return {
    title: 'Tokens',
    notes: [
      'Tokens by o200k. The whole text is what an agent gets over MCP, with the line on revision, cursor and what was cut.',
      'Where fewer are shown than matched, the rest is counted, named by container and reached by the cursor.',
      'Ratio: the outline with everything shown beside agent-browser, the leanest. Figures of the other tools are of their',
      'standard view of the same pages, as `npm run bench:peers` measured them last; pages that it left out have none.',
    ],
    goals: [
      atMost('default answer, largest', Math.max(...answers), budget, 'tokens'),
      atLeast(`default answer, cut on ${used.length} pages: the budget used, least`, Math.min(...used), 90, '%'),
      atMost(`everything shown beside the leanest other tool, median of ${ratios.length}`, median(ratios), 0.5, '×'),
      atMost(
        `everything shown beside the leanest other tool, worst of ${ratios.length}`,
        Math.max(...ratios),
        0.9,
        '×',
      ),
      atMost(`nothing changed, largest of ${unchanged.length}`, Math.max(...unchanged), 15, 'tokens'),
      atMost('expand, p50', median(all.times), 5, 'ms'),
      atMost('expand, p50', median(all.tokens), 150, 'tokens'),
      atMost('selectors that do not select exactly one element', all.wrong, 0, `of ${all.selectors}`),
      ...lists.goals,
    ],
    tables: [
      { title: 'Default outlines', head, rows },
      expandTable(all),
      { title: 'MCP tool list', head: ['list', 'tools', 'tokens'], rows: lists.rows },
    ],
  }
}

async function expandSome(daemon: Daemon, tab: string, open: OpenPage, all: Expanded): Promise<void> {
  const { elements } = await daemon.explore<{ elements: Fields[] }>(tab)
  const ids = idsOf(elements)
  const step = Math.max(1, Math.floor(ids.length / expanded))
  for (let at = 0; at < ids.length && at / step < expanded; at += step) {
    const elementId = ids[at]!
    all.times.push(await timedAsync(() => daemon.rpc.call('expand', { elementId })))
    const outline = await daemon.rpc.call('expand', { elementId, format: 'outline' })
    all.tokens.push(tokensOf(answerText('expand', outline)))
    const { dom } = await daemon.rpc.call<{ dom?: Dom }>('expand', { elementId })
    if (dom === undefined || dom.frame !== undefined || dom.shadow !== undefined) continue
    const counts = await open.run<number[]>(
      `${JSON.stringify(dom.selectors)}.map((one) => document.querySelectorAll(one).length)`,
    )
    all.selectors += counts.length
    all.wrong += counts.filter((count) => count !== 1).length
  }
}

interface Dom extends Fields {
  readonly selectors: readonly string[]
  readonly frame?: string
  readonly shadow?: string
}

function idsOf(elements: readonly Fields[]): string[] {
  return elements.flatMap((one) => [String(one.id), ...idsOf((one.children as Fields[] | undefined) ?? [])])
}

function expandTable({ times, tokens }: Expanded) {
  const [ms, size] = [spread(times), spread(tokens)]
  const rows = [
    ['ms', ms.p50, ms.p95, ms.max],
    ['tokens', size.p50, size.p95, size.max],
  ]
  return { title: `Expand, ${times.length} elements`, head: ['', 'p50', 'p95', 'max'], rows }
}

function toolLists(): { goals: Goal[]; rows: (string | number)[][] } {
  const lists = [
    { name: 'core', list: tools(['core']), most: 1600 },
    { name: 'all groups', list: tools(toolGroups), most: 3220 },
    { name: 'slim', list: tools(['core'], true), most: 300 },
  ].map(({ name, list, most }) => ({ name, count: list.length, tokens: tokensOf(JSON.stringify(list)), most }))
  return {
    goals: lists.map(({ name, tokens, most }) => atMost(`MCP tool list, ${name}`, tokens, most, 'tokens')),
    rows: lists.map(({ name, count, tokens }) => [name, count, tokens]),
  }
}
