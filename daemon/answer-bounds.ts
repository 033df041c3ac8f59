/** Caps every text in an answer or error of any method: a page title may be a million characters long. */
import { cut, longestTold } from '../api-schema/cut.ts'
import { Problem } from './problem.ts'

/** Bounded elsewhere (a token budget, a preview), or requested in full. */
const ownBounds: ReadonlySet<string> = new Set([
  'outline',
  'text',
  'html',
  'content',
  'data',
  'result',
  'preview',
  'code',
  'body',
  'postData',
])
/** A message combines several texts. */
const longestMessage = 2 * longestTold

/** Returns the same answer, changed in place. */
export function withinBounds<T>(answer: T): T {
  for (const { holder, name, value } of tooLong(answer)) {
    if (name.length > longestTold) delete holder[name]
    holder[cut(name, longestTold)] = typeof value === 'string' ? cut(value, longestTold) : value
  }
  return answer
}

export function problemWithinBounds(problem: Problem): Problem {
  const { name, message, hint, data } = problem
  const isShort = message.length <= longestMessage && hint.length <= longestMessage && tooLong(data).length === 0
  if (isShort) return problem
  const shorter = { message: cut(message, longestMessage), hint: cut(hint, longestMessage) }
  return new Problem(name, { ...shorter, data: withinBounds(structuredClone(data)) })
}

interface Long {
  readonly holder: { [name: string]: unknown }
  readonly name: string
  readonly value: unknown
}

/** Iterative: a screen's tree may be deeper than the stack allows. */
function tooLong(answer: unknown): Long[] {
  const found: Long[] = []
  const stack: unknown[] = [answer]
  while (stack.length > 0) {
    const holder = stack.pop()
    if (typeof holder !== 'object' || holder === null) continue
    const isList = Array.isArray(holder)
    for (const name in holder) {
      if (!isList && ownBounds.has(name)) continue
      const value = (holder as { readonly [name: string]: unknown })[name]
      if (name.length > longestTold || (typeof value === 'string' && value.length > longestTold))
        found.push({ holder: holder as Long['holder'], name, value })
      if (typeof value === 'object') stack.push(value)
    }
  }
  return found
}
