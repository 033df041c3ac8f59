/** Runs all benches, or the named ones, and writes the page. */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Finding, page } from './report.ts'
import { Stand } from './stands/stand.ts'
import { benchAx } from './suites/ax.ts'
import { benchChanges } from './suites/change.ts'
import { benchCold } from './suites/cold.ts'
import { benchDesktop } from './suites/desktop.ts'
import { benchExpectation } from './suites/expectation.ts'
import { benchExplore } from './suites/explore.ts'
import { benchFindAct } from './suites/find-act.ts'
import { benchLoad } from './suites/load.ts'
import { benchMemory } from './suites/memory.ts'
import { benchSearch } from './suites/search.ts'
import { benchSessions } from './suites/sessions.ts'
import { benchTokens } from './suites/tokens.ts'

type Bench = (stand: Stand) => Promise<Finding>

/** Memory first, so that what this process holds later does not count there; what the machine caches does. */
const benches: { readonly [name: string]: Bench } = {
  memory: benchMemory,
  search: benchSearch,
  explore: benchExplore,
  cold: benchCold,
  change: benchChanges,
  tokens: benchTokens,
  'find-act': benchFindAct,
  expectation: benchExpectation,
  load: benchLoad,
  sessions: benchSessions,
  desktop: benchDesktop,
  ax: benchAx,
}
const results = fileURLToPath(new URL('results.md', import.meta.url))

/** With names, runs only these and prints what it found. */
export async function main(names: readonly string[]): Promise<void> {
  const start = performance.now()
  const loadBefore = loadavg()[0] ?? Number.NaN
  const stand = await Stand.open()
  try {
    const findings: Finding[] = []
    for (const [name, bench] of Object.entries(benches)) {
      if (names.length > 0 && !names.includes(name)) continue
      const began = performance.now()
      console.log(`${name} …`)
      findings.push(await bench(stand))
      console.log(`${name.padEnd(10)} ${((performance.now() - began) / 1000).toFixed(1)} s`)
    }
    const { product: browser, version, missing } = stand
    const seconds = (performance.now() - start) / 1000
    const text = page(findings, { browser, version, missing, loadBefore, seconds })
    if (names.length > 0) console.log(text)
    else writeFileSync(results, text)
  } finally {
    await stand.close()
  }
}
