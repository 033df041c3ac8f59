/** One method call: name, permission scope, parameters, deadline, handler, one log line. Knows no transport. */
import { type Has, hasAll } from '../api-schema/advice.ts'
import { allows, effectOf, type Method, scopeOf } from '../api-schema/method.ts'
import { type MethodName, methods, type Params, type Result } from '../api-schema/methods.ts'
import { nearMethods } from '../api-schema/other-tools.ts'
import type { OpenQuestion } from '../api-schema/question.ts'
import { understand } from '../api-schema/understood.ts'
import type { Added, Agent, Agents } from './agents/agents.ts'
import { type Asking, permittedBy, widened } from './agents/grants.ts'
import type { Leases } from './agents/leases.ts'
import { howToAllowScope, whoIs } from './agents/limits.ts'
import type { Asked, Questions, Reply } from './agents/questions.ts'
import type { Session } from './agents/session.ts'
import type { Sessions } from './agents/sessions.ts'
import type { Wishes } from './agents/wishes.ts'
import { problemWithinBounds, withinBounds } from './answer-bounds.ts'
import type { Config } from './config.ts'
import { type Clock, gone, timeoutOf, withDeadline } from './deadline.ts'
import type { Key } from './platform/element/row.ts'
import type { Platform } from './platform/platform.ts'
import { Problem, problemIn } from './problem.ts'
import { type KnownIds, type KnownTrees, lackOfFiles, reachOf } from './reach.ts'
import { faultOf, type Log } from './run/log.ts'
import type { Recorder } from './tree/record/recorder.ts'
import type { Trees } from './tree/targets/trees.ts'
import { type Check, checkOf } from './validate.ts'

/** What a transport knows about its caller, besides the agent. */
export interface Caller {
  /** The name of its session. */
  readonly session?: string | undefined
  /** Methods it can call; all if absent. */
  readonly has?: Has
  /** Set if the transport already knows that the call must fail. */
  readonly refusal?: Problem
  /** Tells it what the call waits for, in a few words. */
  readonly onWait?: ((what: string) => void) | undefined
  /** Tells it what its person is asked while the call waits. */
  readonly onQuestion?: ((question: OpenQuestion) => void) | undefined
  /** The caller is the person's, who can answer there. */
  readonly canAnswer?: boolean
}

export interface Call extends Asking {
  /** Limits advice to methods that the caller has. */
  readonly has: Has
  /** Aborts when the caller disconnects or time is up; the reason is a Problem. */
  readonly signal: AbortSignal
  /** `performance.now()` after which a partial answer is better than none; shortly before the signal aborts. */
  readonly deadline: number
  /** The current tab, set once the call turns out to use it without naming it. */
  readonly rest: { tab?: string }
  /**
   * Makes another call within this one, for the same caller and in what is left of its time. It is checked as if it came
   * alone: scope, parameters, files, pauses, and afterwards what the agent may reach.
   */
  readonly run: <M extends MethodName>(method: M, params: object) => Promise<Result<M>>
  /**
   * Waits for the person's answer; the time limit is stopped meanwhile, unless the caller has named one. Throws
   * not_allowed without a yes.
   */
  readonly ask: (asked: Asked) => Promise<Reply>
  /** Tells the caller what the call waits for, in a few words. */
  readonly waiting: (what: string) => void
  /** Called with each element just before it is acted on, or once it was waited for. Never throws. */
  readonly onAim?: (aim: Aim) => Promise<void>
}

type Warm = Awaited<ReturnType<Trees['warm']>>

/** The target of an action, and what will be done to it. */
export interface Aim {
  readonly warm: Warm
  readonly key: Key
  readonly step: Step
  /** Named by id or by a find; otherwise it is the focused element. */
  readonly isNamed: boolean
}

/** One step of interact, or `wait`. */
export interface Step {
  readonly action: string
  readonly value?: string | undefined
  readonly keys?: string | undefined
  readonly files?: readonly string[] | undefined
  readonly to?:
    | { readonly elementId?: string | undefined; readonly x?: number | undefined; readonly y?: number | undefined }
    | undefined
}

/** The daemon's addresses; set once it listens. */
interface Endpoint {
  socket?: string
  url?: string
}

/** Shared by all handlers. */
export interface World {
  readonly trees: KnownTrees
  readonly ids: KnownIds
  readonly agents: Agents
  readonly leases: Leases
  readonly questions: Questions
  readonly wishes: Wishes
  readonly sessions: Sessions
  readonly platforms: readonly Platform[]
  readonly config: Config
  readonly log: Log
  /** `performance.now()`. */
  readonly startedAt: number
  readonly endpoint: Endpoint
  /** Called after every action. */
  readonly recorder: Recorder
}

export type Handler<M extends MethodName> = (params: Params<M>, call: Call, world: World) => Promise<Result<M>>

export type Handlers = { readonly [M in MethodName]: Handler<M> }

