/** What an explore, a search, a change and an act cost as pages grow, and as more sessions ask at once. */
import { Daemon } from '../daemon.ts'
import { processorSeconds, residentOf } from '../heap.ts'
import { requestOf } from '../http-load.ts'
import { show } from '../report.ts'
import { RpcError } from '../rpc-client.ts'
import type { OpenPage, Stand } from '../stands/stand.ts'
import { median, pause, timedAsync } from '../times.ts'
import { Caller } from './caller.ts'

const sizes = [1_000, 10_000, 100_000] as const
const counts = [1, 8, 32, 128] as const
/** Elements of the page that many sessions ask about. */
const shared = 10_000
const rounds = 20
/** Tries for the first look at a page that is not read in one go. */
const mostTries = 8
/** Elements per row: the row itself, a button, a link and a text. */
const perRow = 6

export interface Cost {
  /** Number of elements, or of sessions. */
  readonly at: number
  readonly work: string
  /** p50 per call, until the right answer is there. */
  readonly ms: number
  /** The daemon's processor time per call. */
  readonly cpu: number
}

export interface Growth {
  /** What could not be measured, and why. */
  readonly missed: string[]
  readonly byElements: Cost[]
  readonly bySessions: Cost[]
  /** The daemon's memory in MiB, by elements and by sessions. */
  readonly memory: { readonly elements: [number, number][]; readonly sessions: [number, number][] }
}

export async function measure(stand: Stand): Promise<Growth> {
  const growth: Growth = { missed: [], byElements: [], bySessions: [], memory: { elements: [], sessions: [] } }
  for (const size of sizes) {
    await attempt(`${show(size)} elements`, growth, (daemon) => ofSize(stand, daemon, size, growth), stand)
  }
  for (const count of counts) {
    await attempt(`${count} sessions`, growth, (daemon) => ofSessions(stand, daemon, count, growth), stand)
  }
  return growth
}

/** Each with a daemon of its own; a failure is noted, and the rest goes on. */
async function attempt(
  what: string,
  growth: Growth,
  work: (daemon: Daemon) => Promise<void>,
  stand: Stand,
): Promise<void> {
  console.log(`${what} …`)
  const daemon = await Daemon.start(stand)
  try {
    await work(daemon)
  } catch (error) {
    growth.missed.push(`${what}: ${error instanceof Error ? error.message : error}`)
    console.log(growth.missed.at(-1))
  } finally {
    await daemon.stop()
  }
}

async function ofSize(stand: Stand, daemon: Daemon, size: number, growth: Growth): Promise<void> {
  const { open, tab } = await built(stand, daemon, size)
  const cost = async (work: string, times: number, one: (round: number) => Promise<number>) => {
    const before = processorSeconds(daemon.pid)
    const ms: number[] = []
    for (let round = 0; round < times; round++) ms.push(await one(round))
    const cpu = (1000 * (processorSeconds(daemon.pid) - before)) / times
    growth.byElements.push({ at: size, work, ms: median(ms), cpu })
    console.log(`  ${work}: ${median(ms).toFixed(1)} ms, ${cpu.toFixed(1)} ms of the daemon's processor`)
  }
  const explore = (params = {}) =>
    daemon.explore<{ outline: string }>(tab, { format: 'outline', timeoutMs: 120_000, ...params })
  await cost('first look', 1, () => timedAsync(() => read(explore)))
  await daemon.settled(tab)
  for (let round = 0; round < 5; round++) await explore({ filter: { anyFieldContains: `number ${round}` } })
  await cost('explore', rounds, () => timedAsync(() => explore()))
  await cost('search', rounds, (round) =>
    timedAsync(() => explore({ filter: { anyFieldContains: `number ${round + 10} ` } })),
  )
  await cost('change', rounds, async (round) => {
    const words = `changed ${round} times`
    await open.run(`document.querySelector('h1').textContent = ${JSON.stringify(words)}`)
    return timedAsync(async () => {
      while (
        !(await explore({ filter: { titleContains: words }, includeNonInteractable: true })).outline.includes(words)
      );
    })
  })
  await cost('act', rounds, (round) =>
    timedAsync(() =>
      daemon.rpc.call('interact', {
        find: { scope: 'tab', tab, filter: { titleContains: `Open ${round + 100}.` } },
        action: 'click',
        format: 'outline',
      }),
    ),
  )
  growth.memory.elements.push([size, residentOf(daemon.pid).now])
  await open.close()
}

