/** A control that does not have the words itself: found by those of its row, its column or its group. */
import { type ElementType, elementTypes } from '../../api-schema/element.ts'
import type { Params } from '../../api-schema/methods.ts'
import { Closeness, closenessOf } from '../tree/naming/closeness.ts'
import { below } from '../tree/naming/labels.ts'
import type { Candidate } from './miss.ts'
import type { Place } from './scope.ts'
import { flat, look } from './view.ts'
import { defaultOptions } from './view-options.ts'

type Find = NonNullable<Params<'interact'>['find']>

/** A part of the words says what, the other where. */
interface Reading {
  readonly what: Pick<Find, 'filter' | 'elementTypes'>
  /** Words of the row or group around it. */
  readonly where?: string
  /** Words at the head of its column. */
  readonly column?: string
}

const whole = { ...defaultOptions, limit: 200, maxDepth: 1000 }
/** Everything is in these. */
const pages = new Set(['AXWebArea', 'AXWindow', 'AXApplication'])

/** Those of the first reading that fits any. */
export function placed(find: Find, places: readonly Place[]): readonly Candidate[] {
  for (const reading of readings(find)) {
    const found = places.flatMap((place) => fitting(place, find, reading))
    if (found.length > 0) return found
  }
  return []
}

function readings(find: Find): readonly Reading[] {
  const { filter = {}, elementTypes: types } = find
  const { anyFieldContains, titleContains, ...others } = filter
  const text = anyFieldContains ?? titleContains
  if (text === undefined) return []
  const isKind = others.role !== undefined || !types.includes('any')
  const kind = { filter: others, elementTypes: types }
  const [, first = '', word, second = ''] = / in /.test(text) ? (inPlace.exec(text) ?? []) : []
  const [, before, after] = /^(.{1,100}?): (.+)$/s.exec(text) ?? []
  const [, type, rest] = /^(\w+) (.+)$/s.exec(text) ?? []
  const named = (what: string) => whatOf(what, kind)
  return [
    ...(second === '' ? [] : inWords(named(first), first, word, second, kind)),
    ...(before === undefined ? [] : [{ what: named(after!), where: before }]),
    ...(isKind ? [{ what: kind, where: text }] : []),
    ...(isType(type) ? [{ what: { filter: others, elementTypes: [type] }, where: rest! }] : []),
    { what: kind, column: text },
  ]
}

const inPlace = /^(.+?) in (?:the )?(?:(row|column|group|list|section|form|dialog|item) )?["“]?(.+?)["”]?$/s

function inWords(
  what: Reading['what'],
  first: string,
  word: string | undefined,
  second: string,
  kind: Reading['what'],
) {
  if (word === 'column') return [{ what, column: second }]
  return [{ what, where: second }, ...(isType(first) ? [] : [{ what: kind, where: second, column: first }])]
}

function whatOf(words: string, kind: Reading['what']): Reading['what'] {
  const [first = ''] = words.split(' ', 1)
  const rest = words.slice(first.length + 1)
  if (!isType(first)) return { ...kind, filter: { ...kind.filter, anyFieldContains: words } }
  return { elementTypes: [first], filter: { ...kind.filter, ...(rest !== '' && { anyFieldContains: rest }) } }
}

function isType(word: string | undefined): word is Exclude<ElementType, 'any'> {
  return word !== 'any' && elementTypes.some((type) => type === word)
}

function fitting(place: Place, find: Find, { what, where, column }: Reading): readonly Candidate[] {
  const { warm } = place
  const { filter = {} } = what
  const asked = { ...whole, ...find, ...what, includeNonInteractable: false }
  const all = [...flat(look(place, asked).answer.shown)].filter(({ context }) => !context)
  const words = filter.anyFieldContains === undefined ? [] : [filter.anyFieldContains]
  const candidates = all
    .map(({ node }) => ({ warm, node }))
    .filter(({ node }) => closenessOf(warm.tree, node, words) <= Closeness.words)
  const within = where === undefined ? candidates : candidates.filter((one) => isWithin(one, where))
  return column === undefined ? within : within.filter((one) => isUnder(one, column))
}

/** In what is called so, or in a row that has the words. */
function isWithin({ warm: { tree }, node }: Candidate, where: string): boolean {
  const has = (at: typeof node) => closenessOf(tree, at, [where])
  for (const around of tree.ancestors(node)) {
    if (pages.has(around.role)) return false
    if (has(around) === Closeness.exact) return true
    if (around.role !== 'AXRow') continue
    for (const one of below(tree, around, () => false)) if (one !== node && has(one) <= Closeness.words) return true
  }
  return false
}

/** In the cell that stands under this head. */
function isUnder({ warm: { tree }, node }: Candidate, column: string): boolean {
  const line = [node, ...tree.ancestors(node)]
  const at = line.findIndex(({ role }) => role === 'AXRow')
  const [row, cell] = [line[at], line[at - 1]]
  const table = row && line.slice(at).find(({ role }) => /^AX(Table|Grid|Outline|TreeGrid)$/.test(role))
  if (row === undefined || cell === undefined || table === undefined) return false
  const place = row.children.indexOf(cell.key)
  for (const other of below(tree, table, () => false)) {
    if (other.subrole === 'AXColumnHeader' && closenessOf(tree, other, [column]) === Closeness.exact)
      return tree.node(other.parent)?.children.indexOf(other.key) === place
  }
  return false
}
