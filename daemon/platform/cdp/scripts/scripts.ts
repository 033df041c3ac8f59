/** Runs agents' scripts in the page's own world, and defines their functions in all its documents. */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../../../problem.ts'
import type { NamedFunction, ScriptOptions, ScriptOutcome, Scripts } from '../../tab/scripts.ts'
import type { Options } from '../injected/run.ts'
import type { TabAccess } from '../wire/access.ts'
import { CommandError, type Session } from '../wire/connection.ts'
import { listenForFrames } from '../wire/outer-frames.ts'
import { hold, isDialog, isGone, placeOf } from '../wire/world.ts'
import { dropped, failed, forgotten, late, type Stopped, unread } from './script-problems.ts'
import { readReply } from './script-reply.ts'
import { callOf, callOfFunction, defineCall, defineText, forgetText, type Source } from './script-source.ts'

/** A page that takes this long to answer the smallest question is running a script of its own. */
const answerMs = 1000
/** After the time limit: to see whether the page is busy, and then to stop it. */
const idleMs = 300
const stopMs = 500
/** Time to define a function in one process of a page. */
const keepMs = 2000
/** Characters up to which a value is counted. */
const counted = 100_000_000

let groups = 0

/** What a script is called on: the page's global object, or an element in its own document. */
interface Subject {
  readonly session: Session
  readonly objectId: string
  readonly objectGroup: string
  readonly isElement: boolean
}

interface Known {
  readonly fn: NamedFunction
  readonly identifiers: WeakMap<Session, string>
}

export class TabScripts implements Scripts {
  readonly #access: TabAccess
  /** By scope and name. */
  readonly #known = new Map<string, Known>()
  #isListening = false

  constructor(access: TabAccess) {
    this.#access = access
  }

  async run(script: string, options: ScriptOptions): Promise<ScriptOutcome> {
    const text = /=>|function/.test(script) ? { text: script } : {}
    return await this.#on(options, async (subject) => {
      let syntax: Problem | undefined
      const { formsOf } = await import('./script-forms.ts')
      for (const form of formsOf(script)) {
        const tried = await this.#call(subject, callOf(form, subject.isElement), { ...text, given: [] }, options)
        if (tried instanceof Problem) syntax = tried
        else if (form.kind === 'body' && !/\breturn\b/.test(form.text)) return { ...tried, valueless: true }
        else return tried
      }
      throw syntax
    })
  }

  async define(fn: NamedFunction, options: ScriptOptions): Promise<void> {
    await this.#on(options, (subject) => this.#compiled(subject, defineCall(fn), [], options))
    await this.#keep(fn)
  }

  async call(fn: NamedFunction, args: readonly unknown[], options: ScriptOptions): Promise<ScriptOutcome> {
    if (this.#known.get(nameOf(fn))?.fn.source !== fn.source) await this.#keep(fn)
    return await this.#on(options, (subject) =>
      this.#compiled(subject, callOfFunction(fn, subject.isElement), args, options),
    )
  }

  async forget(scope: string): Promise<void> {
    const forgotten = [...this.#known].filter(([, { fn }]) => fn.scope === scope)
    if (forgotten.length === 0) return
    for (const [name] of forgotten) this.#known.delete(name)
    await Promise.all(
      this.#access.sessions.map((session) =>
        forgetIn(
          session,
          scope,
          forgotten.flatMap(([, { identifiers }]) => identifiers.get(session) ?? []),
        ),
      ),
    )
  }

  async #compiled(
    subject: Subject,
    source: Source,
    given: readonly unknown[],
    options: ScriptOptions,
  ): Promise<ScriptOutcome> {
    const tried = await this.#call(subject, source, { given }, options)
    if (tried instanceof Problem) throw tried
    return tried
  }

  /** Also checks that the page answers: on one that does not, a script might start at any later time. */
  async #on<T>({ element, signal }: ScriptOptions, use: (subject: Subject) => Promise<T>): Promise<T> {
    const access = this.#access
    const objectGroup = `ix-script-${++groups}`
    const patience = new AbortController()
    const message = 'The page does not answer: its own scripts are busy. Nothing was run.'
    const timer = setTimeout(() => patience.abort(new Problem('unresponsive', { message })), answerMs)
    const within = AbortSignal.any([signal, patience.signal])
    const place = element === undefined ? undefined : placeOf(access, element)
    const session = place?.session ?? access.session
    try {
      // The page's own world is open to every script; under a law it is opened only for an element whose document may
      // be known.
      if (place !== undefined && access.documents.law !== undefined) (await hold(access, place, within)).release()
      const objectId =
        place === undefined
          ? (await access.send(session, 'Runtime.evaluate', { expression: 'this', objectGroup }, within)).result
              .objectId
          : (await access.send(session, 'DOM.resolveNode', { backendNodeId: place.backendNodeId, objectGroup }, within))
              .object.objectId
      clearTimeout(timer)
      if (objectId === undefined) throw new Problem('element_gone')
      return await use({ session, objectId, objectGroup, isElement: place !== undefined })
    } finally {
      clearTimeout(timer)
      session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
    }
  }

  /** A returned Problem means the text does not compile: nothing was run. Others are thrown. */
  async #call(
    subject: Subject,
    source: Source,
    what: Pick<Options, 'text' | 'given'>,
    options: ScriptOptions,
  ): Promise<ScriptOutcome | Problem> {
    const limits = { most: options.most, shown: options.shown, counted }
    const asked = {
      objectId: subject.objectId,
      objectGroup: subject.objectGroup,
      functionDeclaration: source.text,
      arguments: [{ value: { ...what, limits } satisfies Options }],
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    }
    try {
      const { result, exceptionDetails } = await this.#timed(subject.session, asked, options)
      if (exceptionDetails !== undefined) return syntaxOf(exceptionDetails, source)
      const ran = readReply(result.value)
      if (ran === undefined) throw unread()
      if ('thrown' in ran) throw failed(ran.thrown, source, 'threw')
      return ran
    } catch (error) {
      if (!isDialog(error)) throw error
      const { dialog } = this.#access
      if (dialog === undefined) throw error
      return { dialog }
    }
  }

  /** Stops what is still running at the deadline, or when its caller has left. */
  async #timed(session: Session, asked: Protocol.Runtime.CallFunctionOnRequest, options: ScriptOptions) {
    const { deadline, signal } = options
    const ms = deadline - performance.now()
    if (ms <= 0) throw new Problem('timeout', { message: 'The time limit passed before the script could start.' })
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), Math.ceil(ms))
    try {
      return await this.#access.send(session, 'Runtime.callFunctionOn', asked, AbortSignal.any([signal, over.signal]))
    } catch (error) {
      if (over.signal.aborted) throw late(await stop(session), ms)
      if (signal.aborted) {
        await stop(session)
        throw error
      }
      throw await this.#endOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Finds out whether only the document went away, or the whole tab. */
  async #endOf(error: unknown): Promise<unknown> {
    if (error instanceof CommandError && /Promise was collected/.test(error.message)) return forgotten()
    const isLost = isGone(error) || (error instanceof Problem && error.name === 'unresponsive')
    if (!isLost && !(error instanceof CommandError)) return error
    const { session } = this.#access
    try {
      await this.#access.send(session, 'Runtime.evaluate', { expression: '0' }, AbortSignal.timeout(stopMs))
    } catch (other) {
      if (other instanceof Problem && other.name === 'tab_not_found') return other
    }
    return isLost ? dropped() : unread()
  }

  /** Under a law a function must not be everywhere: it is then defined where it is called. */
  async #keep(fn: NamedFunction): Promise<void> {
    if (this.#access.documents.law !== undefined) return
    const before = this.#known.get(nameOf(fn))
    const known: Known = { fn, identifiers: new WeakMap() }
    this.#known.set(nameOf(fn), known)
    const { sessions } = this.#access
    this.#listenForFrames(sessions)
    await Promise.all(sessions.map((session) => keepIn(session, known, before?.identifiers.get(session))))
  }

  /** A new frame in another process gets the same functions. */
  #listenForFrames(sessions: readonly Session[]): void {
    if (this.#isListening) return
    this.#isListening = true
    const attached = (session: Session) => {
      for (const known of this.#known.values()) void keepIn(session, known, undefined)
    }
    for (const session of sessions) listenForFrames(session, { attached, detached: () => {} })
  }
}

