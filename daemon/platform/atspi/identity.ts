/** Names under which an application may be asked for: the one that counts, and all others that it is known by. */
import { readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { SystemWindow } from './access.ts'

export interface Clues {
  /** As the toolkit tells it. */
  readonly name: string
  readonly pid: number
  /** Object paths of its windows: GTK 4 puts the application's id in front. */
  readonly paths: readonly string[]
  readonly windows: readonly SystemWindow[]
  /** Id of its desktop file, without `.desktop`. */
  readonly desktopId?: string
}

export interface Identity {
  readonly id: string
  readonly aliases: readonly string[]
}

/** Kinds of windows that some programs put where their name belongs. */
const words = new Set(['Navigator', 'Toplevel', 'Main', 'main', 'Dialog', 'gl'])

export function identityOf({ name, paths, windows, desktopId }: Clues, program: string | undefined): Identity {
  const candidates = [
    ...paths.map(idOfPath),
    ...windows.map((window) => window.gtkApplicationId),
    ...windows.map((window) => window.wmInstance).filter((word) => !words.has(word ?? '')),
    ...windows.map((window) => window.wmClass),
    ...windows.map((window) => window.wmInstance),
    desktopId,
    name,
    program,
  ]
  const found = candidates.map((one) => one?.trim()).filter((one): one is string => one !== undefined && one !== '')
  const [id = 'application', ...rest] = [...new Set(found)]
  return { id, aliases: rest }
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
