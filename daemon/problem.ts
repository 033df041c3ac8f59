/** The errors that the daemon's own code throws. Anything else thrown is a bug (`internal_error`). */
import { type Advice, advise, type Has } from '../api-schema/advice.ts'
import { type ErrorName, errors } from '../api-schema/errors.ts'

export interface ProblemDetail {
  /** A sentence about what was requested and what was found; defaults to the table's. */
  readonly message?: string
  /** The next call to make; defaults to the table's. */
  readonly hint?: Advice
  /** Whether the same call may succeed later. Defaults to the table's. */
  readonly retryable?: boolean
  /** More keys for the error's `data`, such as `reason`, `candidates`, `near`, `path`. */
  readonly data?: { readonly [key: string]: unknown }
}

export class Problem extends Error {
  override readonly name: ErrorName
  readonly code: number
  /** The unrendered hint, for rethrowing. */
  readonly advice: Advice
  readonly retryable: boolean
  readonly data: { readonly [key: string]: unknown }

  constructor(name: ErrorName, detail: ProblemDetail = {}) {
    const entry = errors[name]
    super(detail.message ?? entry.message)
    this.name = name
    this.code = entry.code
    this.advice = detail.hint ?? entry.hint
    this.retryable = detail.retryable ?? entry.retryable
    this.data = detail.data ?? {}
  }

  get hint(): string {
    return advise(this.advice)
  }

  /** The hint, worded for a caller with only these methods. */
  hintFor(has: Has): string {
    return advise(this.advice, has)
  }
}

/** Text by others for the middle of a sentence: without a full stop at its end. */
export function clause(text: string): string {
  return text.trimEnd().replace(/(?<!\.)\.$/, '')
}

/**
 * The other end of a connection refused a request, or died before answering. Its message is for callers if no layer
 * above adds a better one.
 */
export abstract class WireError extends Error {
  abstract get problem(): Problem
}

/** Undefined if the error is a bug. */
export function problemIn(error: unknown): Problem | undefined {
  if (error instanceof WireError) return error.problem
  return error instanceof Problem ? error : undefined
}
