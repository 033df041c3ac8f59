/** The daemon as a LaunchAgent: `ix service` on macOS. An agent rather than a system daemon, since it needs the user's session. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runtimeFiles } from '../../api-schema/paths.ts'
import { makeRuntimeFolder } from '../../daemon/run/ownership.ts'
import { filled, logBytes, type Machine, packageFile, reinstall, type Told } from './machine.ts'

export const label = 'org.interface-explorer.ixd'

/** Longest socket path on macOS, in bytes. */
const longestSocket = 103
/** launchctl's exit codes: for what is not loaded, for a job that is still ending, for one whose predecessor is. */
const notLoaded = new Set([3, 113])
const stillEnding = 36
const tooEarly: ReadonlySet<number> = new Set([5, 37])
/** Milliseconds between two checks, and their number: longer than the property list lets the daemon take to end. */
const lookMs = 250
const looks = 100
/** How often it is loaded again after launchd said that the old one is gone. */
const tries = 12

export const files = (home: string) => ({
  plist: join(home, 'Library/LaunchAgents', `${label}.plist`),
  log: join(home, 'Library/Logs/ix/ixd.log'),
})

export function plistFor({ home, node, path, run }: Pick<Machine, 'home' | 'node' | 'path' | 'run'>): string {
  const words = {
    NODE: node,
    JOB: packageFile('dist/daemon/platform/ax/launchd/launchd-job.js'),
    RUN: run,
    PATH: path,
    HOME: home,
    LOG: files(home).log,
    BYTES: String(logBytes),
  }
  const escaped = Object.entries(words).map(([name, text]) => [name, xml(text)])
  const template = readFileSync(packageFile(`launchd/${label}.plist`), 'utf8')
  return filled(template.replace(/<!--.*-->\n/, ''), Object.fromEntries(escaped))
}

export async function install(machine: Machine): Promise<Told> {
  const { plist, log } = files(machine.home)
  mkdirSync(dirname(plist), { recursive: true })
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 })
  makeRuntimeFolder(machine.run)
  const socket = join(machine.run, runtimeFiles.socket)
  if (Buffer.byteLength(socket) > longestSocket)
    return { ok: false, text: `${socket} is too long for a socket: set IX_RUNTIME_DIR to a shorter folder.` }
  const unloaded = await unload(machine)
  if (!unloaded.ok) return unloaded
  // launchd rejects a file that others could have written.
  writeFileSync(plist, plistFor(machine), { mode: 0o644 })
  chmodSync(plist, 0o644)
  const loaded = await load(machine)
  if (!loaded.ok) return loaded
  const grant = `Grant it in System Settings > Privacy & Security > Accessibility: ${machine.node}`
  return { ok: true, text: `installed: ${plist}\nlog: ${log}\n${grant}` }
}

export async function uninstall(machine: Machine): Promise<Told> {
  const { plist } = files(machine.home)
  const unloaded = await unload(machine)
  if (!unloaded.ok) return unloaded
  const was = existsSync(plist)
  rmSync(plist, { force: true })
  return { ok: true, text: was ? `stopped and removed: ${plist}` : 'It was not installed.' }
}

/** Waits until launchd no longer knows it: the command returns while the daemon is still ending. */
async function unload(machine: Machine): Promise<Told> {
  const { code, said } = await machine.manager(['bootout', target(machine)])
  if (notLoaded.has(code)) return { ok: true, text: '' }
  if (code !== 0 && code !== stillEnding)
    return { ok: false, text: `launchd did not unload it: ${said || `exit code ${code}`}` }
  for (let look = 0; look < looks; look++) {
    if ((await print(machine)).code !== 0) return { ok: true, text: '' }
    await machine.pause(lookMs)
  }
  return { ok: false, text: 'launchd did not unload it: the daemon does not end.' }
}

async function load(machine: Machine): Promise<Told> {
  const { plist } = files(machine.home)
  for (let left = tries; ; left--) {
    const { code, said } = await machine.manager(['bootstrap', domain(machine), plist])
    if (code === 0) return { ok: true, text: '' }
    if (!tooEarly.has(code) || left === 0)
      return { ok: false, text: `launchd rejected ${plist}: ${said || `exit code ${code}`}` }
    await machine.pause(lookMs)
  }
}

/** What keeps the installed agent from starting; undefined if nothing does, or if none is installed for this folder. */
export function brokenAgent({ home, run }: Pick<Machine, 'home' | 'run'>): string | undefined {
  const { plist } = files(home)
  if (!existsSync(plist)) return undefined
  const strings = [...readFileSync(plist, 'utf8').matchAll(/<string>([^<]*)<\/string>/g)].map(([, text]) =>
    plainXml(text!),
  )
  if (!strings.includes(run)) return undefined
  const programs = strings.filter((text) => /\/node$|launchd-job\.js$/.test(text))
  const gone = programs.find((path) => !existsSync(path))
  return gone && `launchd cannot start the daemon: ${gone}, which ${plist} names, is gone.`
}

export async function start(machine: Machine): Promise<Told> {
  if (!existsSync(files(machine.home).plist))
    return { ok: false, text: 'It is not installed. Run `ix service install`.' }
  const broken = brokenAgent(machine)
  if (broken !== undefined) return { ok: false, text: `${broken} ${reinstall}` }
  if ((await print(machine)).code !== 0) {
    const loaded = await load(machine)
    if (!loaded.ok) return loaded
  }
  const { code, said } = await machine.manager(['kickstart', target(machine)])
  return code === 0 ? { ok: true, text: 'started' } : { ok: false, text: said || `launchctl ended with ${code}` }
}

/**
 * Stops it by a signal: the daemon finishes its work and exits with 0; launchd leaves it stopped until the next call or
 * login.
 */
export async function stop(machine: Machine): Promise<Told> {
  const { code, said } = await machine.manager(['kill', 'SIGTERM', target(machine)])
  if (code === 0) return { ok: true, text: 'stopped; the next call starts it again' }
  return notLoaded.has(code) || code === stillEnding
    ? { ok: true, text: 'It was not running.' }
    : { ok: false, text: said }
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

const domain = ({ uid }: Machine) => `gui/${uid}`
const target = (machine: Machine) => `${domain(machine)}/${label}`
const print = (machine: Machine) => machine.manager(['print', target(machine)])

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function plainXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
