/**
 * Decides who may talk to the daemon, from the head of a request, before its body is read. Browsers may not: web pages
 * must not reach the daemon under any name or port, not even with the token.
 */
import type { ErrorName } from '../../api-schema/errors.ts'
import type { Agent } from '../agents/agents.ts'
import { type Agents, owner } from '../agents/agents.ts'
import { Problem } from '../problem.ts'

export interface Head {
  readonly method: string
  readonly url: string
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[]
}

/** How the request arrived. On the unix socket, the modes of folder and socket prove the owner. */
export type Way =
  | { readonly kind: 'unix' }
  | { readonly kind: 'tcp'; readonly port: number; readonly isSameUser: () => boolean }

export interface Refused {
  readonly status: number
  readonly problem: Problem
  readonly headers?: { readonly [name: string]: string }
}

/** Paths, and the method each accepts. */
export interface Routes {
  readonly [path: string]: { readonly method: 'GET' | 'POST' }
}

/** Headers that must not repeat, because readers differ in which one they use. */
const single = new Set(['host', 'authorization', 'ix-agent', 'content-type', 'content-length', 'transfer-encoding'])
const json = /^application\/json(?:[\t ]*;[\t ]*charset="?utf-8"?)?$/i

/** The admitted agent, or the reason for refusing. */
export function admit(head: Head, way: Way, agents: Agents): Agent | Refused {
  return malformed(head) ?? foreign(head, way) ?? known(head, way, agents)
}

/** Checks path and method; after `admit`, so that strangers cannot probe the paths. */
export function refuseRoute(head: Head, routes: Routes): Refused | undefined {
  const path = pathOf(head.url)
  const method = Object.hasOwn(routes, path) ? routes[path]!.method : undefined
  if (method === undefined) {
    const hint = `Paths: ${Object.entries(routes)
      .map(([name, { method }]) => `${method} ${name}`)
      .join(', ')}.`
    return refused(404, 'invalid_request', 'There is nothing at this path.', hint)
  }
  if (head.method !== method) {
    const message = `${path} accepts only ${method}.`
    return { ...refused(405, 'invalid_request', message, `Send ${method} ${path}.`), headers: { allow: method } }
  }
  if (method === 'POST' && !json.test(String(head.headers['content-type'] ?? ''))) {
    const hint = 'Send the header Content-Type: application/json.'
    return refused(415, 'invalid_request', 'The body must be application/json in UTF-8.', hint)
  }
  return undefined
}

/** What comes before a query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0]!
}

function malformed({ url, rawHeaders }: Head): Refused | undefined {
  const hint = 'Send a plain HTTP/1.1 request to a path such as /rpc.'
  if (!url.startsWith('/')) return refused(400, 'invalid_request', 'The request target must be a path.', hint)
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) return refused(400, 'invalid_request', `The header ${name} stands twice.`, hint)
    seen.add(name)
  }
  if (!seen.has('host')) return refused(400, 'invalid_request', 'There is no Host header.', hint)
  return undefined
}

function foreign({ headers }: Head, way: Way): Refused | undefined {
  for (const name of ['origin', 'referer', 'sec-fetch-site']) {
    if (headers[name] === undefined) continue
    const hint = `Send no ${name} header; only programs are served, not web pages.`
    return refused(403, 'not_allowed', `Requests from web pages are refused (${name}).`, hint)
  }
  const hosts =
    way.kind === 'unix' ? ['localhost'] : ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${way.port}`)
  if (hosts.includes(String(headers.host))) return undefined
  return refused(403, 'not_allowed', 'The Host header does not name this daemon.', `Send Host: ${hosts[0]}.`)
}

/** Whether the owner sent it, in their own name or an agent's, rather than an agent with its token. */
export function isOwners({ headers }: Head, way: Way, agents: Agents): boolean {
  return callerOf(headers.authorization, way, agents) === owner
}

/** Identified by token, or as the owner by the socket. The owner may act as one of its agents, which only removes rights. */
function known({ headers }: Head, way: Way, agents: Agents): Agent | Refused {
  const caller = callerOf(headers.authorization, way, agents)
  const name = headers['ix-agent']
  if (name === undefined || 'problem' in caller || caller.name === name) return caller
  const agent = caller === owner && typeof name === 'string' ? agents.named(name) : undefined
  if (agent !== undefined) return agent
  const hint = '`ix agent` lists those that there are, `ix agent add NAME` adds one.'
  const message =
    caller === owner
      ? 'There is no agent of the name in Ix-Agent, or its time is up.'
      : 'The token in Authorization is not that of the agent in Ix-Agent.'
  return refused(403, 'not_allowed', message, hint)
}

function callerOf(authorization: Head['headers'][string], way: Way, agents: Agents): Agent | Refused {
  if (authorization === undefined && way.kind === 'unix') return owner
  const token = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(String(authorization ?? ''))?.[1]
  const agent = token === undefined ? undefined : agents.byToken(token)
  if (agent === owner && way.kind === 'tcp' && !way.isSameUser()) {
    const hint = 'An agent of another user, or in a container, takes a token of its own: `ix agent add NAME`.'
    return refused(403, 'not_allowed', "This is the owner's token, and another user sends it.", hint)
  }
  if (agent !== undefined) return agent
  const hint =
    'Send Authorization: Bearer with the text of the file `token` in the runtime folder, or with a token from `ix agent add`.'
  return {
    ...refused(401, 'not_allowed', 'A valid token is needed.', hint),
    headers: { 'www-authenticate': 'Bearer' },
  }
}

/** Visible ASCII: what a header can carry, and what MCP accepts as a session id. */
const sessionName = /^[\x21-\x7e]{1,128}$/

/** The client's name for its session. */
export function sessionOf(head: Pick<Head, 'headers'>): string | undefined {
  const name = nameIn(head)
  if (name === undefined || (typeof name === 'string' && sessionName.test(name))) return name as string | undefined
  throw new Problem('invalid_request', {
    message: 'The session header has characters other than visible ASCII, or more than 128.',
    hint: 'Send Ix-Session once, with a short name such as session-1, or omit it.',
  })
}

/** For counting, before validation: undefined for an invalid name, which is refused later. */
export function sessionIn(head: Pick<Head, 'headers'>): string | undefined {
  const name = nameIn(head)
  return typeof name === 'string' && sessionName.test(name) ? name : undefined
}

function nameIn({ headers }: Pick<Head, 'headers'>): string | readonly string[] | undefined {
  return headers['ix-session'] ?? headers['mcp-session-id']
}

export function refused(status: number, name: ErrorName, message: string, hint: string, retryable?: boolean): Refused {
  const detail = { message, hint, ...(retryable !== undefined && { retryable }) }
  return { status, problem: new Problem(name, detail) }
}
