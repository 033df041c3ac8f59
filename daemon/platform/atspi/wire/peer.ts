/** Calls to an application's objects, and what their failures mean to a caller. */
import { Problem } from '../../../problem.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { CallArguments, Interface, Line } from './access.ts'
import type { Bus } from './bus.ts'
import { CallError } from './call-error.ts'
import type { Ref } from './facts.ts'

const atspi = 'org.a11y.atspi.'
const properties = 'org.freedesktop.DBus.Properties'

/** The values of a method's reply. Throws CallError or the signal's reason. */
export function callOn(
  bus: Bus,
  ...[ref, of, member, signature, body, signal, ms]: CallArguments
): Promise<readonly unknown[]> {
  const call = { destination: ref.bus, path: ref.path, interface: atspi + of, member, signature, body }
  return bus.call(call, signal, ms)
}

/** One property's value. Never all of an interface: that crashes Qt applications. */
export async function getOf(
  bus: Bus,
  ref: Ref,
  of: Interface,
  property: string,
  signal: AbortSignal,
  ms?: number,
): Promise<unknown> {
  const call = {
    destination: ref.bus,
    path: ref.path,
    interface: properties,
    member: 'Get',
    signature: 'ss',
    body: [atspi + of, property],
  }
  const [variant] = await bus.call(call, signal, ms)
  return (variant as { readonly value?: unknown } | undefined)?.value
}

/** An application by its connection. Its calls throw CallError. */
export function lineOn(bus: Bus, toolkit: Toolkit): Line {
  return { toolkit, call: (...args) => callOn(bus, ...args), get: (...args) => getOf(bus, ...args) }
}

/** Returns undefined for an error that means something does not exist; rethrows any other. */
export function absent(error: unknown): undefined {
  if (error instanceof CallError && error.failure !== 'silent' && error.failure !== 'closed') {
    if (error.failure !== 'no-owner') return undefined
  }
  throw error
}

/** A failed call as the daemon's callers see it. */
export function problemOf(error: unknown, name: string): Error {
  if (!(error instanceof CallError)) return error as Error
  switch (error.failure) {
    case 'no-object':
      return new Problem('element_gone')
    case 'no-method':
      return new Problem('unsupported_here', {
        message: `${name} does not support this: ${error.message.slice(0, 200)}`,
      })
    case 'no-owner':
    case 'closed':
      return new Problem('app_not_found', { message: `${name} is gone.` })
    case 'silent':
      return new Problem('unresponsive', { message: `${name} does not answer.` })
    case 'failed':
      return new Problem('unsupported_here', { message: `${name} refused: ${error.message.slice(0, 200)}` })
  }
}
