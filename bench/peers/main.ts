/** Installs the tools, starts them, measures them, and writes the page. */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../../test/fixtures/find-chromium.mjs'
import { Stand } from '../stand.ts'
import { AgentBrowser } from './agent-browser.ts'
import { DevTools } from './devtools.ts'
import { type Measured, Measuring, type Subject } from './measure.ts'
import { Own } from './own.ts'
import { figures, page, readmeWith, type Tool } from './page.ts'
import type { Peer } from './peer.ts'
import { fetched, nativeIn, newestOf, type Place, placeOf, programIn } from './place.ts'
import { FastPlaywright, Playwright } from './playwright.ts'
import { endAll } from './processes.ts'

interface Kind {
  readonly package: string
  readonly program: (folder: string) => string
  readonly make: (place: Place) => Peer
}

const kinds: { readonly [name: string]: Kind } = {
  'agent-browser': { package: 'agent-browser', program: nativeIn, make: (place) => new AgentBrowser(place) },
  'chrome-devtools-mcp': { package: 'chrome-devtools-mcp', program: programIn, make: (place) => new DevTools(place) },
  'Playwright MCP': { package: '@playwright/mcp', program: programIn, make: (place) => new Playwright(place) },
  'fast-playwright-mcp': {
    package: '@tontoko/fast-playwright-mcp',
    program: programIn,
    make: (place) => new FastPlaywright(place),
  },
  'mcp-web-inspector': {
    package: 'mcp-web-inspector',
    program: programIn,
    make: () => {
      throw new Error('no driver for it here yet')
    },
  },
}

export interface Wanted {
  readonly pages: readonly string[] | undefined
  /** Short or long names of kinds. */
  readonly peers: readonly string[] | undefined
  readonly write: boolean
  /** After so many no further page is begun. */
  readonly minutes: number
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function main({ pages, peers, write, minutes }: Wanted): Promise<void> {
  const start = performance.now()
  const loadBefore = loadavg()[0] ?? Number.NaN
  const browser = findChromium()
  if (browser === undefined) throw new Error('needs Chromium: install it, or set IX_CHROMIUM to a browser')
  // So that what runs is ended, too.
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
    writeFileSync(at('../peers.md'), text)
    writeFileSync(at('../peers.json'), `${JSON.stringify(figures(measured, tools), null, 2)}\n`)
    writeFileSync(at('../../README.md'), readmeWith(readFileSync(at('../../README.md'), 'utf8'), measured, tools))
  } finally {
    await team.end()
    await stand.close()
  }
}

/** Those that run. Whatever happens to them, nothing of them is left in the end. */
class Team {
  readonly subjects: Subject[] = []
  readonly #ends: (() => Promise<void>)[] = []

  async add(make: (place: Place) => Peer, mark: string, { program = '', browser = '' } = {}): Promise<void> {
    const place = placeOf(program, browser, mark)
    const peer = make(place)
    const end = async () => {
      await peer.close().catch(() => {})
      endAll(mark)
    }
    const atExit = () => endAll(mark)
    process.once('exit', atExit)
    this.#ends.push(async () => {
      await end()
      place.remove()
      process.off('exit', atExit)
    })
    await peer.start()
    const restart = async () => {
      await end()
      await peer.start()
    }
    this.subjects.push({ peer, mark, restart })
  }

  async end(): Promise<void> {
    for (const end of this.#ends) await end()
  }
}
