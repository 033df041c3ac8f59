/** Elements as applications list them in bulk: `Cache.GetItems`, and the items sent by `AddAccessible`. */
import { setImmediate } from 'node:timers/promises'
import type { Bus } from './bus.ts'
import { CallError } from './call-error.ts'
import { Has, type Ref } from './facts.ts'

/** What a bulk read gives of one element. */
export interface Item {
  readonly ref: Ref
  readonly parent: Ref | undefined
  /** Index among its siblings; -1 if the toolkit does not say. */
  readonly index: number
  readonly childCount: number
  readonly interfaces: number
  readonly name: string
  readonly role: number
  readonly description: string
  readonly states: number
  readonly moreStates: number
}

/** Items processed before yielding. */
const slice = 500
/** Texts of one element are for people; anything longer is not a name. */
const longestText = 2000

/** Every element the application has on record: some are not in its tree, and some of its tree are missing. */
export async function getItems(bus: Bus, peer: string, signal: AbortSignal, ms?: number): Promise<Item[]> {
  const call = {
    destination: peer,
    path: '/org/a11y/atspi/cache',
    interface: 'org.a11y.atspi.Cache',
    member: 'GetItems',
  }
  const [list] = await bus.call(call, signal, ms)
  if (!Array.isArray(list)) throw new CallError('failed', 'its list of elements is malformed')
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

/** Undefined if it is not an item. */
export function itemOf(from: unknown, peer: string): Item | undefined {
  if (!Array.isArray(from) || from.length !== 10) return undefined
  const [self, , parent, index, childCount, interfaces, name, role, description, words] = from
  const ref = refOf(self, peer)
  if (ref === undefined || typeof index !== 'number' || typeof childCount !== 'number') return undefined
  if (typeof name !== 'string' || typeof role !== 'number' || typeof description !== 'string') return undefined
  return {
    ref,
    parent: refOf(parent, peer),
    index,
    childCount,
    interfaces: interfaceBits(interfaces),
    name: name.slice(0, longestText),
    role,
    description: description.slice(0, longestText),
    ...statesOf(words),
  }
}

/** Undefined if it is not a reference, or the null one. */
export function refOf(from: unknown, peer: string): Ref | undefined {
  if (!Array.isArray(from) || from.length !== 2) return undefined
  const [bus, path] = from
  if (typeof bus !== 'string' || typeof path !== 'string' || !path.startsWith('/')) return undefined
  if (path.endsWith('/null')) return undefined
  // Qt sometimes gives an empty string for its own name.
  return { bus: bus === peer || bus === '' ? peer : bus, path }
}

/** From the two words of `GetState`; no states if there are none. */
export function statesOf(from: unknown): Pick<Item, 'states' | 'moreStates'> {
  const [low, high] = Array.isArray(from) ? from : []
  return { states: typeof low === 'number' ? low >>> 0 : 0, moreStates: typeof high === 'number' ? high >>> 0 : 0 }
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
