/** What the ax host could not do, as the problem a caller sees. */
import { clause, Problem } from '../../../problem.ts'
import { AXError, axErrors } from './ax-error.ts'
import type { HostError } from './messages.ts'

/** Thrown within this platform; `problemOf` turns it into a `Problem` at the boundary. */
export class Fault extends Error {
  readonly error: HostError

  constructor(error: HostError) {
    super(wordsOf(error))
    this.error = error
  }

  /** The AXError the application or system returned. */
  get code(): number | undefined {
    return this.error.kind === 'ax' ? this.error.axError : undefined
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof Fault && (error.error.kind === 'ref' || error.code === AXError.invalidElement)
}

/** The whole application, not just an element. */
export function hasEnded(error: unknown): boolean {
  return error instanceof Fault && error.error.kind === 'ended'
}

export function isSilence(error: unknown): boolean {
  return error instanceof Fault && (error.error.kind === 'timeout' || error.code === AXError.cannotComplete)
}

/** It exited, or cannot be reached. */
export function isOfHost(error: unknown): boolean {
  return error instanceof Fault && error.error.kind === 'host'
}

/** Retries if the host exited, by accident or because of another application. The work must be repeatable. */
export async function againWithoutHost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOfHost(error)) throw error
    return await work()
  }
}

/** It will never have this attribute or action: another way may work. */
export function isLack(error: unknown): boolean {
  const { code } = error instanceof Fault ? error : { code: undefined }
  return code !== undefined && lacks.has(code)
}

const lacks: ReadonlySet<number> = new Set([
  AXError.attributeUnsupported,
  AXError.actionUnsupported,
  AXError.notificationUnsupported,
  AXError.notImplemented,
  AXError.noValue,
])

export const grantHint =
  'On this machine open System Settings > Privacy & Security > Accessibility, switch on the program that runs ixd (`ix doctor` names it), then run `ix service stop` and `ix service start`.'

/** `name` is the application's. Problems are passed through. */
export function problemOf(error: unknown, name: string): Error {
  if (!(error instanceof Fault)) return error as Error
  const { error: what, code } = error
  if (what.kind === 'ended') return new Problem('app_not_found', { message: `${name} is no longer running.` })
  if (isGone(error)) return new Problem('element_gone')
  if (code === AXError.apiDisabled) {
    const message = `macOS does not let ixd read ${name}: it has no Accessibility permission (AXError -25211).`
    return new Problem('permission_denied', { message, hint: grantHint })
  }
  if (isSilence(error)) {
    const detail = code === undefined ? '' : ` (${error.message})`
    return new Problem('unresponsive', { message: `${name} does not answer${detail}.` })
  }
  if (what.kind === 'host')
    return new Problem('unresponsive', { message: `${name} cannot be read: ${clause(what.message)}.` })
  if (what.kind === 'cancelled') return new Problem('timeout')
  if (what.kind === 'unsupported')
    return new Problem('unsupported_here', {
      message: `This system offers no ${what.feature}: ${clause(what.reason)}.`,
      hint: 'Run `ix doctor` for what works here.',
    })
  return new Problem('unsupported_here', { message: `${name} answered ${clause(error.message)}.` })
}

function wordsOf(error: HostError): string {
  switch (error.kind) {
    case 'ax': {
      const what = error.attribute ?? error.action
      return `AXError ${error.axError} ${axErrors[error.axError] ?? 'unknown'} to ${error.in}${what === undefined ? '' : ` ${what}`}`
    }
    case 'ref':
      return 'no such element'
    case 'ended':
      return `no process ${error.pid}`
    case 'unsupported':
      return `no ${error.feature}: ${error.reason}`
    case 'host':
      return error.message
    default:
      return error.kind
  }
}
