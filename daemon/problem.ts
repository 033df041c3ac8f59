/** The one error that the daemon's own code throws. Anything else that is thrown is a defect (`internal_error`). */
import { type ErrorName, errors } from '../api-schema/errors.ts'

export interface ProblemDetail {
  /** What was asked and what was found, as a sentence; the table's general one where it is left out. */
  readonly message?: string
  /** The next call to make; the table's where it is left out. */
  readonly hint?: string
  /** Further keys of the error's `data`, such as `reason`, `candidates`, `near`, `path`. */
  readonly data?: { readonly [key: string]: unknown }
}

export class Problem extends Error {
  override readonly name: ErrorName
  readonly code: number
  readonly hint: string
  readonly retryable: boolean
  readonly data: { readonly [key: string]: unknown }

  constructor(name: ErrorName, detail: ProblemDetail = {}) {
    const entry = errors[name]
    super(detail.message ?? entry.message)
    this.name = name
    this.code = entry.code
    this.hint = detail.hint ?? entry.hint
    this.retryable = entry.retryable
    this.data = detail.data ?? {}
  }
}
