/** Whether a position in the text of a function is in that function itself, and not in one inside it. */
import { type Node, parse } from 'acorn'

/** The parsed text of a function, which begins at `start`; without `whole` if it cannot be parsed. */
export interface Read {
  readonly whole?: Node
  readonly start: number
}

/** A function may be written as a method. */
export function readOf(text: string): Read {
  for (const [before, after] of [
    ['(', ')'],
    ['(class {', '})'],
  ] as const)
    try {
      return { whole: parse(`${before}${text}${after}`, { ecmaVersion: 'latest' }), start: before.length }
    } catch {}
  return { start: 0 }
}

/** If it cannot be parsed, every position counts as its own. */
export function isOwnPlace({ whole, start }: Read, at: number): boolean {
  return whole === undefined || functionsAround(whole, start + at) === 1
}

function functionsAround(node: Node, at: number): number {
  const isFunction = /Function/.test(node.type)
  const parts = Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part?.type === 'string')
  const around = parts.filter(({ start, end }) => start <= at && at < end)
  return around.reduce((most, part) => Math.max(most, functionsAround(part, at)), 0) + (isFunction ? 1 : 0)
}
