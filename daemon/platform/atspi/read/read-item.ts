/** Reads elements one by one, for applications that do not list them in bulk. */
import { ask, type Line, property, type Queried } from '../wire/access.ts'
import { type Item, interfaceBits, refOf, statesOf, textOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { Part } from './dirty.ts'
import { Role, roles } from './roles.ts'
import { hasState, State } from './states.ts'

export interface ReadContext {
  readonly access: Line
  /** The application's own name on the bus. */
  readonly peer: string
  readonly signal: AbortSignal
}

/** Six or seven calls in parallel; undefined when the element is gone or not real. */
export async function readItem(context: ReadContext, ref: Ref): Promise<Item | undefined> {
  const { peer, access } = context
  const at: Queried = { ...context, ref }
  const call = (member: string) => ask(at, 'Accessible', member)
  const get = (name: string) => property(at, 'Accessible', name)
  const [role, states, interfaces, name, description, childCount, parent] = await all([
    call('GetRole'),
    call('GetState'),
    call('GetInterfaces'),
    get('Name'),
    get('Description'),
    get('ChildCount'),
    // In a walk the parent is already known.
    access.toolkit.bulkRead ? get('Parent') : undefined,
  ] as const)
  if (typeof role[0] !== 'number') return undefined
  const item: Item = {
    ref,
    parent: refOf(parent, peer),
    index: -1,
    childCount: typeof childCount === 'number' ? childCount : -1,
    interfaces: interfaceBits(interfaces[0]),
    name: textOf(name),
    role: role[0],
    description: textOf(description),
    ...statesOf(states[0]),
  }
  return isReal(item) ? item : undefined
}

/** One of many similar elements, by two calls: the rest is copied from one that was read in full. */
export async function readLike(at: Queried, like: Item): Promise<Item | undefined> {
  const { ref } = at
  const [states, name] = await all([ask(at, 'Accessible', 'GetState'), property(at, 'Accessible', 'Name')] as const)
  if (states.length === 0 || name === undefined) return undefined
  const item: Item = { ...like, ref, name: textOf(name), ...statesOf(states[0]) }
  return isReal(item) ? item : undefined
}

const entries = roles('menuItem checkMenuItem radioMenuItem separator')

/**
 * A menu entry, by four calls: its interfaces come from the first entry of its role, which is put into `likes`. Other
 * contents of a menu are read in full.
 */
export async function readEntry(
  context: ReadContext,
  ref: Ref,
  likes: Map<number, Promise<Item | undefined>>,
): Promise<Item | undefined> {
  const at: Queried = { ...context, ref }
  const [role] = await ask(at, 'Accessible', 'GetRole')
  if (typeof role !== 'number') return undefined
  const known = entries.has(role) ? likes.get(role) : undefined
  if (known === undefined) {
    const item = readItem(context, ref)
    if (entries.has(role)) likes.set(role, item)
    return await item
  }
  const [like, states, name, description] = await all([
    known,
    ask(at, 'Accessible', 'GetState'),
    property(at, 'Accessible', 'Name'),
    property(at, 'Accessible', 'Description'),
  ] as const)
  if (like?.childCount !== 0) return await readItem(context, ref)
  const item = { ...like, ref, name: textOf(name), description: textOf(description), ...statesOf(states[0]) }
  return isReal(item) ? item : undefined
}

/** Rereads parts of an element: bits of `Part`. Undefined when it is gone. */
export async function rereadItem(context: ReadContext, item: Item, parts: number): Promise<Item | undefined> {
  const { ref } = item
  const at: Queried = { ...context, ref }
  if ((parts & Part.facts) === Part.facts) return await readItem(context, ref)
  const call = async (part: number, member: string) =>
    (parts & part) === 0 ? undefined : (await ask(at, 'Accessible', member))[0]
  const get = async (part: number, name: string) =>
    (parts & part) === 0 ? undefined : await property(at, 'Accessible', name)
  const [states, name, description, role] = await all([
    call(Part.states, 'GetState'),
    get(Part.name, 'Name'),
    get(Part.description, 'Description'),
    call(Part.role, 'GetRole'),
  ] as const)
  const isGone =
    ((parts & Part.states) !== 0 && states === undefined) || ((parts & Part.name) !== 0 && name === undefined)
  if (isGone) return undefined
  const again: Item = {
    ...item,
    name: typeof name === 'string' ? textOf(name) : item.name,
    description: typeof description === 'string' ? textOf(description) : item.description,
    role: typeof role === 'number' ? role : item.role,
    ...((parts & Part.states) !== 0 && statesOf(states)),
  }
  return isReal(again) ? again : undefined
}

/** Defunct elements are about to go, and for those already gone Qt returns an empty state. */
export function isReal(item: Item): boolean {
  if (item.role === Role.application) return true
  return !hasState(item, State.defunct) && (item.states !== 0 || item.moreStates !== 0)
}

/** Waits for all of them even if one fails, so that none is left unhandled. */
export async function all<T extends readonly unknown[]>(work: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(work)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never
}
