/** Turns the options of `ix mcp` into the address that its messages go to. */
import { resolve } from 'node:path'
import type { Typed } from '../../api-schema/cli/params.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { toolGroups } from '../../api-schema/method.ts'
import { allowances } from '../../api-schema/rights.ts'
import { localArguments } from '../terminal/local-arguments.ts'

export function pathOf(rest: readonly string[]): string {
  const { typed, words } = localArguments(
    rest,
    'mcp',
    ['slim', 'read-only'],
    ['groups', 'agent'],
    ['allow', 'folders', 'ask'],
  )
  const groups = typeof typed.groups === 'string' ? typed.groups.split(',').map((group) => group.trim()) : []
  const unknown = [...words, ...groups].find((word) => !toolGroups.some((group) => group === word) && word !== 'all')
  if (unknown !== undefined) throw new UsageError(`Unknown group "${unknown}". Known groups: ${toolGroups.join(', ')}.`)
  const query = new URLSearchParams({
    ...(groups.length > 0 && { groups: groups.join(',') }),
    ...(typed.slim === true && { slim: '1' }),
    ...(typed['read-only'] === true && { 'read-only': '1' }),
  })
  const allow = listOf(typed.allow).flatMap((some) => some.split(','))
  const odd = allow.find((word) => !allowances.some((known) => known === word))
  if (odd !== undefined)
    throw new UsageError(`Unknown word "${odd}" in --allow. Known words: ${allowances.join(', ')}.`)
  const folders = listOf(typed.folders)
  const ask = listOf(typed.ask)
  if (typed.agent !== undefined && (allow.length > 0 || folders.length > 0 || ask.length > 0))
    throw new UsageError('--allow, --folders and --ask of an agent are given to ix agent add.')
  for (const word of allow) query.append('allow', word)
  for (const folder of folders) query.append('folders', resolve(folder))
  for (const one of ask) query.append('ask', one)
  // Every request is made as this agent.
  if (typeof typed.agent === 'string') process.env.IX_AGENT = typed.agent
  return query.size > 0 ? `/mcp?${query}` : '/mcp'
}

function listOf(typed: Typed[string]): readonly string[] {
  return Array.isArray(typed) ? typed.map(String) : []
}
