/** How long after one change in a large page an `explore` gives the right answer and calls it settled. */
import { Daemon } from '../daemon.ts'
import { atMost, type Finding, type Goal } from '../report.ts'
import type { Fields } from '../rpc-client.ts'
import type { OpenPage, Stand } from '../stands/stand.ts'
import { median, pause, spread, timedAsync } from '../times.ts'

const rounds = 12
const giveUpMs = 5000

interface Found extends Fields {
  readonly elements?: readonly Fields[]
  readonly matched: number
  readonly settled: boolean
}

/** Two states that a change alternates between: how to make each, and how an answer shows that it is there. */
interface Change {
  readonly name: string
  readonly states: readonly [string, string]
  /** What is asked for. */
  readonly ask: Fields
  /** Is it the answer to the second state? */
  readonly isSecond: (found: Found) => boolean
}

interface Measured {
  readonly times: number[]
  /** Answers that called themselves settled and were wrong. */
  wrong: number
  /** Calls until the right answer came. */
  calls: number
}

const prepared = `(() => {
  const box = document.createElement('div')
  box.innerHTML = '<input id=bench-i aria-label="bench input"><label><input id=bench-c type=checkbox>bench check</label>' +
    '<button id=bench-b>bench button</button><a id=bench-a href="#x">bench link</a><p id=bench-p></p>'
  document.body.prepend(box)
  globalThis.get = (id) => document.getElementById('bench-' + id)
  const parts = [...document.querySelectorAll('div, dl, section')].map((part) => ({ part, size: part.querySelectorAll('*').length }))
  globalThis.part = parts.filter(({ size }) => size > 500 && size < 3000).sort((a, b) => b.size - a.size)[0].part
  return globalThis.part.querySelectorAll('*').length
})()`

const bench = (role: string) => ({ filter: { anyFieldContains: 'bench', role } })

/** Does the innermost element, which is the one asked for, say so? What is around it is context. */
function has(found: Found, word: string): boolean {
  let inner = found.elements?.[0]
  for (let next = inner; next !== undefined; next = (next.children as Fields[] | undefined)?.[0]) inner = next
  return JSON.stringify(inner ?? {}).includes(word)
}

const changes: readonly Change[] = [
  {
    name: 'attribute (aria-label)',
    states: [`get('b').ariaLabel = 'bench one'`, `get('b').ariaLabel = 'bench two'`],
    ask: bench('button'),
    isSecond: (found) => has(found, 'bench two'),
  },
  {
    name: 'attribute (disabled)',
    states: [`get('b').disabled = false`, `get('b').disabled = true`],
    ask: { ...bench('button'), includeDisabled: true },
    isSecond: (found) => has(found, 'disabled'),
  },
  {
    name: 'text',
    states: [`get('a').firstChild.data = 'bench link'`, `get('a').firstChild.data = 'bench other'`],
    ask: bench('link'),
    isSecond: (found) => has(found, 'bench other'),
  },
  {
    name: 'insert, remove',
    states: [`get('p').replaceChildren()`, `get('p').innerHTML = '<textarea aria-label="bench area"></textarea>'`],
    ask: bench('textarea'),
    isSecond: (found) => found.matched === 1,
  },
  {
    name: 'value',
    states: [`get('i').value = 'bench one'`, `get('i').value = 'bench two'`],
    ask: bench('textfield'),
    isSecond: (found) => has(found, 'bench two'),
  },
  {
    name: 'checked',
    states: [`get('c').checked = false`, `get('c').checked = true`],
    ask: bench('checkbox'),
    isSecond: (found) => has(found, '"checked"'),
  },
  {
    name: 'focus',
    states: [`get('i').blur()`, `get('i').focus()`],
    ask: bench('textfield'),
    isSecond: (found) => has(found, '"focused"'),
  },
]

