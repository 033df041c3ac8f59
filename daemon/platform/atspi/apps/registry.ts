/** The applications on the accessibility bus: which there are, their names, and which is in front. */
import type { Target } from '../../platform.ts'
import { all } from '../read/read-item.ts'
import { hasState, State } from '../read/states.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import { toolkitOf, unknown } from '../toolkits/toolkits.ts'
import { forget, registerAgain, registryName } from '../watch/registrations.ts'
import type { Owner, Shown, WindowsOf } from '../wire/access.ts'
import { type Bus, daemon, type Signal } from '../wire/bus.ts'
import { refOf, statesOf } from '../wire/cache-items.ts'
import { CallError } from '../wire/call-error.ts'
import type { Ref } from '../wire/facts.ts'
import { callOn, getOf, lineOn } from '../wire/peer.ts'
import type { DesktopFiles } from './desktop-files.ts'
import { type Identity, identityOf, idOfPath, type Names, programOf } from './identity.ts'
import { type ShownWindow, shownWindow } from './shown-window.ts'

export interface Running {
  /** Its element on the accessibility bus; undefined if only its windows are known. */
  readonly root: Ref | undefined
  readonly owner: Owner
  readonly name: string
  readonly toolkit: Toolkit
  readonly identity: Identity
  readonly windows: number
  /** One of its windows is in front. */
  readonly active: boolean
}

/** An application on the accessibility bus. */
export interface Registered extends Running {
  readonly root: Ref
}

export function isRegistered(one: Running): one is Registered {
  return one.root !== undefined
}

/** What stays the same while an application runs. */
interface Known {
  readonly root: Ref
  pid: number
  name: string | undefined
  toolkit: Toolkit
  program: string | undefined
  identity: Identity | undefined
  last: { readonly windows: number; readonly active: boolean } | undefined
}

interface Window {
  readonly path: string
  readonly active: boolean
}

/** Time for an application to report its state; one that does not is listed as before. */
const listMs = 250
/** The same for one that is to be read. */
const answerMs = 1000
const rootPath = '/org/a11y/atspi/accessible/root'

export interface RegistryOptions {
  readonly names: Names
  readonly windowsOf?: WindowsOf
  readonly files?: DesktopFiles
  /** Called with the unique name of a peer that left the bus. */
  readonly gone: (bus: string) => void
  /** Something came or went: `list` may have changed. */
  readonly changed: () => void
}

export class Registry {
  readonly #bus: Bus
  readonly #options: RegistryOptions
  readonly #known = new Map<string, Known>()
  readonly #stop: () => void
  #windowless: readonly string[] = []

  constructor(bus: Bus, options: RegistryOptions) {
    this.#bus = bus
    this.#options = options
    this.#stop = bus.onSignal((signal) => this.#hear(signal))
    const owners = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'"
    const comings = `type='signal',sender='${registryName}',member='ChildrenChanged',path='${rootPath}'`
    for (const rule of [owners, comings]) bus.match(rule, new AbortController().signal).catch(() => {})
  }

