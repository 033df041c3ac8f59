/**
 * Applications without accessibility: the window system has their windows, but the accessibility bus does not list
 * them.
 */

import type { DesktopWindow } from '../desktop/windows.ts'
import { none } from '../toolkits/toolkits.ts'
import type { Owner } from '../wire/access.ts'
import type { DesktopFiles } from './desktop-files.ts'
import { type Identity, identityOf, kindsOfWindows, type Names, programOf } from './identity.ts'
import type { Running } from './registry.ts'
import { browserEngineOf, mayComeLate } from './toolkits.ts'

/** What stays the same while its windows exist. */
interface Known {
  readonly identity: Identity
  readonly since: number
  readonly comesLate: boolean
}

/** How long after its first window an application may still come to the bus. */
const lateMs = 2000

export class BareApplications {
  readonly #files: DesktopFiles
  readonly #names: Names
  readonly #known = new Map<Owner, Known>()
  /** Processes with windows that were on the bus: while the bus is away they do not count as lacking accessibility. */
  readonly #onBus = new Set<Owner>()
  #running: readonly Running[] = []

  constructor(files: DesktopFiles, names: Names) {
    this.#files = files
    this.#names = names
  }

  /** `pids`: the processes on the bus. Where no windows are known, those that were listed last. */
  async list(pids: ReadonlySet<number>, windows: readonly DesktopWindow[] | undefined): Promise<readonly Running[]> {
    if (windows === undefined) return this.#running
    const groups = new Map<Owner, DesktopWindow[]>()
    for (const window of windows) {
      if (window.owner !== process.pid) groups.set(window.owner, [...(groups.get(window.owner) ?? []), window])
    }
    for (const pid of pids) if (groups.has(pid)) this.#onBus.add(pid)
    for (const pid of this.#onBus) if (!groups.has(pid)) this.#onBus.delete(pid)
    for (const owner of this.#known.keys()) if (!groups.has(owner) || this.#onBus.has(owner)) this.#forget(owner)
    const running: Running[] = []
    for (const [owner, windows] of groups) {
      // The pages of a browser that can be debugged are read as tabs.
      if (this.#onBus.has(owner) || browserEngineOf(owner) === 'open') continue
      const { identity, since, comesLate } = this.#known.get(owner) ?? (await this.#learn(owner, windows))
      if (comesLate && performance.now() - since < lateMs) continue
      const titles = mainFirst(windows).map(({ title = '' }) => title.trim().slice(0, 200))
      const name = titles.find((title) => title !== '') ?? identity.id
      const active = windows.some((window) => window.active)
      running.push({ root: undefined, owner, name, toolkit: none, identity, windows: windows.length, active })
    }
    this.#running = running
    return running
  }

  async #learn(owner: Owner, windows: readonly DesktopWindow[]): Promise<Known> {
    const [program, entries] = await Promise.all([owner > 0 ? programOf(owner) : undefined, this.#files.known()])
    const clues = { name: '', paths: [], windows: mainFirst(windows), entries }
    const identity = this.#names.take(identityOf(clues, program), String(owner))
    const known = { identity, since: performance.now(), comesLate: mayComeLate(owner) }
    this.#known.set(owner, known)
    return known
  }

  #forget(owner: Owner): void {
    this.#known.delete(owner)
    if (!this.#onBus.has(owner)) this.#names.release(String(owner))
  }
}

/** The main window is most likely the oldest of those that are not named after a mere kind of window. */
function mainFirst(windows: readonly DesktopWindow[]): readonly DesktopWindow[] {
  const isKind = ({ wmClass = '' }: DesktopWindow) => Number(kindsOfWindows.has(wmClass))
  return windows.toSorted((a, b) => isKind(a) - isKind(b) || a.id - b.id)
}
