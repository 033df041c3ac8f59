/**
 * Writes a view as an outline with one line per element: `[id] role: name =value "description" (states) @x,y WxH
 * {actions}`, indented by one space per level. A line `… n more role` counts omitted similar siblings. Where a tree has
 * no rows, the cells of one row share a line, separated by ` | `. Adjacent links and choices share a line: `links: [id
 * name][id name]`, see `joined.ts`.
 */

import { cutAt } from '../../../api-schema/cut.ts'
import { sharedWords } from '../../../api-schema/text/shared-lines.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { beginsWithWords } from '../../tree/index/words.ts'
import { isInteractable, isNamedByPlaceholder, type Node } from '../../tree/model/node.ts'
import type { Whereabouts } from '../../tree/naming/places.ts'
import type { Shown } from '../fold/shown.ts'
import { byLines, isTermOfLinks, sharedWord } from './joined.ts'
import { isPlain, quote, write } from './text.ts'
import { abnormalStates, type Shape, textsShown } from './verbosity.ts'

/** Longest texts in a line, in characters. */
const longestText = 120

/** The parts of a line, before it is written. */
export interface Line {
  readonly id: string
  readonly role: string
  readonly name?: string
  /** Only if there is no name. */
  readonly identifier?: string
  readonly value?: string
  readonly description?: string
  readonly states: readonly string[]
  /** Location, to tell look-alikes apart. */
  readonly where?: string
  readonly place?: string
  readonly actions?: readonly string[]
}

export function outlineOf(shown: readonly Shown[], shape: Shape, { flat = false }: { flat?: boolean } = {}): string {
  const lines: string[] = []
  const stack: { readonly line: readonly Shown[] | string; readonly depth: number }[] = []
  const push = (list: readonly Shown[], depth: number) => {
    for (const line of (flat ? list.map((one) => [one]) : byLines(list, shape.besideOf)).toReversed()) {
      const { more } = line.at(-1)!
      if (more !== undefined) stack.push({ line: moreLine(more), depth })
      stack.push({ line, depth })
    }
  }
  let rowBefore: Node['key'] | undefined
  push(shown, 0)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { line, depth } = next
    if (typeof line === 'string') {
      lines.push(indent(depth) + line)
      continue
    }
    const one = line[0]!
    const row = flat || line.length > 1 ? undefined : shape.rowOf?.(one.node)
    const term = flat ? undefined : termOf(one, shape)
    if (line.length > 1) lines.push(`${indent(depth)}${sharedWord(one)}: ${linksOf(line, shape)}`)
    else if (term !== undefined) lines.push(`${indent(depth)}${term}: ${linksOf(one.children, shape)}`)
    else if (row !== undefined && row === rowBefore) lines.push(`${lines.pop()} | ${lineOf(one.node, shape, one)}`)
    else if (!flat || !one.context) lines.push(indent(depth) + lineOfShown(one, shape))
    rowBefore = one.more === undefined ? row : undefined
    if (term === undefined) push(one.children, flat ? 0 : depth + 1)
  }
  return lines.join('\n')
}

/** `[12 Home][13 Contact]`; neighbours with the same words are joined: `[12,13 Home]`, `[12–40 class “hour”]`. */
function linksOf(links: readonly Shown[], shape: Shape): string {
  const all: { readonly ids: string[]; readonly words: string }[] = []
  for (const one of links) {
    const line = partsOf(one.node, shape, one)
    const [id, words, last] = [writeWord(line.id), wordsOfLink(line), all.at(-1)]
    if (words === last?.words && (words !== '' || one.node.role !== 'AXLink')) last.ids.push(id)
    else all.push({ ids: [id], words })
  }
  return all.map(({ ids, words }) => `[${idsOf(ids)}${words}]`).join('')
}

/** Three or more consecutive ids are written as the first and the last. */
function idsOf(ids: readonly string[]): string {
  const rows: string[][] = []
  for (const id of ids) {
    const row = rows.at(-1)
    // Estimated ids may all be the same number.
    const step = row === undefined ? Number.NaN : Number(id) - Number(row.at(-1))
    if (step === 1 || step === 0) row!.push(id)
    else rows.push([id])
  }
  return rows.map((row) => (row.length < 3 ? row.join(',') : `${row[0]}–${row.at(-1)}`)).join(',')
}

export function linkOf(one: Shown, shape: Shape): string {
  return linksOf([one], shape)
}

/** Whether both have the same words in a shared line. */
export function saysTheSame(one: Shown, other: Shown, shape: Shape): boolean {
  const [said, also] = [one, other].map((each) => linkOf(each, withoutId(shape)))
  return said === also
}

/** A link's line without its role. `""` stands for a missing name that another text would be mistaken for. */
function wordsOfLink(line: Line): string {
  const isUnnamed = line.name === undefined && line.identifier === undefined
  const mark = isUnnamed && (line.description ?? line.where) !== undefined && line.value === undefined ? ' ""' : ''
  return mark + writeRest(line)
}

/** The words of a term that only labels the links after it. No other line begins with words. */
export function termOf(one: Shown, shape: Shape): string | undefined {
  if (!isTermOfLinks(one)) return undefined
  const line = partsOf(one.node, withoutId(shape), one)
  const { name } = line
  if (name === undefined || !hasNoFacts(line)) return undefined
  return reserved.test(name) ? quote(name) : write(name, longestText)
}

/** Roles that only locate other elements. */
const bareRoles = [
  'page',
  'heading',
  'navigation',
  'main',
  'aside',
  'banner',
  'footer',
  'form',
  'region',
  'search',
  'group',
  'row',
]
/** Line beginnings that a term's words must not be mistaken for. */
const reserved = new RegExp(`^(?:${[...sharedWords.values()].join('|')})$|^(?:${bareRoles.join('|')})(?::|$)`)

