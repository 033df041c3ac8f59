/** One call of one method: name, scope, parameters, deadline, handler, one log line. Knows no transport. */
import { effectOf, type Method, type Scope, scopeOf, scopes } from '../api-schema/method.ts'
import { type MethodName, methods, type Params, type Result } from '../api-schema/methods.ts'
import { nearNames } from '../api-schema/near-names.ts'
import type { Config } from './config.ts'
import { faultOf, type Log } from './log.ts'
import type { Key, Platform } from './platform/platform.ts'
import { Problem } from './problem.ts'
import type { Agent, Sessions } from './session.ts'
import type { Ids } from './tree/ids.ts'
import type { Recorder } from './tree/recorder.ts'
import type { Trees } from './tree/trees.ts'
import { type Check, checkOf } from './validate.ts'

export interface Call {
  readonly agent: Agent
  /** Aborts when the caller is gone or its time is up; the reason is a Problem. */
  readonly signal: AbortSignal
  /** `performance.now()` at which a part is better than nothing; a little before the signal aborts. */
  readonly deadline: number
  /** Told of each element just before it is acted upon, or when it was waited for. Never throws. */
  readonly onAim?: (aim: Aim) => Promise<void>
}

type Warm = Awaited<ReturnType<Trees['warm']>>

/** What is meant, and what is to be done to it. */
export interface Aim {
  readonly warm: Warm
  readonly key: Key
  readonly step: Step
  /** By id or by a find; else it is what has the focus. */
  readonly isNamed: boolean
}

/** One step of interact; or `wait`. */
export interface Step {
  readonly action: string
  readonly value?: string | undefined
  readonly keys?: string | undefined
  readonly files?: readonly string[] | undefined
  readonly to?:
    | { readonly elementId?: string | undefined; readonly x?: number | undefined; readonly y?: number | undefined }
    | undefined
}

/** Where the daemon can be reached; filled in once it listens. */
export interface Endpoint {
  socket?: string
  url?: string
}

/** What all handlers share. */
export interface World {
  readonly trees: Trees
  readonly ids: Ids
  readonly sessions: Sessions
  readonly platforms: readonly Platform[]
  readonly config: Config
  readonly log: Log
  /** `performance.now()`. */
  readonly startedAt: number
  readonly endpoint: Endpoint
  /** Told of every action. */
  readonly recorder: Recorder
}

export type Handler<M extends MethodName> = (params: Params<M>, call: Call, world: World) => Promise<Result<M>>

export type Handlers = { readonly [M in MethodName]: Handler<M> }

/** Handlers as the dispatcher sees them, after the table has been checked by its type. */
export interface AnyHandlers {
  readonly [name: string]: (params: never, call: Call, world: World) => Promise<unknown>
}

interface Entry {
  readonly method: Method
  readonly check: Check
  readonly handler: (params: unknown, call: Call, world: World) => Promise<unknown>
}

const defaultTimeoutMs = 30_000
/** Part of the time limit that is kept for shaping an answer from what was read. */
const shapingMs = 500
/** How long a handler may take to end after its signal, before it is given up. */
const givenUpMs = 1000

export class Dispatcher {
  readonly #world: World
  readonly #entries = new Map<string, Entry>()
  readonly #counts = new Map<string, number>()

  /** Compiles all schemas. `records` are the methods that there are. */
  constructor(world: World, handlers: Handlers | AnyHandlers, records: { readonly [name: string]: Method } = methods) {
    this.#world = world
    for (const method of Object.values(records)) {
      const handler = (handlers as AnyHandlers)[method.name]
      if (handler === undefined) throw new Error(`no handler for ${method.name}`)
      this.#entries.set(method.name, { method, check: checkOf(method), handler: handler as Entry['handler'] })
    }
  }

  /** Calls so far, by `method outcome`; the outcome is `ok` or the error's name. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /**
   * The result, or a Problem; nothing else is thrown. The dispatcher owns `params` from now on and fills in
   * defaults. `signal` tells that the caller is gone.
   */
  async call(agent: Agent, method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const entry = this.#entries.get(method)
    const name = entry === undefined ? 'unknown' : method
    const start = performance.now()
    try {
      const result = await this.#run(entry, agent, method, params, signal)
      const isQuiet = entry !== undefined && effectOf(entry.method, params) === 'reads'
      this.#note(agent, name, start, 'ok', isQuiet)
      return result
    } catch (error) {
      const problem = error instanceof Problem ? error : this.#defect(agent, name, error)
      this.#note(agent, name, start, problem.name, false)
      throw problem
    }
  }

