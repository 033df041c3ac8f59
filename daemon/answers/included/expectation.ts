/** Adds what `expectation` asks for to a method's answer. Nothing else is computed. */
import type { Expectation } from '../../../api-schema/expectation.ts'
import { included } from '../../../api-schema/included.ts'
import { effectOf, type Method } from '../../../api-schema/method.ts'
import { type MethodName, methods } from '../../../api-schema/methods.ts'
import type { AnyHandlers, Call, Handlers, World } from '../../dispatch.ts'
import { settle } from '../../effect/settle.ts'
import type { Page } from '../../platform/tab/page.ts'
import { Problem } from '../../problem.ts'
import { faultOf } from '../../run/log.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { type Naming, subjectAfter, subjectOf } from '../where/subject.ts'
import { tabList } from '../where/tabs.ts'
import { actionCode, callCode } from './code.ts'
import { reportEffect, type Touched, touch } from './effect.ts'
import { type Expected, expectedBy } from './expected.ts'
import { consoleReport, downloadReports, type Mark } from './reports.ts'
import { checkSelector, snapshotOf } from './snapshot.ts'

type Given = Naming & { readonly expectation?: Expectation; readonly format?: unknown }
type Answer = { readonly [name: string]: unknown }
type Handle = AnyHandlers[string]

/** Wraps all handlers to add what a caller's `expectation` asks for. */
export function expecting(handlers: Handlers): Handlers {
  const entries = Object.entries(handlers as AnyHandlers).map(([name, handle]) => [
    name,
    expectingOne(methods[name as MethodName], handle),
  ])
  return Object.fromEntries(entries) as Handlers
}

function expectingOne(method: Method, handle: Handle): Handle {
  return async (params: never, call, world) => {
    const given = params as Given
    const expected = othersOf(method, given.expectation)
    const ignored = unfit(method, given.expectation)
    if (!Object.values(expected).some(Boolean)) {
      const result = (await handle(params, call, world)) as Answer
      ignored.push(...ignoredBy(result))
      return ignored.length === 0 ? result : { ...result, ignored }
    }
    const work = new Extra(method, given, expected, ignored, call, world)
    const own = await work.before()
    const result = (await handle(params, own, world)) as Answer
    ignored.push(...ignoredBy(result))
    return { ...result, ...(await work.after(result)) }
  }
}

/** Without parts that the handler provides, or that are its answer anyway. */
function othersOf({ name, result }: Method, given: Expectation | undefined): Expected {
  const expected = expectedBy(name, given)
  const isOwn = (field: keyof typeof included) => result.properties?.[field] !== included[field]
  return {
    ...expected,
    snapshot: expected.snapshot && !(name === 'navigate' && given?.snapshotOptions === undefined),
    diff: expected.diff && !isOwn('changed'),
    tabs: expected.tabs && !isOwn('tabs'),
    console: expected.console && !isOwn('console'),
    downloads: expected.downloads && !isOwn('downloads'),
  }
}

/** Parts requested that do not exist for this method. */
function unfit({ name }: Method, given: Expectation | undefined): string[] {
  return given?.imageOptions !== undefined && name !== 'screenshot' ? ['imageOptions'] : []
}

/** Further parameters that the handler ignored. */
function ignoredBy({ ignored = [] }: Answer): readonly string[] {
  return ignored as readonly string[]
}

/** One call: what to capture before it, and what to add after it. */
class Extra {
  readonly #method: Method
  readonly #given: Given
  readonly #expected: Expected
  readonly #ignored: string[]
  readonly #call: Call
  readonly #world: World
  readonly #at = Date.now()
  readonly #lines: string[] = []
  #subject: Warm | undefined
  #marks: { readonly console?: number | undefined; readonly downloads?: number | undefined } = {}
  #touched: Touched | undefined

  constructor(method: Method, given: Given, expected: Expected, ignored: string[], call: Call, world: World) {
    this.#method = method
    this.#given = given
    this.#expected = expected
    this.#ignored = ignored
    this.#call = call
    this.#world = world
  }

