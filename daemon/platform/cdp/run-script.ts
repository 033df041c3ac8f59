/** Source text that runs scripts of agents in the page's own world, and keeps the functions that they define there. */
import type { NamedFunction } from '../scripts.ts'
import { describeScript } from './describe-script.ts'
import type { Form } from './script-forms.ts'

/**
 * `(that, isElement, options)` → `Ran` of `script-reply.ts`, a method beside `script`. The script is called, what it gives is awaited, a
 * function that it *is* (and not one that it comes to) is called as well. It throws nothing: an error is an answer.
 */
const runScript = String.raw`async function (that, isElement, { text, given, limits }) {
  const { script } = this
  const describe = ${describeScript}
  const lineIn = (stack) => {
    const found = /<anonymous>:(\d+):\d+/.exec(stack)
    return found ? Number(found[1]) : undefined
  }
  // The value is the function that the text is, but for brackets and comments around it.
  const isText = (value) => {
    const source = Function.prototype.toString.call(value)
    const at = text.indexOf(source)
    const around = /^(?:[\s();]|\/\/.*|\/\*[^]*?\*\/)*$/
    return at >= 0 && !/^class\b/.test(source) && around.test(text.slice(0, at)) && around.test(text.slice(at + source.length))
  }
  const args = [...(isElement ? [that] : []), ...given]
  let value
  try {
    value = await script(...args)
    if (typeof value === 'function' && text !== undefined && isText(value)) value = await value.apply(that, args)
  } catch (error) {
    try {
      if (typeof error === 'object' && error !== null && typeof error.message === 'string')
        return { thrown: { name: String(error.name).slice(0, 100), message: error.message.slice(0, 1000), line: lineIn(String(error.stack)) } }
      const { whole = '' } = describe(error, { most: 1000, shown: 1000, counted: 1000 })
      return { thrown: { name: '', message: whole } }
    } catch {
      return { thrown: { name: 'Error', message: '' } }
    }
  }
  return { value: describe(value, limits) }
}`

export interface Options {
  /** The script, where it may be a function to be called. */
  readonly text?: string
  /** Arguments, after the element. */
  readonly given: readonly unknown[]
  readonly limits: { readonly most: number; readonly shown: number; readonly counted: number }
}

/** Text for `Runtime.callFunctionOn`, on the element or the page, with the options as its argument. */
export interface Source {
  readonly text: string
  /** Lines before the first of what the agent wrote. */
  readonly linesBefore: number
}

/**
 * The script sees no names but the page's own and `element`. It is compiled by the protocol, which a page's Content
 * Security Policy does not forbid.
 */
export function callOf({ kind, text }: Form, isElement: boolean): Source {
  const [open, close] = kind === 'expression' ? '()' : '{}'
  return called(`async (${isElement ? 'element' : ''}) => ${open}\n${text}\n${close}`, isElement, 1)
}

function called(script: string, isElement: boolean, linesBefore: number): Source {
  const text = `function () { return ({ script: ${script}, run: ${runScript} }).run(this, ${isElement}, arguments[0]) }`
  return { text, linesBefore }
}

/**
 * `(scope, name, again, make)` → the function of that name, made where it is not there yet, or `again`. What `make`
 * gives and is no function is thrown.
 */
const keepScript = `(scope, name, again, make) => {
  const kept = Object.getOwnPropertyDescriptor(globalThis, '__ixFns')?.value ?? Object.create(null)
  Object.defineProperty(globalThis, '__ixFns', { value: kept, configurable: true, writable: true, enumerable: false })
  const own = (kept[scope] ??= Object.create(null))
  if (!again && typeof own[name] === 'function') return own[name]
  const made = make()
  if (typeof made !== 'function') throw new TypeError('the source is no function')
  return (own[name] = made)
}`

/** The source begins at the same line wherever this stands. */
function keep({ scope, name, source }: NamedFunction, again: boolean): string {
  return `(${keepScript})(${JSON.stringify(scope)}, ${JSON.stringify(name)}, ${again}, () => (\n${source}\n))`
}

const linesBeforeKept = keepScript.split('\n').length

/** Calls it in the document at hand; it is made there when the document has lost it, or never had it. */
export function callOfFunction(fn: NamedFunction, isElement: boolean): Source {
  return called(`async (...args) => ${keep(fn, false)}.apply(this, args)`, isElement, linesBeforeKept)
}

/** Defines it in the document at hand. */
export function defineCall(fn: NamedFunction): Source {
  return called(`async () => typeof ${keep(fn, true)}`, false, linesBeforeKept)
}

/** Defines it in every document that it is run in. */
export function defineText(fn: NamedFunction): string {
  return `try { ${keep(fn, true)} } catch {}`
}
