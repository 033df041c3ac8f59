/** Turns a request's filter and element types into tests of a single node. */
import type { ElementType } from '../../../api-schema/element.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import type { Key } from '../../platform/element/row.ts'
import { isNamedByPlaceholder, isOfType, type Node } from '../model/node.ts'
import { isSecure, textsOf } from './field-index.ts'
import { fold } from './fold.ts'
import { beginsWithWords } from './words.ts'

export type Term = (node: Node) => boolean
type Filter = Params<'explore'>['filter']

/** Nodes labelled by a text in or near them, for a text of the filter. */
export type LabelledBy = (text: string) => ReadonlySet<Key>

const none: ReadonlySet<Key> = new Set()

/** Tests that must all pass, cheapest first. With none, every node matches. */
export function termsOf(filter: Filter, types: readonly ElementType[], labelledBy: LabelledBy = () => none): Term[] {
  const terms: Term[] = []
  if (!types.includes('any')) terms.push((node) => types.some((type) => isOfType(node, type)))
  if (filter === undefined) return terms
  const { role, identifierContains, titleContains, descriptionContains, valueContains, anyFieldContains } = filter
  if (role !== undefined) terms.push(roleTerm(role))
  if (identifierContains !== undefined) terms.push(contains(identifierContains, (node) => node.identifier))
  if (titleContains !== undefined) terms.push(either(labelledBy(titleContains), nameTerm(titleContains)))
  if (descriptionContains !== undefined) terms.push(contains(descriptionContains, shownDescription))
  if (valueContains !== undefined) {
    terms.push(contains(valueContains, (node) => (isSecure(node) ? undefined : node.value)))
  }
  if (anyFieldContains !== undefined) terms.push(either(labelledBy(anyFieldContains), anyTerm(anyFieldContains)))
  return terms
}

/** The longest text, folded, that every match contains in some field of the index; `undefined` if there is none. */
export function needleOf(filter: Filter): string | undefined {
  if (filter === undefined) return undefined
  const { identifierContains, titleContains, descriptionContains, valueContains, anyFieldContains } = filter
  let longest: string | undefined
  for (const text of [anyFieldContains, titleContains, identifierContains, descriptionContains, valueContains]) {
    if (text === undefined) continue
    const folded = fold(text)
    if (longest === undefined || folded.length > longest.length) longest = folded
  }
  return longest
}

function either(labelled: ReadonlySet<Key>, term: Term): Term {
  return labelled.size === 0 ? term : (node) => labelled.has(node.key) || term(node)
}

/** The name shown in an answer, from whichever field; never a secure value. */
function nameTerm(text: string): Term {
  const needle = fold(text)
  return (node) => namesOf(node).some((name) => fold(name).includes(needle))
}

function namesOf({ title, description, placeholder, value, role }: Node): string[] {
  const name = title ?? (role === 'AXStaticText' ? value : undefined) ?? description ?? placeholder
  if (name === undefined) return []
  // A tooltip that begins with the name is shown in its place.
  return description !== undefined && beginsWithWords(description, name) ? [name, description] : [name]
}

/** A field named by a text next to it shows its placeholder as description. */
function shownDescription(node: Node): string | undefined {
  return node.description ?? (isNamedByPlaceholder(node) ? (node.title ?? node.placeholder) : undefined)
}

function contains(text: string, field: (node: Node) => string | undefined): Term {
  const needle = fold(text)
  return (node) => {
    const value = field(node)
    return value !== undefined && fold(value).includes(needle)
  }
}

function anyTerm(text: string): Term {
  const needle = fold(text)
  return (node) => textsOf(node).some((value) => fold(value).includes(needle))
}

/**
 * AX word, short word or subrole, in any case, with or without `AX`, spaces, `-` and `_`. A word that starts with `AX` is
 * not a short word: `AXMenu` must not match what is only shown as `menu`.
 */
export function roleTerm(asked: string): Term {
  const wanted = plain(asked)
  const isAx = wanted.startsWith('ax')
  const others = [wanted, ...(isAx ? [] : [`ax${wanted}`, `axlandmark${wanted}`])]
  const fits = (word: string) => others.includes(plain(word))
  const verdicts = new Map<string, Map<string | undefined, boolean>>()
  return ({ role, subrole }) => {
    const ofRole = verdicts.get(role) ?? new Map<string | undefined, boolean>()
    const known = ofRole.get(subrole)
    if (known !== undefined) return known
    const verdict = fits(role) || (subrole !== undefined && fits(subrole)) || (!isAx && fits(shortRole(role, subrole)))
    verdicts.set(role, ofRole.set(subrole, verdict))
    return verdict
  }
}

function plain(word: string): string {
  return fold(word).replace(/[\s_-]/g, '')
}
