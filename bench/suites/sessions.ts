/**
 * Many sessions on one tab at a fixed rate, compared with a server that answers the same requests without doing
 * anything.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Daemon } from '../daemon.ts'
import { processorSeconds } from '../heap.ts'
import { closedLoop, type LoadResult, openLoop, requestOf } from '../http-load.ts'
import { atMost, type Finding, show } from '../report.ts'
import type { Stand } from '../stands/stand.ts'
import { spread } from '../times.ts'

const agents = 32
const perSecond = 500
const openMs = 20_000
const closedMs = 3000
const rows = 1070
/** Out of a hundred requests of a reading session. */
const mix = { filter: 45, since: 40, expand: 15 } as const
/** Of all requests, made by one more session, which waits for its page each time. */
const actionsPerSecond = 2
/** Sessions that ask now and then, while another asks without a pause over this many connections. */
const calm = { agents: 8, perSecond: 40, ms: 10_000 } as const
const greedyConnections = 16

const build = `(() => {
  const list = document.createElement('ul')
  for (let row = 0; row < ${rows}; row++) {
    const item = document.createElement('li')
    item.innerHTML = '<button>Open ' + row + '</button> <a href="#' + row + '">Article number ' + row + ' of the shop</a> <span>Price ' + row * 3 + '</span>'
    list.append(item)
  }
  document.body.replaceChildren(list)
})()`

export async function benchSessions(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const open = await stand.open(stand.pages[0]!)
  const tab = await daemon.tab(open)
  await open.run(build)
  await daemon.settled(tab)
  const { revision, searched } = await daemon.explore<{ revision: number; searched: number }>(tab, { format: 'count' })
  const where = { scope: 'tab', tab }
  const ids = await idsOf(daemon, tab, 'Open 7')
  const [id] = ids
  const filterOf = (agent: number) => ({ ...where, filter: { anyFieldContains: `number ${70 + agent}` } })
  const kinds = (agent: number): { readonly [kind in keyof typeof mix]: Buffer } => {
    const session = `load-${agent}`
    return {
      filter: requestOf('explore', filterOf(agent), session),
      since: requestOf('explore', { ...where, since: revision }, session),
      expand: requestOf('expand', { elementId: ids[agent % ids.length]! }, session),
    }
  }
  const costs: (string | number)[][] = []
  const filters = [
    ['a filter with few matches', filterOf(0)],
    ['a filter with many matches', { ...where, filter: { anyFieldContains: 'shop' } }],
    ['a filter without a match', { ...where, filter: { titleContains: 'nothing of the kind' } }],
    ['the default view', where],
    ['with since, unchanged', { ...where, since: revision }],
  ] as const
  for (const [name, params] of filters) {
    const request = requestOf('explore', params)
    await closedLoop(daemon.socket, request, 4, 1000)
    const before = processorSeconds(daemon.pid)
    const { times } = await closedLoop(daemon.socket, request, 4, closedMs)
    costs.push([name, (1000 * (processorSeconds(daemon.pid) - before)) / times.length, spread(times).p50])
  }
  const load = { agents: agents - 1, perSecond: perSecond - actionsPerSecond, ms: openMs }
  const press = requestOf('interact', { elementId: id, action: 'click' }, 'load-presser')
  const echo = await Echo.start()
  const beside = await openLoop(echo.socket, mixed(kinds), load)
  await echo.stop()
  const [found, acted] = await Promise.all([
    openLoop(daemon.socket, mixed(kinds), load),
    openLoop(daemon.socket, [press], { agents: 1, perSecond: actionsPerSecond, ms: openMs }),
  ])
  const alone = await openLoop(daemon.socket, mixed(kinds), calm)
  const greedy = requestOf('explore', filterOf(0), 'load-greedy')
  const [together, flatOut] = await Promise.all([
    openLoop(daemon.socket, mixed(kinds), calm),
    closedLoop(daemon.socket, greedy, greedyConnections, calm.ms),
  ])
  await open.close()
  await daemon.stop()
  const ours = spread(found.times)
  const theirs = spread(beside.times)
  const rowOf = (name: string, { times, failed }: LoadResult) => {
    const { p50, p95, p99, max } = spread(times)
    return [name, p50, p95, p99, max, failed, times.length]
  }
  const filtered = Number(costs[0]![1])
  return {
    title: 'Sessions',
    notes: [
      `${agents} sessions ask ${perSecond} times a second together for ${openMs / 1000} s on one tab of ${show(searched)} elements:`,
      ...Object.entries(mix).map(([kind, share]) => `${share} of 100 ${kind},`),
      `each session with a filter of its own; one more clicks ${actionsPerSecond} times a second. The echo server is another process that answers the same requests at once,`,
      'in the same run on the same machine. Times count from when a request was due.',
      `Then ${calm.agents} sessions ask ${calm.perSecond} times a second together, alone, and beside one that asks without a pause over`,
      `${greedyConnections} connections.`,
    ],
    goals: [
      atMost('refused or failed of all calls', found.failed + acted.failed, 0, ''),
      atMost(`p99 of ${agents} sessions above an echo server's`, ours.p99 - theirs.p99, 25, 'ms'),
      atMost('calls of calm sessions that were refused beside a greedy one', together.failed, 0, ''),
      atMost('p99 of calm sessions beside a greedy one', spread(together.times).p99 / spread(alone.times).p99, 2, '×'),
      atMost('a warm explore with a filter, processor', filtered, 1, 'ms'),
    ],
    tables: [
      {
        title: `${agents} sessions, ${perSecond} requests a second`,
        head: ['server', 'p50 ms', 'p95', 'p99', 'max', 'failed', 'of'],
        rows: [
          rowOf('the daemon, readings', found),
          rowOf('the daemon, clicks', acted),
          rowOf('an echo server', beside),
        ],
      },
      {
        title: `${calm.agents} calm sessions, ${calm.perSecond} requests a second`,
        head: ['beside', 'p50 ms', 'p95', 'p99', 'max', 'failed', 'of'],
        rows: [
          rowOf('nobody', alone),
          rowOf('a session that asks without a pause', together),
          rowOf('that session', flatOut),
        ],
      },
      { title: 'One request', head: ['explore', 'processor ms', 'p50 ms of 4 connections'], rows: costs },
    ],
  }
}

