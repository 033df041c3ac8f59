/** A call in the forms in which it can be repeated. */
import { commandLine } from '../../../api-schema/cli/command-line.ts'
import { toolName } from '../../../api-schema/mcp-tools.ts'
import type { Params, Start } from './daemon.ts'

export interface Copyable {
  readonly method: string
  readonly params: Params
}

export const forms = ['ix', 'curl', 'MCP'] as const
export type Form = (typeof forms)[number]

export function copyOf({ method, params }: Copyable, form: Form, reach: Start['reach']): string {
  if (form === 'ix') return commandLine(method, params)
  if (form === 'MCP') {
    const call = { method: 'tools/call', params: { name: toolName(method), arguments: params } }
    return JSON.stringify(call, null, 2)
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const where =
    reach.url === undefined
      ? ['--unix-socket', quoted(reach.socket ?? ''), 'http://localhost/rpc']
      : ['-H', '"Authorization: Bearer $IX_TOKEN"', quoted(new URL('/rpc', reach.url).href)]
  return ['curl', ...where, '-H', "'content-type: application/json'", '-d', quoted(body)].join(' ')
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