export function moreLine(more: { readonly count: number; readonly role: string }): string {
  return `… ${more.count} more ${writeRole(more.role)}`
}

/** The line with its texts cut to `most` characters, for a brief answer. */
export function shortened(line: Line, most: number): Line {
  const cut = (['name', 'value', 'description'] as const).flatMap((key) => {
    const text = line[key]
    return text === undefined || text.length <= most ? [] : [[key, `${cutAt(text, most)}…`]]
  })
  return { ...line, ...Object.fromEntries(cut) }
}

/** One element of a view. An element that is only context, has no actions and at most a name omits its id if its role allows. */
export function lineOfShown(one: Shown, shape: Shape): string {
  if (!isOnlyPlace(one)) return lineOf(one.node, shape, one)
  const line = partsOf(one.node, withoutId(shape), one)
  const isPlace = hasNoFacts(line) && (line.name !== undefined || line.role !== 'heading')
  return writeLine(isPlace ? line : { ...line, id: shape.idOf(one.node) })
}

/** For a line that may have none: none is assigned. */
function withoutId(shape: Shape): Shape {
  return { ...shape, idOf: () => '' }
}

function isOnlyPlace({ node, context, children }: Shown): boolean {
  if (!context || isInteractable(node)) return false
  const role = shortRole(node.role, node.subrole)
  return role === 'heading' ? children.length === 0 : children.length > 0 && bareRoles.includes(role)
}

/** At most a name. */
function hasNoFacts({ id: _id, role: _role, name: _name, states, ...facts }: Line): boolean {
  return states.length === 0 && Object.keys(facts).length === 0
}

/** One element, without its indentation. */
export function lineOf(node: Node, shape: Shape, extra: LineExtra = {}): string {
  return writeLine(partsOf(node, shape, extra))
}

/** Parts of a line that are not the element's own. */
export interface LineExtra extends Pick<Shown, 'rest' | 'options'> {
  readonly text?: string | undefined
}

/** What an element's line says about it. */
export function partsOf(node: Node, shape: Shape, { text, rest, options }: LineExtra = {}): Line {
  const texts = textsShown(node, text, false)
  const isText = node.role === 'AXStaticText'
  const label = texts.name ?? texts.title ?? texts.description ?? texts.placeholder ?? texts.help
  // A tooltip may repeat the name; unless it begins with it, the name comes first.
  const longer = label !== undefined && texts.description !== undefined && beginsWithWords(texts.description, label)
  const whole = isText && label === undefined ? texts.value : longer ? texts.description : label
  const isKnown = (isText && (label === undefined || label === texts.value)) || node.subrole === 'AXSecureTextField'
  const value = isKnown ? undefined : texts.value
  const name = rest === '' ? undefined : (rest ?? whole)
  const hint = text !== undefined && isNamedByPlaceholder(node) ? (texts.title ?? texts.placeholder) : undefined
  const description = texts.description === undefined || texts.description === whole ? hint : texts.description
  const where = shape.whereOf?.(node)
  const at = shape.coordinates?.(node)
  // In the coordinates that a call with, or without, the tab's id would take.
  const place = shape.onScreen ? at?.frame : (at?.pageFrame ?? at?.frame)
  return {
    id: shape.idOf(node),
    role: shortRole(node.role, node.subrole),
    ...(name !== undefined ? { name } : texts.identifier !== undefined && { identifier: texts.identifier }),
    ...(value !== undefined && { value }),
    ...(description !== undefined && { description }),
    ...(where !== undefined && { where: placeText(where) }),
    states: [...abnormalStates(node), ...(options === undefined ? [] : [optionsText(options)])],
    ...(place !== undefined && { place: `${place.x},${place.y} ${place.width}x${place.height}` }),
    ...(shape.actions && node.actions.length > 0 && { actions: node.actions }),
  }
}

function optionsText(options: number): string {
  return options === 1 ? '1 option' : `${options} options`
}

/** `in row "INV-1001"` */
export function placeText({ how, text }: Whereabouts): string {
  return how === '' ? quote(text) : `${how} ${quote(text)}`
}

export function writeLine(line: Line): string {
  // A removed element that was never shown has no id.
  const text = line.id === '' ? writeRole(line.role) : `[${writeWord(line.id)}] ${writeRole(line.role)}`
  return `${text}${line.name === undefined ? '' : ':'}${writeRest(line)}`
}

/** Everything after the role. */
function writeRest(line: Line): string {
  let text = ''
  if (line.name !== undefined) text += ` ${write(line.name, longestText)}`
  else if (line.identifier !== undefined) text += `#${writeIdentifier(line.identifier)}`
  if (line.value !== undefined) text += ` =${write(line.value, longestText)}`
  if (line.description !== undefined) {
    const shown = cutAt(line.description, longestText)
    text += ` ${quote(shown)}${shown.length < line.description.length ? '…' : ''}`
  }
  if (line.where !== undefined) text += ` ${line.where}`
  if (line.states.length > 0) text += ` (${line.states.join(', ')})`
  if (line.place !== undefined) text += ` @${line.place}`
  if (line.actions !== undefined) text += ` {${line.actions.map(writeWord).join(', ')}}`
  return text
}

function indent(depth: number): string {
  return ' '.repeat(depth)
}

function writeWord(word: string): string {
  return /^[\w-]+$/.test(word) ? word : quote(word)
}

function writeRole(role: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+)*$/u.test(role) && isPlain(role) ? role : quote(role)
}

function writeIdentifier(identifier: string): string {
  const shown = cutAt(identifier, longestText)
  return /^[\w.-]+$/.test(identifier) && shown === identifier
    ? identifier
    : quote(shown) + (shown === identifier ? '' : '…')
}
