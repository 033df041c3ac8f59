/** Finds nodes with a text field that contains a given text of any length, without scanning every text. */
import { Flag } from '../../platform/element/flags.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Node } from '../model/node.ts'
import { fold } from './fold.ts'
import { TextRows } from './text-rows.ts'

/** Every searchable text of a node, not folded. A search term matches within one text, never across two. */
export function textsOf(node: Node): string[] {
  const texts = [shortRole(node.role, node.subrole)]
  if (node.title !== undefined) texts.push(node.title)
  if (node.value !== undefined && !isSecure(node)) texts.push(node.value)
  if (node.description !== undefined) texts.push(node.description)
  if (node.identifier !== undefined) texts.push(node.identifier)
  if (node.placeholder !== undefined) texts.push(node.placeholder)
  if (node.help !== undefined) texts.push(node.help)
  if (node.roleDescription !== undefined) texts.push(node.roleDescription)
  if (node.url !== undefined) texts.push(node.url)
  const { attributes } = node
  if (attributes !== undefined) for (const name in attributes) texts.push(attributes[name]!)
  return texts
}

export function isSecure(node: Node): boolean {
  return (node.flags & Flag.secure) !== 0 || node.subrole === 'AXSecureTextField' || node.role === 'AXSecureTextField'
}

export interface Keys extends Iterable<Key> {
  readonly size: number
  has(key: Key): boolean
}

const none = -1

/**
 * Equal texts are stored once. Nodes have slots, texts have ids, and links join them; each link is in two chains, its
 * node's and its text's, so that removing a node needs no search. Everything is in number arrays: objects would take
 * several times the memory, and the garbage collector would have to walk them.
 */
export class FieldIndex {
  readonly #slots = new Map<Key, number>()
  #keys = new Float64Array(16)
  #firstOfNode = new Int32Array(16)
  readonly #freeSlots: number[] = []
  #slotEnd = 0

  readonly #ids = new Map<string, number>()
  readonly #rows = new TextRows()
  #firstOfText = new Int32Array(16)

  #linkNode = new Int32Array(16)
  #linkText = new Int32Array(16)
  #nextOfNode = new Int32Array(16)
  #nextOfText = new Int32Array(16)
  #previousOfText = new Int32Array(16)
  #freeLink = none
  #linkEnd = 0

  /** Number of indexed nodes. */
  get size(): number {
    return this.#slots.size
  }

