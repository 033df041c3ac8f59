/** One call of a method: its result, or the error that the daemon reported. */
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ErrorName } from '../../api-schema/errors.ts'
import { effectOf, type Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import type { OpenQuestion } from '../../api-schema/question.ts'
import { events } from './event-stream.ts'
import { isRemote } from './place.ts'
import { ask, Lost, type PostOptions, reach, send, sessionHeader } from './post.ts'

/** The method's error, as the daemon reported it. */
export class CallError extends Error {
  override readonly name: string
  readonly code: number
  readonly hint: string | undefined
  readonly data: { readonly [key: string]: unknown }

  constructor(name: ErrorName | string, message: string, more: { code?: number; hint?: string; data?: object } = {}) {
    super(message)
    this.name = name
    this.code = more.code ?? 0
    this.hint = more.hint
    this.data = { ...more.data }
  }
}

export type CallOptions = Omit<PostOptions, 'connections'> & {
  /** Called with what the person is asked while the call waits. The signal aborts once that is over. */
  readonly onQuestion?: (question: OpenQuestion, over: AbortSignal) => void
}

/** Whether a person at the terminal may answer: not if a token decides whose rights the calls have. */
export function isPersons(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true && !isRemote() && !process.env.IX_TOKEN
}

/** A working daemon answers well before this; it is for one that hangs. */
const defaultTimeoutMs = 40_000
const graceMs = 5000

/** The result of a method. Throws CallError, NoDaemon, or the signal's reason. */
export async function call(method: string, params: object, options: CallOptions = {}): Promise<unknown> {
  const timeoutMs = timeoutOf(method, params)
  const late = new AbortController()
  const wait = (ms: number) => setTimeout(() => late.abort(), ms).unref()
  let timer = wait(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, late.signal]) : late.signal
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const over = new AbortController()
  const onQuestion = (question: OpenQuestion) => {
    clearTimeout(timer)
    timer = wait(question.seconds * 1000 + timeoutMs)
    options.onQuestion?.(question, over.signal)
  }
  try {
    const headers = {
      accept: 'application/json, text/event-stream',
      ...(options.session !== undefined && { [sessionHeader]: options.session }),
      ...(options.onQuestion && isPersons() && { 'ix-person': '1' }),
    }
    const response = await send('/rpc', body, headers, { ...options, signal })
    return resultOf(response.statusCode ?? 0, await answerIn(response, onQuestion))
  } catch (error) {
    if (late.signal.aborted && !options.signal?.aborted) throw tooLate(method, params, timeoutMs)
    throw error instanceof Lost ? lost(method, params) : error
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

/** The last message of a stream; earlier ones say what the person is asked. */
async function answerIn(response: IncomingMessage, onQuestion: (question: OpenQuestion) => void): Promise<string> {
  if (!response.headers['content-type']?.startsWith('text/event-stream')) return await bodyOf(response)
  try {
    for await (const data of events(response)) {
      const message = data === '' ? undefined : (JSON.parse(data) as { method?: string; params?: OpenQuestion })
      if (message?.method === 'question') onQuestion(message.params!)
      else if (message !== undefined) return data
    }
  } catch {
    // A broken stream counts as ended.
  }
  throw new Lost('The answer was cut off.')
}

/** Reads from the daemon, starting it if needed; the caller reads the body, for as long as it comes. */
export async function open(path: string, options: CallOptions): Promise<IncomingMessage> {
  const headers = { ...(options.session !== undefined && { [sessionHeader]: options.session }) }
  const response = await reach((place) => ask(place, 'GET', path, '', headers, options), options)
  if (response.statusCode === 200) return response
  return resultOf(response.statusCode ?? 0, await bodyOf(response)) as never
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  try {
    return await text(response)
  } catch {
    throw new Lost('The answer was cut off.')
  }
}

function resultOf(status: number, answer: string): unknown {
  const parsed = parse(answer)
  const error = parsed?.error
  if (error) throw errorOf(status, error)
  if (parsed && 'result' in parsed) return parsed.result
  throw new CallError('internal_error', `The daemon answered with HTTP ${status} and no result.`)
}

interface Envelope {
  readonly result?: unknown
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: { readonly [key: string]: unknown }
  }
}

function parse(answer: string): Envelope | undefined {
  try {
    return JSON.parse(answer) as Envelope
  } catch {
    return undefined
  }
}

function errorOf(status: number, { code, message, data = {} }: NonNullable<Envelope['error']>): CallError {
  const { name, hint, ...rest } = data
  const denied = status === 401 || status === 403
  return new CallError(typeof name === 'string' ? name : denied ? 'not_allowed' : 'internal_error', message, {
    code,
    ...(typeof hint === 'string' && { hint }),
    data: rest,
  })
}

function timeoutOf(name: string, params: object): number {
  const { timeoutMs } = params as { readonly timeoutMs?: unknown }
  if (typeof timeoutMs === 'number') return timeoutMs + graceMs
  return Math.max(defaultTimeoutMs, (methodNamed(name)?.limitMs?.({ ...params }) ?? 0) + graceMs)
}

function methodNamed(method: string): Method | undefined {
  return Object.values<Method>(methods).find(({ name }) => name === method)
}

/** Whether a method changes something, so that it must not be sent again if its answer was lost. */
function acts(method: string, params: object): boolean {
  const known = methodNamed(method)
  return known === undefined || effectOf(known, params) === 'acts'
}

function lost(method: string, params: object): CallError {
  return acts(method, params)
    ? new CallError(
        'unknown_outcome',
        'The connection to the daemon broke before its answer: the action may have taken place.',
        {
          hint: 'Explore before you act again.',
        },
      )
    : new CallError('unresponsive', 'The connection to the daemon broke before its answer.', { hint: 'Try again.' })
}

function tooLate(method: string, params: object, timeoutMs: number): CallError {
  const name = acts(method, params) ? 'unknown_outcome' : 'timeout'
  return new CallError(name, `The daemon did not answer within ${timeoutMs} ms.`, { hint: 'Run `ix doctor`.' })
}
