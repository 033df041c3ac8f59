/**
 * Rights of a connection to /mcp. The owner's connections start with read and interact only, because a model acts there
 * on what it has read. The address, which the owner writes into the host's configuration, grants more: the group
 * scripts, `allow`, `folders` and `ask`.
 */
import { isAbsolute } from 'node:path'
import { type ToolGroup, toolGroups } from '../../api-schema/mcp-tools.ts'
import { allows, type Scope } from '../../api-schema/method.ts'
import { type Allowance, allowances } from '../../api-schema/rights.ts'
import { type Agent, owner } from '../agents/agents.ts'
import { Problem } from '../problem.ts'

/** Core is always included. */
export function groupsIn(query: URLSearchParams): readonly ToolGroup[] {
  const asked = new Set(listIn(query, 'groups'))
  return toolGroups.filter((group) => group === 'core' || asked.has(group) || asked.has('all'))
}

/** The caller limited to this connection's rights; never more than its own. */
export function asAsked(caller: Agent, query: URLSearchParams): Agent {
  const isReadOnly = query.has('read-only') && query.get('read-only') !== '0'
  const allow = listIn(query, 'allow').map(allowance)
  const folders = query.getAll('folders').map(absolute)
  const ask = query.getAll('ask').filter((one) => one !== '')
  if (caller.name !== owner.name) {
    if (allow.length > 0 || folders.length > 0 || ask.length > 0) throw notTheirs(caller)
    return isReadOnly ? { ...caller, scope: 'read' } : caller
  }
  const groups = groupsIn(query)
  const wanted: Scope = groups.includes('scripts') || groups.includes('browser') ? 'evaluate' : 'interact'
  const scope = isReadOnly ? 'read' : wanted
  return { name: owner.name, scope: allows(caller.scope, scope) ? scope : caller.scope, allow, folders, ask }
}

function listIn(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).flatMap((words) => words.split(',').filter((word) => word !== ''))
}

function allowance(word: string): Allowance {
  const known = allowances.find((one) => one === word)
  if (known !== undefined) return known
  throw new Problem('invalid_request', {
    message: `The address allows ${JSON.stringify(word.slice(0, 60))}, which is unknown.`,
    hint: `It can allow ${allowances.join(', ')}.`,
  })
}

function absolute(folder: string): string {
  if (isAbsolute(folder)) return folder
  throw new Problem('invalid_request', {
    message: `The folder ${JSON.stringify(folder.slice(0, 200))} in the address is not an absolute path.`,
    hint: 'Write it from the root on: /mcp?folders=/srv/photos',
  })
}

function notTheirs({ name }: Agent): Problem {
  return new Problem('not_allowed', {
    message: `The agent ${name} cannot allow itself more than its owner gave it.`,
    hint: `Leave out allow, folders and ask; the owner gives them by ix agent add.`,
  })
}
