/** What a script may be: an expression, or statements whose last value counts. The page's own compiler decides. */
import { type Options, parse } from 'acorn'
import type { Form } from './script-source.ts'

/** In the order to try them; a form that does not compile has no effect. All keep the script's line numbers. */
export function formsOf(script: string): Form[] {
  const returning = withReturn(script)
  return [
    { kind: 'expression', text: script.replace(/(?<![\s;])[\s;]+$/, '') },
    ...(returning === undefined ? [] : [{ kind: 'body', text: returning } as const]),
    { kind: 'body', text: script },
  ]
}

/** Parsed as the body of an async function. */
const body: Options = {
  ecmaVersion: 'latest',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowHashBang: false,
}

function withReturn(script: string): string | undefined {
  const last = statementsOf(script).findLast(({ type }) => type !== 'EmptyStatement')
  if (last?.type !== 'ExpressionStatement') return undefined
  const end = script[last.end - 1] === ';' ? last.end - 1 : script.length
  return `${script.slice(0, last.start)}return (${script.slice(last.start, end)}\n)${script.slice(end)}`
}

/** None if it does not parse: too new or too deeply nested for the parser, or wrong. */
function statementsOf(script: string) {
  try {
    return parse(script, body).body
  } catch {
    return []
  }
}