  /** Approximate size in bytes, for a limit: exact for number arrays, estimated for maps and texts. */
  get bytes(): number {
    const numbers = this.#keys.byteLength + 4 * (this.#firstOfNode.length + this.#firstOfText.length)
    const maps = 48 * (this.#slots.size + this.#ids.size)
    return numbers + 20 * this.#linkNode.length + maps + this.#rows.bytes
  }

  /** Replaces a node that has the same key. */
  add(node: Node): void {
    if (this.#slots.has(node.key)) this.remove(node)
    const slot = this.#newSlot(node.key)
    for (const text of textsOf(node)) {
      const id = this.#idOf(fold(text))
      if (!this.#isLinked(slot, id)) this.#link(slot, id)
    }
  }

  /** By key: the node's texts may differ from those that were added. Ignores unknown nodes. */
  remove(node: Pick<Node, 'key'>): void {
    const slot = this.#slots.get(node.key)
    if (slot === undefined) return
    let link = this.#firstOfNode[slot]!
    while (link !== none) {
      const next = this.#nextOfNode[link]!
      this.#unlink(link)
      link = next
    }
    this.#slots.delete(node.key)
    this.#freeSlots.push(slot)
  }

  /** Keys of nodes with a text that holds the folded term, unordered: a view, valid until `add` or `remove`. */
  find(folded: string): Keys {
    const matches = new Int32Array((this.#slotEnd + 31) >>> 5)
    let size = 0
    this.#rows.find(folded, (id) => {
      for (let link = this.#firstOfText[id]!; link !== none; link = this.#nextOfText[link]!) {
        const slot = this.#linkNode[link]!
        const bit = 1 << (slot & 31)
        const bits = matches[slot >>> 5]!
        if ((bits & bit) !== 0) continue
        matches[slot >>> 5] = bits | bit
        size++
      }
    })
    return new Matches(matches, size, this.#slots, this.#keys)
  }

  #newSlot(key: Key): number {
    const slot = this.#freeSlots.pop() ?? this.#slotEnd++
    if (slot >= this.#firstOfNode.length) {
      this.#firstOfNode = grown(this.#firstOfNode)
      const keys = new Float64Array(this.#firstOfNode.length)
      keys.set(this.#keys)
      this.#keys = keys
    }
    this.#slots.set(key, slot)
    this.#keys[slot] = key
    this.#firstOfNode[slot] = none
    return slot
  }

  #idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.#rows.add(text)
    if (id >= this.#firstOfText.length) this.#firstOfText = grown(this.#firstOfText)
    this.#ids.set(text, id)
    this.#firstOfText[id] = none
    return id
  }

  #isLinked(slot: number, id: number): boolean {
    for (let link = this.#firstOfNode[slot]!; link !== none; link = this.#nextOfNode[link]!) {
      if (this.#linkText[link] === id) return true
    }
    return false
  }

  #link(slot: number, id: number): void {
    const link = this.#newLink()
    const first = this.#firstOfText[id]!
    this.#linkNode[link] = slot
    this.#linkText[link] = id
    this.#nextOfNode[link] = this.#firstOfNode[slot]!
    this.#firstOfNode[slot] = link
    this.#nextOfText[link] = first
    this.#previousOfText[link] = none
    if (first !== none) this.#previousOfText[first] = link
    this.#firstOfText[id] = link
  }

  /** Removes a link from its text's chain; the text goes with its last link. The caller handles the node's chain. */
  #unlink(link: number): void {
    const id = this.#linkText[link]!
    const next = this.#nextOfText[link]!
    const previous = this.#previousOfText[link]!
    if (next !== none) this.#previousOfText[next] = previous
    if (previous !== none) this.#nextOfText[previous] = next
    else this.#firstOfText[id] = next
    if (this.#firstOfText[id] === none) this.#ids.delete(this.#rows.remove(id))
    this.#nextOfNode[link] = this.#freeLink
    this.#freeLink = link
  }

  #newLink(): number {
    const free = this.#freeLink
    if (free !== none) {
      this.#freeLink = this.#nextOfNode[free]!
      return free
    }
    const link = this.#linkEnd++
    if (link >= this.#linkNode.length) {
      this.#linkNode = grown(this.#linkNode)
      this.#linkText = grown(this.#linkText)
      this.#nextOfNode = grown(this.#nextOfNode)
      this.#nextOfText = grown(this.#nextOfText)
      this.#previousOfText = grown(this.#previousOfText)
    }
    return link
  }
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.ceil(numbers.length * 1.5))
  larger.set(numbers)
  return larger
}

/** Keys as bits over slots: a one-letter search matches nearly all nodes, and a real set of them costs milliseconds. */
class Matches implements Keys {
  readonly #bits: Int32Array
  readonly #slots: ReadonlyMap<Key, number>
  readonly #keys: Float64Array
  readonly size: number

  constructor(bits: Int32Array, size: number, slots: ReadonlyMap<Key, number>, keys: Float64Array) {
    this.#bits = bits
    this.#slots = slots
    this.#keys = keys
    this.size = size
  }

  has(key: Key): boolean {
    const slot = this.#slots.get(key)
    return slot !== undefined && (this.#bits[slot >>> 5]! & (1 << (slot & 31))) !== 0
  }

  *[Symbol.iterator](): Generator<Key, undefined> {
    for (let word = 0; word < this.#bits.length; word++) {
      for (let bits = this.#bits[word]!; bits !== 0; bits &= bits - 1) {
        yield this.#keys[(word << 5) + 31 - Math.clz32(bits & -bits)]!
      }
    }
  }
}
