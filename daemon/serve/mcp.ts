/** MCP on `POST /mcp`, both protocol eras, with the official SDK: the tool list, and tool calls to the dispatcher. */
import { randomBytes } from 'node:crypto'
import type { CallToolResult, ListToolsResult, Server } from '@modelcontextprotocol/server'
import type { Has } from '../../api-schema/advice.ts'
import { instructions, type ToolGroup, toolName, tools } from '../../api-schema/mcp-tools.ts'
import type { Method, Scope } from '../../api-schema/method.ts'
import { methods, type Result } from '../../api-schema/methods.ts'
import { nearMethods } from '../../api-schema/other-tools.ts'
import { answerText, failureText, isRefused } from '../../api-schema/text/answer.ts'
import { fenced } from '../../api-schema/text/fence.ts'
import type { Agent } from '../agents/agents.ts'
import type { Dispatcher } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { version } from '../version.ts'
import { asAsked, groupsIn } from './mcp-rights.ts'

export interface McpRequest {
  /** Parsed. */
  readonly body: unknown
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  /** Path and query: `/mcp?groups=page,scripts`, `/mcp?slim`. */
  readonly url: string
  readonly agent: Agent
  /** The client's name for its session. */
  readonly session?: string | undefined
  /** Aborts when the caller is gone. */
  readonly signal?: AbortSignal
}

export type Mcp = (request: McpRequest) => Promise<Response>

/** The tools for one choice of groups. */
interface Menu {
  readonly list: ListToolsResult
  /** By tool name; also those that the caller's permission scope keeps from the list, to say so. */
  readonly methods: ReadonlyMap<string, Method>
  has(method: string): boolean
}

interface Call {
  readonly agent: Agent
  readonly session: string | undefined
  readonly menu: Menu
}

/** `progress` counts these: seconds. */
const progressMs = 1000

type Sdk = typeof import('@modelcontextprotocol/server')

export function createMcp(dispatcher: Dispatcher): Mcp {
  const menus = new Map<string, Menu>()
  let opened: Promise<ReturnType<Sdk['createMcpHandler']>> | undefined
  return async ({ body, headers, url, agent: caller, session, signal }) => {
    const query = new URL(url, 'http://localhost').searchParams
    const agent = asAsked(caller, query)
    const menu = menuOf(query, agent.scope, menus)
    opened ??= openHandler(dispatcher)
    const handler = await opened
    const request = new Request(new URL(url, 'http://localhost'), {
      method: 'POST',
      headers: headersOf(headers),
      ...(signal && { signal }),
    })
    return handler.fetch(request, {
      parsedBody: body,
      authInfo: {
        token: '',
        clientId: agent.name,
        scopes: [agent.scope],
        extra: { call: { agent, session, menu } satisfies Call },
      },
    })
  }
}

/** Loaded at the first request: the SDK takes a fifth of a fresh daemon's memory, and /rpc callers do not need it. */
async function openHandler(dispatcher: Dispatcher): Promise<ReturnType<Sdk['createMcpHandler']>> {
  const sdk = await import('@modelcontextprotocol/server')
  return sdk.createMcpHandler((context) => {
    // `fetch` above is the only way in, and always passes a call.
    const call = context.authInfo?.extra?.call as Call
    return serverFor(sdk, dispatcher, call)
  })
}

/** A new one per request, as the SDK requires; it holds nothing, and everything costly is made beforehand. */
function serverFor(sdk: Sdk, dispatcher: Dispatcher, call: Call): Server {
  const server = new sdk.Server(
    { name: 'interface-explorer', version: version() },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', () => call.menu.list)
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const stop = tellProgress(params.name, mcpReq)
    try {
      return await callTool(dispatcher, call, params, mcpReq.signal)
    } finally {
      stop()
    }
  })
  return server
}

interface Asked {
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined
  notify(notification: { readonly method: string; readonly params: { [name: string]: unknown } }): Promise<void>
}