/** Handlers with erased types, which the handler table has checked. */
export interface AnyHandlers {
  readonly [name: string]: (params: never, call: Call, world: World) => Promise<unknown>
}

/** A finished call. */
export interface CallMade {
  readonly agent: Agent
  readonly session: Session
  readonly method: string
  /** With defaults filled in; as received if the call was refused. */
  readonly params: unknown
  /** The result, or the Problem. */
  readonly outcome: unknown
  readonly ms: number
}

interface Entry {
  readonly method: Method
  /** Compiled by the first call: compiling all schemas would take half of the daemon's start. */
  check?: Check
  readonly handler: (params: unknown, call: Call, world: World) => Promise<unknown>
}

type Who = Pick<Call, 'agent' | 'session' | 'has' | 'rest'> &
  Pick<Caller, 'onQuestion' | 'onWait' | 'canAnswer'> & {
    /** The caller named a time limit: a person is asked no longer than that. */
    readonly isTimed: boolean
    /** What the person has given it for this call and the calls within it. */
    added: Added
  }

export class Dispatcher {
  readonly #world: World
  readonly #entries = new Map<string, Entry>()
  readonly #counts = new Map<string, number>()
  readonly #onCall: (made: () => CallMade, session: Session) => void
  readonly #begin: (call: { readonly method: string; readonly session: string }) => () => void

  /**
   * `records` are the known methods. `begin` is called before each call of a session, and its result when that call
   * has ended; `onCall` is called after it.
   */
  constructor(
    world: World,
    handlers: Handlers | AnyHandlers,
    records: { readonly [name: string]: Method } = methods,
    onCall: (made: () => CallMade, session: Session) => void = () => {},
    begin: (call: { readonly method: string; readonly session: string }) => () => void = () => () => {},
  ) {
    this.#world = world
    this.#onCall = onCall
    this.#begin = begin
    for (const method of Object.values(records)) {
      const handler = (handlers as AnyHandlers)[method.name]
      if (handler === undefined) throw new Error(`no handler for ${method.name}`)
      this.#entries.set(method.name, { method, handler: handler as Entry['handler'] })
    }
  }