  async #run(entry: Entry | undefined, agent: Agent, method: string, params: unknown, signal: AbortSignal) {
    if (entry === undefined) throw unknownMethod(method, this.#entries.keys())
    const given = params ?? {}
    requireScope(agent, entry.method, given)
    if (Array.isArray(given)) {
      throw new Problem('invalid_params', {
        message: 'params: expected an object, found a list; parameters go by name.',
        hint: `For example: ${method} ${JSON.stringify(entry.method.examples[0]?.params ?? {})}`,
        data: { path: 'params' },
      })
    }
    entry.check(given)
    if (signal.aborted) throw gone()
    return await withDeadline(entry.method, given, signal, (inner, deadline) =>
      entry.handler(given, { agent, signal: inner, deadline }, this.#world),
    )
  }

  /** What is not a Problem is a fault of ours: logged with its place, and told without it. */
  #defect(agent: Agent, method: string, error: unknown): Problem {
    this.#world.log.error({ agent: agent.name, method, fault: faultOf(error) }, 'a handler failed')
    return new Problem('internal_error')
  }

  /** A polling reader would fill the log; what acts or fails is always told. */
  #note(agent: Agent, method: string, start: number, outcome: string, isQuiet: boolean): void {
    const key = `${method} ${outcome}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    const fields = { agent: agent.name, method, outcome, ms: Math.round((performance.now() - start) * 10) / 10 }
    if (isQuiet) this.#world.log.debug(fields, 'call')
    else this.#world.log.info(fields, 'call')
  }
}

function unknownMethod(method: string, known: Iterable<string>): Problem {
  const near = nearNames(method, known)
  const shown = method.length > 60 ? `${method.slice(0, 60)}…` : method
  return new Problem('method_not_found', {
    message: `There is no method ${JSON.stringify(shown)}.`,
    ...(near.length > 0 && { hint: `Did you mean ${near.join(' or ')}? rpc.discover lists all.`, data: { near } }),
  })
}

/** Scopes contain the ones before them. */
export function allows(granted: Scope, needed: Scope): boolean {
  return scopes.indexOf(granted) >= scopes.indexOf(needed)
}

function requireScope(agent: Agent, method: Method, given: object): void {
  const needed = scopeOf(method, given)
  if (allows(agent.scope, needed)) return
  const { action } = given as { readonly action?: unknown }
  const what = needed === method.scope ? method.name : `${method.name} ${String(action)}`
  throw new Problem('not_allowed', {
    message: `${what} needs the scope ${needed}; this token has ${agent.scope}.`,
    data: { needed, granted: agent.scope },
  })
}

function timeoutOf(params: object): number {
  const { timeoutMs } = params as { readonly timeoutMs?: unknown }
  return typeof timeoutMs === 'number' ? timeoutMs : defaultTimeoutMs
}

function gone(): Problem {
  return new Problem('timeout', { message: 'The caller is gone.' })
}

/**
 * Runs with a signal that aborts when the time is up or the caller is gone, and gives up on a handler that does
 * not heed it: no call waits without end, whatever hangs below.
 */
function withDeadline(
  method: Method,
  given: object,
  signal: AbortSignal,
  run: (signal: AbortSignal, deadline: number) => Promise<unknown>,
): Promise<unknown> {
  const start = performance.now()
  const timeoutMs = timeoutOf(given)
  const acts = effectOf(method, given) === 'acts'
  const inner = new AbortController()
  return new Promise((resolve, reject) => {
    let last: NodeJS.Timeout | undefined
    const stop = (reason: Problem) => {
      if (inner.signal.aborted) return
      inner.abort(reason)
      // An action that was given up may still take place.
      last = setTimeout(() => settle(() => reject(acts ? new Problem('unknown_outcome') : reason)), givenUpMs)
    }
    const timer = setTimeout(() => stop(timedOut(method, timeoutMs)), timeoutMs)
    const onGone = () => stop(gone())
    signal.addEventListener('abort', onGone, { once: true })
    const settle = (how: () => void) => {
      clearTimeout(timer)
      clearTimeout(last)
      signal.removeEventListener('abort', onGone)
      how()
    }
    const deadline = start + timeoutMs - Math.min(shapingMs, timeoutMs / 5)
    const started = (async () => run(inner.signal, deadline))()
    started.then(
      (result) => settle(() => resolve(result)),
      (error) => settle(() => reject(error)),
    )
  })
}

function timedOut(method: Method, timeoutMs: number): Problem {
  return new Problem('timeout', {
    message: `${method.name} did not end within its ${timeoutMs} ms.`,
    data: { timeoutMs },
  })
}
