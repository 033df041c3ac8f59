/** Gives elements their ids, over all trees, and finds the element of an id: never another one. */

import type { Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { describe, type Fingerprint, fingerprintOf, fits } from './fingerprint.ts'
import type { Difference } from './history.ts'
import type { Node } from './node.ts'
import type { Warm } from './sync.ts'

export interface Located {
  readonly warm: Warm
  readonly node: Node
}

export interface IdsOptions {
  /** First number of a block that nobody had before and nobody else gets; kept on disk before it returns. */
  readonly reserve: (count: number) => number
  /** How many ids of gone elements are remembered, to say more of them than that they are gone. */
  readonly tombstones?: number
}

/** All the ids of one copy. Outlives the copy for as long as ids of it are remembered. */
interface Home {
  /** Undefined once the copy was let go, so that it does not keep it in memory. */
  warm: Warm | undefined
  readonly target: string
  readonly byKey: Map<Key, Entry>
}

interface Entry {
  readonly id: number
  readonly home: Home
  key: Key
  /** Of the document in which it was shown. */
  epoch: number
  /** Of the tree, when it was last shown; the fingerprint is of then. */
  revision: number
  print: Fingerprint
}

const block = 1000
const candidatesTold = 10

export class Ids {
  readonly #reserve: (count: number) => number
  readonly #tombstones: number
  readonly #entries = new Map<number, Entry>()
  readonly #homes = new Map<Warm, Home>()
  readonly #byTarget = new Map<string, Warm>()
  #next = 0
  #end = 0
  #sweepAt: number

  constructor({ reserve, tombstones = 20_000 }: IdsOptions) {
    this.#reserve = reserve
    this.#tombstones = tombstones
    this.#sweepAt = 2 * tombstones
  }

  /** Ids that are remembered, of living and of gone elements. */
  get size(): number {
    return this.#entries.size
  }

  /** A new copy: where ids of an earlier copy of the same target look for a likely successor. */
  adopt(warm: Warm): void {
    this.#home(warm)
    this.#byTarget.set(nameOf(warm), warm)
  }

  /** The id of a node that is about to be shown. */
  idOf(warm: Warm, node: Node): string {
    const home = this.#home(warm)
    const entry = home.byKey.get(node.key) ?? this.#mint(home, warm, node)
    const { revision } = warm.tree
    const now = entry.revision === revision ? undefined : warm.tree.node(node.key)
    if (now !== undefined) {
      entry.revision = revision
      entry.print = fingerprintOf(now, (key) => warm.tree.node(key))
    }
    return String(entry.id)
  }

  /** The id under which a node was shown, if it ever was: for what is gone, and gets no id any more. */
  known(warm: Warm, node: Node): string | undefined {
    const entry = this.#homes.get(warm)?.byKey.get(node.key)
    return entry === undefined ? undefined : String(entry.id)
  }

  /** The copy that an id belongs to, so that it can be brought up to date before the id is resolved. */
  home(id: string): { readonly warm: Warm } {
    const entry = this.#entryOf(id)
    if (entry?.home.warm === undefined || entry.home.warm.closed) return this.resolve(id)
    return { warm: entry.home.warm }
  }

  /** Throws element_gone, or element_ambiguous when it was built anew and more than one could be it. */
  resolve(id: string): Located {
    const entry = this.#entryOf(id)
    if (entry === undefined)
      throw new Problem('element_gone', { message: `There is no element ${quoted(id)}, or no more.` })
    const warm = entry.home.warm
    if (warm === undefined || warm.closed) throw this.#goneWithTarget(entry)
    const node = warm.tree.node(entry.key)
    if (node !== undefined) return { warm, node }
    if (entry.epoch !== warm.epoch) throw this.#goneWithTarget(entry)
    return { warm, node: this.#rebind(entry, warm) }
  }

  /** The copy was let go: its ids answer element_gone from now on. */
  forget(warm: Warm): void {
    const home = this.#homes.get(warm)
    if (home === undefined) return
    this.#homes.delete(warm)
    home.warm = undefined
    home.byKey.clear()
    if (this.#byTarget.get(home.target) === warm) this.#byTarget.delete(home.target)
    this.#sweepIfDue()
  }

  #entryOf(id: string): Entry | undefined {
    return /^[1-9]\d{0,15}$/.test(id) ? this.#entries.get(Number(id)) : undefined
  }

  #home(warm: Warm): Home {
    let home = this.#homes.get(warm)
    if (home === undefined) {
      home = { warm, target: nameOf(warm), byKey: new Map() }
      this.#homes.set(warm, home)
    }
    return home
  }

  #mint(home: Home, warm: Warm, node: Node): Entry {
    if (this.#next === this.#end) {
      this.#next = this.#reserve(block)
      this.#end = this.#next + block
    }
    const entry: Entry = {
      id: this.#next++,
      home,
      key: node.key,
      epoch: warm.epoch,
      revision: warm.tree.revision,
      print: fingerprintOf(node, (key) => warm.tree.node(key)),
    }
    this.#entries.set(entry.id, entry)
    home.byKey.set(node.key, entry)
    this.#sweepIfDue()
    return entry
  }

  /**
   * It was built anew only when nothing else can be meant: as it went, nothing else like it went, one like it came
   * since, and no other like it is there. A twin that lived beside it must never take its place.
   */
  #rebind(entry: Entry, warm: Warm): Node {
    const { tree } = warm
    if (!tree.complete) {
      throw this.#gone(entry, `It is not in the part of ${targetWords(warm)} that could be read.`)
    }
    const alike = living(warm, entry.print)
    if (alike.length > 1) throw this.#ambiguous(entry, warm, alike)
    const node = alike[0]
    if (node === undefined) throw this.#gone(entry, `${targetWords(warm)} does not have it any more.`)
    const before = tree.lastSeen(entry.key)
    if (before === undefined) {
      throw this.#gone(entry, 'One like it is there; when it came is not known any more.', this.#told(warm, node))
    }
    const difference = tree.since(before)!
    const went = twinsThatWent(tree, difference, entry.print)
    if (!went.includes(entry.key) || !difference.added.some((added) => added.key === node.key)) {
      throw this.#gone(entry, 'What is like it is another element.')
    }
    if (went.length > 1) throw this.#ambiguous(entry, warm, alike)
    this.#move(entry, node.key)
    return node
  }

  #move(entry: Entry, key: Key): void {
    const { byKey } = entry.home
    if (byKey.get(entry.key) === entry) byKey.delete(entry.key)
    entry.key = key
    if (!byKey.has(key)) byKey.set(key, entry)
  }

  /** Its document or its copy has gone; one that is like it in the target's present one is named, but not taken. */
  #goneWithTarget(entry: Entry): Problem {
    const warm = this.#byTarget.get(entry.home.target)
    if (warm === undefined || warm.closed)
      return this.#gone(entry, 'Its application or tab was closed, or started anew.')
    const alike = living(warm, entry.print)
    const likely = alike.length === 1 && warm.tree.complete ? this.#told(warm, alike[0]!) : undefined
    return this.#gone(entry, `${targetWords(warm)} has been loaded or started anew.`, likely)
  }

  #gone(entry: Entry, found: string, likely?: Candidate): Problem {
    const message = `The element ${entry.id} is gone. ${found}`
    if (likely === undefined) return new Problem('element_gone', { message })
    const hint = `It may now be ${likely.id}; call expand for ${likely.id} before you use it.`
    return new Problem('element_gone', { message, hint, data: { likely } })
  }

  #ambiguous(entry: Entry, warm: Warm, alike: readonly Node[]): Problem {
    const candidates = alike.slice(0, candidatesTold).map((node) => this.#told(warm, node))
    const message = `The element ${entry.id} was built anew, and it cannot be told which of ${alike.length === 1 ? 'several it was' : `${alike.length} it is`}.`
    return new Problem('element_ambiguous', { message, data: { candidates } })
  }

  #told(warm: Warm, node: Node): Candidate {
    return { id: this.idOf(warm, node), ...describe(node) }
  }

  /** Drops the oldest ids of gone elements; one that is dropped is as gone as before, only with less to say of it. */
  #sweepIfDue(): void {
    if (this.#entries.size < this.#sweepAt) return
    const dead: Entry[] = []
    for (const entry of this.#entries.values()) if (!isLiving(entry)) dead.push(entry)
    for (const entry of dead.slice(0, Math.max(0, dead.length - this.#tombstones))) {
      this.#entries.delete(entry.id)
      if (entry.home.byKey.get(entry.key) === entry) entry.home.byKey.delete(entry.key)
    }
    this.#sweepAt = this.#entries.size + this.#tombstones
  }
}

interface Candidate {
  readonly id: string
  readonly role: string
  readonly name: string
}

function isLiving({ home, key }: Entry): boolean {
  return home.warm?.tree.node(key) !== undefined
}

function living({ tree }: Warm, print: Fingerprint): Node[] {
  const nodeOf = (key: Key) => tree.node(key)
  const found: Node[] = []
  for (const node of tree.walk()) if (fits(node, print, nodeOf)) found.push(node)
  return found
}

/** Keys of the elements with this fingerprint that went, each judged by the tree as it was before. */
function twinsThatWent(tree: Warm['tree'], { removed, changed }: Difference, print: Fingerprint): Key[] {
  const past = new Map<Key, Node>()
  for (const node of removed) past.set(node.key, node)
  for (const { was } of changed) past.set(was.key, was)
  const nodeOf = (key: Key) => past.get(key) ?? tree.node(key)
  const found: Key[] = []
  for (const node of removed) if (fits(node, print, nodeOf)) found.push(node.key)
  return found
}

function nameOf({ target }: Warm): string {
  return `${target.platform} ${target.id}`
}

function targetWords({ target }: Warm): string {
  return target.kind === 'tab' ? `The tab ${target.id}` : target.name
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 20))
}
