/** The JSON-RPC 2.0 envelope: requests, notifications and batches in, one text out. Knows no transport. */
import { toJson } from '../json.ts'
import { Problem } from '../problem.ts'

/** `status` is for HTTP: 200 even for a method's error, 400 for invalid JSON-RPC, 204 without a body. */
export interface Reply {
  readonly status: 200 | 204 | 400
  readonly body: string
}

/** Runs one method. Throws only Problems. */
export type Run = (method: string, params: unknown) => Promise<unknown>

export const batchLimits = { requests: 50, characters: 1024 * 1024, ms: 120_000 } as const

type Id = string | number | null

interface Request {
  /** `undefined` for a notification. */
  readonly id: Id | undefined
  readonly method: string
  readonly params: unknown
}

/** Answers a parsed body. Batches run in order, one request at a time. */
export async function answer(body: unknown, run: Run): Promise<Reply> {
  if (Array.isArray(body)) return answerBatch(body, run)
  const request = requestOf(body)
  if (request instanceof Problem) return { status: 400, body: errorText(idOf(body) ?? null, request) }
  const text = await answerOne(request, run)
  return text === undefined ? { status: 204, body: '' } : { status: 200, body: text }
}

async function answerBatch(items: readonly unknown[], run: Run): Promise<Reply> {
  if (items.length === 0) {
    const empty = new Problem('invalid_request', { message: 'The batch is empty.' })
    return { status: 400, body: errorText(null, empty) }
  }
  if (items.length > batchLimits.requests) return { status: 400, body: tooMany(items, batchLimits.requests) }
  const until = performance.now() + batchLimits.ms
  const texts: string[] = []
  let characters = 0
  for (const item of items) {
    const request = requestOf(item)
    let text: string | undefined
    if (request instanceof Problem) text = errorText(idOf(item) ?? null, request)
    else if (characters > batchLimits.characters) text = notRun(request, 'The answer to the batch is too large.')
    else if (performance.now() > until) text = notRun(request, 'The time for the batch is up.')
    else text = await answerOne(request, run)
    if (text === undefined) continue
    characters += text.length
    texts.push(text)
  }
  return texts.length === 0 ? { status: 204, body: '' } : { status: 200, body: `[${texts.join(',')}]` }
}

function tooMany(items: readonly unknown[], most: number): string {
  const problem = new Problem('limit_exceeded', {
    message: `The batch has ${items.length} requests; the maximum is ${most}. None was run.`,
    hint: `Send batches of ${most}.`,
    retryable: false,
  })
  return errorText(idOf(items[0]) ?? null, problem)
}

function notRun(request: Request, why: string): string | undefined {
  if (request.id === undefined) return undefined
  const hint = 'Send this request again on its own.'
  return errorText(request.id, new Problem('limit_exceeded', { message: `${why} This request was not run.`, hint }))
}

async function answerOne({ id, method, params }: Request, run: Run): Promise<string | undefined> {
  try {
    const result = await run(method, params)
    return id === undefined ? undefined : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${toJson(result)}}`
  } catch (error) {
    if (id === undefined) return undefined
    return errorText(id, error instanceof Problem ? error : new Problem('internal_error'))
  }
}

/** The request in a value, or what is wrong with it. */
function requestOf(value: unknown): Request | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid('a request is an object')
  const { jsonrpc, method, params } = value as { [key: string]: unknown }
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  if (typeof method !== 'string') return invalid('method must be a text')
  const id = Object.hasOwn(value, 'id') ? idOf(value) : undefined
  if (Object.hasOwn(value, 'id') && id === undefined) {
    return invalid('id must be a text, null, or a number that JSON can carry exactly')
  }
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return invalid('params must be an object')
  }
  return { id, method, params }
}

function invalid(what: string): Problem {
  return new Problem('invalid_request', { message: `This is not a JSON-RPC 2.0 request: ${what}.` })
}

/** An id that can be returned exactly as received; `undefined` if there is none. */
function idOf(value: unknown): Id | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return undefined
  const { id } = value as { readonly id: unknown }
  if (typeof id === 'string' || id === null) return id
  if (typeof id !== 'number' || !Number.isFinite(id)) return undefined
  return Number.isInteger(id) && !Number.isSafeInteger(id) ? undefined : id
}

/** A JSON-RPC error, on one line. */
export function errorText(id: Id, problem: Problem): string {
  const { code, message, name, hint, retryable, data } = problem
  return toJson({ jsonrpc: '2.0', id, error: { code, message, data: { name, hint, retryable, ...data } } })
}
