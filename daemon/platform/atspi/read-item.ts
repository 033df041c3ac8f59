/** Reads elements one by one, where the application does not list them in bulk. */
import type { Bus } from './bus.ts'
import { type Item, interfaceBits, refOf, stateWords, textOf } from './cache-items.ts'
import type { Ref } from './facts.ts'
import { Part } from './marks.ts'
import { absent, getOf, tryCall, tryGet } from './peer.ts'
import { Role } from './roles.ts'
import { hasState, State } from './states.ts'

/** Six or seven calls side by side; undefined when the element is gone, or is none that a person could see. */
export async function readItem(bus: Bus, ref: Ref, peer: string, signal: AbortSignal): Promise<Item | undefined> {
  const call = (member: string) => tryCall(bus, ref, 'Accessible', member, '', [], signal)
  const get = (property: string) => tryGet(bus, ref, 'Accessible', property, signal)
  const [role, states, interfaces, name, description, childCount, parent] = await all([
    call('GetRole'),
    call('GetState'),
    call('GetInterfaces'),
    get('Name'),
    get('Description'),
    get('ChildCount'),
    get('Parent'),
  ] as const)
  if (typeof role?.[0] !== 'number') return undefined
  const [low, high] = stateWords(states?.[0])
  const item: Item = {
    ref,
    parent: refOf(parent, peer),
    index: -1,
    childCount: typeof childCount === 'number' ? childCount : -1,
    interfaces: interfaceBits(interfaces?.[0]),
    name: textOf(name),
    role: role[0],
    description: textOf(description),
    states: low,
    moreStates: high,
  }
  return isReal(item) ? item : undefined
}

/** An element of a great number of like ones, by two calls: the rest is as with one of them that was read in full. */
export async function readLike(bus: Bus, ref: Ref, like: Item, signal: AbortSignal): Promise<Item | undefined> {
  const [states, name] = await all([
    tryCall(bus, ref, 'Accessible', 'GetState', '', [], signal),
    tryGet(bus, ref, 'Accessible', 'Name', signal),
  ] as const)
  if (states === undefined || name === undefined) return undefined
  const [low, high] = stateWords(states[0])
  const item: Item = { ...like, ref, name: textOf(name), states: low, moreStates: high }
  return isReal(item) ? item : undefined
}

/** Reads parts of an element again: bits of `Part`. Undefined when it is gone. */
export async function rereadItem(
  bus: Bus,
  item: Item,
  parts: number,
  peer: string,
  signal: AbortSignal,
): Promise<Item | undefined> {
  const { ref } = item
  if ((parts & Part.facts) === Part.facts) return await readItem(bus, ref, peer, signal)
  const call = async (part: number, member: string) =>
    (parts & part) === 0 ? undefined : (await tryCall(bus, ref, 'Accessible', member, '', [], signal))?.[0]
  const get = async (part: number, property: string) =>
    (parts & part) === 0 ? undefined : await getOf(bus, ref, 'Accessible', property, signal).catch(absent)
  const [states, name, description, role] = await all([
    call(Part.states, 'GetState'),
    get(Part.name, 'Name'),
    get(Part.description, 'Description'),
    call(Part.role, 'GetRole'),
  ] as const)
  const isGone =
    ((parts & Part.states) !== 0 && states === undefined) || ((parts & Part.name) !== 0 && name === undefined)
  if (isGone) return undefined
  const [low, high] = (parts & Part.states) === 0 ? [item.states, item.moreStates] : stateWords(states)
  const again: Item = {
    ...item,
    name: typeof name === 'string' ? textOf(name) : item.name,
    description: typeof description === 'string' ? textOf(description) : item.description,
    role: typeof role === 'number' ? role : item.role,
    states: low,
    moreStates: high,
  }
  return isReal(again) ? again : undefined
}

/** Defunct ones are on their way out, and Qt answers for those that are gone with no state at all. */
export function isReal(item: Item): boolean {
  if (item.role === Role.application) return true
  return !hasState(item, State.defunct) && (item.states !== 0 || item.moreStates !== 0)
}

/** All of them, also when one fails first: none is left behind without an owner. */
export async function all<T extends readonly unknown[]>(work: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(work)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never
}
