/** One call in each of the ways that a client has, as an agent: what comes back, and whether it was refused. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { toolName } from '../../api-schema/mcp-tools.ts'
import { type Home, ix, stateOf } from '../fixtures/daemon/daemon.ts'

export interface Heard {
  readonly status: number
  /** All of it. */
  readonly text: string
  /** Of the error, if it is one. */
  readonly name: string | undefined
  readonly isRefused: boolean
}

export interface Caller {
  readonly agent?: string
  readonly token?: string
  readonly session?: string
}

export type Call = (method: string, params?: object) => Promise<Heard>

const accept = 'application/json, text/event-stream'

/** A body to a path, as it is. */
export function post(
  home: Home,
  { agent, token, session }: Caller,
  path: string,
  body: object,
  way: 'socket' | 'tcp' = 'socket',
): Promise<{ readonly status: number; readonly text: string }> {
  const { socket, url } = stateOf(home)!
  const { port } = new URL(url!)
  const headers = {
    'content-type': 'application/json',
    accept,
    ...(agent !== undefined && { 'ix-agent': agent }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(session !== undefined && { 'ix-session': session }),
  }
  const where = way === 'socket' ? { socketPath: socket } : { host: '127.0.0.1', port }
  return new Promise((resolve, reject) => {
    const sent = request({ ...where, path, method: 'POST', agent: false, headers }, async (reply) =>
      resolve({ status: reply.statusCode!, text: lastIn(await text(reply)) }),
    )
    sent.once('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** Of a stream, the answer: what comes before says what the person is asked. */
function lastIn(text: string): string {
  return text.startsWith('event:') ? /.*^data: (.*)$/ms.exec(text)![1]!.trim() : text
}

export function byRpc(home: Home, caller: Caller, way: 'socket' | 'tcp' = 'socket'): Call {
  return async (method, params = {}) => {
    const { status, text } = await post(home, caller, '/rpc', { jsonrpc: '2.0', id: 1, method, params }, way)
    const name = JSON.parse(text).error?.data.name
    return { status, text, name, isRefused: name === 'not_allowed' }
  }
}

/** A tool, of all groups unless the path says otherwise. */
export function byMcp(home: Home, caller: Caller, path = '/mcp?groups=all', way: 'socket' | 'tcp' = 'socket'): Call {
  return async (method, params = {}) => {
    const call = { name: toolName(method), arguments: params }
    const { status, text } = await post(
      home,
      caller,
      path,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      way,
    )
    const { result } = JSON.parse(text)
    const name = result?.isError ? /^(\w+): /.exec(result.content[0].text)?.[1] : undefined
    return { status, text, name, isRefused: name === 'not_allowed' }
  }
}

export async function toolsOf(home: Home, caller: Caller, path: string): Promise<readonly string[]> {
  const { text } = await post(home, caller, path, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { result } = JSON.parse(text)
  return result.tools.map(({ name }: { readonly name: string }) => name)
}

export function byShell(home: Home, agent: string): Call {
  return async (method, params = {}) => {
    const { code, out, err } = await ix(home, '--agent', agent, 'call', method, JSON.stringify(params))
    return { status: code!, text: out + err, name: /^ix: (\w+): /.exec(err)?.[1], isRefused: code === 4 }
  }
}
