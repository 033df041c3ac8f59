/** Why a D-Bus call failed, in the few kinds that matter. */
import { Problem, WireError } from '../../../problem.ts'

export type CallFailure = 'no-object' | 'no-method' | 'no-owner' | 'failed' | 'silent' | 'closed'

export class CallError extends WireError {
  readonly failure: CallFailure
  constructor(failure: CallFailure, message: string) {
    super(message)
    this.failure = failure
  }

  get problem(): Problem {
    const isGone = this.failure === 'closed' || this.failure === 'no-owner'
    const message = isGone ? 'The application or the accessibility bus went away during the call.' : undefined
    return new Problem('unresponsive', { ...(message !== undefined && { message }) })
  }
}

const noObject = /UnknownObject$/
const noMethod = /(UnknownMethod|UnknownInterface|UnknownProperty|NotSupported|InvalidArgs|PropertyReadOnly)$/
const noOwner = /(ServiceUnknown|NameHasNoOwner|NoReply|Disconnected)$/
/** GLib has one error for a missing object and a missing method. */
const noObjectText = /(does not exist at path|no such object|[Nn]o object at|Unknown object)/

export function failureOf(error: unknown): CallError {
  const { type = '', text = '' } = error as { readonly type?: string; readonly text?: string }
  const message = `${type.slice(type.lastIndexOf('.') + 1)}: ${text}`
  if (noObject.test(type) || (noMethod.test(type) && noObjectText.test(text)))
    return new CallError('no-object', message)
  if (noMethod.test(type)) return new CallError('no-method', message)
  if (noOwner.test(type)) return new CallError('no-owner', message)
  return new CallError('failed', type === '' ? String((error as Error)?.message) : message)
}
