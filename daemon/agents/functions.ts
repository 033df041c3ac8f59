/** Functions that a session defined for scripts in its tabs, by tab and name. The oldest are dropped above a limit. */
import { LRUCache } from 'lru-cache'
import { nearNames } from '../../api-schema/near-names.ts'
import { Problem } from '../problem.ts'

export interface DefinedFunction {
  /** Stands for the session in the page, so that the page never sees its name. */
  readonly scope: string
  readonly name: string
  readonly source: string
}

interface Entry extends DefinedFunction {
  readonly tab: string
}

export interface FunctionLimits {
  /** Limits per tab, and in total. */
  readonly tab: number
  readonly all: number
}

const defaults: FunctionLimits = { tab: 100, all: 500 }
const listed = 10

export class Functions {
  readonly #limits: FunctionLimits
  readonly #entries: LRUCache<string, Entry>
  readonly #scope: string

  constructor(scope: string, limits: Partial<FunctionLimits> = {}) {
    this.#scope = scope
    this.#limits = { ...defaults, ...limits }
    this.#entries = new LRUCache({ max: this.#limits.all })
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** In order of definition. */
  list(tab: string): readonly DefinedFunction[] {
    return this.#all().filter((entry) => entry.tab === tab)
  }

  /** Checks and returns what `define` would store. Throws invalid_params if the name is taken, limit_exceeded above the limit. */
  draft(tab: string, name: string, source: string, replace: boolean): DefinedFunction {
    const before = this.#entries.peek(keyOf(tab, name))
    if (before !== undefined && before.source !== source && !replace) {
      throw new Problem('invalid_params', {
        message: `params.name: ${name} is already used in tab ${tab} by ${firstLine(before.source)}`,
        hint: 'Call {eval_call_function} to use it; or define yours with replace true, or choose another name.',
        data: { path: 'params.name', reason: 'taken' },
      })
    }
    if (before === undefined && this.list(tab).length >= this.#limits.tab) {
      throw new Problem('limit_exceeded', {
        message: `Tab ${tab} already has ${this.#limits.tab} functions, the maximum.`,
        hint: 'Replace one of them: {eval_list_functions} names them.',
        retryable: false,
      })
    }
    return { scope: this.#scope, name, source }
  }

  define(tab: string, fn: DefinedFunction): void {
    this.#entries.set(keyOf(tab, fn.name), { ...fn, tab })
  }

  /** Throws not_found with similar names, and with the tabs that have a function of this name. */
  get(tab: string, name: string): DefinedFunction {
    const found = this.#entries.peek(keyOf(tab, name))
    if (found !== undefined) return found
    const names = this.list(tab).map((entry) => entry.name)
    const near = nearNames(name, names)
    const elsewhere = this.#all().filter((entry) => entry.name === name)
    const tabs = elsewhere.map((entry) => entry.tab).slice(0, listed)
    const there = names.length === 0 ? 'None is defined there.' : `Defined: ${names.slice(0, listed).join(', ')}.`
    throw new Problem('not_found', {
      message: `There is no function ${name} in tab ${tab}. ${tabs.length > 0 ? `Tab ${tabs.join(' and ')} has one.` : there}`,
      hint: 'Call {eval_define_function} to define it, or {eval_list_functions} to see what is defined.',
      data: { ...(near.length > 0 && { near }), ...(tabs.length > 0 && { tabs }) },
    })
  }

  #all(): Entry[] {
    return [...this.#entries.rvalues()].filter((entry): entry is Entry => entry !== undefined)
  }
}

const longestLine = 80

/** The first line of a source, for lists. */
export function firstLine(source: string): string {
  const lines = source.trim().split('\n')
  const [first = ''] = lines
  return lines.length === 1 && first.length <= longestLine ? first : `${first.slice(0, longestLine)} …`
}

function keyOf(tab: string, name: string): string {
  return JSON.stringify([tab, name])
}
