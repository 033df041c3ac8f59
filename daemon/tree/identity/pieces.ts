/** The texts in an element that may distinguish it, hashed, and graded by how closely they belong to it. */
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../index/fold.ts'
import { isHidden, type Node } from '../model/node.ts'
import { ownText } from '../naming/texts.ts'
import { counter } from './fingerprint.ts'
import { Hash } from './hash.ts'
import type { Nest } from './nest.ts'

export interface Piece {
  readonly full: number
  /** Numbers alone may tick. */
  readonly hasLetters: boolean
  readonly isHeading: boolean
  /** How deep it is in the element. */
  readonly depth: number
  /** What it stands in. */
  readonly around: Key
}

type Place = Pick<Piece, 'isHeading' | 'depth' | 'around'>

/** Texts, names of controls, and values of fields. Changing a value does not make an item another one. */
export const grades = ['texts', 'names', 'values'] as const
export type Grade = (typeof grades)[number]
export type Pieces = { readonly [G in Grade]: readonly Piece[] }

/** Toolkits nest closed menus differently, so hidden pieces are kept apart. */
export interface Contents {
  /** Including hidden ones, which take no place of those that are seen. */
  readonly all: Pieces
  /** The same object as `all` if nothing is hidden. */
  readonly seen: Pieces
  /** It has more contents than were read. */
  readonly isCut: boolean
  /** What is selected, checked or unfolded in it, with these of its flags. */
  readonly states: ReadonlyMap<Key, number>
}

const state = Flag.selected | Flag.checked | Flag.expanded

/** Limits, so that a large element costs no more than a large row. */
const mostNodes = 80
const mostPieces = 16

const controls = new Set([
  'AXButton',
  'AXMenuButton',
  'AXPopUpButton',
  'AXComboBox',
  'AXCheckBox',
  'AXRadioButton',
  'AXTextField',
  'AXTextArea',
  'AXDateField',
  'AXTimeField',
  'AXColorWell',
  'AXIncrementor',
  'AXSlider',
  'AXDisclosureTriangle',
  'AXMenuItem',
])
/** Their names may be shared by several rows; what they are set to is a state. */
const switches = new Set(['AXCheckBox', 'AXRadioButton'])

/** Chromium reports a table of one row as a layout. */
const rowSubroles = new Set(['AXDocumentArticle', 'AXLayoutTableRow'])

/** Roles that are always one of many. */
export function isRow({ role, subrole }: Node): boolean {
  return role === 'AXRow' || role === 'AXOption' || (subrole !== undefined && rowSubroles.has(subrole))
}

/** Excludes rows inside it, which are items of their own. */
export function piecesIn(nest: Nest, key: Key): Contents {
  const found = new Found()
  const root = nest.node(key)
  addBelow(nest, key, found)
  if (root !== undefined && (found.isEmpty || !isRow(root))) found.add('texts', root.title ?? root.description, root)
  return found.contents
}

function addBelow(nest: Nest, key: Key, found: Found): void {
  const keysIn = (at: Key, depth: number) =>
    nest
      .children(at)
      .slice(0, mostNodes)
      .reverse()
      .map((one) => ({ at: one, depth, around: at }))
  const stack = keysIn(key, 1)
  for (let left = mostNodes; stack.length > 0; left--) {
    if (left === 0) {
      found.isCut = true
      return
    }
    const { at, depth, around } = stack.pop()!
    const node = nest.node(at)
    if (node !== undefined && (node.flags & state) !== 0) found.states.set(at, node.flags & state)
    if (node !== undefined && isRow(node)) continue
    if (node !== undefined && controls.has(node.role)) {
      addControl(node, found)
      continue
    }
    const inner = keysIn(at, depth + 1)
    const isHeading = node !== undefined && isInHeading(nest, node)
    if (node !== undefined && inner.length === 0) found.add('texts', ownText(node), node, { isHeading, depth, around })
    stack.push(...inner)
  }
}

function isInHeading(nest: Nest, { role, parent }: Node): boolean {
  return role === 'AXHeading' || nest.node(parent)?.role === 'AXHeading'
}

function addControl(node: Node, found: Found): void {
  found.add('names', node.title ?? node.description ?? node.placeholder, node)
  if (!switches.has(node.role) && (node.flags & Flag.secure) === 0) found.add('values', node.value, node)
}

class Found {
  isCut = false
  readonly states = new Map<Key, number>()
  readonly #seen = noPieces()
  readonly #hidden = noPieces()

  get isEmpty(): boolean {
    return grades.every((grade) => this.#seen[grade].length + this.#hidden[grade].length === 0)
  }

  get contents(): Contents {
    const { isCut, states } = this
    const [seen, hidden] = [this.#seen, this.#hidden]
    const all = noPieces()
    for (const grade of grades) all[grade].push(...seen[grade], ...without(hidden[grade], seen[grade]))
    return { all: grades.some((grade) => hidden[grade].length > 0) ? all : seen, seen, isCut, states }
  }

  add(
    grade: Grade,
    text: string | undefined,
    of: Node,
    place: Place = { isHeading: false, depth: 0, around: 0 },
  ): void {
    const piece = text === undefined ? undefined : pieceOf(text, place)
    if (piece !== undefined) addOnce((isHidden(of) ? this.#hidden : this.#seen)[grade], piece)
  }
}

const noPieces = (): { [G in Grade]: Piece[] } => ({ texts: [], names: [], values: [] })

export function without(pieces: readonly Piece[], others: readonly Piece[]): Piece[] {
  return pieces.filter(({ full }) => others.every((other) => other.full !== full))
}

function addOnce(list: Piece[], piece: Piece): void {
  if (list.length < mostPieces && list.every(({ full }) => full !== piece.full)) list.push(piece)
}

/** Undefined for symbols alone. Ignores counters that appear and disappear in a text. */
function pieceOf(text: string, place: Place): Piece | undefined {
  const full = fold(text).replace(counter, '').trim()
  if (!/[\p{L}\p{N}]/u.test(full)) return undefined
  return { full: new Hash().add(full).value, hasLetters: /\p{L}/u.test(full), ...place }
}
