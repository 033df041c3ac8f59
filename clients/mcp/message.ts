/** What the shim knows of a message: which one it answers, and which headers repeat what it says. */

export type Id = string | number
export interface Message {
  readonly id?: Id
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** Repeats, with each message, what the host declared once. */
export const formsHeader = 'ix-forms'

/** Whether a host with these capabilities shows forms: one that names no mode shows only those. */
export function takesForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as { readonly elicitation?: { readonly form?: unknown } }
  return elicitation instanceof Object && (Object.keys(elicitation).length === 0 || elicitation.form instanceof Object)
}

export function parse(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined
  } catch {
    return undefined
  }
}

/** In the era where every message carries its version, headers must repeat what the body says. */
export function headersOf({ method = '', params }: Message, agreed: string | undefined): { [name: string]: string } {
  const accept = 'application/json, text/event-stream'
  const meta = params?._meta as { readonly [key: string]: unknown } | undefined
  const version = meta?.[versionKey]
  if (typeof version !== 'string') return { accept, ...(agreed !== undefined && { 'mcp-protocol-version': agreed }) }
  const name = params?.name ?? params?.uri ?? params?.taskId
  return {
    accept,
    'mcp-protocol-version': version,
    'mcp-method': headerText(method),
    ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
  }
}

/** Visible ASCII verbatim, the rest in the encoding that the protocol defines for such values. */
function headerText(value: string): string {
  const fits = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')
  return fits ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}

export function errorOf(id: Id | null, code: number, message: string): unknown {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
