/** The tools that a page offers, as a view of it lists them, within a limit. */
import { cut } from '../../../api-schema/cut.ts'
import { plain } from '../../../api-schema/plain.ts'
import { type ToldTool, toolLine } from '../../../api-schema/text/tools.ts'
import type { PageTool, ToolParameter } from '../../platform/tab/tools.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { tokens } from '../../view/fit/tokens.ts'

const mostTokens = 400
/** Tools take at most this part of a view's budget: a quarter. */
const share = 4
const longestName = 40
const longestAddress = 80
const longestDescription = 200
const mostParameters = 12

export interface ToldTools {
  readonly tools?: readonly ToldTool[]
  readonly moreTools?: number
}

export function toolsOf(
  { source: { page } }: Warm,
  maxTokens: number,
): { readonly told: ToldTools; readonly cost: number } {
  const known = page?.tools.known ?? []
  if (known.length === 0) return { told: {}, cost: 0 }
  const tools: ToldTool[] = []
  const room = Math.min(mostTokens, Math.floor(maxTokens / share))
  let cost = 0
  for (const tool of known) {
    const one = toldOf(tool, page!.url)
    const more = tokens(toolLine(one)) + 1
    if (cost + more > room) break
    cost += more
    tools.push(one)
  }
  const left = known.length - tools.length
  return { told: { tools, ...(left > 0 && { moreTools: left }) }, cost }
}

function toldOf({ name, description, parameters, url }: PageTool, page: string): ToldTool {
  const takes = parameters.slice(0, mostParameters).map(parameterText)
  return {
    name,
    ...(description !== '' && { description: cut(plain(description), longestDescription) }),
    takes: parameters.length > mostParameters ? [...takes, '…'] : takes,
    ...(bare(url) !== bare(page) && { frame: cut(url, longestAddress) }),
  }
}

/** `max?: integer`, `sort?: price|name`; most are strings. */
export function parameterText({ name, required, type, choices }: ToolParameter): string {
  const kind = choices !== undefined && choices.length > 0 ? choices.join('|') : type === 'string' ? undefined : type
  return `${cut(name, longestName)}${required ? '' : '?'}${kind === undefined ? '' : `: ${cut(kind, longestAddress)}`}`
}

function bare(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
