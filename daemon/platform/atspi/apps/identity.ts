/** The names by which an application may be asked for: its id and its aliases. */
import { readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { SystemWindow } from '../wire/access.ts'
import type { DesktopEntry } from './desktop-entry.ts'
import { namesOf } from './desktop-files.ts'

export interface Clues {
  /** As reported by the toolkit. */
  readonly name: string
  /** Object paths of its windows: GTK 4 starts them with the application's id. */
  readonly paths: readonly string[]
  readonly windows: readonly SystemWindow[]
  /** The installed applications, which may include this one. */
  readonly entries?: readonly DesktopEntry[]
}

export interface Identity {
  readonly id: string
  readonly aliases: readonly string[]
}

/** Kinds of windows that some programs report in place of their name. */
export const kindsOfWindows: ReadonlySet<string> = new Set(['Navigator', 'Toplevel', 'Main', 'main', 'Dialog', 'gl'])

export function identityOf({ name, paths, windows: all, entries = [] }: Clues, program: string | undefined): Identity {
  const windows = all.filter(({ wmClass }) => !kindsOfWindows.has(wmClass ?? ''))
  const own = [
    ...paths.map(idOfPath),
    ...windows.map((window) => window.gtkApplicationId),
    ...windows.map((window) => window.wmInstance).filter((word) => !kindsOfWindows.has(word ?? '')),
    ...windows.map((window) => window.wmClass),
    ...windows.map((window) => window.wmInstance),
  ]
  const entry = entryOf([...own, program], entries)
  const candidates = [...own, entry?.id, name, program, entry?.name]
  const found = candidates.map((one) => one?.trim()).filter((one): one is string => one !== undefined && one !== '')
  const [id = 'application', ...rest] = [...new Set(found)]
  return { id, aliases: rest }
}

/** The ids in use: two instances of one program are two applications, and the later one gets a number. */
export class Names {
  readonly #holders = new Map<string, string>()

  /** `holder`: whoever gets the same id each time it asks. */
  take({ id, aliases }: Identity, holder: string): Identity {
    for (let count = 1; ; count++) {
      const own = count === 1 ? id : `${id}-${count}`
      const other = this.#holders.get(own)
      if (other !== undefined && other !== holder) continue
      this.#holders.set(own, holder)
      return own === id ? { id, aliases } : { id: own, aliases: [...aliases, id] }
    }
  }

  release(holder: string): void {
    for (const [id, one] of this.#holders) if (one === holder) this.#holders.delete(id)
  }
}

/** The entry that it was, or could have been, started from. */
function entryOf(words: readonly (string | undefined)[], entries: readonly DesktopEntry[]): DesktopEntry | undefined {
  for (const word of words) {
    const own = entries.find((entry) => namesOf(entry).some((name) => name.toLowerCase() === word?.toLowerCase()))
    if (own !== undefined) return own
  }
  return undefined
}

/** `/org/gnome/Calculator/a11y/…` as `org.gnome.Calculator`. */
export function idOfPath(path: string): string | undefined {
  const [, inner] = /^\/(.+?)\/a11y\//.exec(path) ?? []
  if (inner === undefined || !inner.includes('/') || inner.startsWith('org/a11y')) return undefined
  return inner.replaceAll('/', '.')
}

/** The name of the program that a process runs. */
export async function programOf(pid: number): Promise<string | undefined> {
  try {
    return basename(await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined
  }
}
