/** Installs the tools, starts them, measures them, and writes the page. */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../../test/fixtures/find-chromium.mjs'
import { Stand } from '../stands/stand.ts'
import { desktopPart, withDesktop } from './desktop.ts'
import { type Measured, Measuring } from './measure.ts'
import { Own } from './own.ts'
import { figures, page, readmeWith, type Tool } from './page.ts'
import { closedBrowser, fetched, newestOf } from './place.ts'
import { kinds, Team } from './team.ts'

export interface Wanted {
  readonly pages: readonly string[] | undefined
  /** Short or long names of kinds. */
  readonly peers: readonly string[] | undefined
  readonly write: boolean
  /** After this many no further page is started. */
  readonly minutes: number
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Only the desktop's part, in the existing page. */
export async function desktop(names: readonly string[] | undefined): Promise<void> {
  const fresh = await desktopPart(names)
  if (names !== undefined) return console.log(fresh)
  const before = readFileSync(at('../peers.md'), 'utf8')
  writeFileSync(at('../peers.md'), withDesktop(before, before, fresh))
}

export async function main({ pages, peers, write, minutes }: Wanted): Promise<void> {
  const start = performance.now()
  const loadBefore = loadavg()[0] ?? Number.NaN
  const found = findChromium()
  if (found === undefined) throw new Error('needs Chromium: install it, or set IX_CHROMIUM to a browser')
  const browser = closedBrowser(found)
  // So that what is running is ended too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const missed: string[] = []
  const tools: Tool[] = []
  const stand = await Stand.open()
  const team = new Team()
  try {
    const own = randomUUID()
    await team.add(() => new Own(own), own)
    tools.push({ name: 'here', package: 'interface-explorer', version: stand.version })
    for (const [name, kind] of Object.entries(kinds)) {
      if (peers !== undefined && !peers.includes(name) && !peers.includes(kind.package)) continue
      try {
        const version = newestOf(kind.package)
        console.log(`${kind.package} ${version}`)
        const program = kind.program(fetched(kind.package, version))
        await team.add((place) => kind.make(place), randomUUID(), { program, browser })
        tools.push({ name, package: kind.package, version })
      } catch (error) {
        missed.push(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`)
        console.log(missed.at(-1))
      }
    }
    const measured: Measured = await new Measuring(stand, team.subjects).run(pages, minutes)
    measured.missed.unshift(...missed)
    const { product, version, missing } = stand
    const seconds = (performance.now() - start) / 1000
    const around = { browser: product, version, missing, loadBefore, seconds }
    const peersOf = team.subjects.map(({ peer }) => peer)
    const text = page(measured, tools, peersOf, around)
    if (!write && (pages !== undefined || peers !== undefined)) return console.log(text)
    writeFileSync(at('../peers.md'), withDesktop(text, readFileSync(at('../peers.md'), 'utf8'), await desktopPart()))
    writeFileSync(at('../peers.json'), `${JSON.stringify(figures(measured, tools), null, 2)}\n`)
    writeFileSync(at('../../README.md'), readmeWith(readFileSync(at('../../README.md'), 'utf8'), measured, tools))
  } finally {
    await team.end()
    await stand.close()
  }
}
