/** Measures, and writes the page and its picture. */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Stand } from '../stands/stand.ts'
import { measure } from './measure.ts'
import { page, panels } from './page.ts'
import { plot } from './plot.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function main(): Promise<void> {
  const start = performance.now()
  const loadBefore = loadavg()[0] ?? Number.NaN
  const stand = await Stand.open()
  try {
    const growth = await measure(stand)
    const { product: browser, version } = stand
    const seconds = (performance.now() - start) / 1000
    writeFileSync(at('../growth.md'), page(growth, { browser, version, missing: [], loadBefore, seconds }))
    writeFileSync(at('../growth.svg'), plot(panels(growth)))
  } finally {
    await stand.close()
  }
}
