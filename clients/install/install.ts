/**
 * `ix install HOST …`: enters `ix mcp` where an agent's program looks for MCP servers, and adds a skill if it has
 * those.
 */
import { existsSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { stableNode } from '../service/machine.ts'
import { localArguments } from '../terminal/local-arguments.ts'
import { withEntry } from './entry.ts'
import { type Host, hosts, type Machine, type Server } from './hosts.ts'
import { repaired } from './repair.ts'
import { edit, name, placeIn, replace } from './settings-file.ts'

/** From `dist/clients/install`. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const skillFile = join(root, 'skills', name, 'SKILL.md')

/** Returns what to print. */
export function install(rest: readonly string[]): string {
  const { typed, words } = localArguments(
    rest,
    'install',
    ['print', 'remove', 'repair', 'slim', 'read-only'],
    ['groups', 'agent'],
    ['allow', 'folders'],
  )
  const { print, remove, repair, ...passed } = typed
  const machine = { home: homedir(), platform: process.platform, env: process.env }
  const unknown = words.find((word) => !Object.hasOwn(hosts, word))
  if (unknown !== undefined || (words.length === 0 && !repair)) throw new UsageError(overviewFor(unknown, machine))
  if (repair) return repaired(words.length === 0 ? Object.keys(hosts) : words, machine, serverOf(['mcp']))
  const server = serverOf(['mcp', ...flagsOf(passed)])
  return words
    .map((word) => hosts[word]!)
    .map((host) =>
      print ? shown(host, machine, server) : remove ? removed(host, machine) : installed(host, machine, server),
    )
    .join('\n')
}

/**
 * What npx fetched is in a cache that npm empties, so the host has npx fetch it again: the npx next to Node or on the
 * PATH, since hosts have another PATH.
 */
function serverOf(args: readonly string[]): Server {
  const path = process.env.PATH ?? ''
  const node = stableNode(process.execPath, path)
  const own = realpathSync(process.argv[1]!)
  if (!/[\\/]_npx[\\/]/.test(own)) return { command: node, args: [own, ...args] }
  const npx = [dirname(node), ...path.split(delimiter)].map((folder) => join(folder, 'npx')).find(existsSync)
  return { command: npx ?? 'npx', args: ['-y', name, ...args] }
}

function overviewFor(unknown: string | undefined, machine: Machine): string {
  const lines = Object.entries(hosts).map(([word, { title, file }]) => {
    const isHere = existsSync(file(machine)) || existsSync(dirname(file(machine)))
    return `  ${word.padEnd(16)}${title}${isHere ? ' (found here)' : ''}`
  })
  const first = unknown === undefined ? 'Say where to install:' : `There is no host "${unknown}". Known:`
  return [first, ...lines, `Usage: ${localCommands.install?.usage}`].join('\n')
}

/** The flags of `ix mcp` as they were typed. */
function flagsOf(typed: { readonly [flag: string]: unknown }): string[] {
  return Object.entries(typed).flatMap(([flag, value]) =>
    value === true ? [`--${flag}`] : [value].flat().flatMap((one) => [`--${flag}`, String(one)]),
  )
}

function shown(host: Host, machine: Machine, server: Server): string {
  return `${host.file(machine)}:\n${withEntry('', placeIn(host), host.entry(server)).trimEnd()}`
}

function installed(host: Host, machine: Machine, server: Server): string {
  const file = host.file(machine)
  const isNew = edit(file, host, host.entry(server))
  const skill = host.skills && join(host.skills(machine), name, 'SKILL.md')
  if (skill !== undefined) replace(skill, readFileSync(skillFile, 'utf8'))
  const done = `${host.title}: ${isNew ? 'entered in' : 'was entered already in'} ${file}.`
  return [done, ...(skill === undefined ? [] : [`Its skill is ${skill}.`]), host.after].join(' ')
}

function removed(host: Host, machine: Machine): string {
  const file = host.file(machine)
  const wasThere = existsSync(file) && edit(file, host, undefined)
  const skill = host.skills && join(host.skills(machine), name)
  if (skill !== undefined && existsSync(join(skill, 'SKILL.md'))) {
    rmSync(join(skill, 'SKILL.md'))
    removeEmpty(skill)
  }
  return `${host.title}: ${wasThere ? 'removed from' : 'was not entered in'} ${file}.`
}

/** Keeps the folder if a person put anything else there. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}
