/** Finds a control that does not have the words itself, by the words of its row, column or group. */
import { type ElementType, elementTypes } from '../../../api-schema/element.ts'
import type { Key } from '../../platform/element/row.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { Closeness, closenessOf } from '../../tree/naming/closeness.ts'
import { isNameless, ownWords } from '../../tree/naming/labels.ts'
import { tables } from '../../tree/naming/parts.ts'
import { countsOf, placesOf } from '../../tree/naming/places.ts'
import type { Candidate } from '../look/miss.ts'
import { look } from '../look/view.ts'
import { defaultOptions } from '../look/view-options.ts'
import type { Place } from '../where/scope.ts'
import { type Find, matches } from './said.ts'

/** Splits the words into what is meant and where it is. */
interface Reading {
  readonly what: Pick<Find, 'filter' | 'elementTypes'>
  /** Words of the row or group around it. */
  readonly where?: string
  /** Words in the header of its column. */
  readonly column?: string
  /** A term, or the header of a row: the element is in what that describes. */
  readonly term?: string
  /** The words only say where: it must be a control without a name of its own. */
  readonly isImplied?: true
}

const whole = { ...defaultOptions, limit: 5000, maxDepth: 1000 }
const any = ['any'] as const
/** They contain everything, so they distinguish nothing. */
const pages = new Set(['AXWebArea', 'AXWindow', 'AXApplication'])

/** The matches of the first reading that has any. */
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
    ...(isKind ? [{ what: kind, where: text, isImplied: true } as const] : []),
    ...(isType(type)
      ? [{ what: { filter: others, elementTypes: [type] }, where: rest!, isImplied: true } as const]
      : []),
    { what: kind, column: text, isImplied: true },
    { what: kind, term: text },
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

function fitting(place: Place, find: Find, { what, where, column, term, isImplied }: Reading): readonly Candidate[] {
  const { warm } = place
  const words = what.filter?.anyFieldContains
  const heads = column === undefined ? undefined : headsOf(place, find, column)
  if (heads?.size === 0) return []
  const those = matches(look(place, { ...whole, ...find, ...what, includeNonInteractable: false }))
    .filter(({ node }) => words === undefined || closenessOf(warm.tree, node, [words]) <= Closeness.words)
    .filter(({ node }) => !isImplied || (isNameless(node) && ownWords(warm.tree, node) === undefined))
    .filter((one) => heads === undefined || isUnder(one, heads))
  if (term !== undefined) {
    const described = descriptionsOf(place, find, term)
    return those.filter((one) => isIn(one, described))
  }
  if (where === undefined) return those
  const around = called(place, find, where)
  const within = those.filter((one) => isIn(one, around))
  return within.length > 0 ? within : toldBy(those, where, warm)
}

/** Those that a view would distinguish from the others by these words. */
function toldBy(those: readonly Candidate[], where: string, { tree }: Place['warm']): readonly Candidate[] {
  const nodes = those.map(({ node }) => node)
  const countOf = countsOf(tree, nodes)
  const texts = new Map(nodes.map((node) => [node, [...placesOf(tree, node, countOf)].map(({ text }) => text)]))
  const exact = those.filter(({ node }) => texts.get(node)!.some((text) => isSameName(text, where)))
  return exact.length > 0 ? exact : those.filter(({ node }) => texts.get(node)!.some((text) => holdsWords(text, where)))
}

/** Elements with this name, and the rows that contain the words. */
function called(place: Place, find: Find, where: string): ReadonlySet<Key> {
  const { tree } = place.warm
  const found = new Set<Key>()
  for (const { node, closeness } of saying(place, find, where)) {
    if (closeness === Closeness.exact && !pages.has(node.role)) found.add(node.key)
    const row = [node, ...tree.ancestors(node)].find(({ role }) => role === 'AXRow')
    if (row !== undefined) found.add(row.key)
  }
  return found
}

/** What follows a term in its list, up to the next term, or the header of a row in that row. */
function descriptionsOf(place: Place, find: Find, term: string): ReadonlySet<Key> {
  const { tree } = place.warm
  const found = new Set<Key>()
  for (const { node, closeness } of saying(place, find, term)) {
    const head = [node, ...tree.ancestors(node)].find(({ subrole }) => headRoles.has(subrole ?? ''))
    if (head === undefined || closeness !== Closeness.exact) continue
    const siblings = tree.node(head.parent)?.children ?? []
    for (const key of siblings.slice(siblings.indexOf(head.key) + 1)) {
      if (headRoles.has(tree.node(key)?.subrole ?? '')) break
      found.add(key)
    }
  }
  return found
}

const headRoles: ReadonlySet<string> = new Set(['AXTerm', 'AXRowHeader'])

/** By table, the index of the column with this header. */
function headsOf(place: Place, find: Find, column: string): ReadonlyMap<Key, number> {
  const { tree } = place.warm
  const found = new Map<Key, number>()
  for (const { node, closeness } of saying(place, find, column)) {
    const line = [node, ...tree.ancestors(node)]
    const head = line.find(({ subrole }) => subrole === 'AXColumnHeader')
    const table = line.find(({ role }) => tables.test(role))
    if (head === undefined || table === undefined || closeness !== Closeness.exact) continue
    found.set(table.key, tree.node(head.parent)?.children.indexOf(head.key) ?? -1)
  }
  return found
}

function saying(place: Place, find: Find, words: string) {
  const { tree } = place.warm
  const asked = { ...whole, ...find, elementTypes: [...any], filter: { anyFieldContains: words } }
  return matches(look(place, { ...asked, includeNonInteractable: true, owned: true }))
    .map(({ node }) => ({ node, closeness: closenessOf(tree, node, [words]) }))
    .filter(({ closeness }) => closeness <= Closeness.words)
}

function isIn({ warm: { tree }, node }: Candidate, around: ReadonlySet<Key>): boolean {
  return tree.ancestors(node).some(({ key }) => around.has(key))
}

/** Whether it is in the cell at that index of its row. */
function isUnder({ warm: { tree }, node }: Candidate, heads: ReadonlyMap<Key, number>): boolean {
  const line = [node, ...tree.ancestors(node)]
  const at = line.findIndex(({ role }) => role === 'AXRow')
  const [row, cell] = [line[at], line[at - 1]]
  const table = line.slice(at).find(({ role }) => tables.test(role))
  if (row === undefined || cell === undefined || table === undefined) return false
  return heads.get(table.key) === row.children.indexOf(cell.key)
}
