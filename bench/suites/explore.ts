/** The warm default `explore` as a client sees it: whole HTTP calls on a kept connection. */
import { Daemon } from '../daemon.ts'
import { atMost, type Finding, type Goal } from '../report.ts'
import type { Stand } from '../stand.ts'
import { spread, timedAsync } from '../times.ts'

const calls = 300
/** ms for p50, by elements. */
const goalFor = (elements: number) => (elements < 5000 ? 3 : elements < 30_000 ? 10 : 25)

export async function benchExplore(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const rows: (string | number)[][] = []
  const goals: Goal[] = []
  for (const page of stand.pages) {
    const open = await stand.open(page)
    const tab = await daemon.tab(open)
    await daemon.settled(tab)
    const { searched = 0 } = await daemon.explore<{ searched?: number }>(tab, { format: 'count' })
    const json = await timesOf(() => daemon.explore(tab))
    const outline = await timesOf(() => daemon.explore(tab, { format: 'outline' }))
    await open.close()
    rows.push([page.name, searched, json.p50, json.p95, outline.p50, outline.p95, goalFor(searched)])
    goals.push(atMost(`${page.name}: warm default explore over HTTP, p50`, json.p50, goalFor(searched), 'ms'))
  }
  await daemon.stop()
  return {
    title: 'Warm explore over HTTP',
    notes: [`${calls} calls one after the other over the unix socket, after the page is settled; ms.`],
    goals,
    tables: [{ title: '', head: ['page', 'elements', 'json p50', 'p95', 'outline p50', 'p95', 'goal'], rows }],
  }
}

async function timesOf(call: () => Promise<unknown>) {
  for (let i = 0; i < 30; i++) await call()
  const times: number[] = []
  for (let i = 0; i < calls; i++) times.push(await timedAsync(call))
  return spread(times)
}
