/**
 * Parses an MCP message and checks that its headers agree. Two protocol eras: one starts with `initialize`, in the
 * other each message names its version. Knows no methods.
 */
import { isObject } from '../json.ts'

type Json = { readonly [key: string]: unknown }
export type Headers = { readonly [name: string]: string | readonly string[] | undefined }
export type Id = string | number

/** The first version without a handshake. */
export const statelessVersion = '2026-07-28'
/** Newest first; the newest is offered to clients that request an unknown one. */
export const handshakeVersions: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]

export interface Message {
  /** Undefined for a notification. */
  readonly id: Id | undefined
  readonly method: string
  readonly params: Json
  readonly isStateless: boolean
}

/** Why a message is rejected. */
export class Objection {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: object | undefined

  constructor(code: number, message: string, { status = 400, data }: { status?: number; data?: object } = {}) {
    this.status = status
    this.code = code
    this.message = message
    this.data = data
  }
}

export const codes = { invalid: -32600, unknown: -32601, params: -32602, internal: -32603 } as const
/** MCP's own codes: headers that contradict the body, an unsupported version, and errors without a code of their own. */
const own = { mismatch: -32020, version: -32022, other: -32000 } as const

const prefix = 'io.modelcontextprotocol/'
const versionKey = `${prefix}protocolVersion`
const capabilitiesKey = `${prefix}clientCapabilities`
export const serverKey = `${prefix}serverInfo`

/** The message in a parsed body, or the reason to reject it. */
export function messageIn(body: unknown, headers: Headers): Message | Objection {
  if (!isObject(body) || body.jsonrpc !== '2.0' || !hasShape(body))
    return new Objection(codes.invalid, 'The body is not a JSON-RPC 2.0 message.')
  const { id, method = '', params = {} } = body as { id?: Id; method?: string; params?: Json }
  const said = headers['mcp-protocol-version']
  const isStateless = claimOf(params) !== undefined || (typeof said === 'string' && said >= statelessVersion)
  // A response to a request that we never sent is treated like a notification.
  const message = { id: method === '' ? undefined : id, method, params, isStateless }
  if (isStateless) return (message.id === undefined ? undefined : objectionTo(message, headers)) ?? message
  if (said === undefined || handshakeVersions.includes(String(said))) return message
  return new Objection(
    own.other,
    `Unsupported protocol version: ${said} (supported versions: ${handshakeVersions.join(', ')}).`,
  )
}

/** The id to answer with, if it can be read. */
export function idIn(body: unknown): Id | null {
  return isObject(body) && typeof body.method === 'string' && isId(body.id) ? body.id : null
}

/** Whether a message names its version itself; such messages are not batched. */
export function isStatelessIn(body: unknown): boolean {
  return isObject(body) && isObject(body.params) && claimOf(body.params) !== undefined
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function hasShape({ id, method, params, result, error }: Json): boolean {
  if (method === undefined) return (isId(id) || id === null) && (isObject(result) || isObject(error))
  return typeof method === 'string' && (id === undefined || isId(id)) && (params === undefined || isObject(params))
}

function claimOf({ _meta: meta }: Json): unknown {
  return isObject(meta) ? meta[versionKey] : undefined
}

/** Headers must repeat the body's values, so that intermediaries can rely on them. */
function objectionTo({ method, params }: Message, headers: Headers): Objection | undefined {
  const meta = isObject(params._meta) ? params._meta : {}
  for (const [key, isRight] of [
    [versionKey, typeof meta[versionKey] === 'string'],
    [capabilitiesKey, isObject(meta[capabilitiesKey])],
  ] as const) {
    const problem = key in meta ? 'is not what it has to be' : 'is missing'
    if (!isRight) return new Objection(codes.params, `${key} in params._meta ${problem}.`, { data: { key, problem } })
  }
  const version = meta[versionKey]
  const differs =
    mismatch('MCP-Protocol-Version', headers, version) ??
    (version === statelessVersion ? mismatch('Mcp-Method', headers, method) : undefined)
  if (differs !== undefined) return differs
  if (version !== statelessVersion)
    return new Objection(own.version, `Unsupported protocol version: ${version}.`, {
      data: { supported: [statelessVersion], requested: version },
    })
  return method === 'tools/call' && typeof params.name === 'string'
    ? mismatch('Mcp-Name', headers, params.name)
    : undefined
}

function mismatch(name: string, headers: Headers, body: unknown): Objection | undefined {
  const header = headers[name.toLowerCase()]
  if (header === body || decoded(header) === body) return undefined
  const message = `The header ${name} ${header === undefined ? 'is missing' : `is ${JSON.stringify(header)}`}; the body says ${JSON.stringify(body)}.`
  return new Objection(own.mismatch, message, { data: { mismatch: { header: header ?? '(missing)', body } } })
}

/** Values other than visible ASCII are sent in strict Base64. */
function decoded(header: Headers[string]): string | undefined {
  const [, base64] = /^\s*=\?base64\?([A-Za-z0-9+/]*={0,2})\?=\s*$/.exec(String(header)) ?? []
  if (base64 === undefined) return typeof header === 'string' ? header.trim() : undefined
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes.toString() : undefined
}
