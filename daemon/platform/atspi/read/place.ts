/** An element's place in the tree, its id, and what is known of it before it is read. */
import type { Item } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { Role } from './roles.ts'
import { hasState, State } from './states.ts'

/** One element in its place. */
export interface Place {
  readonly item: Item
  /** Their ids. */
  readonly children: readonly string[]
  /** How many children it has; more than `children` if only the visible part was read. */
  readonly childCount: number
}

/** With more children than this, only those on screen are listed. */
export const mostChildren = 500

/** An element's id within one application: elements of other processes are rare, and carry their process's name. */
export function idOf(ref: Ref, peer: string): string {
  return ref.bus === peer ? ref.path : `${ref.bus} ${ref.path}`
}

/** A menu: it does not say how many entries it has. */
export function isMenu(item: Item): boolean {
  return item.role === Role.menu && !hasState(item, State.managesDescendants)
}
