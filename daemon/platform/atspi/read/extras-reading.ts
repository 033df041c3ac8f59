/** Reads extras alongside the walk that finds the elements: for new, changed or marked ones. */
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Line } from '../wire/access.ts'
import type { Item } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { Part } from './dirty.ts'
import { type Extras, needsOf, noExtras, readExtras, type Surroundings } from './extras.ts'
import { idOf, type Place } from './place.ts'
import { all } from './read-item.ts'
import type { Dirty } from './silent.ts'

export interface ExtrasOptions {
  readonly access: Line
  readonly peer: string
  readonly root: Ref
  readonly toolkit: Toolkit
  readonly signal: AbortSignal
  /** `performance.now()` after which no more reads start. */
  readonly deadline: number
  /** Undefined when everything is read. */
  readonly dirty: Dirty | undefined
  /** From the last reading; only with `dirty`. */
  readonly kept: (id: string) => Place | undefined
  /** What elements needed at the last reading. */
  readonly needs: ReadonlyMap<string, number>
}

export interface ExtrasRead {
  readonly extras: ReadonlyMap<string, Extras>
  /** For every element that needs something: bits of `Need`. */
  readonly needs: ReadonlyMap<string, number>
  readonly complete: boolean
}

interface StartedRead {
  readonly item: Item
  readonly needs: number
  readonly extras: Promise<Extras | undefined>
}

export class ExtrasReading {
  readonly #options: ExtrasOptions
  readonly #found = new Map<string, Item>()
  readonly #parents = new Map<string, string>()
  readonly #started = new Map<string, StartedRead>()
  #complete = true

  constructor(options: ExtrasOptions) {
    this.#options = options
  }

  /** Called for each element after its ancestors: its extras are requested while the walk goes on. */
  found(id: string, place: Place): void {
    this.#found.set(id, place.item)
    for (const child of place.children) this.#parents.set(child, id)
    const needs = this.#needsOf(id, place, (other) => this.#found.get(other))
    if (this.#isWanted(id, place, needs)) this.#start(id, place, needs)
  }

  /** For the elements that turned out to be in the tree. */
  async of(places: ReadonlyMap<string, Place>): Promise<ExtrasRead> {
    const extras = new Map<string, Extras>()
    const needed = new Map<string, number>()
    const waiting: Promise<void>[] = []
    this.#parents.clear()
    for (const [id, { children }] of places) for (const child of children) this.#parents.set(child, id)
    for (const [id, place] of places) {
      const needs = this.#needsOf(id, place, (other) => places.get(other)?.item)
      if (needs !== 0) needed.set(id, needs)
      if (this.#isOld(id, place)) continue
      if (needs === 0) extras.set(id, noExtras)
      if (!this.#isWanted(id, place, needs)) continue
      const started = this.#started.get(id)
      const isSame = started?.item === place.item && started.needs === needs
      const read = isSame ? started.extras : this.#start(id, place, needs)
      waiting.push(read.then((one) => void (one === undefined ? undefined : extras.set(id, one))))
    }
    await all(waiting)
    return { extras, needs: needed, complete: this.#complete }
  }

  #start(id: string, place: Place, needs: number): Promise<Extras | undefined> {
    const holder = this.#found.get(this.#parents.get(id) ?? '')?.ref
    const extras = this.#read(place, needs, holder)
    // Its failure reaches whoever awaits it; if the walk fails first, nobody does.
    extras.catch(() => {})
    this.#started.set(id, { item: place.item, needs, extras })
    return extras
  }

  async #read(place: Place, needs: number, holder: Ref | undefined): Promise<Extras | undefined> {
    const { access, signal, deadline } = this.#options
    if (performance.now() <= deadline)
      return await readExtras({ access, ref: place.item.ref, signal }, place, needs, holder)
    this.#complete = false
    return undefined
  }

  #needsOf(id: string, place: Place, itemOf: (id: string) => Item | undefined): number {
    const { toolkit, needs } = this.#options
    if (this.#isOld(id, place)) return needs.get(id) ?? 0
    return needsOf(
      place,
      toolkit,
      surroundingsOf(id, place.item, { ...this.#options, itemOf, parentOf: (one) => this.#parents.get(one) }),
    )
  }

  #isOld(id: string, place: Place): boolean {
    return this.#kept(id) === place && !this.#isMarked(id)
  }

  #isWanted(id: string, place: Place, needs: number): boolean {
    if (needs === 0 || this.#isOld(id, place)) return false
    return this.#isMarked(id) || this.#kept(id)?.item !== place.item || needs !== this.#options.needs.get(id)
  }

  #isMarked(id: string): boolean {
    return ((this.#options.dirty?.get(id) ?? 0) & Part.extras) !== 0
  }

  #kept(id: string): Place | undefined {
    const { dirty, kept } = this.#options
    return dirty === undefined ? undefined : kept(id)
  }
}

export interface Known {
  readonly peer: string
  readonly root: Ref
  readonly toolkit: Toolkit
  readonly itemOf: (id: string) => Item | undefined
  /** In the tree: Qt's elements may report another parent. */
  readonly parentOf: (id: string) => string | undefined
}

export function surroundingsOf(id: string, item: Item, { peer, root, toolkit, itemOf, parentOf }: Known): Surroundings {
  const above = ({ ref }: Item) => {
    const parent = parentOf(idOf(ref, peer))
    return parent === undefined ? undefined : itemOf(parent)
  }
  // Its parent is the stack's page, which is not in the tree.
  const isPage =
    toolkit.skipsPages === true &&
    id !== idOf(root, peer) &&
    item.parent !== undefined &&
    itemOf(idOf(item.parent, peer)) === undefined
  return { isPage, above }
}
