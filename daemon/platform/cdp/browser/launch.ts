/** Starts a private browser for the daemon, controlled over pipes: no one else can reach it, and it exits with them. */
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../../problem.ts'
import { overPipes } from '../wire/pipe.ts'
import type { Transport } from '../wire/transport.ts'
import { findBrowser, howToGetOne } from './find-browser.ts'
import { KeptProfile } from './kept-profile.ts'
import { killGroup, Profile } from './profile.ts'

export interface Launched {
  readonly pid: number
  readonly transport: Transport
  /** Resolves when it has exited, with the reason. */
  readonly ended: Promise<string>
  /** Ends all the browser's processes and removes its profile, as happens when it exits by itself. */
  end(): Promise<void>
}

const flags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-features=MediaRouter,OptimizationHints',
  // A covered or background tab must keep sending events.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // File descriptors 3 and 4. A port would be open to every user of the machine.
  '--remote-debugging-pipe',
]
/** Pages may offer tools. */
const features = ['WebMCP']
const headlessFlags = ['--headless', '--disable-gpu', '--window-size=1280,900']
/** Characters of its standard error to keep. */
const lastWordsKept = 2000

/** Time for a browser with a kept profile to write its state, once its pipes are closed. */
const endingMs = 5000

/** The owner's settings for it. */
export interface BrowserStart {
  /** A profile folder that is kept. */
  readonly profile?: string
  readonly proxy?: string
  readonly args?: readonly string[]
}

/** Flags that would open the browser to others, or take it from the daemon. */
const harmful = /^--(remote-debugging-[a-z-]+|remote-allow-origins|user-data-dir|type|headless|no-startup-window)(=|$)/

/** Throws unsupported_here. */
export function requireHarmless(args: readonly string[] = []): void {
  const found = args.find((arg) => harmful.test(arg))
  if (found === undefined) return
  const name = found.split('=', 1)[0]!
  const instead: { readonly [name: string]: string } = {
    '--user-data-dir': 'Name the folder with --profile.',
    '--headless': 'The browser is not shown unless --headed is given.',
  }
  throw new Problem('unsupported_here', {
    message: `The browser is not started with ${name}: the daemon alone controls it, over a pipe that no other user can reach.`,
    hint: instead[name] ?? 'Omit it; to attach to a browser that others control too, use --cdp.',
  })
}

export async function launchBrowser(
  headless: boolean,
  { profile: kept, proxy, args: more = [] }: BrowserStart = {},
): Promise<Launched> {
  const program = findBrowser()
  if (program === undefined) {
    throw new Problem('unsupported_here', {
      message: 'No Chromium browser was found to open a page in.',
      hint: howToGetOne,
    })
  }
  const profile = kept === undefined ? await Profile.make() : await KeptProfile.open(kept)
  const args = [...flags, ...(headless ? headlessFlags : []), `--user-data-dir=${profile.path}`]
  args.push(...(proxy === undefined ? [] : [`--proxy-server=${proxy}`]), ...withFeatures(more))
  // Chromium's sandbox does not work for root.
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  // A process group of its own, so that everything it started ends with it, and a terminal's Ctrl-C does not reach it.
  const child = spawn(program, [...args, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  let stderr = ''
  child.stderr!.on('data', (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-lastWordsKept)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, signal) => resolve([`it ended with ${signal ?? code}`, ...lastLine(stderr)].join(': ')))
  })
  const killAll = () => {
    if (pid !== 0) killGroup(pid)
  }
  const removed = ended.then(async () => {
    killAll()
    await profile.remove()
  })
  if (pid !== 0) await profile.belongsTo(pid).catch(() => undefined)
  const [, , , to, from] = child.stdio
  return {
    pid,
    transport: overPipes(to as Writable, from as Readable),
    ended,
    end: async () => {
      if (kept !== undefined) await Promise.race([ended, pause(endingMs, undefined, { ref: false })])
      if (child.exitCode === null && child.signalCode === null) killAll()
      await removed
    },
  }
}

/** If a flag is given twice, the browser uses only the last one. */
function withFeatures(args: readonly string[]): readonly string[] {
  const flag = '--enable-features='
  const given = args.findLast((arg) => arg.startsWith(flag))?.slice(flag.length)
  return [...args, `${flag}${[...features, ...(given ? [given] : [])].join(',')}`]
}

function lastLine(stderr: string): string[] {
  return stderr.trim().split('\n').slice(-1).filter(Boolean)
}
