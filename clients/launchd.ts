/** The daemon as a LaunchAgent: what `ix service` does on macOS. An agent and not a system daemon, for it needs the person's session. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runtimeFiles } from '../api-schema/paths.ts'

export const label = 'org.interface-explorer.ixd'

/** What the machine says, so that tests can say it too. */
export interface Machine {
  readonly home: string
  readonly uid: number
  /** Runtime folder: launchd makes the socket in it, and listens there while no daemon runs. */
  readonly run: string
  /** Absolute path of node. macOS gives permissions to this program, by its path. */
  readonly node: string
  readonly path: string
  /** Runs launchctl; its exit code and what it said. */
  readonly launchctl: (args: readonly string[]) => Promise<{ readonly code: number; readonly said: string }>
}

/** What was done, for the person; `ok` false is an error. */
export interface Told {
  readonly ok: boolean
  readonly text: string
}

/** launchd does not turn over logs: at each start by hand the log begins anew above this. */
const logBytes = 5 * 1024 * 1024
/** Bytes that macOS has room for. */
const longestSocket = 103
/** launchctl's words for what is not loaded. */
const notLoaded = new Set([3, 36, 113])

export const files = (home: string) => ({
  plist: join(home, 'Library/LaunchAgents', `${label}.plist`),
  log: join(home, 'Library/Logs/ix/ixd.log'),
})

export function plistFor({ home, node, path, run }: Pick<Machine, 'home' | 'node' | 'path' | 'run'>): string {
  const words: { readonly [word: string]: string } = {
    NODE: node,
    JOB: packageFile('dist/daemon/platform/ax/launchd-job.js'),
    RUN: run,
    PATH: path,
    HOME: home,
    LOG: files(home).log,
  }
  const template = readFileSync(packageFile(`launchd/${label}.plist`), 'utf8')
  return template
    .replace(/<!--.*-->\n/, '')
    .replace(/@([A-Z]+)@/g, (whole, word: string) => (words[word] === undefined ? whole : xml(words[word])))
}

export async function install(machine: Machine): Promise<Told> {
  const { plist, log } = files(machine.home)
  mkdirSync(dirname(plist), { recursive: true })
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 })
  mkdirSync(machine.run, { recursive: true, mode: 0o700 })
  const socket = join(machine.run, runtimeFiles.socket)
  if (Buffer.byteLength(socket) > longestSocket)
    return { ok: false, text: `${socket} is too long for a socket: set IX_RUNTIME_DIR to a shorter folder.` }
  const isLoaded = (await print(machine)).code === 0
  if (isLoaded) await machine.launchctl(['bootout', target(machine)])
  // launchd takes no file that others could have written.
  writeFileSync(plist, plistFor(machine), { mode: 0o644 })
  chmodSync(plist, 0o644)
  const { code, said } = await machine.launchctl(['bootstrap', domain(machine), plist])
  if (code !== 0) return { ok: false, text: `launchd did not take ${plist}: ${said || `exit code ${code}`}` }
  const grant = `Grant it in System Settings > Privacy & Security > Accessibility: ${machine.node}`
  return { ok: true, text: `installed: ${plist}\nlog: ${log}\n${grant}` }
}

export async function uninstall(machine: Machine): Promise<Told> {
  const { plist } = files(machine.home)
  const { code, said } = await machine.launchctl(['bootout', target(machine)])
  if (code !== 0 && !notLoaded.has(code))
    return { ok: false, text: `launchd did not let it go: ${said || `exit code ${code}`}` }
  const was = existsSync(plist)
  rmSync(plist, { force: true })
  return { ok: true, text: was ? `stopped and removed: ${plist}` : 'It was not installed.' }
}

export async function start(machine: Machine): Promise<Told> {
  const { plist, log } = files(machine.home)
  if (!existsSync(plist)) return { ok: false, text: 'It is not installed. Run `ix service install`.' }
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logBytes) truncateSync(log)
  if ((await print(machine)).code !== 0) {
    const { code, said } = await machine.launchctl(['bootstrap', domain(machine), plist])
    if (code !== 0) return { ok: false, text: `launchd did not take ${plist}: ${said || `exit code ${code}`}` }
  }
  const { code, said } = await machine.launchctl(['kickstart', target(machine)])
  return code === 0 ? { ok: true, text: 'started' } : { ok: false, text: said || `launchctl ended with ${code}` }
}

/** By a signal: the daemon ends its work and exits with 0, and launchd leaves it so until somebody calls, or logs in. */
export async function stop(machine: Machine): Promise<Told> {
  const { code, said } = await machine.launchctl(['kill', 'SIGTERM', target(machine)])
  if (code === 0) return { ok: true, text: 'stopped; the next call starts it again' }
  return notLoaded.has(code) ? { ok: true, text: 'It was not running.' } : { ok: false, text: said }
}

export async function status(machine: Machine): Promise<Told> {
  const { plist, log } = files(machine.home)
  if (!existsSync(plist)) return { ok: true, text: 'not installed' }
  const { code, said } = await print(machine)
  if (code !== 0) return { ok: true, text: `installed, not loaded: ${plist}` }
  const of = (name: string) => new RegExp(`^\\s*${name} = (.+)$`, 'm').exec(said)?.[1]
  const parts = [
    of('state') ?? 'loaded',
    of('pid') && `pid ${of('pid')}`,
    of('runs') && `started ${of('runs')} times`,
    of('last exit code') && `last exit code ${of('last exit code')}`,
  ]
  return { ok: true, text: `${parts.filter(Boolean).join(', ')}\n${plist}\n${log}` }
}

export function logs({ home }: Pick<Machine, 'home'>, lines: number): Told {
  const { log } = files(home)
  if (!existsSync(log)) return { ok: true, text: `There is no log yet: ${log}` }
  return { ok: true, text: readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') }
}

const domain = ({ uid }: Machine) => `gui/${uid}`
const target = (machine: Machine) => `${domain(machine)}/${label}`
const print = (machine: Machine) => machine.launchctl(['print', target(machine)])

/** From the sources, and from `dist/`. */
function packageFile(name: string): string {
  const places = ['../', '../../'].map((up) => fileURLToPath(new URL(up + name, import.meta.url)))
  return places.find((place) => existsSync(place)) ?? places.at(-1)!
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
