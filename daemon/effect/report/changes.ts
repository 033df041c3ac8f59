/** The visible changes of one element, as fields and as a line. */
import { cut } from '../../../api-schema/cut.ts'
import type { StateWord } from '../../../api-schema/element.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { type Node, stateWordsOf } from '../../tree/model/node.ts'
import { beingNear, type Tree } from '../../tree/naming/labels.ts'
import { headOf } from '../../tree/naming/parts.ts'
import { placesOf } from '../../tree/naming/places.ts'
import type { Changes } from '../../tree/warm/history.ts'
import { placeText } from '../../view/write/outline.ts'
import { quote, write } from '../../view/write/text.ts'
import { shownValue } from '../../view/write/verbosity.ts'

export interface Difference extends Changes {
  /** Also report hidden changes, such as an entry of a closed menu. */
  readonly withUnseen?: boolean
  /** What the reader already knows in its current state. */
  readonly isKnown?: (node: Node) => boolean
}

interface Fields {
  readonly name?: string
  readonly value?: string
  readonly description?: string
  readonly state?: readonly StateWord[]
  /** Names of the first children. */
  readonly order?: readonly string[]
  /** The named container around it. */
  readonly in?: string
}

/** Both sides have the same keys; a missing text is empty. */
export interface FieldChange {
  readonly was: Fields
  readonly now: Fields
}

const longestLineText = 80
const longestText = 200

/** How a person identifies the element; for a static text, the text itself. */
export function wordsOf(node: Node): string | undefined {
  const value = node.role === 'AXStaticText' ? shownValue(node) : undefined
  return node.title ?? value ?? node.description ?? node.placeholder
}

export function fieldChange(was: Node, now: Node): FieldChange | undefined {
  const before: { -readonly [K in keyof Fields]: Fields[K] } = {}
  const after: { -readonly [K in keyof Fields]: Fields[K] } = {}
  const compare = (key: 'name' | 'value' | 'description', old: string | undefined, fresh: string | undefined) => {
    if ((old ?? '') === (fresh ?? '')) return
    const [lost, gained] = apart(old, fresh, longestText)
    before[key] = cut(lost!, longestText)
    after[key] = cut(gained!, longestText)
  }
  compare('name', wordsOf(was), wordsOf(now))
  if (now.role !== 'AXStaticText') compare('value', shownValue(was), shownValue(now))
  if (now.title !== undefined && was.title !== undefined) compare('description', was.description, now.description)
  const [lost, gained] = statesChanged(was, now)
  if (lost.length + gained.length > 0) {
    before.state = lost
    after.state = gained
  }
  return Object.keys(after).length === 0 ? undefined : { was: before, now: after }
}

/** Both texts, uncut, but without most of a common beginning so long that nothing else would be shown. */
function apart(was = '', now = '', most: number): string[] {
  const lead = 20
  let alike = 0
  while (alike < was.length && was[alike] === now[alike]) alike++
  return [was, now].map((text) => (alike < most ? text : `…${text.slice(alike - lead)}`))
}

/** States lost and gained. Being shown or hidden counts as added or removed instead. */
function statesChanged(was: Node, now: Node): [StateWord[], StateWord[]] {
  if (was.flags === now.flags) return [[], []]
  const isTold = (word: StateWord) => !['hidden', 'visible', 'empty', 'filled'].includes(word)
  const old = stateWordsOf(was).filter(isTold)
  const fresh = stateWordsOf(now).filter(isTold)
  return [old.filter((word) => !fresh.includes(word)), fresh.filter((word) => !old.includes(word))]
}

/** `[436] checkbox: Remember me (unchecked → checked)`; `label` names it as in a view, `place` tells it from others. */
export function changeLine(id: string, node: Node, { was, now }: FieldChange, label?: string, place = ''): string {
  let line = `[${id}] ${shortRole(node.role, node.subrole)}`
  const name = label ?? wordsOf(node)
  if (now.name !== undefined) line += `: ${written(was.name, now.name).join(' → ')}`
  else if (name !== undefined) line += `: ${write(name, longestLineText)}${place}`
  if (now.value !== undefined) {
    line += ` =${written(was.value, now.value).join(' → =')}`
  }
  if (now.description !== undefined) {
    line += ` ${apart(was.description, now.description, longestLineText)
      .map((text) => quote(cut(text, longestLineText)))
      .join(' → ')}`
  }
  if (now.state !== undefined) line += ` (${stateLine(was.state ?? [], now.state)})`
  if (now.order !== undefined) line += ` (order: ${listed(was.order ?? [])} → ${listed(now.order)})`
  if (now.in !== undefined) line += ` (moved: ${was.in} → ${now.in})`
  return line
}

/** The row of an element that is named only by its column, like all others in that column. */
export function inRow(tree: Tree, node: Node, label: string | undefined): string {
  if (label === undefined || label !== beingNear(headOf(tree, node) ?? '')) return ''
  for (const place of placesOf(tree, node, () => 1)) if (place.how === 'in row') return ` ${placeText(place)}`
  return ''
}

function written(was: string | undefined, now: string): string[] {
  return apart(was, now, longestLineText).map((text) => write(text, longestLineText))
}

function listed(names: readonly string[]): string {
  return names.map((name) => (name.includes(',') ? quote(name) : write(name, longestLineText))).join(', ')
}

/** Opposite states are paired; the others stand alone. */
const opposites: { readonly [word: string]: readonly StateWord[] } = {
  disabled: ['enabled'],
  enabled: ['disabled'],
  focused: ['unfocused'],
  unfocused: ['focused'],
  selected: ['unselected'],
  unselected: ['selected'],
  expanded: ['collapsed'],
  collapsed: ['expanded'],
  editable: ['readonly'],
  readonly: ['editable'],
  optional: ['required'],
  required: ['optional'],
  checked: ['unchecked', 'mixed'],
  unchecked: ['checked', 'mixed'],
  mixed: ['checked', 'unchecked'],
}

function stateLine(was: readonly StateWord[], now: readonly StateWord[]): string {
  const left = [...was]
  const parts = now.map((word) => {
    const at = left.findIndex((old) => opposites[word]?.includes(old) === true)
    return at < 0 ? `→ ${word}` : `${left.splice(at, 1)[0]} → ${word}`
  })
  return [...parts, ...left.map((word) => `${word} →`)].join(', ')
}