  close(): void {
    this.#stop()
    for (const known of this.#known.values()) this.#options.names.release(holderOf(known))
  }

  /** Is it still on the bus? */
  has({ root }: Registered): boolean {
    return this.#known.has(root.bus)
  }

  /** The processes on the bus, with or without windows. */
  get pids(): ReadonlySet<number> {
    return new Set([...this.#known.values()].map(({ pid }) => pid))
  }

  /** Names of those that had no window when they were last listed. */
  get windowless(): readonly string[] {
    return this.#windowless
  }

  /** Asked now if the application has hung whenever it was listed: how it is read depends on it. */
  async toolkitOf({ root, toolkit }: Registered, signal: AbortSignal): Promise<Toolkit> {
    const known = this.#known.get(root.bus)
    if (known === undefined) return toolkit
    if (known.name === undefined) await this.#learn(known, signal, answerMs)
    return known.toolkit
  }

  /** The one in front first; those without windows are left out. */
  async list(signal: AbortSignal): Promise<Registered[]> {
    const roots = await this.#roots(signal)
    const listed = await all(
      roots.map((root) =>
        this.#describe(root, signal).catch((error) => {
          // If the bus itself is silent, not even the owner of a name is known.
          if (error instanceof CallError && error.failure !== 'silent') return undefined
          throw error
        }),
      ),
    )
    const running = bestOfEach(listed.filter((one) => one !== undefined))
    this.#windowless = running.filter(({ windows }) => windows === 0).map(({ name }) => name)
    return running.filter((one) => one.windows > 0).sort((a, b) => Number(b.active) - Number(a.active))
  }

  /** Its possible names and the titles of its current windows, by process. */
  async shown(signal: AbortSignal): Promise<readonly Shown[]> {
    const found = await all(
      (await this.#roots(signal)).map(async (root) => {
        try {
          const { pid, name, program, identity } = await this.#knownOf(root, signal)
          const windows = await this.#children(root, signal)
          const titles = await all(windows.map((ref) => getOf(this.#bus, ref, 'Accessible', 'Name', signal, listMs)))
          const words = [name, program, identity?.id, ...(identity?.aliases ?? []), idOfPath(windows[0]?.path ?? '')]
          return { pid, words: words.filter(isText), titles: titles.filter(isText) }
        } catch (error) {
          if (error instanceof CallError) return undefined
          throw error
        }
      }),
    )
    return found.filter((one) => one !== undefined)
  }

  /** What applications report of their windows now, all of them or one process; those that hang report nothing. */
  async windows(signal: AbortSignal, of?: number): Promise<readonly ShownWindow[]> {
    const found = await all(
      (await this.#roots(signal)).map(async (root) => {
        try {
          const known = await this.#knownOf(root, signal)
          if (known.pid === process.pid || (of !== undefined && known.pid !== of)) return []
          if (known.name === undefined) await this.#learn(known, signal, listMs)
          const line = lineOn(this.#bus, known.toolkit)
          const refs = await this.#children(root, signal)
          return await all(refs.map((ref) => shownWindow({ access: line, ref, signal }, known.pid)))
        } catch (error) {
          if (error instanceof CallError) return []
          throw error
        }
      }),
    )
    return found.flat()
  }

  /** The registry may have been restarted; applications it forgot are still on the bus. */
  async #roots(signal: AbortSignal): Promise<Ref[]> {
    const found = new Map<string, Ref>()
    const [list] = await callOn(
      this.#bus,
      { bus: registryName, path: rootPath },
      'Accessible',
      'GetChildren',
      '',
      [],
      signal,
      listMs,
    ).catch((error) => {
      const isKnown = this.#known.size > 0
      if (error instanceof CallError && error.failure !== 'closed' && (isKnown || error.failure !== 'silent'))
        return [undefined]
      throw error
    })
    for (const one of Array.isArray(list) ? list.slice(0, 500) : []) {
      const root = refOf(one, '')
      if (root !== undefined && root.bus !== this.#bus.name) found.set(root.bus, root)
    }
    for (const [bus, { root }] of this.#known) if (!found.has(bus)) found.set(bus, root)
    return [...found.values()]
  }

  async #describe(root: Ref, signal: AbortSignal): Promise<Registered | undefined> {
    const known = await this.#knownOf(root, signal)
    if (known.pid === process.pid) return undefined
    let windows: readonly Window[] = []
    try {
      if (known.name === undefined) await this.#learn(known, signal, listMs)
      windows = await this.#windows(root, signal)
      known.last = { windows: windows.length, active: windows.some(({ active }) => active) }
      if (known.last.windows > 0) known.identity ??= await this.#identify(known, windows, signal)
    } catch (error) {
      // It hangs, but stays listed, so that whoever asks for it finds out.
      if (!(error instanceof CallError) || error.failure !== 'silent') throw error
    }
    const { pid, name = known.program ?? `process ${known.pid}`, toolkit } = known
    const identity = known.identity ?? (await this.#identify(known, windows, signal))
    return { root, owner: pid, name, toolkit, identity, ...(known.last ?? { windows: 1, active: false }) }
  }

  async #knownOf(root: Ref, signal: AbortSignal): Promise<Known> {
    const known = this.#known.get(root.bus)
    if (known !== undefined) return known
    const call = { ...daemon, member: 'GetConnectionUnixProcessID', signature: 's', body: [root.bus] }
    const [pid] = await this.#bus.call(call, signal, listMs)
    const id = typeof pid === 'number' ? pid : 0
    const program = await programOf(id)
    const made: Known = {
      root,
      pid: id,
      name: undefined,
      toolkit: unknown,
      program,
      identity: undefined,
      last: undefined,
    }
    this.#known.set(root.bus, this.#known.get(root.bus) ?? made)
    return this.#known.get(root.bus)!
  }

  async #learn(known: Known, signal: AbortSignal, ms: number): Promise<void> {
    const get = (of: 'Accessible' | 'Application', property: string) =>
      getOf(this.#bus, known.root, of, property, signal, ms)
    const [name, toolkit] = await all([get('Accessible', 'Name'), get('Application', 'ToolkitName')] as const)
    known.name = typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : (known.program ?? '')
    known.toolkit = toolkitOf(typeof toolkit === 'string' ? toolkit : '', `${known.name} ${known.program}`)
  }

  async #children(root: Ref, signal: AbortSignal): Promise<Ref[]> {
    const [list] = await callOn(this.#bus, root, 'Accessible', 'GetChildren', '', [], signal, listMs)
    const refs = (Array.isArray(list) ? list.slice(0, 100) : []).map((one) => refOf(one, root.bus))
    return refs.filter((one) => one !== undefined)
  }

  async #windows(root: Ref, signal: AbortSignal): Promise<Window[]> {
    return await all(
      (await this.#children(root, signal)).map(async (ref) => {
        const [states] = await callOn(this.#bus, ref, 'Accessible', 'GetState', '', [], signal, listMs)
        return { path: ref.path, active: hasState(statesOf(states), State.active) }
      }),
    )
  }

  async #identify(known: Known, windows: readonly Window[], signal: AbortSignal): Promise<Identity> {
    const { pid, name = known.program ?? '', program } = known
    const { windowsOf, files } = this.#options
    const system = (await windowsOf?.firstOf(pid, signal).catch(() => [])) ?? []
    const entries = (await files?.known()) ?? []
    const clues = { name, paths: windows.map(({ path }) => path), windows: system, entries }
    return this.#options.names.take(identityOf(clues, program), holderOf(known))
  }

  #hear({ sender, path, member, body }: Signal): void {
    if (member === 'ChildrenChanged' && path === rootPath) this.#options.changed()
    if (sender !== daemon.destination || member !== 'NameOwnerChanged') return
    const [name, , owner] = body
    if (typeof name !== 'string') return
    if (name === registryName && owner !== '') registerAgain(this.#bus)
    if (owner !== '' || !name.startsWith(':')) return
    const known = this.#known.get(name)
    this.#known.delete(name)
    forget(this.#bus, name)
    if (known !== undefined && !this.pids.has(known.pid)) this.#options.names.release(holderOf(known))
    this.#options.gone(name)
    this.#options.changed()
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** One process, one name, whether or not it is on the bus yet. */
function holderOf({ pid, root }: Known): string {
  return pid > 0 ? String(pid) : root.bus
}

export function targetOf({ identity, name, owner, active }: Running): Target {
  return {
    kind: 'application',
    id: identity.id,
    platform: 'atspi',
    name,
    aliases: identity.aliases,
    ...(owner > 0 && { pid: owner }),
    ...(active && { focused: true }),
  }
}

/** A process may appear several times; the entry with most windows counts. */
function bestOfEach(running: readonly Registered[]): Registered[] {
  const best = new Map<Owner, Registered>()
  for (const one of running) {
    const other = best.get(one.owner)
    if (other === undefined || one.windows > other.windows) best.set(one.owner, one)
  }
  return [...best.values()]
}
