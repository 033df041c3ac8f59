/** Functions that agents have defined for scripts in their tabs: by agent, tab and name, until they are the oldest of too many. */
import { nearNames } from '../api-schema/near-names.ts'
import { Problem } from './problem.ts'
import type { Agent } from './session.ts'

export interface DefinedFunction {
  /** Stands for the agent in the page, which does not learn its name. */
  readonly scope: string
  readonly name: string
  readonly source: string
}

interface Entry extends DefinedFunction {
  readonly agent: string
  readonly tab: string
}

export interface FunctionLimits {
  /** Of one agent in one tab, and of all. */
  readonly tab: number
  readonly all: number
}

const defaults: FunctionLimits = { tab: 100, all: 2000 }
const listed = 10

export class Functions {
  readonly #limits: FunctionLimits
  readonly #entries = new Map<string, Entry>()
  readonly #scopes = new Map<string, string>()

  constructor(limits: Partial<FunctionLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
  }

  /** In the order in which they were defined. */
  list(agent: Agent, tab: string): readonly DefinedFunction[] {
    return [...this.#entries.values()].filter((entry) => entry.agent === agent.name && entry.tab === tab)
  }

  /** What `define` would keep. Throws invalid_params when another one has the name, limit_exceeded when there are too many. */
  draft(agent: Agent, tab: string, name: string, source: string, replace: boolean): DefinedFunction {
    const before = this.#entries.get(keyOf(agent, tab, name))
    if (before !== undefined && before.source !== source && !replace) {
      throw new Problem('invalid_params', {
        message: `params.name: ${name} is taken in tab ${tab}, by ${firstLine(before.source)}`,
        hint: 'Call it with eval_call_function, define yours with "replace": true, or choose another name.',
        data: { path: 'params.name', reason: 'taken' },
      })
    }
    if (before === undefined && this.list(agent, tab).length >= this.#limits.tab) {
      throw new Problem('limit_exceeded', {
        message: `Tab ${tab} has ${this.#limits.tab} functions, which is the most.`,
        hint: 'Replace one of them: eval_list_functions names them.',
      })
    }
    return { scope: this.#scopeOf(agent), name, source }
  }

  define(agent: Agent, tab: string, fn: DefinedFunction): void {
    const key = keyOf(agent, tab, fn.name)
    this.#entries.delete(key)
    this.#entries.set(key, { ...fn, agent: agent.name, tab })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.all) break
      this.#entries.delete(oldest)
    }
  }

  /** Throws not_found with the near names, and with the tabs that have one of this name. */
  get(agent: Agent, tab: string, name: string): DefinedFunction {
    const found = this.#entries.get(keyOf(agent, tab, name))
    if (found !== undefined) return found
    const names = this.list(agent, tab).map((entry) => entry.name)
    const near = nearNames(name, names)
    const elsewhere = [...this.#entries.values()].filter((entry) => entry.agent === agent.name && entry.name === name)
    const tabs = elsewhere.map((entry) => entry.tab).slice(0, listed)
    const there = names.length === 0 ? 'None is defined there.' : `Defined: ${names.slice(0, listed).join(', ')}.`
    throw new Problem('not_found', {
      message: `There is no function ${name} in tab ${tab}. ${tabs.length > 0 ? `Tab ${tabs.join(' and ')} has one.` : there}`,
      hint: 'Call eval_define_function with its source, or eval_list_functions for those that there are.',
      data: { ...(near.length > 0 && { near }), ...(tabs.length > 0 && { tabs }) },
    })
  }

  #scopeOf(agent: Agent): string {
    const known = this.#scopes.get(agent.name)
    if (known !== undefined) return known
    const scope = `a${this.#scopes.size + 1}`
    this.#scopes.set(agent.name, scope)
    return scope
  }
}

/** Of a source, for a list. */
export function firstLine(source: string, most = 80): string {
  const lines = source.trim().split('\n')
  const [first = ''] = lines
  return lines.length === 1 && first.length <= most ? first : `${first.slice(0, most)} …`
}

function keyOf(agent: Agent, tab: string, name: string): string {
  return JSON.stringify([agent.name, tab, name])
}
