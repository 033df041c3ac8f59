/**
 * Applications of macOS, over the imitation of its interface: requests, times, and what one's faults cost the others.
 */

import { atLeast, atMost, type Finding, type Goal, show, type Table } from '../report.ts'
import type { Fields, RpcError } from '../rpc-client.ts'
import { axPeers, macMcpCharacters } from '../stands/ax-peers.ts'
import { AxStand, Binding, costs, middle } from '../stands/ax-stand.ts'
import { median, pause, spread, timedAsync } from '../times.ts'

const title = 'macOS, over the imitation of its interface'
const walkRounds = 8
const bareRequests = 500
const warmRounds = 200
const presses = 15
const faultRounds = 150
const storm = 50_000
const [calculator, textedit, finder, large] = [
  'com.apple.calculator',
  'com.apple.TextEdit',
  'com.apple.finder',
  'com.example.large',
]

type Row = readonly [what: string, measured: string, peer: string]
interface Notebook {
  readonly rows: Row[]
  readonly goals: Goal[]
}
type Counted = Fields & { readonly searched?: number; readonly revision: number }

export async function benchAx(): Promise<Finding> {
  const stand = await AxStand.open()
  if (stand === undefined) {
    const notes = ['Not measured: there is no C compiler (cc) here to build the imitation.']
    return { title, notes, goals: [], tables: [] }
  }
  const book: Notebook = { rows: [], goals: [] }
  try {
    const cold = await coldReads(stand, book, binding(book))
    await warm(stand, book)
    await acting(stand, book)
    await faults(stand, book)
    const table: Table = {
      title: 'Beside others',
      head: ['what', 'measured', 'others (recorded, not measured here)'],
      rows: book.rows,
    }
    return { title, notes: explained, goals: book.goals, tables: [cold, table] }
  } finally {
    await stand.close()
  }
}

const explained = [
  `The applications are simulated by a C library with the interface of macOS: a cheap request takes ${costs.cheap / 1000} ms, a slow one ${costs.slow / 1000} ms,`,
  `a row that is not yet built ${costs.row / 1000} ms, and the machine adds its own delay to each wait. No Mac was at hand. Bare: as many requests, one after the other, and nothing`,
  'made of the answers. CPU an element is of a walk in one process where requests cost nothing: JavaScript, ffi and what the imitation itself takes.',
]

/** The walk of 10,000 elements without waiting. */
function binding({ rows, goals }: Notebook): Binding {
  const native = new Binding('large')
  const walks = Array.from({ length: walkRounds }, () => native.walk())
  const perElement = walks.map(({ cpuMs, elements }) => (cpuMs * 1000) / elements)
  const { requests, elements } = walks[0]!
  // Other work on the machine can only add to it.
  const least = Math.min(...perElement)
  rows.push(['requests an element, cold walk', show(requests / elements), axPeers.requests])
  goals.push(atMost('ax: requests an element on a cold walk', requests / elements, 2, 'requests'))
  goals.push(atMost('ax: CPU an element on a bulk walk', least, 45, 'µs'))
  rows.push(['CPU an element, bulk walk: least, median', `${show(least)}, ${show(median(perElement))} µs`, ''])
  return native
}

