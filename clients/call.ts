/** One request to the daemon, which is started if needed: unix socket first, otherwise TCP with a token. */
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import type { ErrorName } from '../api-schema/errors.ts'
import { effectOf, type Method } from '../api-schema/method.ts'
import { methods } from '../api-schema/methods.ts'
import { NoDaemon } from './no-daemon.ts'
import { findDaemon, isRemote, ownVersion, type Place } from './place.ts'
import { startDaemon } from './start-daemon.ts'

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

/** The connection broke after the request was sent: it may have been carried out. */
export class Lost extends Error {}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** If false, a missing daemon is an error. */
  readonly start?: boolean
  /** Where the daemon is, if not where this user's is. */
  readonly place?: Place
  /** Name of the session that the call belongs to. */
  readonly session?: string
  /** Shows the person a remark, such as a version mismatch with the daemon. */
  readonly onWarning?: (text: string) => void
}

export const sessionHeader = 'ix-session'

/** A working daemon answers well before this; it is for one that hangs. */
const defaultTimeoutMs = 40_000
const graceMs = 5000

/** The result of a method. Throws CallError, NoDaemon, or the signal's reason. */
export async function call(method: string, params: object, options: CallOptions = {}): Promise<unknown> {
  const timeoutMs = timeoutOf(params)
  const timer = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timer]) : timer
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  try {
    const headers = {
      accept: 'application/json',
      ...(options.session !== undefined && { [sessionHeader]: options.session }),
    }
    const response = await send('/rpc', body, headers, { ...options, signal })
    return resultOf(response.statusCode ?? 0, await bodyOf(response))
  } catch (error) {
    if (timer.aborted && !options.signal?.aborted) throw late(method, params, timeoutMs)
    throw error instanceof Lost ? lost(method, params) : error
  }
}

/** Posts to the daemon, starting it if needed; the caller reads the answer's body. */
export async function send(
  path: string,
  body: string,
  headers: { readonly [name: string]: string },
  options: CallOptions,
): Promise<IncomingMessage> {
  return await reach((place) => post(place, path, body, headers, options.signal), options)
}

/** Reads from the daemon, starting it if needed; the caller reads the answer's body, for as long as it comes. */
export async function open(path: string, options: CallOptions): Promise<IncomingMessage> {
  const headers = { ...(options.session !== undefined && { [sessionHeader]: options.session }) }
  const response = await reach((place) => ask(place, 'GET', path, '', headers, options.signal), options)
  if (response.statusCode === 200) return response
  return resultOf(response.statusCode ?? 0, await bodyOf(response)) as never
}

async function reach(
  request: (place: Place) => Promise<IncomingMessage>,
  options: CallOptions,
): Promise<IncomingMessage> {
  const mayStart = options.start !== false && options.place === undefined && !isRemote()
  const found = options.place ?? findDaemon()
  if (found !== undefined) {
    warnOfVersion(found, options)
    try {
      return await request(found)
    } catch (error) {
      // Nothing was sent, so a new daemon may receive it.
      if (!(error instanceof NoDaemon && mayStart)) throw error
    }
  }
  if (!mayStart) throw new NoDaemon('No daemon is running.')
  return await request(await startDaemon([], options.signal))
}

export function post(
  place: Place,
  path: string,
  body: string,
  headers: { readonly [name: string]: string },
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  return ask(place, 'POST', path, body, { ...headers, 'content-type': 'application/json' }, signal)
}

function ask(
  place: Place,
  method: 'GET' | 'POST',
  path: string,
  body: string,
  headers: { readonly [name: string]: string },
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const base = new URL(place.url ?? 'http://localhost')
  const options: RequestOptions = {
    method,
    // A kept-alive connection may close just as it is reused, and then nothing tells whether an action arrived.
    agent: false,
    headers: {
      ...headers,
      'content-length': Buffer.byteLength(body),
      ...(place.token !== undefined && { authorization: `Bearer ${place.token}` }),
      ...(place.agent !== undefined && { 'ix-agent': place.agent }),
    },
    ...(place.url === undefined && { socketPath: place.socket }),
    ...(signal && { signal }),
  }
  return new Promise((resolve, reject) => {
    const start = base.protocol === 'https:' ? secureRequest : request
    const sent = start(new URL(path, base), options, resolve)
    let connected = false
    sent.once('socket', (socket) => socket.once('connect', () => (connected = true)))
    sent.once('error', (error) =>
      reject(signal?.aborted ? signal.reason : connected ? new Lost(error.message) : gone(place, error)),
    )
    sent.end(body)
  })
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  try {
    return await text(response)
  } catch {
    throw new Lost('The answer was cut off.')
  }
}

function gone(place: Place, error: Error): NoDaemon {
  const where = place.url ?? place.socket
  return new NoDaemon(`No daemon answers at ${where} (${(error as NodeJS.ErrnoException).code ?? error.message}).`)
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

function timeoutOf(params: object): number {
  const { timeoutMs } = params as { readonly timeoutMs?: unknown }
  return typeof timeoutMs === 'number' ? timeoutMs + graceMs : defaultTimeoutMs
}

/** May a method be sent again if its answer was lost? */
function acts(method: string, params: object): boolean {
  const known = Object.values<Method>(methods).find(({ name }) => name === method)
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

function late(method: string, params: object, timeoutMs: number): CallError {
  const name = acts(method, params) ? 'unknown_outcome' : 'timeout'
  return new CallError(name, `The daemon did not answer within ${timeoutMs} ms.`, { hint: 'Run `ix doctor`.' })
}

function warnOfVersion({ version }: Place, { onWarning }: CallOptions): void {
  const own = ownVersion()
  if (version !== undefined && version !== own) {
    onWarning?.(
      `the running daemon is version ${version}, this is ${own}; \`ix stop\` lets the next call start the new one`,
    )
  }
}
