/** Assigns ids to elements across all trees, and finds an id's element: never a different one. */
import { quoted } from '../../../api-schema/quoted.ts'
import type { Key } from '../../platform/element/row.ts'
import { Problem } from '../../problem.ts'
import type { Node } from '../model/node.ts'
import type { Warm } from '../warm/sync.ts'
import { living, twinsThatWent } from './alike.ts'
import { type Evidence, isFirm, Witness } from './evidence.ts'
import { type FieldNames, fieldNamesOf, haveSameNames } from './field-names.ts'
import { describe, type Fingerprint, fingerprintOf, isBesideTheSame, isCalled } from './fingerprint.ts'
import { nestOf } from './nest.ts'
import { Numbers } from './numbers.ts'

export interface Located {
  readonly warm: Warm
  readonly node: Node
}

/** An element that was chosen for an action, as it was then. */
export interface Chosen {
  readonly key: Key
  /** Whether it is still the same thing, to be asked right before the action. Undefined if nothing could tell. */
  readonly isSame?: () => boolean
  /** The element that replaced it, if redrawn and nothing else can be meant: the one that its id would move to. */
  readonly again?: () => Chosen | undefined
}

export interface IdsOptions {
  /** Returns the first number of a new block for the caller alone. The block is on disk when it returns. */
  readonly reserve: (count: number) => number
  /** How many ids of removed elements are remembered for more specific errors. */
  readonly tombstones?: number
}

/** All the ids of one copy. Outlives the copy for as long as its ids are remembered. */
interface Home {
  /** Undefined once the copy is dropped, so that it can be freed. */
  warm: Warm | undefined
  readonly target: string
  /** Current ids by element. */
  readonly byKey: Map<Key, Entry>
  /** Containers known to hold lists. */
  readonly lists: Set<Key>
  /** Cached for one content revision. */
  witness: { readonly revision: number; readonly of: Witness } | undefined
}

interface Entry {
  readonly id: number
  readonly home: Home
  key: Key
  /** The document that it was shown in. */
  epoch: number
  /** A revision at which fingerprint and evidence are true: the last showing, or a later one with the same contents. */
  revision: number
  print: Fingerprint
  evidence: Evidence
  fieldNames: FieldNames | undefined
}

const mostCandidates = 10
/** Limit on containers remembered per copy. */
const mostLists = 10_000

export class Ids {
  readonly #numbers: Numbers
  readonly #tombstones: number
  readonly #entries = new Map<number, Entry>()
  readonly #homes = new Map<Warm, Home>()
  readonly #byTarget = new Map<string, Warm>()
  #sweepAt: number

  constructor({ reserve, tombstones = 20_000 }: IdsOptions) {
    this.#numbers = new Numbers(reserve)
    this.#tombstones = tombstones
    this.#sweepAt = 2 * tombstones
  }

  /** Number of remembered ids, including those of removed elements. */
  get size(): number {
    return this.#entries.size
  }

