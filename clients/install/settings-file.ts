/** The settings of a host, where this program has one entry. */
import { existsSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { FileRefused, readRegularSync } from '../../daemon/run/regular-file.ts'
import { entryIn, type Place, withEntry } from './entry.ts'
import type { Host, Machine } from './hosts.ts'

/** The name of the entry, of the skill, and of the package. */
export const name = 'interface-explorer'
/** Size limit of a host's settings; some keep their history in them. */
const mostBytes = 64 * 1024 * 1024

export function placeIn({ format, list }: Host): Place {
  return { format, path: [...list, name] }
}

/** This program's entry in the file. Throws UsageError if the file cannot be read. */
export function entryOf(host: Host, machine: Machine): { readonly [key: string]: unknown } | undefined {
  const file = host.file(machine)
  return existsSync(file) ? reading(file, host, (text) => entryIn(text, placeIn(host))) : undefined
}

/** Whether anything had to change. */
export function edit(file: string, host: Host, entry: object | undefined): boolean {
  const [before, after] = reading(file, host, (text) => [text, withEntry(text, placeIn(host), entry)])
  if (after === before) return false
  replace(file, after)
  return true
}

function reading<T>(file: string, host: Host, read: (text: string) => T): T {
  const text = existsSync(file) ? settingsIn(file) : ''
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(
      `${file} cannot be read as ${host.format.toUpperCase()}: ${error.message}. Nothing was changed.`,
    )
  }
}

function settingsIn(file: string): string {
  try {
    return readRegularSync(file, mostBytes).toString()
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    throw new UsageError(`${file} ${error.message}. Nothing was changed.`)
  }
}

/** Atomic, with the mode that the file had; follows a link to its target. */
export function replace(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file
  mkdirSync(dirname(target), { recursive: true })
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600
  const part = `${target}.${process.pid}.part`
  writeFileSync(part, text, { mode, flag: 'wx' })
  renameSync(part, target)
}
