/** The tools of one MCP connection, and how their calls become method calls. */
import { randomBytes } from 'node:crypto'
import type { Has } from '../../api-schema/advice.ts'
import { harmless } from '../../api-schema/harmless.ts'
import { type Tool, type ToolGroup, toolName, tools } from '../../api-schema/mcp-tools.ts'
import type { Method, Scope } from '../../api-schema/method.ts'
import { methods, type Result } from '../../api-schema/methods.ts'
import { nearMethods } from '../../api-schema/other-tools.ts'
import { answerText, failureText, isRefused } from '../../api-schema/text/answer.ts'
import { fenced } from '../../api-schema/text/fence.ts'
import type { Agent } from '../agents/agents.ts'
import type { Caller, Dispatcher } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { groupsIn } from './mcp-rights.ts'

/** The tools for one combination of groups. */
export interface Menu {
  readonly list: readonly Tool[]
  /** By tool name. Includes tools hidden by the caller's permission scope, for a precise error. */
  readonly methods: ReadonlyMap<string, Method>
  has(method: string): boolean
}

export interface ToolCaller {
  readonly agent: Agent
  readonly session: string | undefined
  readonly menu: Menu
}

export interface ToolResult {
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  )[]
  readonly isError?: true
}

export async function callTool(
  dispatcher: Pick<Dispatcher, 'call'>,
  { agent, session, menu }: ToolCaller,
  name: string,
  given: { readonly [name: string]: unknown },
  signal: AbortSignal,
  { onQuestion, onWait }: Pick<Caller, 'onQuestion' | 'onWait'> = {},
): Promise<ToolResult> {
  const method = menu.methods.get(name)
  const { has } = menu
  try {
    if (method === undefined) {
      // Through the dispatcher, so that observers see the attempt.
      const refusal = unknownTool(name, menu)
      await dispatcher.call(agent, name, given, signal, { session, has, refusal })
      throw refusal
    }
    const caller = { session, has, onQuestion, onWait, canAnswer: onQuestion !== undefined }
    const result = await dispatcher.call(agent, method.name, asOutline(method, given), signal, caller)
    return {
      content: [textOf(answerText(method.name, fenced(result, newMark))), ...imagesOf(method, result)],
      ...(isRefused(result) && { isError: true }),
    }
  } catch (error) {
    return failed(error instanceof Problem ? error : new Problem('internal_error'), has)
  }
}

/** All text sent to a model passes here, so that nothing in quoted text is invisible. */
function textOf(text: string): ToolResult['content'][number] {
  return { type: 'text', text: harmless(text) }
}

/** Random, so that no text on the screen can imitate it. */
const newMark = () => randomBytes(3).toString('hex')

/** Pictures are separate content items. */
function imagesOf({ name }: Method, result: unknown): ToolResult['content'] {
  if (name !== 'screenshot') return []
  const { data, format } = result as Result<'screenshot'>
  return data === undefined ? [] : [{ type: 'image', data, mimeType: `image/${format}` }]
}

/** Agents get outlines, unless they request another form (a list, a count, the page's text). */
function asOutline({ params }: Method, given: { readonly [name: string]: unknown }): object {
  if (params.properties?.format === undefined) return { ...given }
  return [undefined, null, 'json'].some((one) => one === given.format) ? { ...given, format: 'outline' } : { ...given }
}

/** Method failures are tool results that the model can act on, not protocol errors. */
function failed(problem: Problem, has: Has): ToolResult {
  const { name, message, data } = problem
  const text = failureText({
    name,
    message,
    data: fenced(data, newMark) as Problem['data'],
    hint: problem.hintFor(has),
  })
  return { content: [textOf(text)], isError: true }
}

function unknownTool(name: string, menu: Menu): Problem {
  const offered = Object.values<Method>(methods).filter(({ group }) => group !== 'none')
  const all = new Map(offered.map((method) => [toolName(method.name), method.group]))
  const meant = nearMethods(name, all.keys())
  const [first] = meant
  const near = meant.filter((one) => menu.methods.has(one))
  const unlisted = first && `${first} is not listed: start ix mcp with --groups ${all.get(first)} and without --slim.`
  return new Problem('method_not_found', {
    message: `There is no tool ${JSON.stringify(name.slice(0, 60))} in this list.`,
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : (unlisted ?? 'Call tools/list.'),
  })
}

/** Built once per combination of the query's `groups` and `slim` and the permission scope. Core is always included. */
export function menuOf(query: URLSearchParams, scope: Scope, menus: Map<string, Menu>): Menu {
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
    list,
    methods: new Map(known.filter(([name]) => chosen.has(name))),
    has: (method) => listed.has(toolName(method)),
  }
}