async function coldReads(stand: AxStand, { rows, goals }: Notebook, native: Binding): Promise<Table> {
  const lines: (string | number)[][] = []
  for (const bundleId of [calculator, textedit, finder, middle.bundleId, large]) {
    const times: number[] = []
    let [requests, elements, rowReads] = [0, 0, 0]
    // Alternates with what it is compared with, since the machine's own delay varies.
    const bareMs: number[] = []
    // The first round opens and observes it too.
    for (let round = 0; round < (bundleId === large ? 3 : 5); round++) {
      bareMs.push(native.requestMs(costs.cheap, bareRequests))
      const before = await stand.control.counters()
      times.push(
        await timedAsync(async () => {
          const found = await stand.explore<Counted>(bundleId, { freshness: 'fresh', format: 'count' })
          elements = found.searched ?? 0
        }),
      )
      const after = await stand.control.counters()
      requests = after.requests - before.requests
      rowReads = after.rows - before.rows
    }
    const ms = median(times.slice(1))
    const bare = requests * median(bareMs)
    lines.push([bundleId, elements, requests, rowReads, times[0]!, ms, bare, ms / bare])
    if (bundleId === finder) {
      rows.push([
        'row reads of a list of 5,000 of which 30 are visible',
        `${rowReads}, in ${show(ms)} ms`,
        axPeers.rows,
      ])
      goals.push(atMost('ax: row reads of a list of 5,000', rowReads, 150, 'rows'))
    }
    if (bundleId === large)
      goals.push(atMost('ax: cold read of 10,000 elements beside its bare requests', ms / bare, 1.3, '×'))
  }
  const head = ['application', 'elements', 'requests', 'row reads', 'first, ms', 'whole, ms', 'bare', 'whole / bare']
  return { title: 'Everything read for one question', head, rows: lines }
}

async function warm(stand: AxStand, { rows, goals }: Notebook): Promise<void> {
  const asked = [
    {
      what: `warm explore of ${show(middle.elements)} elements over HTTP`,
      bundleId: middle.bundleId,
      most: 10,
      peer: axPeers.warm,
      more: {},
    },
    {
      what: 'search over all fields of 10,000 elements over HTTP',
      bundleId: large,
      most: 5,
      peer: axPeers.search,
      more: { filter: { anyFieldContains: 'Text 311.' }, includeNonInteractable: true },
    },
  ]
  for (const { what, bundleId, most, peer, more } of asked) {
    const explore = () => stand.explore(bundleId, { format: 'outline', ...more })
    await stand.explore(bundleId, { freshness: 'fresh', format: 'count' })
    const times: number[] = []
    const requests = await stand.requestsOf(async () => {
      for (let round = 0; round < warmRounds; round++) times.push(await timedAsync(explore))
    })
    const { p50, p99 } = spread(times)
    rows.push([what, `p50 ${show(p50)} ms, p99 ${show(p99)}, ${requests} requests`, peer])
    goals.push(atMost(`ax: ${what}, p50`, p50, most, 'ms'))
    goals.push(atMost(`ax: ${what}, requests to the application`, requests, 0, 'requests'))
  }
  const idsOf = async () => {
    const { outline } = await stand.explore<{ outline: string }>(textedit, {
      ...{ freshness: 'fresh', format: 'outline', limit: 500, maxTokens: 20_000 },
      ...{ includeNonInteractable: true, includeDisabled: true, includeHidden: true },
    })
    return outline
  }
  const [first, again] = [(await idsOf()).split('\n'), new Set((await idsOf()).split('\n'))]
  const kept = first.filter((line) => again.has(line)).length
  rows.push(['ids kept over a new reading', `${kept} of ${first.length}`, axPeers.ids])
  goals.push(atLeast('ax: ids kept over a new reading', (100 * kept) / first.length, 100, '%'))
  const { outline, searched = 0 } = await stand.explore<{ outline: string; searched?: number }>(calculator, {
    format: 'outline',
  })
  const { searched: all = searched } = await stand.explore<Counted>(calculator, { format: 'count' })
  const part = (100 * outline.length) / (all * macMcpCharacters)
  rows.push(['characters of the default outline of Calculator', `${outline.length} for ${all} elements`, axPeers.size])
  goals.push(atMost('ax: characters beside macMCP, by its recorded mean', part, 40, '%'))
}

