/** Where an element is among those with the same name: the words of its row, column, group or caption. */

import { shortRole } from '../../platform/element/role-words.ts'
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../index/fold.ts'
import { isNamed, isNamedByContents, Kind, kindOf } from '../model/context.ts'
import { isHidden, isInteractable, type Node, type Nodes, nameOf } from '../model/node.ts'
import { headOf, isRow, neighboursOf, partOf, Rank, type Said, telling } from './parts.ts'

/** `in row “INV-1001”`. The text is the screen's and not yet quoted. */
export interface Whereabouts {
  /** Empty if the text is the element's own rather than a location. */
  readonly how: string
  readonly text: string
}

/** How many of the elements with the same name an element is or holds. */
type CountOf = (key: Key) => number

/** Levels around an element, and siblings before it, that are looked at. */
const mostLevels = 20
const mostSiblings = 60
/** Most texts of a caption. */
const mostSaid = 3

/** How many of the elements are in each one around them, themselves included. */
export function countsOf(tree: Nodes, alike: readonly Node[]): CountOf {
  const counts = new Map<Key, number>()
  for (const one of alike) {
    let at: Node | undefined = one
    for (let level = 0; at !== undefined && level <= mostLevels; level++) {
      counts.set(at.key, (counts.get(at.key) ?? 0) + 1)
      at = tree.node(at.parent)
    }
  }
  return (key) => counts.get(key) ?? 0
}

/** From the innermost: the words of each part around it that separates it from some of those with the same name. */
export function* placesOf(tree: Nodes, node: Node, countOf: CountOf): Iterable<Whereabouts> {
  const own = fold(nameOf(node)).trim()
  let inner = node
  let isInnermost = true
  for (let level = 0; level < mostLevels; level++) {
    const container = tree.node(inner.parent)
    if (container === undefined) return
    const isApart = countOf(container.key) > countOf(inner.key)
    // Texts farther out in such a part are about its other elements.
    const isSaid = (one: Said) => isInnermost || isTitle(one)
    const found: readonly Whereabouts[] = isApart
      ? [...wordsOf(tree, node, { inner, container, countOf, isSaid })]
      : isInnermost && isItem(inner, node)
        ? [...ofItem(tree, node, inner)]
        : []
    for (const place of found) if (fold(place.text).trim() !== own) yield place
    isInnermost &&= !isApart && found.length === 0
    inner = container
  }
}

interface Level {
  readonly inner: Node
  readonly container: Node
  readonly countOf: CountOf
  readonly isSaid: (one: Said) => boolean
}

function* wordsOf(tree: Nodes, node: Node, { inner, container, countOf, isSaid }: Level): Iterable<Whereabouts> {
  if (isRow(inner) && inner !== node) yield* ofItem(tree, node, inner)
  else if (inner !== node && isNamed(inner) && !isNamedByContents(inner))
    yield { how: `in ${roleOf(inner)}`, text: nameOf(inner) }
  if (container.role === 'AXRow' && container.subrole === undefined) {
    const head = headOf(tree, node)
    if (head !== undefined) yield { how: 'in column', text: head }
  }
  if (!isInteractable(node)) return
  const own = inner === node || isRow(inner) ? [] : namesOf(tree, inner, node).filter(isSaid)
  const caption = captionOf(tree, inner, container, countOf)
  yield* [...own.filter(isTitle), ...caption.filter(isTitle), ...own, ...caption].map(toldBy)
}

/** A row or a card, whether or not its neighbours hold elements with the same name. */
function isItem(part: Node, node: Node): boolean {
  return part !== node && part.role !== 'AXCell' && (isRow(part) || kindOf(part) === Kind.none)
}

function* ofItem(tree: Nodes, node: Node, item: Node): Iterable<Whereabouts> {
  if (isRow(item)) for (const { text } of namesOf(tree, item, node)) yield { how: `in ${roleOf(item)}`, text }
  else if (isInteractable(node) && neighboursOf(tree, item).length > 0) yield* namesOf(tree, item, node).map(toldBy)
}

function isTitle({ rank }: Said): boolean {
  return rank <= Rank.title
}

function roleOf({ role, subrole }: Node): string {
  return shortRole(role, subrole)
}

function toldBy({ text, rank }: Said): Whereabouts {
  return { how: rank === Rank.heading ? 'under' : 'near', text }
}

/** What tells a part from its neighbours, its name first; for a row, all its words if no text does so alone. */
function namesOf(tree: Nodes, part: Node, node: Node): readonly Said[] {
  const whole = partOf(tree, part, node.key)
  const { says } = whole
  const others = neighboursOf(tree, part).map((one) => partOf(tree, one))
  const names = telling(part, whole, others)
  const words = says.filter(({ rank }) => rank !== Rank.control)
  const all = (words.length > 0 ? words : says).map(({ text }) => text).join(' ')
  return names.length > 0 || says.length < 2 || !isRow(part) ? names : [{ text: all, rank: Rank.words, path: '' }]
}

/**
 * The texts before it, after the previous element with the same name. If there are none before the first such element,
 * the text after it. Texts before only the first are about all of them.
 */
function captionOf(tree: Nodes, inner: Node, { children }: Node, countOf: CountOf): readonly Said[] {
  const at = children.indexOf(inner.key)
  const holding = children.flatMap((key, place) => (countOf(key) > 0 ? [place] : []))
  const [first, second, last] = [holding[0]!, holding[1], holding.at(-1)!]
  const before = saidFrom(tree, children, at, -1, countOf)
  const isOfAll = at === first && second !== undefined && saidFrom(tree, children, second, -1, countOf).length === 0
  if (before.length > 0 && !isOfAll) return before
  const isAfter = at !== last ? before.length === 0 : saidFrom(tree, children, first, 1, countOf).length > 0
  return isAfter && saidFrom(tree, children, first, -1, countOf).length === 0
    ? saidFrom(tree, children, at, 1, countOf).slice(0, 1)
    : []
}

function saidFrom(tree: Nodes, children: readonly Key[], from: number, step: 1 | -1, countOf: CountOf): Said[] {
  const found: Said[] = []
  for (let at = from + step; Math.abs(at - from) <= mostSiblings; at += step) {
    const key = children[at]
    if (key === undefined || countOf(key) > 0) break
    const node = tree.node(key)
    if (node === undefined || isHidden(node)) continue
    const { says, controls } = partOf(tree, { children: [key] })
    // Texts in a part with controls are about those.
    if (says.length > 0 && (controls.length > 0 || says.length > mostSaid)) break
    found.push(...(step === 1 ? says : says.toReversed()))
    if (kindOf(node) === Kind.heading) break
  }
  return found
}