export async function benchChanges(stand: Stand): Promise<Finding> {
  const [page] = stand.some('git-config')
  const title = 'One change at 20,000 nodes'
  if (page === undefined) return { title, notes: ['The page git-config is not here.'], goals: [], tables: [] }
  const daemon = await Daemon.start(stand)
  const open = await stand.open(page)
  const size = await open.run<number>(prepared)
  const tab = await daemon.tab(open)
  const early = await daemon.explore<Found>(tab, { format: 'count', timeoutMs: 30_000 })
  const second = await daemon.explore<Found>(tab, { format: 'count' })
  const watchedAfter = await daemon.settled(tab)
  const measured = new Map<string, Measured>()
  for (const change of changes) measured.set(change.name, await measure(daemon, tab, open, change))
  const hide = await hideChange(daemon, tab, open)
  const hidden = await measure(daemon, tab, open, hide, 6)
  const bare = median(await bareReads(stand, open))
  await open.close()
  await daemon.stop()
  return {
    title,
    notes: [
      `git-config with a small form added, ${rounds} times each way. The clock starts when the change is sent to the page`,
      'and stops when an `explore` over HTTP has answered rightly with `settled: true`. "Wrong" counts answers that said',
      `settled and were not right. The first answer after the cold read said settled: ${early.settled}, the one after it`,
      `${second.settled}; all was watched after ${Math.round(watchedAfter)} ms.`,
    ],
    goals: goalsOf(measured, hidden, bare),
    tables: [tableOf([...measured, [`${hide.name} (${size} elements)`, hidden]], bare)],
  }
}

function goalsOf(measured: ReadonlyMap<string, Measured>, hidden: Measured, bare: number): Goal[] {
  const all = [...measured.values(), hidden]
  const wrong = all.reduce((sum, one) => sum + one.wrong, 0)
  return [
    ...[...measured].map(([name, { times }]) => atMost(`${name}, right answer, p50`, median(times), 15, 'ms')),
    atMost('hide, show a whole part, p50, beside one bare read', median(hidden.times) / bare, 1, '×'),
    atMost('answers that said settled and were wrong', wrong, 0, ''),
  ]
}

function tableOf(measured: readonly (readonly [string, Measured])[], bare: number) {
  const rows = measured.map(([name, { times, wrong, calls }]) => {
    const { p50, p95, max } = spread(times)
    return [name, p50, p95, max, calls / times.length, wrong]
  })
  return {
    title: 'ms',
    head: ['change', 'p50', 'p95', 'max', 'calls until right', 'wrong'],
    rows: [...rows, ['one bare read of the page, for comparison', bare, '', '', '', '']],
  }
}

async function measure(daemon: Daemon, tab: string, open: OpenPage, change: Change, times = rounds): Promise<Measured> {
  const measured: Measured = { times: [], wrong: 0, calls: 0 }
  await open.run(`${change.states[0]}; 0`)
  await daemon.settled(tab)
  for (let round = 0; round < times * 2; round++) {
    const isSecond = round % 2 === 0
    const start = performance.now()
    await open.run(`${change.states[isSecond ? 1 : 0]}; 0`)
    for (;;) {
      const found = await daemon.explore<Found>(tab, change.ask)
      measured.calls++
      const isRight = change.isSecond(found) === isSecond
      if (isRight && found.settled) break
      if (found.settled) measured.wrong++
      if (performance.now() - start > giveUpMs) break
    }
    measured.times.push(performance.now() - start)
    await pause(20)
  }
  return measured
}

/** A fresh read decides, once, what is right. */
async function hideChange(daemon: Daemon, tab: string, open: OpenPage): Promise<Change> {
  const states = [`part.style.display = ''`, `part.style.display = 'none'`] as const
  const ask = { elementTypes: ['link'], format: 'count' }
  await open.run(states[1])
  const hidden = await daemon.explore<Found>(tab, { ...ask, freshness: 'fresh', timeoutMs: 30_000 })
  await open.run(states[0])
  const shown = await daemon.explore<Found>(tab, { ...ask, freshness: 'fresh', timeoutMs: 30_000 })
  if (hidden.matched === shown.matched) throw new Error('the part that is hidden has no links')
  return { name: 'hide, show a part', states, ask, isSecond: (found) => found.matched === hidden.matched }
}

async function bareReads(stand: Stand, { targetId }: OpenPage): Promise<number[]> {
  const { connection } = stand
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  await Promise.all([session.send('DOM.enable', {}), session.send('Accessibility.enable')])
  const read = () =>
    Promise.all([
      session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true }),
      session.send('Accessibility.getFullAXTree', {}),
    ])
  const times: number[] = []
  for (let round = 0; round < 4; round++) times.push(await timedAsync(read))
  connection.dropSession(sessionId)
  return times.slice(1)
}
