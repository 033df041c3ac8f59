/** Whether a place in the text of a function is in that itself, and in no function that it holds. */
import { type Node, parse } from 'acorn'

/** The text of a function as it was parsed, from `start` on; no whole if it cannot be. */
export interface Read {
  readonly whole?: Node
  readonly start: number
}

/** It may be written as a method. */
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

/** What cannot be read is taken for a whole. */
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