/** A hundred per session, in an order that keeps the kinds apart. */
function mixed(kinds: (agent: number) => { readonly [kind in keyof typeof mix]: Buffer }) {
  return (agent: number) => {
    const own = kinds(agent)
    const all = (Object.keys(mix) as (keyof typeof mix)[]).flatMap((kind) =>
      Array.from({ length: mix[kind] }, (_, index) => ({ at: (index + 0.5) / mix[kind], request: own[kind] })),
    )
    return all.sort((a, b) => a.at - b.at).map(({ request }) => request)
  }
}

async function idsOf(daemon: Daemon, tab: string, title: string): Promise<string[]> {
  const { outline } = await daemon.explore<{ outline: string }>(tab, {
    format: 'outline',
    filter: { titleContains: title },
  })
  const ids = [...outline.matchAll(/\[(\d+)\] button/g)].map(([, id]) => id!)
  if (ids.length === 0) throw new Error(`no button in ${outline}`)
  return ids
}

class Echo {
  readonly socket: string
  readonly #folder: string
  readonly #child: ReturnType<typeof spawn>

  private constructor(folder: string, child: ReturnType<typeof spawn>) {
    this.#folder = folder
    this.socket = join(folder, 's')
    this.#child = child
  }

  static async start(): Promise<Echo> {
    const folder = mkdtempSync(join(tmpdir(), 'ix-echo-'))
    const script = `
      const answer = '{"jsonrpc":"2.0","id":1,"result":{}}'
      require('node:http').createServer((request, response) => {
        request.resume().on('end', () => response.setHeader('content-length', answer.length).end(answer))
      }).listen(process.argv[1], () => process.stdout.write('listening'))`
    const child = spawn(process.execPath, ['-e', script, join(folder, 's')], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve, reject) => child.stdout!.once('data', resolve).once('error', reject))
    return new Echo(folder, child)
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill()
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