  /** Call counts by `method outcome`; the outcome is `ok` or the error's name. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /**
   * Returns the result, or throws a Problem. Takes ownership of `params` and fills in defaults. `signal` aborts when
   * the caller disconnects.
   */
  async call(
    agent: Agent,
    method: string,
    params: unknown,
    signal: AbortSignal,
    caller: Caller = {},
  ): Promise<unknown> {
    const entry = this.#entries.get(method)
    const name = entry === undefined ? 'unknown' : method
    const start = performance.now()
    try {
      const result = withinBounds(await this.#run(entry, agent, method, params ?? {}, signal, caller))
      const isQuiet = entry !== undefined && effectOf(entry.method, params) === 'reads'
      this.#note(agent, name, start, 'ok', isQuiet)
      return result
    } catch (error) {
      const problem = problemWithinBounds(problemIn(error) ?? this.#defect(agent, name, error))
      this.#note(agent, name, start, problem.name, false)
      throw problem
    }
  }

  async #run(
    entry: Entry | undefined,
    agent: Agent,
    method: string,
    params: unknown,
    signal: AbortSignal,
    caller: Caller,
  ) {
    if (signal.aborted) throw signal.reason instanceof Problem ? signal.reason : gone()
    const session = this.#world.sessions.of(agent, caller.session)
    const start = performance.now()
    const tell = (outcome: unknown) =>
      this.#onCall(() => ({ agent, session, method, params, outcome, ms: performance.now() - start }), session)
    session.running++
    const ended = this.#begin({ method: entry?.method.name ?? 'unknown', session: session.name ?? '' })
    try {
      if (caller.refusal !== undefined) throw caller.refusal
      if (entry === undefined) throw unknownMethod(method, this.#entries.keys())
      // First, because a synonym of an action is judged as that action.
      if (!Array.isArray(params)) understand(entry.method.params, params as object)
      const isTimed = Object.hasOwn(params as object, 'timeoutMs')
      const given = checkedFor(agent, entry, params as object)
      if (isHeld(entry.method, given)) this.#world.sessions.pauses.require(session)
      const { has = hasAll, onQuestion, onWait, canAnswer = false } = caller
      const who = { agent, session, has, rest: {}, onQuestion, onWait, canAnswer, isTimed, added: {} }
      const { idempotencyKey } = given as { readonly idempotencyKey?: string }
      const result = await withDeadline(entry.method, given, signal, async (inner, clock) => {
        const work = () => this.#handle(entry, given, this.#callOf(who, inner, clock))
        return idempotencyKey === undefined ? await work() : await session.outcomes.once(idempotencyKey, given, work)
      })
      tell(result)
      return result
    } catch (error) {
      tell(problemIn(error) ?? new Problem('internal_error'))
      throw error
    } finally {
      ended()
      session.running--
    }
  }

  #callOf(who: Who, signal: AbortSignal, clock: Clock): Call {
    const run = async (name: string, params: object) => {
      const entry = this.#entries.get(name)!
      understand(entry.method.params, params)
      const given = checkedFor(who.agent, entry, params)
      if (isHeld(entry.method, given)) this.#world.sessions.pauses.require(who.session)
      const left = Math.max(1, Math.floor(clock.deadline - performance.now()))
      const limited = { ...given, timeoutMs: Math.min(left, timeoutOf(entry.method, given)) }
      const work = (inner: AbortSignal, own: Clock) => this.#handle(entry, given, this.#callOf(who, inner, own))
      return await withDeadline(entry.method, limited, signal, work, clock)
    }
    const { onQuestion, onWait: waiting = () => {}, session, has, rest } = who
    const { questions } = this.#world
    const ask = (asked: Asked, shown = onQuestion) =>
      clock.whileAsked(who.isTimed, (mostMs) => questions.ask(asked, session, signal, shown, mostMs))
    const permitted: Call['permitted'] = (work) => {
      const shown = who.canAnswer ? onQuestion : () => {}
      const canBeAsked = () => who.canAnswer || questions.isWatched
      return permittedBy(work, who, { canBeAsked, ask: (asked) => ask(asked, shown) }, this.#world.agents)
    }
    return {
      ...{ session, has, rest, signal, run: run as Call['run'], ask, permitted, waiting },
      // Getters, because both change once a person was asked.
      get agent() {
        return widened(who.agent, session.added, who.added)
      },
      get deadline() {
        return clock.deadline
      },
    }
  }

  /** Runs the handler within the agent's reach; neither results nor errors reveal anything beyond it. */
  async #handle({ method, handler }: Entry, given: object, call: Call): Promise<unknown> {
    const files = () => lackOfFiles(call.agent, given)
    // Awaits only if needed: a handler must begin at once, since one that waits may miss that its caller left.
    if (files() !== undefined)
      await call.permitted(() => {
        const lack = files()
        if (lack !== undefined) throw lack
      })
    const reach = reachOf(call, this.#world)
    if (reach === undefined) return await handler(given, call, this.#world)
    try {
      return await handler(given, call, { ...this.#world, ...reach.known })
    } finally {
      reach.check(effectOf(method, given) === 'acts')
    }
  }

  /** Anything but a Problem is our bug: logged with its location, reported without it. */
  #defect(agent: Agent, method: string, error: unknown): Problem {
    this.#world.log.error({ agent: agent.name, method, fault: faultOf(error) }, 'a handler failed')
    return new Problem('internal_error')
  }

  /** A polling reader would flood the log, so its successes are left out; actions and failures are always logged. */
  #note(agent: Agent, method: string, start: number, outcome: string, isQuiet: boolean): void {
    const key = `${method} ${outcome}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    const fields = { agent: agent.name, method, outcome, ms: Math.round((performance.now() - start) * 10) / 10 }
    if (isQuiet) this.#world.log.debug(fields, 'call')
    else this.#world.log.info(fields, 'call')
  }
}

/** The parameters, with synonyms resolved and defaults filled in. Throws if the agent may not make the call or it is malformed. */
function checkedFor(agent: Agent, entry: Entry, given: object): object {
  const { method } = entry
  requireScope(agent, method, given)
  if (Array.isArray(given)) {
    throw new Problem('invalid_params', {
      message: 'params: expected an object, found a list; parameters are passed by name.',
      hint: `For example: ${method.name} ${JSON.stringify(method.examples[0]?.params ?? {})}`,
      data: { path: 'params' },
    })
  }
  entry.check ??= checkOf(method)
  entry.check(given)
  return given
}

function unknownMethod(method: string, known: Iterable<string>): Problem {
  const near = nearMethods(method, known)
  const shown = method.length > 60 ? `${method.slice(0, 60)}…` : method
  return new Problem('method_not_found', {
    message: `There is no method ${JSON.stringify(shown)}.`,
    ...(near.length > 0 && {
      hint: `Did you mean ${near.join(' or ')}? {rpc.discover} lists all methods.`,
      data: { near },
    }),
  })
}

function requireScope(agent: Agent, method: Method, given: object): void {
  const needed = scopeOf(method, given)
  if (allows(agent.scope, needed)) return
  const { action } = given as { readonly action?: unknown }
  const what = needed === method.scope ? method.name : `${method.name} ${String(action)}`
  throw new Problem('not_allowed', {
    message: `${what} needs the permission scope ${needed}; ${whoIs(agent)} has ${agent.scope}.`,
    hint: howToAllowScope(agent, needed),
    data: { needed, granted: agent.scope },
  })
}

/** Whether a pause blocks it. Methods about the caller alone, which change nothing on the screen, still run. */
function isHeld(method: Method, given: object): boolean {
  return effectOf(method, given) === 'acts' && !['agents', 'lease', 'questions', 'session'].includes(method.name)
}
