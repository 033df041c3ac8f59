/** Entries that start what is no longer there: node was upgraded, or the package was moved. */
import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { type Host, hosts, type Machine, type Server } from './hosts.ts'
import { edit, entryOf } from './settings-file.ts'

export interface Broken {
  readonly host: Host
  readonly file: string
  /** The path that is gone. */
  readonly gone: string
  readonly entry: { readonly [key: string]: unknown }
}

/**
 * Only paths can be gone: a command without a path is found by the host's own PATH. Throws UsageError for a file that
 * cannot be read.
 */
function brokenIn(host: Host, machine: Machine): Broken | undefined {
  const entry = entryOf(host, machine)
  if (entry === undefined) return undefined
  const gone = [entry.command, argsOf(entry)[0]].find(
    (one): one is string => typeof one === 'string' && isAbsolute(one) && !existsSync(one),
  )
  return gone === undefined ? undefined : { host, file: host.file(machine), gone, entry }
}

/** For `ix doctor`: files that cannot be read are for their hosts to report. */
export function brokenEntries(machine: Machine): Broken[] {
  return Object.values(hosts).flatMap((host) => {
    try {
      return brokenIn(host, machine) ?? []
    } catch (error) {
      if (error instanceof UsageError) return []
      throw error
    }
  })
}

/** Makes the entries of these hosts start `server`, keeping their flags and everything else. Returns what to print. */
export function repaired(words: readonly string[], machine: Machine, server: Server): string {
  const said = words.flatMap((word) => {
    try {
      return repair(hosts[word]!, machine, server) ?? []
    } catch (error) {
      if (error instanceof UsageError) return error.message
      throw error
    }
  })
  return said.length === 0 ? 'Nothing to repair: what each entry starts is there.' : said.join('\n')
}

function repair(host: Host, machine: Machine, server: Server): string | undefined {
  const broken = brokenIn(host, machine)
  if (broken === undefined) return undefined
  const { file, gone, entry } = broken
  const flags = argsOf(entry).slice(argsOf(entry).indexOf('mcp') + 1)
  edit(file, host, { ...entry, command: server.command, args: [...server.args, ...flags] })
  return `${host.title}: repaired in ${file}; ${gone} was gone.`
}

function argsOf({ args }: Broken['entry']): readonly unknown[] {
  return Array.isArray(args) ? args : []
}
