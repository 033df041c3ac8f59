/**
 * What `GET /events?calls` sends besides events of targets: each call of another session, once it has ended or was
 * refused.
 */
import type { ErrorName } from './errors.ts'

/**
 * Outcomes of calls that were refused on arrival: nothing was looked at or done, and their parameters may be anything.
 */
export const refusals: ReadonlySet<string> = new Set<ErrorName>(['invalid_params', 'method_not_found', 'not_allowed'])

export interface CallEvent {
  /** Number of this report, counting up. */
  readonly call: number
  readonly agent: string
  /** The session's id, as `session` lists it, and its client's name for it. */
  readonly session: string
  readonly name?: string
  /** As called: there may be no such method. */
  readonly method: string
  /** The parameters as far as they may be shown: never what was typed, nor its length. */
  readonly params: { readonly [name: string]: unknown }
  /** The tab or application, if known. */
  readonly target?: string
  readonly acts: boolean
  /** `ok`, or the name of the error. */
  readonly outcome: string
  /** For an action: confirmed, unverified, noop, refused. */
  readonly effect?: string
  /** The first lines of what changed, without what was typed. */
  readonly changed?: readonly string[]
  /** An upper estimate of the answer as an agent reads it, in o200k tokens. */
  readonly tokens: number
  readonly ms: number
  /** When it ended, in ISO 8601. */
  readonly at: string
}