function nameOf({ scope, name }: NamedFunction): string {
  return `${scope} ${name}`
}

/** Defines a function in the current and future documents of one process. Skips one that is gone. */
async function keepIn(session: Session, { fn, identifiers }: Known, before: string | undefined): Promise<void> {
  const signal = AbortSignal.timeout(keepMs)
  const asked = { source: defineText(fn), runImmediately: true }
  try {
    if (before !== undefined)
      await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: before }, signal)
    const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', asked, signal)
    identifiers.set(session, identifier)
  } catch {}
}

/** Removes a scope's functions from the current and future documents of one process. */
async function forgetIn(session: Session, scope: string, identifiers: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(keepMs)
  const remove = (identifier: string) =>
    session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }, signal)
  try {
    await Promise.all(identifiers.map(remove))
    // Only this call reaches all its documents.
    const asked = { source: forgetText(scope), runImmediately: true }
    await remove((await session.send('Page.addScriptToEvaluateOnNewDocument', asked, signal)).identifier)
  } catch {}
}

/** An idle page is left alone: stopping it would hit whatever it does next. */
async function stop(session: Session): Promise<Stopped> {
  const answers = session.send('Runtime.evaluate', { expression: '0' }, AbortSignal.timeout(idleMs + stopMs)).then(
    () => true,
    (error) => error instanceof CommandError,
  )
  const isIdle = await Promise.race([answers, new Promise<false>((done) => setTimeout(done, idleMs, false))])
  if (isIdle) return 'awaiting'
  session.send('Runtime.terminateExecution', undefined, AbortSignal.timeout(stopMs)).catch(() => undefined)
  return (await answers) ? 'running' : 'stuck'
}

function syntaxOf({ exception, lineNumber, text }: Protocol.Runtime.ExceptionDetails, source: Source): Problem {
  const [first = text] = (exception?.description ?? text).split('\n')
  if (exception?.className !== 'SyntaxError') throw unread()
  const message = first.replace(/^SyntaxError: /, '')
  return failed({ name: 'SyntaxError', message, line: lineNumber + 1 }, source, 'syntax')
}
