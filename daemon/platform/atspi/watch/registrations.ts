/**
 * Tells the registry which applications' events are wanted. A GTK 3 bridge (also in LibreOffice and Firefox) builds its
 * list of elements when a client first registers, from what exists at that time, and only adds what it later announces.
 * Registered before its page arrives, Firefox lists 2 elements of 2,501, and LibreOffice 1,086 of 1,850, for good. So
 * each application is registered with when it is first explored; the others are spared the work.
 */
import type { Bus } from '../wire/bus.ts'
import { registrations } from './events.ts'

export const registryName = 'org.a11y.atspi.Registry'
const registry = { destination: registryName, path: '/org/a11y/atspi/registry', interface: registryName }
/** The call may start the registry. */
const startMs = 3000

/** By connection: registrations by the application's unique name. */
const registered = new WeakMap<Bus, Map<string, Promise<unknown>>>()

/** Once for each connection and application. Throws CallError or the signal's reason. */
export async function register(bus: Bus, peer: string, signal: AbortSignal): Promise<void> {
  const known = registered.get(bus) ?? new Map<string, Promise<unknown>>()
  registered.set(bus, known)
  let registering = known.get(peer)
  if (registering === undefined) {
    registering = Promise.all(registrations.map((event) => registerEvent(bus, event, peer, signal)))
    known.set(peer, registering)
    registering.catch(() => known.delete(peer))
  }
  await registering
}

/** A new registry has no registrations. */
export function registerAgain(bus: Bus): void {
  const peers = [...(registered.get(bus)?.keys() ?? [])]
  registered.delete(bus)
  for (const peer of peers) register(bus, peer, new AbortController().signal).catch(() => {})
}

/** The application is gone. */
export function forget(bus: Bus, peer: string): void {
  registered.get(bus)?.delete(peer)
}

async function registerEvent(bus: Bus, event: string, peer: string, signal: AbortSignal): Promise<void> {
  await bus.call({ ...registry, member: 'RegisterEvent', signature: 'sass', body: [event, [], peer] }, signal, startMs)
}
