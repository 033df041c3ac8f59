/** Converts an `evaluate` script to what Playwright's `evaluate` takes: an expression or a function, as text. */
import { Script } from 'node:vm'

export function scriptAsText(script: string, hasElement: boolean): string {
  const text = script.replace(/(?<![\s;])[\s;]+$/, '')
  const isExpression = compiles(`(${text}\n)`)
  if (isExpression && (isFunction(text) || !hasElement)) return text
  // Statements yield the last one's value, unless something in them needs an enclosing function.
  if (!hasElement && compiles(script)) return script
  const isAwaited = compiles(`(async () => (${text}\n))`)
  return isAwaited ? `async (element) => (${text}\n)` : `async (element) => {${script}\n}`
}

/** An arrow function cannot be an operand, unlike an expression that merely contains one. */
function isFunction(expression: string): boolean {
  if (/^(async\s+)?function\b/.test(expression)) return true
  return expression.includes('=>') && !compiles(`(1 + ${expression}\n)`)
}

function compiles(code: string): boolean {
  try {
    // Parsed, never run.
    new Script(code)
    return true
  } catch {
    return false
  }
}
