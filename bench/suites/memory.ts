/**
 * The daemon's memory: after the start, with large pages, at its peak, after the tabs are closed; and that of a copy
 * alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { Daemon } from '../daemon.ts'
import { forgetPeak, residentOf, settledHeap } from '../heap.ts'
import { atMost, type Finding, type Goal, show } from '../report.ts'
import type { Stand } from '../stands/stand.ts'
import { pause } from '../times.ts'
import { Inside } from '../world.ts'

const requests = 1000
/** V8 gives back what a large read took some 15 s after the last work. */
const restMs = 20_000
const never = new AbortController().signal

export async function benchMemory(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const { pid } = daemon
  const rows: (string | number)[][] = []
  const note = (name: string, elements: number | string = '') => {
    const { now, peak } = residentOf(pid)
    rows.push([name, elements, now, peak])
    forgetPeak(pid)
    return { now, peak }
  }
  await pause(1000)
  const start = note('after start')
  const shim = await daemon.shim()
  const ofShim = () => residentOf(shim.pid).now
  rows.push(['`ix mcp` beside it, its tools listed', '', ofShim(), residentOf(shim.pid).peak])
  const shimAtStart = ofShim()
  rows.push(['a Node process that does nothing', '', ...(await ofNothing())])
  const growth = await growthOf(rows)
  let peak = 0
  for (const page of stand.pages) {
    const open = await stand.open(page)
    const tab = await daemon.tab(open)
    await daemon.settled(tab)
    const { searched } = await daemon.explore<{ searched: number }>(tab, { format: 'count' })
    await daemon.explore(tab, { filter: { anyFieldContains: 'the' } })
    if (searched > 15_000) await pause(restMs)
    peak = Math.max(peak, note(`${page.name} settled and searched, one tab open`, searched).peak)
    await open.close()
    if (searched > 15_000) await pause(restMs)
  }
  const both = Number(rows.at(-1)![2]) + ofShim()
  await pause(restMs)
  const closed = note('all tabs closed')
  await shim.stop()
  await daemon.stop()
  const copies = await copiesOf(stand)
  return {
    title: 'Memory',
    notes: [
      'MiB that the system counts for the process of the daemon (RSS), and at most since the row before. One tab after',
      `the other, each read whole, watched and indexed; large pages are given ${restMs / 1000} s of rest.`,
      'Bytes an element are the reachable heap of a process that reads the page, before and after, with everything that',
      'the daemon keeps of it: tree, index, and the mirrors of the DOM and of the accessibility nodes.',
    ],
    goals: [
      atMost('the daemon after start', start.now, 80, 'MiB'),
      atMost('`ix mcp` after start', shimAtStart, 30, 'MiB'),
      atMost('daemon and `ix mcp` after the whole page set', both, 200, 'MiB'),
      ...goalsOf(growth, rows, peak, closed.now),
      ...copies.goals,
    ],
    tables: [{ title: '', head: ['when', 'elements', 'MiB', 'at most'], rows }, copies.table],
  }
}

/** MiB now and at the peak of what no program can do without. */
async function ofNothing(): Promise<[number, number]> {
  const program = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  await once(program, 'spawn')
  await pause(1000)
  const { now, peak } = residentOf(program.pid!)
  program.kill()
  await once(program, 'exit')
  return [now, peak]
}

/** MiB, for a daemon of its own. */
async function growthOf(rows: (string | number)[][]): Promise<number> {
  const daemon = await Daemon.recorded()
  await pause(1000)
  const start = residentOf(daemon.pid)
  for (let i = 0; i < requests; i++) await daemon.rpc.call('explore', { scope: 'application', bundleId: 'calculator' })
  const served = residentOf(daemon.pid)
  rows.push(['a recorded application, after start', '', start.now, start.peak])
  rows.push([`after ${requests.toLocaleString('en-US')} explores of it`, '', served.now, served.peak])
  await daemon.stop()
  return served.now - start.now
}

function goalsOf(growth: number, rows: (string | number)[][], peak: number, closed: number): Goal[] {
  const settled = rows.filter(([name]) => String(name).includes('settled')).map(([, , now]) => Number(now))
  return [
    atMost(`a recorded application: growth over ${show(requests)} explores`, growth, 30, 'MiB'),
    atMost('settled, largest over the page set', Math.max(...settled), 200, 'MiB'),
    atMost('settled after the whole page set', settled.at(-1) ?? Number.NaN, 200, 'MiB'),
    atMost('peak over the page set', peak, 450, 'MiB'),
    atMost('when all tabs are closed', closed, 130, 'MiB'),
  ]
}

async function copiesOf(stand: Stand) {
  const rows: (string | number)[][] = []
  const goals: Goal[] = []
  const inside = new Inside(stand)
  for (const page of stand.some('git-config', 'py-contents')) {
    const open = await stand.open(page)
    const target = await inside.target(open)
    await pause(500)
    const empty = settledHeap()
    const warm = new Warm(await inside.platform.open(target, never))
    await warm.freshen({ freshness: 'auto', signal: never, deadline: performance.now() + 60_000 })
    await pause(1000)
    const read = settledHeap()
    await warm.tree.prepare(never)
    const indexed = settledHeap()
    const { size } = warm.tree
    rows.push([page.name, size, (read - empty) / size, (indexed - read) / size, (indexed - empty) / size])
    goals.push(atMost(`${page.name}: an element with its index`, (indexed - empty) / size, 1500, 'bytes'))
    await warm.close()
    await open.close()
  }
  await inside.close()
  const head = ['page', 'elements', 'tree and mirrors', 'index', 'together']
  return { goals, table: { title: 'Bytes an element', head, rows } }
}