/** Hosts that asked for it see that a long call goes on, and keep waiting. Returns what ends it. */
function tellProgress(tool: string, { _meta, notify }: Asked): () => void {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => undefined
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    const params = { progressToken, progress, message: `${tool} has run for ${progress} s` }
    // A caller that is gone aborts the call by itself.
    notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }, progressMs)
  return () => clearInterval(timer)
}

async function callTool(
  dispatcher: Dispatcher,
  { agent, session, menu }: Call,
  {
    name,
    arguments: given = {},
  }: { readonly name: string; readonly arguments?: { [name: string]: unknown } | undefined },
  signal: AbortSignal,
): Promise<CallToolResult> {
  const method = menu.methods.get(name)
  const { has } = menu
  if (method === undefined) return failed(unknownTool(name, menu), has)
  try {
    const caller = { session, has }
    const result = await dispatcher.call(agent, method.name, asOutline(method, given), signal, caller)
    return {
      content: [{ type: 'text', text: answerText(method.name, fenced(result, newMark)) }, ...imagesOf(method, result)],
      ...(isRefused(result) && { isError: true }),
    }
  } catch (error) {
    return failed(error instanceof Problem ? error : new Problem('internal_error'), has)
  }
}

/** No text of the screen can have been written for it. */
const newMark = () => randomBytes(3).toString('hex')

/** A picture accompanies the text, never inside it. */
function imagesOf({ name }: Method, result: unknown): CallToolResult['content'] {
  if (name !== 'screenshot') return []
  const { data, format } = result as Result<'screenshot'>
  return data === undefined ? [] : [{ type: 'image', data, mimeType: `image/${format}` }]
}

/** Agents read outlines; what they may request instead (a list, a count, the page's text) is kept. */
function asOutline({ params }: Method, given: { readonly [name: string]: unknown }): object {
  if (params.properties?.format === undefined) return { ...given }
  return [undefined, null, 'json'].some((one) => one === given.format) ? { ...given, format: 'outline' } : { ...given }
}

/** A failed method is an answer the model can act on, not a protocol error. */
function failed(problem: Problem, has: Has): CallToolResult {
  const { name, message, data } = problem
  const text = failureText({ name, message, data, hint: problem.hintFor(has) })
  return { content: [{ type: 'text', text }], isError: true }
}

function unknownTool(name: string, menu: Menu): Problem {
  const group = Object.values<Method>(methods).find((method) => toolName(method.name) === name)?.group
  const near = nearMethods(name, menu.methods.keys())
  const hint = group && group !== 'none' ? `Start ix mcp with --groups ${group} and without --slim.` : undefined
  return new Problem('method_not_found', {
    message: `There is no tool ${JSON.stringify(name.slice(0, 60))} in this list.`,
    hint: hint ?? (near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Call tools/list.'),
  })
}

/** `groups` and `slim` in the query choose; core is always included. Built once per choice and permission scope. */
function menuOf(query: URLSearchParams, scope: Scope, menus: Map<string, Menu>): Menu {
  const slim = query.has('slim') && query.get('slim') !== '0'
  const groups = groupsIn(query)
  const key = `${scope} ${slim ? 'slim' : groups.join()}`
  const menu = menus.get(key) ?? makeMenu(groups, slim, scope)
  menus.set(key, menu)
  return menu
}

function makeMenu(groups: readonly ToolGroup[], slim: boolean, scope: Scope): Menu {
  const list = tools(groups, slim, scope)
  const listed = new Set(list.map((tool) => tool.name))
  const chosen = new Set(tools(groups, slim).map((tool) => tool.name))
  const known = Object.values<Method>(methods).map((method) => [toolName(method.name), method] as const)
  return {
    list: { tools: list as unknown as ListToolsResult['tools'] },
    methods: new Map(known.filter(([name]) => chosen.has(name))),
    has: (method) => listed.has(toolName(method)),
  }
}

function headersOf(headers: McpRequest['headers']): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // The parsed body is passed beside the request.
    if (value === undefined || name === 'content-length' || name === 'transfer-encoding') continue
    kept.set(name, typeof value === 'string' ? value : value.join(', '))
  }
  return kept
}
