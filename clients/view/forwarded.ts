/**
 * Requests that the page may make to the daemon: reading, pausing sessions, lending tabs, and passing on the person's
 * answers and words. It never acts.
 */
import { effectOf, type Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { CallError, type CallOptions, call } from '../reach/call.ts'
import { isRemote } from '../reach/place.ts'
import { bePresent } from '../reach/presence.ts'

/** Methods, and the parameters of each that the page uses. */
const allowed: { readonly [method: string]: readonly string[] } = {
  apps: ['action'],
  browser: ['action', 'handle', 'tab'],
  expand: ['elementId', 'format'],
  explore: [
    ...['scope', 'tab', 'bundleId', 'elementId', 'x', 'y', 'filter', 'elementTypes', 'format', 'limit', 'maxDepth'],
    ...['maxTokens', 'showCoordinates', 'showActions', 'includeHidden', 'includeDisabled', 'includeNonInteractable'],
    'freshness',
  ],
  questions: ['action', 'id', 'answer', 'text', 'about', 'to'],
  screenshot: ['tab', 'bundleId', 'inline', 'expectation'],
  session: ['action', 'id'],
  tabs: ['action'],
}

/** The person's decisions, for methods that can do more. */
const decisions: { readonly [method: string]: readonly unknown[] } = {
  browser: ['list', 'tabs', 'lend', 'take_back'],
  questions: ['answer', 'say'],
  session: ['list', 'pause', 'resume'],
}

type Fields = { readonly [name: string]: unknown }

export class Forwarded {
  readonly #options: CallOptions
  /** Ids of sessions that the page has paused, `undefined` for all: they are resumed when it ends. */
  readonly #paused = new Set<string | undefined>()
  readonly #presence = new AbortController()
  #isPresent = false

  constructor(options: CallOptions) {
    this.#options = options
  }

  /** Throws CallError. */
  async call(method: unknown, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (typeof method !== 'string' || !isFields(params) || !mayCall(method, params))
      throw new CallError('not_allowed', `The page may not call ${JSON.stringify(method)} with these parameters.`, {
        hint: 'Use ix for it.',
      })
    if (params.action === 'pause') await this.#bePresent()
    const result = await call(method, params, { ...this.#options, signal })
    if (method === 'session') this.#note(params)
    return result
  }

  /** Resumes the sessions that the page has paused. */
  async end(): Promise<void> {
    // If the daemon is gone, so are its pauses.
    const tell = (params: object) => call('session', params, { ...this.#options, start: false }).catch(() => {})
    for (const id of this.#paused) await tell({ action: 'resume', ...(id !== undefined && { id }) })
    await tell({ action: 'end' })
    this.#presence.abort()
  }

  /** Pauses end with this process, even if it is killed. A later daemon has none. */
  async #bePresent(): Promise<void> {
    if (this.#isPresent) return
    this.#isPresent = true
    const ended = () => {
      this.#isPresent = false
    }
    const asked = bePresent(this.#options.session!, { ...this.#options, signal: this.#presence.signal })
    await asked.then(({ over }) => void over.then(ended), ended)
  }

  #note({ action, id }: Fields): void {
    if (action === 'pause') this.#paused.add(id as string | undefined)
    if (action === 'resume' && id === undefined) this.#paused.clear()
    if (action === 'resume') this.#paused.delete(id as string | undefined)
  }
}

function mayCall(method: string, params: Fields): boolean {
  if (!Object.hasOwn(allowed, method)) return false
  if (Object.keys(params).some((name) => !allowed[method]!.includes(name))) return false
  const record = (methods as { readonly [name: string]: Method })[method]!
  // With a remote daemon, the browser is on another machine, and somebody else's.
  if (method === 'browser' && isRemote()) return false
  if (decisions[method] !== undefined) return decisions[method].includes(params.action)
  return effectOf(record, params) === 'reads'
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
