/** The machine on which a service is installed, and what both kinds of service share. */
import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Ran {
  readonly code: number
  readonly said: string
}

/** Properties of the machine, so that tests can supply them. */
export interface Machine {
  readonly home: string
  readonly uid: number
  /** Runtime folder: the system creates the socket in it, and listens there while no daemon runs. */
  readonly run: string
  /** Absolute path of node. macOS grants permissions to this program, by path. */
  readonly node: string
  readonly path: string
  /** Runs the program that manages services: launchctl, or systemctl of the user. */
  readonly manager: (args: readonly string[]) => Promise<Ran>
  readonly pause: (ms: number) => Promise<void>
}

/** What was done, for the person; if `ok` is false, an error. */
export interface Told {
  readonly ok: boolean
  readonly text: string
}

/** Neither launchd nor systemd rotates such a log: the daemon restarts its own above this size. */
export const logBytes = 5 * 1024 * 1024

export const reinstall = 'Run `ix service install` again: it writes the paths of today.'

/** A path of node that survives upgrades: a link on the PATH to the same program, without a version in its name. */
export function stableNode(node: string, path: string): string {
  const real = realpathSync(node)
  const isSame = (candidate: string) => existsSync(candidate) && realpathSync(candidate) === real
  const candidates = path.split(':').map((folder) => join(folder, 'node'))
  return candidates.find((one) => isAbsolute(one) && !/\d+\.\d+/.test(one) && isSame(one)) ?? node
}

/** Both from the sources and from `dist/`. */
export function packageFile(name: string): string {
  const places = ['../../', '../../../'].map((up) => fileURLToPath(new URL(up + name, import.meta.url)))
  return places.find((place) => existsSync(place)) ?? places.at(-1)!
}

/** A template with each `@WORD@` replaced. */
export function filled(template: string, words: { readonly [word: string]: string }): string {
  return template.replace(/@([A-Z]+)@/g, (whole, word: string) => words[word] ?? whole)
}