  /** A node's id, or the next new one without assigning it: for estimates. */
  ahead(warm: Warm, node: Node): string {
    return this.known(warm, node) ?? String(this.#numbers.next)
  }

  /** A new copy: ids from an earlier copy of the same target look here for a likely successor. */
  adopt(warm: Warm): void {
    this.#home(warm)
    this.#byTarget.set(nameOf(warm), warm)
  }

  /** The id of a node about to be shown. Assigns a new one if the element now stands for another thing. */
  idOf(warm: Warm, node: Node): string {
    const home = this.#home(warm)
    const known = home.byKey.get(node.key)
    const entry = known === undefined || !isSame(known) ? this.#mint(home, warm, node) : known
    const { contentRevision } = warm.tree
    const now = entry.revision >= contentRevision ? undefined : warm.tree.node(node.key)
    if (now !== undefined) {
      entry.revision = contentRevision
      entry.print = fingerprintOf(now, (key) => warm.tree.node(key))
      Object.assign(entry, marksOf(home, warm, now.key))
    }
    return String(entry.id)
  }

  /** The id a node was shown under, if any: removed nodes get no new ids. */
  known(warm: Warm, node: Node): string | undefined {
    const entry = this.#homes.get(warm)?.byKey.get(node.key)
    return entry === undefined ? undefined : String(entry.id)
  }

  /** The copy that an id belongs to. Update it before resolving the id. */
  home(id: string): { readonly warm: Warm } {
    const entry = this.#entryOf(id)
    if (entry?.home.warm === undefined || entry.home.warm.closed) return this.resolve(id)
    return { warm: entry.home.warm }
  }

  /** Throws element_gone, or element_ambiguous if it was rebuilt and several elements could be it. */
  resolve(id: string): Located {
    const entry = this.#entryOf(id)
    if (entry === undefined)
      throw new Problem('element_gone', { message: `There is no element ${quoted(id, 20)}, or it is gone.` })
    const warm = entry.home.warm
    if (warm === undefined || warm.closed) throw this.#goneWithTarget(entry)
    const node = warm.tree.node(entry.key)
    if (node !== undefined && isSame(entry)) return { warm, node }
    if (node !== undefined) throw this.#usedAgain(entry, warm)
    if (entry.epoch !== warm.epoch) throw this.#goneWithTarget(entry)
    const successor = this.#successor(entry, warm)
    this.#move(entry, successor.key)
    return { warm, node: successor }
  }

  /** For an action: the element as it is now. */
  chosen(warm: Warm, key: Key): Chosen {
    const node = warm.tree.node(key)
    if (node === undefined) return { key }
    const entry = this.#entry(warm, node)
    const isProven = entry.evidence.length > 0 || entry.fieldNames !== undefined
    return {
      key,
      ...(isProven && { isSame: () => warm.epoch === entry.epoch && isWhatItWas(entry, warm) }),
      again: () => {
        if (warm.closed || warm.epoch !== entry.epoch || warm.tree.node(key) !== undefined) return undefined
        try {
          return this.chosen(warm, this.#successor(entry, warm).key)
        } catch (error) {
          if (error instanceof Problem) return undefined
          throw error
        }
      },
    }
  }

  /** Call when a copy is dropped: its ids then answer element_gone. */
  forget(warm: Warm): void {
    const home = this.#homes.get(warm)
    if (home === undefined) return
    this.#homes.delete(warm)
    home.warm = undefined
    home.witness = undefined
    home.byKey.clear()
    home.lists.clear()
    if (this.#byTarget.get(home.target) === warm) this.#byTarget.delete(home.target)
    this.#sweepIfDue()
  }

  #entryOf(id: string): Entry | undefined {
    return /^[1-9]\d{0,15}$/.test(id) ? this.#entries.get(Number(id)) : undefined
  }

  #home(warm: Warm): Home {
    let home = this.#homes.get(warm)
    if (home === undefined) {
      home = { warm, target: nameOf(warm), byKey: new Map(), lists: new Set(), witness: undefined }
      this.#homes.set(warm, home)
    }
    return home
  }

  #mint(home: Home, warm: Warm, node: Node): Entry {
    const entry = { ...this.#entry(warm, node), id: this.#numbers.take() }
    this.#entries.set(entry.id, entry)
    home.byKey.set(node.key, entry)
    this.#sweepIfDue()
    return entry
  }

  /** An entry without an id. */
  #entry(warm: Warm, node: Node): Entry {
    const home = this.#home(warm)
    return {
      id: 0,
      home,
      key: node.key,
      epoch: warm.epoch,
      revision: warm.tree.revision,
      print: fingerprintOf(node, (key) => warm.tree.node(key)),
      ...marksOf(home, warm, node.key),
    }
  }

