/** Many requests: how many per second one daemon answers, and how long they take when many agents ask. */
import { Daemon } from '../daemon.ts'
import { processorSeconds, residentOf } from '../heap.ts'
import { closedLoop, type LoadResult, openLoop, requestOf } from '../http-load.ts'
import { atLeast, atMost, type Finding, show } from '../report.ts'
import type { Stand } from '../stands/stand.ts'
import { pause, spread } from '../times.ts'

const connections = 16
const closedMs = 5000
const agents = 32
const perSecond = 500
const openMs = 10_000

export async function benchLoad(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const [page] = stand.some('adminlte-dashboard', 'swagger-shop')
  const open = await stand.open(page!)
  const tab = await daemon.tab(open)
  await daemon.settled(tab)
  const { revision } = await daemon.explore<{ revision: number }>(tab, { format: 'count' })
  const since = (freshness: string) => requestOf('explore', { scope: 'tab', tab, since: revision, freshness })
  const app = { scope: 'application', bundleId: 'calculator' }
  const recorded = await Daemon.recorded()
  const shown = await recorded.rpc.call<{ revision: number }>('explore', app)
  const kinds: [string, Buffer, Daemon][] = [
    ['explore with since, cached', since('cached'), daemon],
    ['explore with since, auto', since('auto'), daemon],
    ['explore with since, recorded application', requestOf('explore', { ...app, since: shown.revision }), recorded],
    ['explore, default, cached', requestOf('explore', { scope: 'tab', tab, freshness: 'cached' }), daemon],
    ['status', requestOf('status', {}), daemon],
  ]
  const rows: (string | number)[][] = []
  const rates = new Map<string, number>()
  let requests = 0
  for (const [, request, { socket }] of kinds) await closedLoop(socket, request, connections, 1000)
  const flatFrom = residentOf(daemon.pid).now
  for (const [name, request, { socket, pid }] of kinds) {
    const before = processorSeconds(pid)
    const result = await closedLoop(socket, request, connections, closedMs)
    const used = processorSeconds(pid) - before
    const rate = result.times.length / result.seconds
    rates.set(name, rate)
    requests += result.times.length
    const { p50, p99 } = spread(result.times)
    rows.push([name, rate, result.times.length / used, p50, p99, result.failed])
  }
  const flatTo = residentOf(daemon.pid).now
  const many = await manyAgents(daemon, tab, revision)
  await open.close()
  await recorded.stop()
  await daemon.stop()
  const since16 = rates.get('explore with since, auto')!
  return {
    title: 'Load',
    notes: [
      `Closed loop: ${connections} connections for ${closedMs / 1000} s, each sends when it has its answer; the load comes`,
      'from another process on another core, the browser shares them. "A processor second" divides by the time that the',
      `daemon itself ran. Open loop: ${agents} agents send ${perSecond} requests a second together, at their time, for`,
      `${openMs / 1000} s, in turn: with since, a search in the page, and the default view; times count from when a`,
      'request was due. All come as the owner, on connections of their own.',
    ],
    goals: [
      atLeast('explore with since, cached, closed loop', rates.get('explore with since, cached')!, 5000, '/s'),
      atLeast('explore with since, auto, closed loop', since16, 5000, '/s'),
      atMost(`${agents} agents at ${perSecond}/s with since, p99`, spread(many.since.times).p99, 25, 'ms'),
      atMost(`${agents} agents at ${perSecond}/s, mixed, p99`, spread(many.mixed.times).p99, 25, 'ms'),
      atMost('one more agent', many.perAgent, 3, 'MiB'),
      atMost(`a tab: growth over ${show(requests)} requests`, flatTo - flatFrom, 10, 'MiB'),
    ],
    tables: [
      { title: 'Closed loop', head: ['request', 'a second', 'a processor second', 'p50 ms', 'p99 ms', 'failed'], rows },
      openTable(many),
    ],
  }
}

interface Many {
  readonly since: LoadResult
  readonly mixed: LoadResult
  readonly perAgent: number
}

async function manyAgents(daemon: Daemon, tab: string, revision: number): Promise<Many> {
  const where = { scope: 'tab', tab }
  const since = requestOf('explore', { ...where, since: revision })
  const search = requestOf('explore', { ...where, filter: { anyFieldContains: 'dash' } })
  const whole = requestOf('explore', where)
  const load = { agents, perSecond, ms: openMs }
  await pause(500)
  const before = residentOf(daemon.pid).now
  const mixed = await openLoop(daemon.socket, [since, search, whole], load)
  const perAgent = (residentOf(daemon.pid).now - before) / agents
  return { since: await openLoop(daemon.socket, [since], load), mixed, perAgent: Math.max(0, perAgent) }
}

function openTable({ since, mixed }: Many) {
  const rows = [['with since', since] as const, ['mixed', mixed] as const].map(([name, { times, seconds, failed }]) => {
    const { p50, p95, p99, max } = spread(times)
    return [name, times.length / seconds, p50, p95, p99, max, failed]
  })
  return {
    title: `Open loop, ${agents} agents`,
    head: ['requests', 'a second', 'p50 ms', 'p95', 'p99', 'max', 'failed'],
    rows,
  }
}