async function ofSessions(stand: Stand, daemon: Daemon, count: number, growth: Growth): Promise<void> {
  const { open, tab } = await built(stand, daemon, shared)
  await daemon.settled(tab)
  const where = { scope: 'tab', tab, format: 'outline' }
  const callers = await Promise.all(Array.from({ length: count }, () => Caller.open(daemon.socket)))
  /** All sessions ask at once; all times of each round count. */
  const cost = async (
    work: string,
    times: number,
    one: (caller: Caller, session: number, round: number) => Promise<unknown>,
    before?: (round: number) => Promise<unknown>,
  ) => {
    const ms: number[] = []
    let cpu = 0
    for (let round = 0; round < times; round++) {
      await before?.(round)
      const used = processorSeconds(daemon.pid)
      ms.push(...(await Promise.all(callers.map((caller, session) => timedAsync(() => one(caller, session, round))))))
      cpu += processorSeconds(daemon.pid) - used
    }
    growth.bySessions.push({ at: count, work, ms: median(ms), cpu: (1000 * cpu) / (times * count) })
    console.log(
      `  ${work}: ${median(ms).toFixed(1)} ms, ${((1000 * cpu) / (times * count)).toFixed(2)} ms of the daemon's processor`,
    )
  }
  const request = (method: string, params: object, session: number) => requestOf(method, params, `growth-${session}`)
  const search = (session: number, text: string) =>
    request('explore', { ...where, filter: { anyFieldContains: text } }, session)
  const times = Math.max(3, Math.ceil((4 * rounds) / count))
  await Promise.all(callers.map((caller, session) => caller.ask(request('explore', where, session))))
  await cost('explore', times, (caller, session) => caller.ask(request('explore', where, session)))
  await cost('search', times, (caller, session, round) =>
    caller.ask(search(session, `number ${100 * round + session} `)),
  )
  await cost(
    'change',
    times,
    async (caller, session, round) => {
      const words = `changed ${round} times`
      const params = { ...where, filter: { titleContains: words }, includeNonInteractable: true }
      while (!(await caller.ask(request('explore', params, session))).includes('heading'));
    },
    (round) => open.run(`document.querySelector('h1').textContent = 'changed ${round} times'`),
  )
  await cost('act', count > 8 ? 1 : 3, (caller, session, round) => {
    const find = { scope: 'tab', tab, filter: { titleContains: `Open ${200 + 150 * round + session}.` } }
    return caller.ask(request('interact', { find, action: 'click', format: 'outline', timeoutMs: 60_000 }, session))
  })
  growth.memory.sessions.push([count, residentOf(daemon.pid).now])
  for (const caller of callers) caller.close()
  await open.close()
}

/** A reading that takes too long continues at the next call. */
async function read(explore: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await explore()
      return
    } catch (error) {
      if (tries === mostTries || !(error instanceof RpcError)) throw error
    }
  }
}

/** A page of rows with a button, a link and a text each; a press of a button is shown in a line of its own. */
async function built(
  stand: Stand,
  daemon: Daemon,
  elements: number,
): Promise<{ readonly open: OpenPage; readonly tab: string }> {
  const open = await stand.openEmpty()
  const tab = await daemon.tab(open)
  await open.run(`(() => {
    const rows = Array.from({ length: ${Math.round(elements / perRow)} }, (_, row) => '<li><button>Open ' + row + '.</button> <a href="#' + row +
      '">Article number ' + row + ' of the shop</a> <span>Price ' + row * 3 + '</span></li>')
    document.body.innerHTML = '<h1>Rows</h1><p role="status">Nothing yet</p><ul>' + rows.join('') + '</ul>'
    document.querySelector('ul').onclick = ({ target }) => {
      if (target.matches('button')) document.querySelector('[role=status]').textContent = target.textContent + ' was pressed'
    }
    return document.body.offsetHeight
  })()`)
  await pause(500)
  return { open, tab }
}
