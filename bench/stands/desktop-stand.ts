/** A desktop for benches: applications, the platform in this process with a record of its calls, and a daemon. */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { cpus } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { thrift } from '../../clients/reach/start-daemon.ts'
import { AtspiPlatform } from '../../daemon/platform/atspi/atspi.ts'
import { Bus } from '../../daemon/platform/atspi/wire/bus.ts'
import { XServer } from '../../daemon/platform/atspi/x11/server.ts'
import { XWindows } from '../../daemon/platform/atspi/x11/windows.ts'
import type { Target } from '../../daemon/platform/platform.ts'
import { openLog } from '../../daemon/run/log.ts'
import { type Home, makeHome, startDaemon, stateOf, stopDaemon } from '../../test/fixtures/daemon/daemon.ts'
import { type Desktop, startDesktop } from '../../test/fixtures/desktop/desktop.ts'
import { missingPrograms } from '../../test/fixtures/find-desktop.mjs'
import { RpcClient } from '../rpc-client.ts'
import { pause } from '../times.ts'

const never = new AbortController().signal
const peersScript = fileURLToPath(new URL('desktop-peers.py', import.meta.url))

/** What is started, and its names elsewhere. */
export interface Subject {
  readonly program: string
  readonly bundleId: string
  /** Its name on the accessibility bus. */
  readonly name: string
  /** It has a list of all its elements and can be asked for it. */
  readonly hasCache: boolean
}

/** One of each toolkit on this machine, for comparing other tools with this one. */
export const more: readonly Subject[] = [
  { program: 'gtk3-widget-factory', bundleId: 'org.gtk.WidgetFactory', name: 'gtk3-widget-factory', hasCache: true },
  { program: 'lxterminal', bundleId: 'lxterminal', name: 'lxterminal', hasCache: true },
  { program: 'lowriter', bundleId: 'soffice', name: 'soffice', hasCache: false },
]

export const subjects: readonly Subject[] = [
  { program: 'mousepad', bundleId: 'mousepad', name: 'mousepad', hasCache: true },
  { program: 'gnome-calculator', bundleId: 'org.gnome.Calculator', name: 'gnome-calculator', hasCache: true },
  { program: 'gtk4-widget-factory', bundleId: 'gtk4-widget-factory', name: 'gtk4-widget-factory', hasCache: true },
  { program: 'kcalc', bundleId: 'kcalc', name: 'kcalc', hasCache: false },
  { program: 'localc', bundleId: 'soffice', name: 'soffice', hasCache: false },
  { program: 'firefox-esr', bundleId: 'Firefox', name: 'Firefox', hasCache: true },
]

export type PeerKind = 'full' | 'lean' | 'dogtail'

export interface Walk {
  readonly elements: number
  /** Those that show, are sensitive and take the focus. */
  readonly controls: number
  /** A line per element, as a script prints it for an agent. */
  readonly text: string
  readonly ms: number[]
}

export class DesktopStand {
  readonly desktop: Desktop
  readonly platform: AtspiPlatform
  readonly rpc: RpcClient
  readonly missing: readonly string[]
  readonly subjects: readonly Subject[]
  readonly #home: Home
  readonly #daemon: ChildProcess
  readonly #server: Server
  readonly #buses: Bus[] = []

  private constructor(
    desktop: Desktop,
    home: Home,
    daemon: ChildProcess,
    server: Server,
    missing: readonly string[],
    there: readonly Subject[],
  ) {
    this.desktop = desktop
    this.subjects = there
    this.missing = missing
    this.#home = home
    this.#daemon = daemon
    this.#server = server
    this.platform = new AtspiPlatform({ env: desktop.env, log: openLog('silent') })
    this.rpc = new RpcClient(stateOf(home)!.socket)
  }

