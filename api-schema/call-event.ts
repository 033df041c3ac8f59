/** What `GET /events?calls` sends besides what happens to targets: each call of other sessions, once it has ended or was refused. */
import type { ErrorName } from './errors.ts'

/** Outcomes of calls that were refused as they came: nothing was looked at or done, and their parameters may be anything. */
export const refusals: ReadonlySet<string> = new Set<ErrorName>(['invalid_params', 'method_not_found', 'not_allowed'])

export interface CallEvent {
  /** Counts the calls that were told. */
  readonly call: number
  readonly agent: string
  /** Id of the session, as `session` lists it, and what its client calls it. */
  readonly session: string
  readonly name?: string
  /** As it was called: there may be no such method. */
  readonly method: string
  /** What may be shown of the parameters: never what was typed, nor how long it is. */
  readonly params: { readonly [name: string]: unknown }
  /** Tab or application, where it is known. */
  readonly target?: string
  readonly acts: boolean
  /** `ok`, or the name of the error. */
  readonly outcome: string
  /** Of an action: confirmed, unverified, noop, refused. */
  readonly effect?: string
  /** Lines of what changed, the first of them; what was typed is left out. */
  readonly changed?: readonly string[]
  /** An upper estimate for the answer as an agent reads it, in o200k tokens. */
  readonly tokens: number
  readonly ms: number
  /** When it ended, in ISO 8601. */
  readonly at: string
}
