/**
 * Tells the registry of which applications events are wanted. A GTK 3 bridge (LibreOffice and Firefox have it too)
 * makes its list of elements when somebody first registers: of what there is then, and adds only what it tells as added.
 * Registered with before its page came, Firefox lists 2 elements of 2,501, and LibreOffice 1,086 of 1,850, for ever. So
 * each application is registered with when it is first looked at; those that nobody looks at are spared the work.
 */
import type { Bus } from './bus.ts'
import { registrations } from './events.ts'

export const registryName = 'org.a11y.atspi.Registry'
const registry = { destination: registryName, path: '/org/a11y/atspi/registry', interface: registryName }
/** The call may start the registry. */
const startMs = 3000

/** By connection: what was registered, by the unique name of the application. */
const registered = new WeakMap<Bus, Map<string, Promise<unknown>>>()

/** Once for each connection and application. Throws CallError, or what the signal says. */
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

/** A new registry knows nothing of what was asked of the old one. */
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
