/** The tools, and the running ones among them. */
import { AgentBrowser } from './agent-browser.ts'
import { DevTools } from './devtools.ts'
import type { Subject } from './measure.ts'
import type { Peer } from './peer.ts'
import { nativeIn, type Place, placeOf, programIn } from './place.ts'
import { FastPlaywright, Playwright } from './playwright.ts'
import { endAll } from './processes.ts'

interface Kind {
  readonly package: string
  readonly program: (folder: string) => string
  readonly make: (place: Place) => Peer
}

export const kinds: { readonly [name: string]: Kind } = {
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

interface Programs {
  readonly program?: string
  readonly browser?: string
}

/** The running tools. Whatever happens to them, nothing of them is left at the end. */
export class Team {
  readonly subjects: Subject[] = []
  readonly #ends: (() => Promise<void>)[] = []

  async add(make: (place: Place) => Peer, mark: string, { program = '', browser = '' }: Programs = {}): Promise<void> {
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
