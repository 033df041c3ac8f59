/** Calls on one application's objects, and what their failures mean to a caller. */
import { Problem } from '../../problem.ts'
import type { Interface } from './access.ts'
import type { Bus } from './bus.ts'
import { CallError } from './call-error.ts'
import type { Ref } from './facts.ts'

const atspi = 'org.a11y.atspi.'
const properties = 'org.freedesktop.DBus.Properties'

/** The values of a method's reply. Throws CallError, or what the signal says. */
export function callOn(
  bus: Bus,
  ref: Ref,
  of: Interface,
  member: string,
  signature: string,
  body: readonly unknown[],
  signal: AbortSignal,
  ms?: number,
): Promise<readonly unknown[]> {
  const call = { destination: ref.bus, path: ref.path, interface: atspi + of, member, signature, body }
  return bus.call(call, signal, ms)
}

/** One property's value. Never all of an interface: that ends Qt applications. */
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

/** The same; undefined where the object has no such property, or is gone. */
export async function tryGet(
  bus: Bus,
  ref: Ref,
  of: Interface,
  property: string,
  signal: AbortSignal,
): Promise<unknown> {
  return await getOf(bus, ref, of, property, signal).catch(absent)
}

/** The same for a method. */
export async function tryCall(
  bus: Bus,
  ref: Ref,
  of: Interface,
  member: string,
  signature: string,
  body: readonly unknown[],
  signal: AbortSignal,
): Promise<readonly unknown[] | undefined> {
  return await callOn(bus, ref, of, member, signature, body, signal).catch(absent)
}

/** Handed an error, answers undefined when it says that something is not there; throws any other. */
export function absent(error: unknown): undefined {
  if (error instanceof CallError && error.failure !== 'silent' && error.failure !== 'closed') {
    if (error.failure !== 'no-owner') return undefined
  }
  throw error
}

/** An error of a call, as callers of the daemon are told it. */
export function problemOf(error: unknown, name: string): Error {
  if (!(error instanceof CallError)) return error as Error
  switch (error.failure) {
    case 'no-object':
      return new Problem('element_gone')
    case 'no-method':
      return new Problem('unsupported_here', { message: `${name} has no such ability: ${error.message.slice(0, 200)}` })
    case 'no-owner':
    case 'closed':
      return new Problem('app_not_found', { message: `${name} is not there any more.` })
    case 'silent':
      return new Problem('unresponsive', { message: `${name} does not answer.` })
    case 'failed':
      return new Problem('unsupported_here', { message: `${name} says no: ${error.message.slice(0, 200)}` })
  }
}
