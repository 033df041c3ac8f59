/** The tools, each as a program that an agent finds on its path and whose calls are counted. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { thrift } from '../../clients/reach/start-daemon.ts'
import { ixFile, makeHome, startDaemon, stopDaemon } from '../../test/fixtures/daemon/daemon.ts'
import { findChromium } from '../../test/fixtures/find-chromium.mjs'
import { launchChromium } from '../../test/fixtures/web/chromium.ts'
import { closedBrowser, fetched, nativeIn, newestOf, onlyHere, placeOf } from '../peers/place.ts'
import { endAll } from '../peers/processes.ts'

type Env = { readonly [name: string]: string }

interface Ready {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Env
  readonly end: () => Promise<void>
}

export interface Tool {
  readonly command: string
  readonly seesDesktop: boolean
  /** Installs it where it has to be; returns its version. */
  readonly install: () => string
  /** What its makers have written for agents. */
  readonly manual: () => string
  /** `desktop`: the environment of a desktop, if the errand is on one. `folder`: where the agent works. */
  readonly start: (folder: string, desktop?: Env) => Promise<Ready>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const closeMs = 15_000
let version = ''

const ix: Tool = {
  command: 'ix',
  seesDesktop: true,
  install: () => spawnSync(process.execPath, [ixFile, 'version'], { encoding: 'utf8' }).stdout.trim(),
  manual: () => join(root, 'skills/interface-explorer/SKILL.md'),
  async start(_, desktop) {
    const browser = desktop === undefined ? await launchChromium(undefined, [onlyHere]) : undefined
    const home = makeHome({ ...thrift, ...desktop, IX_PLATFORMS: browser === undefined ? 'atspi' : 'cdp' })
    const daemon = await startDaemon(home, browser === undefined ? [] : ['--cdp', browser.httpUrl])
    const end = async () => {
      await stopDaemon(daemon)
      await browser?.close()
      home.remove()
    }
    return { file: process.execPath, args: [ixFile], env: home.env, end }
  },
}

/** Another maker's tool, with a browser that it starts itself and that reaches only this machine. */
const peer = (
  command: string,
  name: string,
  manual: string,
  program: (folder: string) => { readonly file: string; readonly args: readonly string[] },
  envOf: (browser: string, folder: string) => Env,
): Tool => ({
  command,
  seesDesktop: false,
  install() {
    version ||= newestOf(name)
    fetched(name, version)
    return version
  },
  manual: () => join(fetched(name, version), manual),
  async start(folder) {
    const browser = findChromium()
    if (browser === undefined) throw new Error('needs Chromium: install it, or set IX_CHROMIUM to a browser')
    const { file, args } = program(fetched(name, version))
    const mark = randomUUID()
    const place = placeOf(file, closedBrowser(browser), mark)
    const own = { ...place.env, ...envOf(place.browser, folder) }
    const end = async () => {
      // Its browser's processes hide their environment, so the tool has to end them itself before they are killed.
      spawnSync(file, [...args, 'close'], { env: own, cwd: folder, stdio: 'ignore', timeout: closeMs })
      endAll(mark)
      place.remove()
    }
    return { file, args, env: own, end }
  },
})

export const tools: { readonly [name: string]: Tool } = {
  ix,
  'agent-browser': peer(
    ...(['agent-browser', 'agent-browser', 'skill-data/core/SKILL.md'] as const),
    (folder) => ({ file: nativeIn(folder), args: [] }),
    (browser) => ({
      AGENT_BROWSER_SESSION: 'errand',
      AGENT_BROWSER_EXECUTABLE_PATH: browser,
      AGENT_BROWSER_ARGS: '--no-sandbox',
    }),
  ),
  'playwright-cli': peer(
    ...(['playwright-cli', '@playwright/cli', 'skills/playwright-cli/SKILL.md'] as const),
    (folder) => ({ file: process.execPath, args: [join(folder, 'playwright-cli.js')] }),
    (browser, folder) => {
      const launchOptions = { executablePath: browser, headless: true, chromiumSandbox: false }
      const config = join(folder, 'playwright-cli.json')
      writeFileSync(config, JSON.stringify({ browser: { browserName: 'chromium', launchOptions } }))
      return { PLAYWRIGHT_MCP_CONFIG: config }
    },
  ),
}

/** A folder for a shell's path that contains only the tool. */
export function onPath(folder: string, command: string, { file, args, env }: Ready, log: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const config = join(folder, 'tool.json')
  writeFileSync(config, JSON.stringify({ name: command, file, args, env, log }))
  writeFileSync(log, '')
  const counted = fileURLToPath(new URL('counted.mjs', import.meta.url))
  const shim = join(bin, command)
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${counted}' '${config}' "$@"\n`)
  chmodSync(shim, 0o755)
  return bin
}
