/** A script of `evaluate` as Playwright's `evaluate` takes it: a text that is an expression or a function. */
import { Script } from 'node:vm'

export function scriptAsText(script: string, hasElement: boolean): string {
  const text = script.replace(/[\s;]+$/, '')
  const isExpression = compiles(`(${text}\n)`)
  if (isExpression && (isFunction(text) || !hasElement)) return text
  // Statements give the value of the last one, if nothing in them needs a function around it.
  if (!hasElement && compiles(script)) return script
  const isAwaited = compiles(`(async () => (${text}\n))`)
  return isAwaited ? `async (element) => (${text}\n)` : `async (element) => {${script}\n}`
}

/** An arrow function cannot be added to anything, unlike what only has one in it. */
function isFunction(expression: string): boolean {
  if (/^(async\s+)?function\b/.test(expression)) return true
  return expression.includes('=>') && !compiles(`(1 + ${expression}\n)`)
}

function compiles(code: string): boolean {
  try {
    // It is read, and never run.
    new Script(code)
    return true
  } catch {
    return false
  }
}