  /** Undefined if there can be no desktop. With names only these applications are started. */
  static async open(
    names: readonly string[] = [],
    all: readonly Subject[] = subjects,
  ): Promise<DesktopStand | undefined> {
    if (process.platform !== 'linux' || missingPrograms().length > 0) return undefined
    const missing = missingPrograms(all.map(({ program }) => program))
    const wanted = all.filter(({ program }) => names.length === 0 || names.includes(program))
    const server = createServer((_, response) => response.end(page)).listen(0, '127.0.0.1')
    const desktop = await startDesktop(undefined)
    const home = makeHome({ ...thrift, ...desktop.env, IX_PLATFORMS: 'atspi' })
    const daemon = await startDaemon(home)
    const there = wanted.filter(({ program }) => !missing.includes(program) && !missing.includes(programOf(program)))
    const stand = new DesktopStand(desktop, home, daemon, server, missing, there)
    for (const subject of stand.subjects) await stand.#start(subject)
    await machineRests()
    return stand
  }

  /** A connection of its own, for bare calls. */
  async bus(): Promise<Bus> {
    const bus = await Bus.open(this.desktop.accessibilityBus, never)
    this.#buses.push(bus)
    return bus
  }

  /** Waits until the application has settled. */
  async target({ bundleId }: Subject): Promise<Target> {
    for (let tries = 0; tries < 200; tries++) {
      const wanted = bundleId.toLowerCase()
      const fits = ({ id, name, aliases = [] }: Target) =>
        [id, name, ...aliases].some((one) => one.toLowerCase() === wanted)
      const found = (await this.platform.targets(never)).find(fits)
      if (found !== undefined) return found
      await pause(50)
    }
    throw new Error(`the platform does not see ${bundleId}`)
  }

  /** ms per round of another tool; undefined if it is missing, fails or takes longer than a minute. */
  async peer(kind: PeerKind, subject: Subject, rounds: number): Promise<number[] | undefined> {
    return (await this.walk(kind, subject, rounds))?.ms
  }

  /** The same, with what it found. */
  async walk(kind: PeerKind, { name }: Subject, rounds: number): Promise<Walk | undefined> {
    const args = ['60', '/usr/bin/python3', peersScript, kind, name, String(rounds)]
    const child = spawn('timeout', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      return JSON.parse(await text(child.stdout))
    } catch {
      return undefined
    }
  }

  async close(): Promise<void> {
    this.rpc.close()
    for (const bus of this.#buses) bus.close()
    await stopDaemon(this.#daemon)
    await this.platform.close()
    await this.desktop.end()
    this.#server.close()
    this.#home.remove()
  }

  async #start({ program }: Subject): Promise<void> {
    const address = this.#server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const args = program === 'firefox-esr' ? [`http://127.0.0.1:${port}/`] : []
    await this.desktop.start(program, ...args)
    if (args.length > 0) await this.#shows('Rows')
  }

  /**
   * Asks the window system: a client that looks at a browser before its page is there keeps getting its elements one by
   * one.
   */
  async #shows(title: string): Promise<void> {
    const server = new XServer(this.desktop.env.DISPLAY!)
    for (let tries = 0; tries < 200; tries++) {
      const windows = await new XWindows(server).list(never)
      if (windows.some((window) => window.title?.startsWith(title))) break
      await pause(100)
    }
    server.close()
    await pause(2000)
  }
}

/**
 * Programs that have just been started keep working for seconds. Waits until the machine is idle, but not for ever,
 * since others may use it.
 */
async function machineRests(): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    const before = processorTime()
    await pause(500)
    const after = processorTime()
    if ((after.idle - before.idle) / (after.all - before.all) > 0.9) return
  }
}

function processorTime(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (of: (time: (typeof times)[number]) => number) => times.reduce((total, time) => total + of(time), 0)
  return { idle: sum(({ idle }) => idle), all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq) }
}

function programOf(program: string): string {
  return program === 'localc' ? 'soffice' : program
}

/** 400 rows with a link and a button each, for the browser. */
const page = `<!doctype html><title>Rows</title><h1>Rows</h1><table>${Array.from(
  { length: 400 },
  (_, row) => `<tr><td>Row ${row}<td><a href="#${row}">Open ${row}</a><td><button>Delete ${row}</button>`,
).join('')}</table>`
