/**
 * Which thing an element stands for, judged by what distinguishes it: lists reuse elements for other items, and to the
 * platform they are the same. Evidence is taken when an element is shown, and later compared with the element's
 * contents. It is kept for each level on which the element is one of several. On a firm one (a row, a repeating
 * container) the item has changed when the text that names it is gone, or when as much is new, and as much gone, as is
 * left of what distinguished it; on a loose one (a button among buttons) only when a name has moved to another. An
 * element too large to be searched is part of a window rather than an item: only its name counts. A part with an
 * identifier from its author is named by its headings and its least deep texts: of its other contents, as much may be new
 * as is left. An element that shows something else because another option in it was selected, such as a dialog with tabs, is still the
 * same; so is one in which something was switched off or folded, if none of its texts was written over another. Outside
 * lists the platform's word counts.
 */
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { isContainer } from '../model/context.ts'
import { stableIdentifier } from './fingerprint.ts'
import type { Nest } from './nest.ts'
import { type Contents, type Grade, grades, isRow, type Piece, type Pieces, piecesIn, without } from './pieces.ts'

export type Evidence = readonly Level[]

interface Level extends Pick<Contents, 'isCut' | 'states'> {
  readonly item: Key
  readonly firm: boolean
  /** The identifier that its author gave it, unless a sibling has one that differs only by a number. */
  readonly part: string | undefined
  readonly grade: Grade
  readonly own: readonly Piece[]
  /** The pieces of `own` that no sibling had; if one of them has letters, only such. */
  readonly apart: readonly Piece[]
  /** Pieces of its nearest siblings. */
  readonly others: ReadonlyMap<Key, readonly Piece[]>
}

type Kind = 'row' | 'container' | 'other'

/** Whether it distinguishes the item from others. */
export function isFirm({ firm, apart }: Level): boolean {
  return firm && apart.length > 0
}

const mostLevels = 5
const mostAncestors = 30
/** Siblings on either side whose pieces are compared and remembered. */
const compared = 64
const remembered = 8

/** Reads evidence from one state of a tree. */
export class Witness {
  readonly #nest: Nest
  /** Containers that once held several items, so a single one left is still an item. */
  readonly #lists: Set<Key>
  readonly #contents = new Map<Key, Contents>()
  readonly #near = new Map<Key, readonly Key[]>()
  /** Cached, because elements of one list share ancestors. */
  readonly #levels = new Map<Key, Level>()

  constructor(nest: Nest, lists: Set<Key>) {
    this.#nest = nest
    this.#lists = lists
  }

  /** Innermost first. */
  take(key: Key): Evidence {
    const levels: Level[] = []
    let at = key
    for (let up = 0; at !== 0 && up < mostAncestors && levels.length < mostLevels; up++) {
      const level = this.#levelAt(at)
      if (level !== undefined) levels.push(level)
      at = this.#nest.parent(at)
    }
    return levels
  }

  /** Whether an element that is still there stands for the same thing. */
  holds(evidence: Evidence): boolean {
    return evidence.every((level) => this.#isSame(level))
  }

  /** Whether a recreated element's position has everything that distinguished the former one. */
  fits(key: Key, evidence: Evidence): boolean {
    const now = this.take(key).filter(({ firm }) => firm)
    const then = evidence.filter(({ firm, own }) => firm && own.length > 0)
    return then.every((level) => now.some(({ apart }) => level.apart.length > 0 && holdsAll(apart, level.apart)))
  }

  #levelAt(item: Key): Level | undefined {
    const known = this.#levels.get(item)
    if (known !== undefined) return known
    const level = this.#level(item)
    // A missing level is not cached: the container may yet turn out to hold a list.
    if (level !== undefined) this.#levels.set(item, level)
    return level
  }

