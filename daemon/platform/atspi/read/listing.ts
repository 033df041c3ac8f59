/** An application's list of all its elements, and which parts of it can be trusted. */
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Item } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { idOf, isMenu, mostChildren, type Place } from './place.ts'
import { isReal } from './read-item.ts'
import { Role } from './roles.ts'
import { hasState, State } from './states.ts'

export interface ListingOptions {
  readonly peer: string
  readonly root: Ref
  readonly toolkit: Toolkit
}

export class Listing {
  readonly #items: ReadonlyMap<string, Item>
  readonly #options: ListingOptions
  readonly #byParent = new Map<string, Item[]>()
  /** Results of `children`. */
  readonly #trusted = new Map<string, readonly string[] | undefined>()

  constructor(items: readonly Item[], options: ListingOptions) {
    this.#items = new Map(items.map((item) => [idOf(item.ref, options.peer), item]))
    this.#options = options
    for (const item of items) {
      if (item.parent === undefined) continue
      const id = idOf(item.parent, options.peer)
      const siblings = this.#byParent.get(id)
      if (siblings === undefined) this.#byParent.set(id, [item])
      else siblings.push(item)
    }
  }

  has(id: string): boolean {
    return this.#items.has(id)
  }

  item(id: string): Item | undefined {
    return this.#items.get(id)
  }

  /** Ids, if the list is consistent about the element's children. */
  children(id: string, item: Item): readonly string[] | undefined {
    if (this.#trusted.has(id)) return this.#trusted.get(id)
    const children = this.#sound(id, item)
    this.#trusted.set(id, children)
    return children
  }

  /** Does the list agree with the known children? */
  agrees(id: string, item: Item, known: Place): boolean {
    if (item.childCount !== known.item.childCount) return false
    const listed = this.#byParent.get(id) ?? []
    return listed.every((child) => child.index < 0 || known.item.childCount < 0 || this.#isChild(child, known))
  }

  /** Elements whose children the list does not give: their `GetChildren` can be called straight away. */
  *withoutChildren(): Iterable<readonly [string, Item]> {
    for (const [id, item] of this.#items) {
      if (isPage(item, this.#options.toolkit) || !canBeAsked(item) || !isReal(item)) continue
      if (this.children(id, item) === undefined) yield [id, item]
    }
  }

  #isChild(child: Item, known: Place): boolean {
    const { toolkit, peer } = this.#options
    // A stack's page lies between it and its content, and is not in the tree.
    return isPage(child, toolkit) || known.children[child.index] === idOf(child.ref, peer)
  }

  #sound(id: string, item: Item): readonly string[] | undefined {
    const { root, peer, toolkit } = this.#options
    if (!this.#items.has(id) || id === idOf(root, peer) || item.childCount < 0) return undefined
    if (item.childCount === 0 && toolkit.emptyMenusFill && isMenu(item)) return undefined
    const listed = this.#byParent.get(id) ?? []
    if (listed.length !== item.childCount) return undefined
    // GTK 3 does not number the parts of a dialog in list order.
    if (listed.length > 1 && item.parent !== undefined && idOf(item.parent, peer) === idOf(root, peer)) return undefined
    if (listed.length > 0 && listed.every((child) => isPage(child, toolkit))) return undefined
    const ids: string[] = []
    for (const child of listed) {
      if (child.index < 0 || child.index >= listed.length || ids[child.index] !== undefined) return undefined
      if (!isReal(child)) return undefined
      ids[child.index] = idOf(child.ref, peer)
    }
    return ids
  }
}

function canBeAsked(item: Item): boolean {
  if (item.role === Role.passwordText || hasState(item, State.managesDescendants)) return false
  return item.childCount < 0 ? isMenu(item) : item.childCount > 0 && item.childCount <= mostChildren
}

/** A page: listed, but not reported as a child of its parent. */
function isPage(item: Item, toolkit: Toolkit): boolean {
  return toolkit.skipsPages === true && item.role === Role.panel && item.childCount <= 1
}
