/** The source texts that run agents' scripts and functions in the page's own world. */
import type { NamedFunction } from '../../tab/scripts.ts'
import { forgetScript, keepScript, runScript } from '../injected/run.ts'

/** A script is either a value, or the body of a function that returns it. */
export interface Form {
  readonly kind: 'expression' | 'body'
  readonly text: string
}

/** Text for `Runtime.callFunctionOn`, on the element or the page, with the options as its argument. */
export interface Source {
  readonly text: string
  /** Lines before the agent's first. */
  readonly linesBefore: number
}

/** It sees only the page's names and `element`. The protocol compiles it, which no Content Security Policy forbids. */
export function callOf({ kind, text }: Form, isElement: boolean): Source {
  const [open, close] = kind === 'expression' ? '()' : '{}'
  return called(`async (${isElement ? 'element' : ''}) => ${open}\n${text}\n${close}`, isElement, 1)
}

function called(script: string, isElement: boolean, linesBefore: number): Source {
  const text = `function () { return ({ script: ${script}, run: ${runScript} }).run(this, ${isElement}, arguments[0]) }`
  return { text, linesBefore }
}

/** The source starts at the same line in both uses. */
function keep({ scope, name, source }: NamedFunction, again: boolean): string {
  return `(${keepScript})(${JSON.stringify(scope)}, ${JSON.stringify(name)}, ${again}, () => (\n${source}\n))`
}

const linesBeforeKept = keepScript.split('\n').length

/** Calls it in the current document, defining it there first if needed. */
export function callOfFunction(fn: NamedFunction, isElement: boolean): Source {
  return called(`async (...args) => ${keep(fn, false)}.apply(this, args)`, isElement, linesBeforeKept)
}

/** Defines it in the current document. */
export function defineCall(fn: NamedFunction): Source {
  return called(`async () => typeof ${keep(fn, true)}`, false, linesBeforeKept)
}

/** Defines it in every document that runs this. */
export function defineText(fn: NamedFunction): string {
  return `try { ${keep(fn, true)} } catch {}`
}

/** Removes all functions of a scope from every document that runs this. */
export function forgetText(scope: string): string {
  return `(${forgetScript})(${JSON.stringify(scope)})`
}
