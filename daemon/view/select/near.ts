/** Finds what a filter without matches was probably meant for. */
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../../tree/index/fold.ts'
import type { Term } from '../../tree/index/terms.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import type { Tree } from '../../tree/naming/labels.ts'

/** Lowest similarity of a candidate. */
const leastLikeness = 0.3
/** How many of the roughly scored candidates are examined closely. */
const roughCount = 40
const longestName = 300

interface Scored {
  readonly node: Node
  readonly score: number
}

/**
 * The nodes nearest to the request, best first: those that match but are hidden, disabled or not interactable, otherwise
 * those with a name similar to the search term. Considers all nodes, whatever the request includes; `ways`, if given,
 * holds every matching node and its ancestors.
 */
export function nearest(
  tree: Tree,
  from: Key,
  terms: readonly Term[],
  needle: string | undefined,
  count: number,
  ways?: ReadonlySet<Key>,
): Node[] {
  const fitting = terms.length > 0 ? fits(tree, from, terms, ways) : []
  if (fitting.length > 0) return oneOfEachName(fitting).slice(0, count)
  const folded = needle === undefined ? '' : fold(needle).trim()
  return folded === '' ? [] : oneOfEachName(alike(tree, from, folded)).slice(0, count)
}

/** The first few that match all terms. */
function fits(tree: Tree, from: Key, terms: readonly Term[], ways: ReadonlySet<Key> | undefined): Node[] {
  const found: Node[] = []
  for (const node of nodesIn(tree, from, ways)) {
    if (!terms.every((term) => term(node))) continue
    found.push(node)
    if (found.length === roughCount) break
  }
  return found
}

/** Those with a name similar to the text, best first. */
function alike(tree: Tree, from: Key, folded: string): Node[] {
  const grams = gramsOf(folded)
  const table = tableOf(grams)
  const best: Scored[] = []
  for (const node of nodesIn(tree, from, undefined)) {
    const name = nameText(node)
    if (name === undefined || name.length > longestName) continue
    const score = roughLikeness(name, table, grams.size)
    if (score > leastLikeness / 2) insert(best, { node, score }, roughCount)
  }
  const close: Scored[] = []
  for (const { node } of best) {
    const score = likeness(nameText(node)!, folded, grams) + (isInteractable(node) ? 0.1 : 0)
    if (score >= leastLikeness) insert(close, { node, score }, best.length)
  }
  return close.map(({ node }) => node)
}

/** In document order; with `ways`, only those in it. */
function* nodesIn(tree: Tree, from: Key, ways: ReadonlySet<Key> | undefined): Iterable<Node> {
  const stack = [from]
  while (stack.length > 0) {
    const key = stack.pop()!
    const node = ways === undefined || ways.has(key) ? tree.node(key) : undefined
    if (node === undefined) continue
    yield node
    const { children } = node
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!)
  }
}

/** Keeps the best few in order; on a tie the earlier one comes first. */
function insert(best: Scored[], found: Scored, count: number): void {
  let at = best.length
  while (at > 0 && best[at - 1]!.score < found.score) at--
  if (at >= count) return
  best.splice(at, 0, found)
  if (best.length > count) best.pop()
}

/** Prefers a control to the text in it. */
function oneOfEachName(found: readonly Node[]): Node[] {
  const byName = new Map<unknown, Node>()
  for (const node of found) {
    const name = nameText(node) ?? node
    const other = byName.get(name)
    if (other === undefined || (other.role === 'AXStaticText' && node.role !== 'AXStaticText')) byName.set(name, node)
  }
  return [...byName.values()]
}

function nameText(node: Node): string | undefined {
  return node.title ?? node.description ?? node.placeholder ?? (node.role === 'AXStaticText' ? node.value : undefined)
}

function gramsOf(text: string): Set<string> {
  const padded = `  ${text} `
  const grams = new Set<string>()
  for (let i = 0; i + 3 <= padded.length; i++) grams.add(padded.slice(i, i + 3))
  return grams
}

/** Dice's coefficient of the trigrams, plus up to half as much again for shared words. */
function likeness(name: string, needle: string, grams: ReadonlySet<string>): number {
  const folded = fold(name)
  const others = gramsOf(folded)
  let shared = 0
  for (const gram of grams) if (others.has(gram)) shared++
  const words = new Set(wordsOf(needle))
  const sharedWords = wordsOf(folded).filter((word) => words.has(word)).length
  return (2 * shared) / (grams.size + others.size) + (words.size > 0 ? Math.min(1, sharedWords / words.size) / 2 : 0)
}

function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)
}

const tableSize = 1 << 14

function slotOf(a: number, b: number, c: number): number {
  return (a * 961 + b * 31 + c) & (tableSize - 1)
}

function tableOf(grams: ReadonlySet<string>): Uint8Array {
  const table = new Uint8Array(tableSize)
  for (const gram of grams)
    table[slotOf(gram.charCodeAt(0) & 127, gram.charCodeAt(1) & 127, gram.charCodeAt(2) & 127)] = 1
  return table
}

/** Dice's coefficient over hashed trigrams, without allocating a string for plain ASCII names. */
function roughLikeness(name: string, table: Uint8Array, size: number): number {
  let a = 32
  let b = 32
  let hits = 0
  for (let i = 0; i <= name.length; i++) {
    let c = i === name.length ? 32 : name.charCodeAt(i)
    if (c > 127) return roughLikeness(asciiOf(name), table, size)
    if (c >= 65 && c <= 90) c += 32
    hits += table[slotOf(a, b, c)]!
    a = b
    b = c
  }
  return (2 * Math.min(hits, size)) / (size + name.length + 1)
}

/** Folded; remaining non-ASCII is mapped into its range, since it is only hashed. */
function asciiOf(name: string): string {
  let text = ''
  for (const character of fold(name)) text += String.fromCharCode(character.charCodeAt(0) & 127)
  return text
}
