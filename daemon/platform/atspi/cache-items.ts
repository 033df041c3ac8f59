/** Elements as applications list them in bulk: `Cache.GetItems`, and the items that `AddAccessible` tells. */
import { setImmediate } from 'node:timers/promises'
import type { Bus } from './bus.ts'
import { CallError } from './call-error.ts'
import { Has, type Ref } from './facts.ts'

/** What is read of one element in bulk. */
export interface Item {
  readonly ref: Ref
  readonly parent: Ref | undefined
  /** Place among its siblings; -1 where the toolkit does not say. */
  readonly index: number
  readonly childCount: number
  readonly interfaces: number
  readonly name: string
  readonly role: number
  readonly description: string
  readonly states: number
  readonly moreStates: number
}

/** Items that are looked at before others get their turn. */
const slice = 500
/** Texts of one element are for people; what is longer is no name. */
const longestText = 2000

/** All elements that the application has a record of: some that are not in its tree, and not all that are. */
export async function getItems(bus: Bus, peer: string, signal: AbortSignal, ms?: number): Promise<Item[]> {
  const call = {
    destination: peer,
    path: '/org/a11y/atspi/cache',
    interface: 'org.a11y.atspi.Cache',
    member: 'GetItems',
  }
  const [list] = await bus.call(call, signal, ms)
  if (!Array.isArray(list)) throw new CallError('failed', 'its list of elements is none')
  const items: Item[] = []
  for (let at = 0; at < list.length; at++) {
    const item = itemOf(list[at], peer)
    if (item !== undefined) items.push(item)
    if (at % slice === slice - 1) {
      await setImmediate()
      signal.throwIfAborted()
    }
  }
  return items
}

/** Undefined for what is no item. */
export function itemOf(from: unknown, peer: string): Item | undefined {
  if (!Array.isArray(from) || from.length !== 10) return undefined
  const [self, , parent, index, childCount, interfaces, name, role, description, states] = from
  const ref = refOf(self, peer)
  if (ref === undefined || typeof index !== 'number' || typeof childCount !== 'number') return undefined
  if (typeof name !== 'string' || typeof role !== 'number' || typeof description !== 'string') return undefined
  const [low, high] = stateWords(states)
  return {
    ref,
    parent: refOf(parent, peer),
    index,
    childCount,
    interfaces: interfaceBits(interfaces),
    name: name.slice(0, longestText),
    role,
    description: description.slice(0, longestText),
    states: low,
    moreStates: high,
  }
}

/** Undefined for no reference, the null one included. */
export function refOf(from: unknown, peer: string): Ref | undefined {
  if (!Array.isArray(from) || from.length !== 2) return undefined
  const [bus, path] = from
  if (typeof bus !== 'string' || typeof path !== 'string' || !path.startsWith('/')) return undefined
  if (path.endsWith('/null')) return undefined
  // Qt tells its own name as an empty one in places.
  return { bus: bus === peer || bus === '' ? peer : bus, path }
}

export function stateWords(from: unknown): readonly [number, number] {
  if (!Array.isArray(from)) return [0, 0]
  const [low, high] = from
  return [typeof low === 'number' ? low >>> 0 : 0, typeof high === 'number' ? high >>> 0 : 0]
}

export function interfaceBits(from: unknown): number {
  let bits = 0
  if (!Array.isArray(from)) return bits
  for (const name of from) {
    if (typeof name !== 'string') continue
    const word = name.slice(name.lastIndexOf('.') + 1)
    if (Object.hasOwn(Has, word)) bits |= Has[word as keyof typeof Has]
  }
  return bits
}

export function textOf(from: unknown): string {
  return typeof from === 'string' ? from.slice(0, longestText) : ''
}
