/**
 * Which thing an element stands for, by what distinguishes it: lists reuse elements for other items, and to the
 * platform they are the same. Evidence is taken when an element is shown, and later compared with the element's
 * contents. It is kept for each level on which the element is one of several. On a firm one (a row, a repeating
 * container) the item has changed when the text that names it is gone, or when as much is new as is left of what
 * distinguished it; on a loose one (a button among buttons) only when a name has moved to another. Outside lists the
 * platform's word counts.
 */
import type { Key } from '../../platform/row.ts'
import { isContainer } from '../model/context.ts'
import type { Nest } from './nest.ts'
import { type Contents, type Grade, grades, isRow, type Piece, type Pieces, piecesIn } from './pieces.ts'

export type Evidence = readonly Level[]

interface Level {
  readonly item: Key
  readonly firm: boolean
  readonly grade: Grade
  readonly own: readonly Piece[]
  /** Its hidden pieces. */
  readonly unseen: readonly Piece[]
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
  readonly #looks = new Map<Key, Look>()
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
    // A text among several in a row may change in place; one that is the whole row identifies it.
    return levels.map((level, inner) =>
      level.firm && this.#isTextAlone(level.item) && levels.some(({ firm }, outer) => firm && outer > inner)
        ? { ...level, firm: false }
        : level,
    )
  }

  /** Whether an element that is still there stands for the same thing. */
  holds(key: Key, evidence: Evidence): boolean {
    let isInner = true
    for (const level of evidence) {
      const isAround = this.#isAround(level.item, key)
      if (isAround ? !this.#isSame(level) : level.firm && isInner) return false
      if (level.firm) isInner = false
    }
    return true
  }

  /** Whether a recreated element's position has everything that distinguished the former one. */
  fits(key: Key, evidence: Evidence): boolean {
    const now = this.take(key).filter(({ firm }) => firm)
    const then = evidence.filter(({ firm, own }) => firm && own.length > 0)
    return then.every((level) =>
      now.some(({ grade, apart }) => grade === level.grade && level.apart.length > 0 && holdsAll(apart, level.apart)),
    )
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
    if (kind === undefined) return undefined
    const siblings = this.#siblings(item)
    const around = this.#nest.parent(item)
    if (kind === 'container') {
      if (siblings.length > 1) this.#lists.add(around)
      else if (!this.#lists.has(around)) return undefined
    } else if (kind === 'other' && siblings.length === 1) return undefined
    const seen = this.#levelBy((key) => this.#contentsOf(key).seen, item, kind, siblings)
    const isAllSeen = siblings.every((key) => this.#contentsOf(key).seen === this.#piecesOf(key))
    if (isAllSeen || (seen !== undefined && seen.apart.length > 0)) return seen
    return this.#levelBy((key) => this.#piecesOf(key), item, kind, siblings)
  }

  #levelBy(piecesOf: (key: Key) => Pieces, item: Key, kind: Kind, siblings: readonly Key[]): Level | undefined {
    const pieces = piecesOf(item)
    const grade = grades.find((one) => pieces[one].length > 0)
    if (grade === undefined) return undefined
    // Applications divide windows with repeating containers, and lists with rows.
    const firm =
      (kind === 'row' && grade !== 'values') || (kind === 'container' && grade === 'texts' && this.#isInPage(item))
    const at = siblings.indexOf(item)
    const others = new Map<Key, readonly Piece[]>()
    for (const key of siblings.slice(Math.max(0, at - remembered), at + remembered + 1))
      if (key !== item) others.set(key, piecesOf(key)[grade])
    const own = pieces[grade]
    const unseen = without(this.#piecesOf(item)[grade], own)
    return { item, firm, grade, own, unseen, apart: this.#apart(own, item, siblings, grade), others }
  }

  /** The pieces that no sibling has, in the given grade. */
  #apart(own: readonly Piece[], item: Key, siblings: readonly Key[], grade: Grade): readonly Piece[] {
    const left = new Set(own.map(({ full }) => full))
    for (const key of siblings) {
      if (left.size === 0) return []
      if (key !== item) for (const { full } of this.#piecesOf(key)[grade]) left.delete(full)
    }
    return preferLetters(own.filter(({ full }) => left.has(full)))
  }

  #isSame(level: Level): boolean {
    const { item, firm, grade, own, unseen, apart, others } = level
    const siblings = this.#siblings(item)
    const now = this.#piecesOf(item)[grade]
    if (apart.length === 0) return !firm || this.#hasSameTwins(level, siblings, now)
    const kept = common(firm ? this.#apart(now, item, siblings, grade) : now, apart)
    if (!firm) return kept > 0 || !this.#hasMoved(level, siblings, now)
    if (kept === 0) return false
    const lost = without(own, now)
    if (lost.length === 0) return true
    // An item is named by its first text that is not a number.
    if (lost.includes(own.find(({ blind }) => blind !== 0)!)) return false
    if (this.#isUsedAgain(others, siblings, grade) || this.#hasMoved(level, siblings, now)) return false
    const come = without(this.#apart(now, item, siblings, grade), [...own, ...unseen])
    return kept > come.filter((piece) => lost.every(({ blind }) => blind !== piece.blind)).length
  }

  /** For an item without distinguishing pieces: the same while its siblings' pieces are. Only the nearest are known. */
  #hasSameTwins({ item, grade, own, others }: Level, siblings: readonly Key[], now: readonly Piece[]): boolean {
    const isTwin = (key: Key) => siblings.includes(key) && isEqual(this.#piecesOf(key)[grade], own)
    const near = siblings.slice(Math.max(0, siblings.indexOf(item) - remembered)).slice(0, 2 * remembered + 1)
    return (
      isEqual(own, now) &&
      [...others].every(([key, pieces]) => isEqual(pieces, own) === isTwin(key)) &&
      (others.size === 2 * remembered || near.every((key) => key === item || others.has(key) || !isTwin(key)))
    )
  }

  /** One of its texts is now another's, or a text that another lost is now in it. */
  #hasMoved({ item, grade, own, apart, others }: Level, siblings: readonly Key[], now: readonly Piece[]): boolean {
    const lost = without(apart, now)
    const come = without(now, own)
    if (siblings.some((key) => key !== item && common(this.#piecesOf(key)[grade], lost) > 0)) return true
    const here = new Set(siblings)
    for (const [key, pieces] of others) {
      const given = without(pieces, here.has(key) ? this.#piecesOf(key)[grade] : [])
      if (common(come, given) > 0) return true
    }
    return false
  }

  /** A sibling that is still there lost everything that distinguished it: this list reuses elements. */
  #isUsedAgain(others: ReadonlyMap<Key, readonly Piece[]>, siblings: readonly Key[], grade: Grade): boolean {
    const here = new Set(siblings)
    for (const [key, pieces] of others) {
      if (!here.has(key)) continue
      const rest = [...others].flatMap(([other, list]) => (other === key ? [] : list))
      const apart = preferLetters(without(pieces, rest))
      if (apart.length > 0 && common(this.#piecesOf(key)[grade], apart) === 0) return true
    }
    return false
  }

  #isInPage(key: Key): boolean {
    for (let at = key; at !== 0; at = this.#nest.parent(at)) if (this.#nest.node(at)?.role === 'AXWebArea') return true
    return false
  }

  #isTextAlone(item: Key): boolean {
    const { roles } = this.#lookOf(item)
    return roles.size === 1 && roles.has('AXStaticText')
  }

  #isAround(item: Key, key: Key): boolean {
    let at = key
    for (let up = 0; at !== 0 && up < mostAncestors; up++) {
      if (at === item) return true
      at = this.#nest.parent(at)
    }
    return false
  }

  #kindOf(key: Key): Kind | undefined {
    const node = this.#nest.node(key)
    if (node === undefined || isContainer(node)) return 'container'
    if (isRow(node)) return 'row'
    return node.role === 'AXStaticText' || node.parent === 0 ? undefined : 'other'
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
    return near.filter((key) => key === item || isAlike(look, this.#lookOf(key)))
  }

  #lookOf(key: Key): Look {
    let look = this.#looks.get(key)
    if (look === undefined) {
      look = this.#look(key)
      this.#looks.set(key, look)
    }
    return look
  }

  #look(key: Key): Look {
    const node = this.#nest.node(key)
    if (node !== undefined && !isContainer(node)) return { name: `${node.role} ${node.subrole}`, roles: new Set() }
    const roles = new Set<string>()
    let first: string | undefined
    const stack = [...this.#nest.children(key)].slice(0, mostLooked).reverse()
    for (let left = mostLooked; stack.length > 0 && left > 0; left--) {
      const at = stack.pop()!
      const inner = this.#nest.node(at)
      if (inner !== undefined && !isContainer(inner)) {
        first ??= inner.role
        roles.add(inner.role)
        continue
      }
      const children = this.#nest.children(at)
      for (let i = Math.min(children.length, mostLooked) - 1; i >= 0; i--) stack.push(children[i]!)
    }
    return { name: `container ${first}`, roles }
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

/** The features shared by items of one list. */
interface Look {
  readonly name: string
  /** For containers: the roles in them, except buttons, which may appear on hover. */
  readonly roles: ReadonlySet<string>
}

const mostLooked = 40

function isAlike(a: Look, b: Look): boolean {
  if (a.name !== b.name) return false
  const [few, many] = a.roles.size < b.roles.size ? [a.roles, b.roles] : [b.roles, a.roles]
  for (const role of few) if (!many.has(role)) return false
  return true
}

const preferLetters = (pieces: readonly Piece[]) => {
  const withLetters = pieces.filter(({ blind }) => blind !== 0)
  return withLetters.length > 0 ? withLetters : pieces
}

function without(pieces: readonly Piece[], others: readonly Piece[]): Piece[] {
  return pieces.filter(({ full }) => others.every((other) => other.full !== full))
}

function common(a: readonly Piece[], b: readonly Piece[]): number {
  return a.length - without(a, b).length
}

function holdsAll(pieces: readonly Piece[], wanted: readonly Piece[]): boolean {
  return without(wanted, pieces).length === 0
}

function isEqual(a: readonly Piece[], b: readonly Piece[]): boolean {
  return a.length === b.length && holdsAll(a, b)
}
