/** Reads extras alongside the walk that finds the elements: for new, changed or marked ones. */
import type { Toolkit } from '../wire/access.ts'
import type { Bus } from '../wire/bus.ts'
import type { Item } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { Part } from './dirty.ts'
import { type Extras, needsOf, noExtras, readExtras } from './extras.ts'
import { idOf, type Place } from './place.ts'
import { all } from './read-item.ts'
import type { Dirty } from './silent.ts'

export interface ExtrasOptions {
  readonly bus: Bus
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
  readonly #found = new Set<string>()
  readonly #started = new Map<string, StartedRead>()
  #complete = true

  constructor(options: ExtrasOptions) {
    this.#options = options
  }

  /** Called for each element after its ancestors: its extras are requested while the walk goes on. */
  found(id: string, place: Place): void {
    this.#found.add(id)
    const needs = this.#needsOf(id, place, (parent) => this.#found.has(parent))
    if (this.#isWanted(id, place, needs)) this.#start(id, place, needs)
  }

  /** For the elements that turned out to be in the tree. */
  async of(places: ReadonlyMap<string, Place>): Promise<ExtrasRead> {
    const extras = new Map<string, Extras>()
    const needed = new Map<string, number>()
    const waiting: Promise<void>[] = []
    for (const [id, place] of places) {
      const needs = this.#needsOf(id, place, (parent) => places.has(parent))
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
    const extras = this.#read(place, needs)
    // Its failure reaches whoever awaits it; if the walk fails first, nobody does.
    extras.catch(() => {})
    this.#started.set(id, { item: place.item, needs, extras })
    return extras
  }

  async #read(place: Place, needs: number): Promise<Extras | undefined> {
    const { bus, toolkit, signal, deadline } = this.#options
    if (performance.now() <= deadline) return await readExtras(bus, place, needs, toolkit, signal)
    this.#complete = false
    return undefined
  }

  #needsOf(id: string, place: Place, isIn: (parent: string) => boolean): number {
    const { toolkit, needs } = this.#options
    if (this.#isOld(id, place)) return needs.get(id) ?? 0
    return needsOf(place, toolkit, this.#isPage(id, place.item, isIn))
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

  #isPage(id: string, item: Item, isIn: (parent: string) => boolean): boolean {
    const { toolkit, peer, root } = this.#options
    return toolkit === 'gtk4' && id !== idOf(root, peer) && isPageContent(item, peer, isIn)
  }
}

/** The content of a page of a GTK 4 stack: its parent is the page, which is not in the tree. */
export function isPageContent({ parent }: Item, peer: string, isIn: (parent: string) => boolean): boolean {
  return parent !== undefined && !isIn(idOf(parent, peer))
}
