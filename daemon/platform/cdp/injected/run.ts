/** Runs agents' scripts in the page's own world, and keeps the functions they define there. */
import { type Described, describe, type Limits } from './describe.ts'
import { sent } from './sent.ts'

export interface Options {
  /** The script's text, if its value may be a function to call. */
  readonly text?: string
  /** Arguments, after the element. */
  readonly given: readonly unknown[]
  readonly limits: Limits
}

export interface Thrown {
  /** Empty if the thrown value is not an error. */
  readonly name: string
  readonly message: string
  /** Counted in the text of the call. */
  readonly line?: number | undefined
}

export type Ran = { readonly value: Described } | { readonly thrown: Thrown }

type Script = (...args: readonly unknown[]) => unknown

async function run(
  this: { readonly script: Script },
  that: unknown,
  isElement: boolean,
  { text, given, limits }: Options,
): Promise<Ran> {
  const { script } = this
  const lineIn = (stack: string) => {
    const found = /<anonymous>:(\d+):\d+/.exec(stack)
    return found ? Number(found[1]) : undefined
  }
  // Is the value the very function in the text, apart from brackets and comments around it?
  const isText = (value: Script, text: string) => {
    const source = Function.prototype.toString.call(value)
    const at = text.indexOf(source)
    const around = /^(?:[\s();]|\/\/.*|\/\*[\s\S]*?\*\/)*$/
    const [before, after] = [text.slice(0, at), text.slice(at + source.length)]
    return at >= 0 && !/^class\b/.test(source) && around.test(before) && around.test(after)
  }
  const args = [...(isElement ? [that] : []), ...given]
  let value: unknown
  try {
    value = await script(...args)
    if (typeof value === 'function' && text !== undefined && isText(value as Script, text))
      value = await value.apply(that, args)
  } catch (error) {
    try {
      if (typeof error === 'object' && error !== null && typeof (error as Error).message === 'string') {
        const { name, message, stack } = error as Error
        return {
          thrown: { name: String(name).slice(0, 100), message: message.slice(0, 1000), line: lineIn(String(stack)) },
        }
      }
      const { whole = '' } = describe(error, { most: 1000, shown: 1000, counted: 1000 })
      return { thrown: { name: '', message: whole } }
    } catch {
      return { thrown: { name: 'Error', message: '' } }
    }
  }
  return { value: describe(value, limits) }
}

/**
 * A method next to `script`. Calls the script and awaits the result; if the script *is* a function (rather than
 * evaluating to one), calls that too. Never throws: an error is an answer.
 */
export const runScript = sent(run, describe)

interface Kept {
  [scope: string]: { [name: string]: unknown }
}

function keep(scope: string, name: string, again: boolean, make: () => unknown): unknown {
  const kept: Kept = Object.getOwnPropertyDescriptor(globalThis, '__ixFns')?.value ?? Object.create(null)
  Object.defineProperty(globalThis, '__ixFns', { value: kept, configurable: true, writable: true, enumerable: false })
  kept[scope] ??= Object.create(null) as Kept[string]
  const own = kept[scope]
  if (!again && typeof own[name] === 'function') return own[name]
  const made = make()
  if (typeof made !== 'function') throw new TypeError('the source is not a function')
  own[name] = made
  return made
}

/** The function of that name, created if missing or if `again`. If `make` returns something else, throws it. */
export const keepScript = sent(keep)

function forget(scope: string): void {
  const kept: Kept | undefined = Object.getOwnPropertyDescriptor(globalThis, '__ixFns')?.value
  if (kept === undefined) return
  delete kept[scope]
  if (Object.keys(kept).length === 0) Reflect.deleteProperty(globalThis, '__ixFns')
}

/** Removes the functions of a scope, and every trace with the last. */
export const forgetScript = sent(forget)
