/** Errors of native calls, inside the host. */
import { AXError, axErrors } from './ax-error.ts'
import type { HostError } from './messages.ts'

/** A native call that answered with an error. */
export class AxFault extends Error {
  readonly axError: number
  readonly told: HostError

  constructor(axError: number, of: string, more: { attribute?: string; action?: string; pid?: number } = {}) {
    super(`${of}: ${axErrors[axError] ?? 'AXError'} (${axError})`)
    this.axError = axError
    this.told = { kind: 'ax', axError, in: of, ...more }
  }
}

/** About the element or its application, not about what was asked of it. */
export function isFatal(code: number): boolean {
  return code === AXError.cannotComplete || code === AXError.apiDisabled || code === AXError.invalidElement
}
