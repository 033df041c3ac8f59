/** Whether a place in the text of a function is in that itself, and in no function that it holds. */
import { type Node, parse } from 'acorn'

/** It may be written as a method. What cannot be read is taken for a whole. */
export function isOwnPlace(text: string, at: number): boolean {
  for (const [before, after] of [
    ['(', ')'],
    ['(class {', '})'],
  ] as const)
    try {
      const whole = parse(`${before}${text}${after}`, { ecmaVersion: 'latest' })
      return functionsAround(whole, before.length + at) === 1
    } catch {}
  return true
}

function functionsAround(node: Node, at: number): number {
  const isFunction = /Function/.test(node.type)
  const parts = Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part?.type === 'string')
  const around = parts.filter(({ start, end }) => start <= at && at < end)
  return around.reduce((most, part) => Math.max(most, functionsAround(part, at)), 0) + (isFunction ? 1 : 0)
}