  #level(item: Key): Level | undefined {
    const kind = this.#kindOf(item)
    const siblings = this.#siblings(item)
    const around = this.#nest.parent(item)
    if (kind === 'container') {
      if (siblings.length > 1) this.#lists.add(around)
      else if (!this.#lists.has(around)) return undefined
    } else if (kind === 'other' && siblings.length === 1) return undefined
    const { seen: pieces, isCut, states } = this.#contentsOf(item)
    const grade = grades.find((one) => pieces[one].length > 0)
    if (grade === undefined) return undefined
    // Applications divide windows with repeating containers, and lists with rows.
    const firm =
      (kind === 'row' && grade !== 'values') || (kind === 'container' && grade === 'texts' && this.#isInPage(item))
    const at = siblings.indexOf(item)
    const others = new Map<Key, readonly Piece[]>()
    for (const key of siblings.slice(Math.max(0, at - remembered), at + remembered + 1))
      if (key !== item) others.set(key, this.#contentsOf(key).seen[grade])
    const own = pieces[grade]
    const apart = preferLetters(this.#apart(own, item, siblings, grade))
    const part = kind === 'container' ? this.#partOf(item, siblings) : undefined
    return { item, firm, part, grade, own, apart, others, isCut, states }
  }

  /** The pieces that no sibling has, in the given grade. */
  #apart(own: readonly Piece[], item: Key, siblings: readonly Key[], grade: Grade): readonly Piece[] {
    const left = new Set(own.map(({ full }) => full))
    for (const key of siblings) {
      if (left.size === 0) return []
      if (key !== item) for (const { full } of this.#piecesOf(key)[grade]) left.delete(full)
    }
    return own.filter(({ full }) => left.has(full))
  }

  #isSame(level: Level): boolean {
    const { item, firm, part, grade, own, apart, isCut } = level
    if (firm && this.#hasChosenOther(level)) return true
    const siblings = this.#siblings(item)
    const now = this.#piecesOf(item)[grade]
    if (apart.length === 0) return !firm || this.#hasSameTwins(level, siblings, now)
    const nowApart = firm ? this.#apart(now, item, siblings, grade) : now
    const kept = common(nowApart, apart)
    if (!firm) return kept > 0 || !this.#hasMoved(level, now)
    const lost = without(own, now)
    // An item is named by its first text that is not a number.
    const isNamed = !lost.includes(own.find(({ hasLetters }) => hasLetters)!)
    const come = without(preferLetters(nowApart), own)
    if (this.#hasSwitchedOff(level) && !isWrittenOver(lost, without(now, own))) return true
    const less = Math.min(come.length, apart.length - kept)
    const isSamePart = part !== undefined && part === this.#partOf(item, siblings)
    // Only headings and the least deep texts name a part.
    const isTitle = ({ isHeading, depth }: Piece) => isHeading || own.every((one) => one.depth >= depth)
    if (isSamePart && !lost.some(isTitle) && kept >= Math.max(1, less)) return true
    if (isCut || this.#contentsOf(item).isCut) return isNamed
    if (kept === 0 || lost.length === 0) return kept > 0
    return isNamed && kept > less
  }

  #partOf(item: Key, siblings: readonly Key[]): string | undefined {
    const part = stableIdentifier(this.#nest.node(item)?.identifier)
    if (part === undefined) return undefined
    const pattern = (identifier: string | undefined) => identifier?.replace(/\d+/g, '')
    const isLike = (key: Key) => pattern(this.#nest.node(key)?.identifier) === pattern(part)
    return siblings.some((key) => key !== item && isLike(key)) ? undefined : part
  }

  #hasChosenOther({ item, states }: Level): boolean {
    const selected = (all: Contents['states']) =>
      [...all].flatMap(([key, is]) => ((is & Flag.selected) !== 0 ? key : []))
    const [then, now] = [selected(states), selected(this.#contentsOf(item).states)]
    const hasLeft = then.some((key) => !now.includes(key) && this.#nest.node(key) !== undefined)
    return hasLeft && now.some((key) => !then.includes(key))
  }

  /** Whether something that is still in it is no longer selected, checked or unfolded. */
  #hasSwitchedOff({ item, states }: Level): boolean {
    const now = this.#contentsOf(item).states
    return [...states].some(([key, is]) => this.#nest.node(key) !== undefined && (is & ~(now.get(key) ?? 0)) !== 0)
  }

  /**
   * For an item without distinguishing pieces: it is the same while it has them all, and its twins are the same
   * siblings as before. One of two twins may say more, as under the pointer, unless that text came from another.
   */
  #hasSameTwins(level: Level, siblings: readonly Key[], now: readonly Piece[]): boolean {
    const { grade, own, others } = level
    if (!holdsAll(now, own) || this.#hasMoved(level, now)) return false
    const isTwin = (key: Key) => siblings.includes(key) && isPart(this.#piecesOf(key)[grade], now)
    return [...others].every(([key, pieces]) => isPart(pieces, own) === isTwin(key))
  }

  /** Whether a text that another item lost is now in this one. */
  #hasMoved({ grade, own, others }: Level, now: readonly Piece[]): boolean {
    const come = without(now, own)
    return [...others].some(([key, pieces]) => common(come, without(pieces, this.#piecesOf(key)[grade])) > 0)
  }

  #isInPage(key: Key): boolean {
    for (let at = key; at !== 0; at = this.#nest.parent(at)) if (this.#nest.node(at)?.role === 'AXWebArea') return true
    return false
  }

  #kindOf(key: Key): Kind {
    const node = this.#nest.node(key)
    if (node === undefined || isContainer(node)) return 'container'
    if (isRow(node)) return 'row'
    return 'other'
  }

  /** Elements like it, including itself, in order. */
  #siblings(item: Key): readonly Key[] {
    const near = this.#near.get(item) ?? this.#likeIt(item)
    this.#near.set(item, near)
    return near
  }

  #likeIt(item: Key): readonly Key[] {
    const all = this.#nest.children(this.#nest.parent(item))
    const at = all.indexOf(item)
    if (at < 0) return [item]
    const look = this.#lookOf(item)
    const near = all.slice(Math.max(0, at - compared), at + compared + 1)
    return near.filter((key) => this.#lookOf(key) === look)
  }

  #lookOf(key: Key): string {
    const node = this.#nest.node(key)
    return node === undefined || isContainer(node) ? 'container' : `${node.role} ${node.subrole}`
  }

  #contentsOf(key: Key): Contents {
    let contents = this.#contents.get(key)
    if (contents === undefined) {
      contents = piecesIn(this.#nest, key)
      this.#contents.set(key, contents)
    }
    return contents
  }

  #piecesOf(key: Key): Pieces {
    return this.#contentsOf(key).all
  }
}

/** Whether a text has come to where another has gone: in another item it stands in the same elements. */
function isWrittenOver(lost: readonly Piece[], come: readonly Piece[]): boolean {
  return come.some(({ around }) => lost.some((one) => one.around === around))
}

const preferLetters = (pieces: readonly Piece[]) => {
  const withLetters = pieces.filter(({ hasLetters }) => hasLetters)
  return withLetters.length > 0 ? withLetters : pieces
}

function common(a: readonly Piece[], b: readonly Piece[]): number {
  return a.length - without(a, b).length
}

function holdsAll(pieces: readonly Piece[], wanted: readonly Piece[]): boolean {
  return without(wanted, pieces).length === 0
}

/** Whether one of them has all that the other has, and neither is empty. */
function isPart(a: readonly Piece[], b: readonly Piece[]): boolean {
  return a.length > 0 && b.length > 0 && (holdsAll(a, b) || holdsAll(b, a))
}