async function acting(stand: AxStand, { rows, goals }: Notebook): Promise<void> {
  const find = (bundleId: string, text: string) => ({
    scope: 'application',
    bundleId,
    filter: { anyFieldContains: text },
  })
  const times: number[] = []
  let seen = 0
  for (let round = 0; round < presses; round++) {
    let answer: Fields = {}
    const params = { find: { ...find(calculator, '7'), elementTypes: ['button'] }, action: 'click' }
    times.push(
      await timedAsync(async () => {
        answer = await stand.rpc.call('interact', params)
      }),
    )
    if (answer.effect === 'confirmed' && JSON.stringify(answer.changed ?? '').includes('7')) seen++
  }
  rows.push(['find, press and see in Calculator', `${show(median(times))} ms, seen ${seen} of ${presses}`, axPeers.act])
  goals.push(atLeast('ax: presses whose effect is in the answer', seen, presses, 'presses'))
  const { matched = 0 } = await stand.explore<Fields & { matched?: number }>(large, {
    format: 'count',
    freshness: 'cached',
  })
  const whole = await stand.requestsOf(() => stand.explore(large, { freshness: 'fresh', format: 'count' }))
  const one = await stand.requestsOf(() =>
    stand.rpc.call('interact', { find: find(large, 'Check 311.3'), action: 'click' }),
  )
  rows.push(['requests of find, toggle and see among 10,000 elements', `${one}; a whole walk: ${whole}`, axPeers.act])
  goals.push(atMost('ax: requests of an action beside a whole walk', (100 * one) / whole, 10, '%'))
  if (matched === 0) throw new Error('nothing was found')
  const delays: number[] = []
  for (let round = 0; round < presses; round++) {
    await stand.control.run(`set middle-text AXValue "now ${round}"`)
    const text = { filter: { valueContains: `now ${round}` }, includeNonInteractable: true, format: 'count' }
    const began = performance.now()
    while ((await stand.explore<Fields & { matched: number }>(middle.bundleId, text)).matched === 0)
      if (performance.now() - began > 20_000) break
    delays.push(performance.now() - began)
  }
  rows.push([
    'a change told by an event, until it is in an answer',
    `p50 ${show(spread(delays).p50)} ms, most ${show(spread(delays).max)}`,
    axPeers.events,
  ])
  goals.push(atMost('ax: a change told by an event, until it is in an answer, p50', spread(delays).p50, 300, 'ms'))
}

/** What one application does, and how long another's answers take meanwhile. */
async function faults(stand: AxStand, { rows, goals }: Notebook): Promise<void> {
  const other = async (rounds: number) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      times.push(await timedAsync(() => stand.explore(calculator, { format: 'outline' })))
      await pause(5)
    }
    return spread(times)
  }
  const calm = await other(faultRounds)
  const hanging = stand.control.run('hang 102 1')
  await hanging
  let problem = ''
  const asked = timedAsync(async () => {
    await stand.explore(textedit, { freshness: 'fresh' }).catch((error: RpcError) => {
      problem = String((error.fields.data as Fields | undefined)?.name)
    })
  })
  const meanwhile = await other(faultRounds)
  const answered = await asked
  rows.push(['one hangs: its own caller', `${problem} after ${show(answered)} ms`, axPeers.hang])
  goals.push(atMost('ax: one hangs, its caller has an answer', answered, 1200, 'ms'))
  compare('one hangs', calm.p95, meanwhile.p95)
  await stand.control.run('hang 102 0')
  await stand.control.run(`storm text AXValueChanged ${storm} 20`)
  compare(`one sends ${show(storm)} events a second`, calm.p95, (await other(faultRounds)).p95)
  await stand.control.run('crash').catch(() => {})
  const back = await timedAsync(async () => {
    for (;;) {
      const answer = await stand.explore(calculator, { format: 'count' }).catch(() => undefined)
      if (answer?.searched !== undefined) return
      await pause(10)
    }
  })
  rows.push(['the host crashes: until there are answers again', `${show(back)} ms`, axPeers.crash])

  function compare(what: string, before: number, during: number): void {
    rows.push([
      `${what}: answers about another application, p95`,
      `${show(during)} ms; before: ${show(before)} ms`,
      axPeers.hang,
    ])
    // A warm answer takes a fraction of a millisecond, which any other work on the machine can double.
    goals.push(
      atMost(
        `ax: ${what}, answers about another application, p95: twice of before, or 10`,
        during,
        Math.max(2 * before, 10),
        'ms',
      ),
    )
  }
}
