/**
 * The installed applications according to the user's and the system's desktop entry files; and how to find one by name.
 */
import { accessSync, constants } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import { nearNames } from '../../../../api-schema/near-names.ts'
import { Problem } from '../../../problem.ts'
import { readRegular } from '../../../run/regular-file.ts'
import type { Environment } from '../wire/accessibility-bus.ts'
import { type DesktopEntry, entryOf, localesOf } from './desktop-entry.ts'

/** Programs that run other applications, which are known by other names. */
const carriers = /^(?:env|sh|bash|python[\d.]*|perl|ruby|java|node|electron\d*|flatpak|snap|gjs|gjs-console)$/
const extension = '.desktop'
/** A folder with more is not an applications folder. */
const mostFiles = 5000
const deepest = 4
/** Per entry. */
const mostBytes = 1024 * 1024
/** How long a result stays valid. */
const freshMs = 10_000

/** The applications installed in this environment. Neither call throws: an unreadable folder counts as empty. */
export class DesktopFiles {
  readonly #env: Environment
  #reading: Promise<readonly DesktopEntry[]> | undefined
  #forget: NodeJS.Timeout | undefined

  constructor(env: Environment) {
    this.#env = env
  }

  /** At most slightly out of date. */
  known(): Promise<readonly DesktopEntry[]> {
    return this.#reading ?? this.read()
  }

  /** Reads them again. */
  read(): Promise<readonly DesktopEntry[]> {
    clearTimeout(this.#forget)
    // Entries keep the whole files they were cut from in memory, which are large: they have many languages.
    this.#forget = setTimeout(() => {
      this.#reading = undefined
    }, freshMs)
    this.#forget.unref()
    this.#reading = installed(this.#env)
    return this.#reading
  }
}

/** The user's own folder first: its ids hide those of the system. */
function foldersOf({ XDG_DATA_HOME, XDG_DATA_DIRS, HOME = '' }: Environment): string[] {
  const own = XDG_DATA_HOME || join(HOME, '.local/share')
  const all = [own, ...(XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(delimiter)]
  return [...new Set(all.filter(isAbsolute))].map((folder) => join(folder, 'applications'))
}

async function installed(env: Environment): Promise<readonly DesktopEntry[]> {
  const locales = localesOf(env)
  const paths = new Map<string, string>()
  for (const folder of foldersOf(env))
    for (const name of await filesIn(folder)) {
      const id = name.slice(0, -extension.length).replaceAll('/', '-')
      if (!paths.has(id) && paths.size < mostFiles) paths.set(id, join(folder, name))
    }
  const entries = await Promise.all(
    [...paths].map(async ([id, path]) => {
      const text = await readRegular(path, mostBytes).then(String, () => '')
      return entryOf(text, id, path, locales)
    }),
  )
  return entries
    .filter((entry) => entry !== undefined)
    .filter(({ hidden, tryExec }) => !hidden && (tryExec === undefined || programAt(tryExec, env) !== undefined))
}

/** Paths relative to the folder. */
async function filesIn(folder: string, below = '', depth = 0): Promise<string[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  const names = found.map(async (one) => {
    const name = join(below, one.name)
    if (one.isDirectory() && depth < deepest) return await filesIn(folder, name, depth + 1)
    return one.name.endsWith(extension) ? [name] : []
  })
  return (await Promise.all(names)).flat()
}

/** The path of an executable program; undefined if there is none. */
export function programAt(program: string, { PATH = '/usr/local/bin:/usr/bin:/bin' }: Environment): string | undefined {
  const places = isAbsolute(program) ? [program] : PATH.split(delimiter).map((folder) => join(folder, program))
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Names that identify only this application among programs and windows: its id, the id's last part, WM_CLASS, its
 * program. A program with arguments of its own (`mousepad --preferences`) may be part of another application.
 */
export function namesOf({ id, windowClass, words }: DesktopEntry): string[] {
  const [program = '', ...args] = words
  const isOwn = !carriers.test(basename(program)) && args.every((word) => /^%.$/.test(word))
  const names = [id, lastOf(id), windowClass, isOwn ? basename(program) : undefined]
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** `org.xfce.mousepad` may also be asked for as `mousepad`. */
function lastOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1)
}

/** Among equal matches, applications with windows and menu entries come first, then those with fewer arguments. */
const ways: readonly ((entry: DesktopEntry) => readonly (string | undefined)[])[] = [
  ({ id }) => [id, id + extension],
  ({ id, windowClass }) => [lastOf(id), windowClass],
  ({ words: [program = ''] }) => (carriers.test(basename(program)) ? [] : [basename(program), program]),
  ({ name, plainName }) => [name, plainName],
  ({ kind }) => [kind],
]

/**
 * By id, alias, program, visible name or kind, in this order, ignoring case. Throws app_not_found for several equal
 * matches.
 */
export function findEntry(entries: readonly DesktopEntry[], asked: string): DesktopEntry | undefined {
  const word = asked.trim().toLowerCase()
  for (const way of ways) {
    const fits = entries.filter((entry) => way(entry).some((name) => name?.toLowerCase() === word))
    const weight = ({ noDisplay, terminal, words }: DesktopEntry) => (noDisplay || terminal ? 1000 : 0) + words.length
    const [first, second] = fits.sort((a, b) => weight(a) - weight(b))
    if (first === undefined) continue
    if (second === undefined || weight(second) > weight(first)) return first
    const near = fits.map(({ id }) => id).sort()
    throw new Problem('app_not_found', {
      message: `${fits.length} installed applications are called ${JSON.stringify(asked)}: ${near.slice(0, 5).join(', ')}.`,
      hint: 'Pass the id of one of them.',
      data: { near: near.slice(0, 5) },
    })
  }
  return undefined
}

/** Lists installed applications with similar names. */
export function notInstalled(entries: readonly DesktopEntry[], asked: string): Problem {
  const shown = entries.filter(({ noDisplay, terminal }) => !noDisplay && !terminal)
  const byName = new Map(
    shown.flatMap((entry) =>
      [entry.name, entry.plainName, entry.kind ?? '', ...namesOf(entry)].map((name) => [name, entry] as const),
    ),
  )
  const near = [...new Set(nearNames(asked, byName.keys(), 6).map((name) => byName.get(name)!))].slice(0, 3)
  const words = near.map(({ id, name }) => `${id} (${name})`)
  return new Problem('app_not_found', {
    message: `No application ${JSON.stringify(asked)} is installed.${near.length > 0 ? ` Near: ${words.join(', ')}.` : ''}`,
    hint: 'Pass the id, program or name of an installed application, as in the desktop menu, not a command with arguments.',
    data: { near: near.map(({ id }) => id) },
  })
}
