/** The warm default `explore`: whole HTTP calls on a kept connection, and through `ix mcp` as a host makes them. */
import { Daemon } from '../daemon.ts'
import { atMost, type Finding, type Goal } from '../report.ts'
import type { Stand } from '../stands/stand.ts'
import { spread, timedAsync } from '../times.ts'

const calls = 300
const mcpCalls = 100
/** ms for p50, by elements. */
const goalFor = (elements: number) => (elements < 5000 ? 3 : elements < 30_000 ? 10 : 25)
/** ms for p50 over MCP; other pages have the goal for their size. */
const mcpGoals: { readonly [page: string]: number } = { 'pg-json': 5, 'git-config': 8, 'py-contents': 25 }
const mcpGoalFor = (page: string, elements: number) =>
  mcpGoals[page] ?? (elements < 2500 ? 4 : elements < 5000 ? 5 : elements < 15_000 ? 8 : 25)

export async function benchExplore(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const shim = await daemon.shim()
  const rows: (string | number)[][] = []
  const goals: Goal[] = []
  for (const page of stand.pages) {
    const open = await stand.open(page)
    const tab = await daemon.tab(open)
    await daemon.settled(tab)
    const { searched = 0 } = await daemon.explore<{ searched?: number }>(tab, { format: 'count' })
    const json = await timesOf(() => daemon.explore(tab))
    const outline = await timesOf(() => daemon.explore(tab, { format: 'outline' }))
    const mcp = await timesOf(() => shim.call('explore', { tab }), mcpCalls)
    await open.close()
    const [most, mcpMost] = [goalFor(searched), mcpGoalFor(page.name, searched)]
    rows.push([page.name, searched, json.p50, json.p95, outline.p50, outline.p95, most, mcp.p50, mcp.p95, mcpMost])
    goals.push(
      atMost(`${page.name}: warm default explore over HTTP, p50`, json.p50, most, 'ms'),
      atMost(`${page.name}: the same over MCP, through \`ix mcp\`, p50`, mcp.p50, mcpMost, 'ms'),
    )
  }
  await shim.stop()
  await daemon.stop()
  const head = ['page', 'elements', 'json p50', 'p95', 'outline p50', 'p95', 'goal', 'MCP p50', 'p95', 'goal']
  return {
    title: 'Warm explore',
    notes: [
      `${calls} calls one after the other over the unix socket, after the page is settled, and ${mcpCalls} through \`ix mcp\`,`,
      'asked by the official client over stdio; ms.',
    ],
    goals,
    tables: [{ title: '', head, rows }],
  }
}

async function timesOf(call: () => Promise<unknown>, rounds = calls) {
  for (let i = 0; i < 30; i++) await call()
  const times: number[] = []
  for (let i = 0; i < rounds; i++) times.push(await timedAsync(call))
  return spread(times)
}