  /**
   * A recreated element takes over an id only if nothing else can be meant: nothing like it disappeared with it,
   * exactly one like it appeared since, no other like it exists, and its item has everything that distinguished the
   * former item. A twin never takes over.
   */
  #successor(entry: Entry, warm: Warm): Node {
    const { tree } = warm
    if (!tree.complete) {
      throw this.#gone(entry, `It is not in the part of ${targetWords(warm)} that could be read.`)
    }
    const alike = this.#alike(entry, warm)
    if (alike.length > 1) throw this.#ambiguous(entry, warm, alike)
    const node = alike[0]
    if (node === undefined) throw this.#gone(entry, `${targetWords(warm)} no longer has it.`)
    const before = tree.lastSeen(entry.key)
    if (before === undefined) {
      const found = 'A similar one is there; whether it existed before is no longer known.'
      throw this.#gone(entry, found, this.#candidate(warm, node))
    }
    const difference = tree.since(before)!
    const went = twinsThatWent(tree, difference, entry)
    if (!went.includes(entry.key) || !difference.added.some((added) => added.key === node.key)) {
      throw this.#gone(entry, 'The similar one is a different element.')
    }
    if (went.length > 1) throw this.#ambiguous(entry, warm, alike)
    if (!this.#isCertain(entry, warm, node)) {
      throw this.#gone(entry, 'What is like it may belong to something else.', this.#candidate(warm, node))
    }
    return node
  }

  /** Possible successors; if the item was distinguished from others, only those in an item with the same pieces. */
  #alike({ print, evidence, home }: Entry, warm: Warm): Node[] {
    const alike = living(warm, print)
    if (!evidence.some(isFirm)) return alike
    const witness = witnessOf(home, warm)
    return alike.filter(({ key }) => witness.fits(key, evidence))
  }

  /** Whether something distinguishes it, and the text next to it is the same. */
  #isCertain({ print, evidence, home }: Entry, warm: Warm, node: Node): boolean {
    const nodeOf = (key: Key) => warm.tree.node(key)
    if (!evidence.some(isFirm) && !isCalled(node, nodeOf)) return false
    return isBesideTheSame(node, print, nodeOf) && witnessOf(home, warm).fits(node.key, evidence)
  }

  #move(entry: Entry, key: Key): void {
    const { byKey } = entry.home
    if (byKey.get(entry.key) === entry) byKey.delete(entry.key)
    entry.key = key
    if (!byKey.has(key)) byKey.set(key, entry)
  }

  /** If its item is certain to be elsewhere now, the error names that element but the id does not move. */
  #usedAgain(entry: Entry, warm: Warm): Problem {
    const alike = entry.evidence.some(isFirm) ? this.#alike(entry, warm) : []
    const likely = alike.length === 1 ? this.#candidate(warm, alike[0]!) : undefined
    return this.#gone(entry, 'What was in its place shows something else now.', likely)
  }

  /** The document or copy is gone. The error names a similar element of the current document, but the id does not move. */
  #goneWithTarget(entry: Entry): Problem {
    const warm = this.#byTarget.get(entry.home.target)
    if (warm === undefined || warm.closed) return this.#gone(entry, 'Its application or tab was closed or restarted.')
    const alike = living(warm, entry.print)
    const likely = alike.length === 1 && warm.tree.complete ? this.#candidate(warm, alike[0]!) : undefined
    return this.#gone(entry, `${targetWords(warm)} has been reloaded or restarted.`, likely)
  }

  #gone(entry: Entry, found: string, likely?: Candidate): Problem {
    const message = `The element ${entry.id} is gone. ${found}`
    if (likely === undefined) return new Problem('element_gone', { message })
    const hint = `It may now be ${likely.id}; call {expand} for ${likely.id} before you use it.`
    return new Problem('element_gone', { message, hint, data: { likely } })
  }

  #ambiguous(entry: Entry, warm: Warm, alike: readonly Node[]): Problem {
    const candidates = alike.slice(0, mostCandidates).map((node) => this.#candidate(warm, node))
    const message = `The element ${entry.id} was rebuilt, and it is unclear which of ${alike.length === 1 ? 'several it was' : `${alike.length} it is`}.`
    return new Problem('element_ambiguous', { message, data: { candidates } })
  }

  #candidate(warm: Warm, node: Node): Candidate {
    return { id: this.idOf(warm, node), ...describe(node) }
  }

  /** Drops the oldest ids of removed elements; their errors just become less specific. */
  #sweepIfDue(): void {
    if (this.#entries.size < this.#sweepAt) return
    const dead: Entry[] = []
    for (const entry of this.#entries.values()) if (!isLiving(entry)) dead.push(entry)
    for (const entry of dead.slice(0, Math.max(0, dead.length - this.#tombstones))) {
      this.#entries.delete(entry.id)
      if (hasKey(entry)) entry.home.byKey.delete(entry.key)
    }
    this.#sweepAt = this.#entries.size + this.#tombstones
  }
}

interface Candidate {
  readonly id: string
  readonly role: string
  readonly name: string
}

function isLiving(entry: Entry): boolean {
  return entry.home.warm?.tree.node(entry.key) !== undefined && hasKey(entry)
}

/** Whether the element exists and still has this id. */
function hasKey(entry: Entry): boolean {
  return entry.home.byKey.get(entry.key) === entry
}

/** Whether an existing element is the same thing as when it was last shown. */
function isSame(entry: Entry): boolean {
  const { warm } = entry.home
  return warm === undefined || entry.revision >= warm.tree.contentRevision || isWhatItWas(entry, warm)
}

function marksOf(home: Home, warm: Warm, key: Key): Pick<Entry, 'evidence' | 'fieldNames'> {
  return { evidence: witnessOf(home, warm).take(key), fieldNames: fieldNamesOf(warm.tree, key) }
}

function isWhatItWas({ home, key, evidence, fieldNames }: Entry, warm: Warm): boolean {
  if (warm.tree.node(key) === undefined || !haveSameNames(fieldNames, fieldNamesOf(warm.tree, key))) return false
  return evidence.length === 0 || witnessOf(home, warm).holds(evidence)
}

function witnessOf(home: Home, warm: Warm): Witness {
  const revision = warm.tree.contentRevision
  if (home.lists.size > mostLists) home.lists.clear()
  if (home.witness?.revision !== revision) home.witness = { revision, of: new Witness(nestOf(warm), home.lists) }
  return home.witness.of
}

function nameOf({ target, source }: Warm): string {
  return `${target.platform} ${target.id} ${source.law?.name ?? ''}`
}

function targetWords({ target }: Warm): string {
  return target.kind === 'tab' ? `The tab ${target.id}` : target.name
}
