/** The DevTools protocol as the daemon speaks it with any browser: flat sessions, one JSON message each. */

export interface Command {
  readonly id: number
  readonly sessionId?: string
  readonly method: string
  readonly params?: Params
}

export type Params = { readonly [name: string]: unknown }

export interface Reply {
  readonly id: number
  readonly result?: object
  readonly error?: ProtocolError
  readonly sessionId?: string
}

export interface Notice {
  readonly method: string
  readonly params: object
  readonly sessionId?: string
}

export interface ProtocolError {
  readonly code: number
  readonly message: string
}

/** A command that is refused here, with the protocol's error code. */
export class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const codes = { noSession: -32001, failed: -32000, unknownMethod: -32601 } as const

/** The browser's own words for its refusal, as JSON in an error's message. */
export function errorOf(error: unknown): ProtocolError {
  if (error instanceof Refusal) return { code: error.code, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  try {
    const { code, message: own } = JSON.parse(message)
    if (typeof code === 'number' && typeof own === 'string') return { code, message: own }
  } catch {}
  return { code: codes.failed, message }
}