  /** Runs before anything is done, so a bad expectation can still be rejected. */
  async before(): Promise<Call> {
    const { console, downloads, diff, snapshot, code } = this.#expected
    const selector = snapshot ? this.#given.expectation?.snapshotOptions?.selector : undefined
    if (console || downloads || diff || selector !== undefined) {
      const subject = await subjectOf(this.#method.name, this.#given, this.#call, this.#world)
      this.#subject = subject
      if (subject !== undefined && selector !== undefined) await checkSelector(subject, selector, this.#call)
      if (subject !== undefined) await this.#mark(subject)
    }
    if (!code) return this.#call
    await this.#write(() => callCode(this.#method.name, { ...this.#given }, this.#call, this.#world))
    const onAim: Call['onAim'] = (aim) => this.#write(() => actionCode(aim, this.#call, this.#world))
    // Property descriptors keep the getters: its deadline moves.
    return Object.defineProperties({ onAim }, Object.getOwnPropertyDescriptors(this.#call)) as Call
  }

  async #mark(subject: Warm): Promise<void> {
    const { console, downloads, diff } = this.#expected
    const { page } = subject.source
    const { signal, deadline } = this.#call
    // If the feed does not answer (a dialog is open), fall back to the clock.
    const [atConsole, atDownloads] = await Promise.all([
      console ? page?.console.mark(signal).catch(() => undefined) : undefined,
      downloads ? page?.downloads.mark(signal).catch(() => undefined) : undefined,
    ])
    this.#marks = { console: atConsole, downloads: atDownloads }
    if (!diff) return
    await subject.freshen({ freshness: 'auto', signal, deadline }).catch(() => undefined)
    this.#touched = touch(subject, subject.tree.revision)
  }

  async #write(line: () => Promise<string | undefined>): Promise<void> {
    try {
      const text = await line()
      if (text !== undefined) this.#lines.push(text)
    } catch {
      // The call itself reports the error; without a code line it is listed in `ignored`.
    }
  }

  async after(result: Answer): Promise<Answer> {
    const { console, downloads, tabs, snapshot, code, diff } = this.#expected
    const subject = console || downloads || tabs || snapshot ? await this.#subjectNow(result) : undefined
    const page = subject?.source.page
    const changed = diff ? await this.#changed() : {}
    return {
      ...changed,
      ...(snapshot && (await this.#snapshot(subject))),
      ...(console && (await this.#console(page, subject))),
      ...(downloads && (await this.#downloads(page, subject))),
      ...(tabs && (await this.#tabs(page))),
      ...(code && this.#code()),
      ...(this.#ignored.length > 0 && { ignored: this.#ignored }),
    }
  }

  async #subjectNow(result: Answer): Promise<Warm | undefined> {
    try {
      return await subjectAfter(this.#method.name, this.#given, this.#subject, result, this.#call, this.#world)
    } catch {
      // Time is up, but still report what was done.
      return undefined
    }
  }

  async #changed(): Promise<Answer> {
    const touched = this.#touched
    if (touched === undefined || touched.warm.closed) return this.#without('diff')
    await settle(touched.warm, this.#call)
    const format = this.#given.format === 'json' ? 'json' : 'outline'
    const { changed, outline } = reportEffect([touched], { format, maxTokens: 2000 }, this.#world)
    return { changed: outline === undefined ? changed : { outline } }
  }

  async #snapshot(subject: Warm | undefined): Promise<Answer> {
    if (subject === undefined) return this.#without('includeSnapshot')
    const { format = 'aria', ...options } = this.#given.expectation?.snapshotOptions ?? {}
    try {
      const { snapshot, ignored } = await snapshotOf(subject, { ...options, format }, this.#call, this.#world)
      this.#ignored.push(...ignored)
      return { snapshot }
    } catch (error) {
      // An action still reports what it did; a read fails with the error of the requested part.
      if (effectOf(this.#method, this.#given) === 'reads') throw error
      const { name, message, hint } = this.#problemOf(error)
      return { snapshot: { error: { name, message, hint } } }
    }
  }

  async #console(page: Page | undefined, subject: Warm | undefined): Promise<Answer> {
    const { includeConsole, consoleOptions = { maxMessages: 10 } } = this.#given.expectation ?? {}
    const isAsked = includeConsole === true || this.#given.expectation?.consoleOptions !== undefined
    if (page?.console === undefined) return isAsked ? this.#without('includeConsole') : {}
    const mark = this.#markOf(this.#marks.console, subject)
    const report = await this.#part('includeConsole', () =>
      consoleReport(page.console, mark, consoleOptions, this.#call, this.#world),
    )
    // By default, empty parts are omitted.
    const isEmpty = report?.messages.length === 0 && report.more === undefined && report.lost === undefined
    return report === undefined || (isEmpty && !isAsked) ? {} : { console: report }
  }

  async #downloads(page: Page | undefined, subject: Warm | undefined): Promise<Answer> {
    if (page?.downloads === undefined) return this.#without('includeDownloads')
    const mark = this.#markOf(this.#marks.downloads, subject)
    const downloads = await this.#part('includeDownloads', () => downloadReports(page.downloads, mark, this.#call))
    return downloads === undefined ? {} : { downloads }
  }

  async #tabs(page: Page | undefined): Promise<Answer> {
    if (page === undefined) return this.#without('includeTabs')
    const tabs = await this.#part('includeTabs', () => tabList(this.#call, this.#world))
    return tabs === undefined ? {} : { tabs }
  }

  #code(): Answer {
    return this.#lines.length === 0 ? this.#without('includeCode') : { code: this.#lines.join('\n') }
  }

  /** A mark belongs to one copy of one target; for any other, entries are selected by time. */
  #markOf(seq: number | undefined, subject: Warm | undefined): Mark {
    return { seq: subject === this.#subject ? seq : undefined, at: this.#at }
  }

  #without(name: string): Answer {
    this.#ignored.push(name)
    return {}
  }

  async #part<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#ignored.push(`${name}: ${this.#problemOf(error).message}`)
      return undefined
    }
  }

  #problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error
    this.#world.log.error({ method: this.#method.name, fault: faultOf(error) }, 'a part of an answer failed')
    return new Problem('internal_error')
  }
}
