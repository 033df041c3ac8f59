/** Errors of native calls, inside the host. */
import { AXError, axErrors } from '../../wire/ax-error.ts'
import type { HostError } from '../../wire/messages.ts'

/** A native call that returned an error. */
export class AxFault extends Error {
  readonly axError: number
  readonly hostError: HostError

  constructor(axError: number, of: string, more: { attribute?: string; action?: string; pid?: number } = {}) {
    super(`${of}: ${axErrors[axError] ?? 'AXError'} (${axError})`)
    this.axError = axError
    this.hostError = { kind: 'ax', axError, in: of, ...more }
  }
}

/** Concerns the element or its application, not the request. */
export function isFatal(code: number): boolean {
  return code === AXError.cannotComplete || code === AXError.apiDisabled || code === AXError.invalidElement
}
