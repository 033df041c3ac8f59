/**
 * What is shown, as an outline with one line per element:
 * `[id] role: name =value "description" (states) @x,y WxH {actions}`, indented by two spaces per level. A line
 * `… n more role` stands for similar siblings that follow. Cells of one row, where the tree has no rows, are in one line,
 * with ` | ` between them.
 */

import { cutAt } from '../../api-schema/cut.ts'
import { beginsWithWords } from '../tree/index/words.ts'
import { type Node, shortRole } from '../tree/node.ts'
import type { Whereabouts } from '../tree/view/look-alikes.ts'
import type { Shown } from '../tree/view/shown.ts'
import { isPlain, quote, write } from './text.ts'
import { abnormalStates, type Shape, textsShown } from './verbosity.ts'

/** Longest texts in a line, in characters. */
export const longestText = 120

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
  /** Where it is, unlike others that look like it. */
  readonly where?: string
  readonly place?: string
  readonly actions?: readonly string[]
}

export function outlineOf(shown: readonly Shown[], shape: Shape, { flat = false }: { flat?: boolean } = {}): string {
  const lines: string[] = []
  const stack: { readonly one: Shown | string; readonly depth: number }[] = []
  const push = (list: readonly Shown[], depth: number) => {
    for (let i = list.length - 1; i >= 0; i--) {
      const one = list[i]!
      if (one.more !== undefined) stack.push({ one: moreLine(one.more), depth })
      stack.push({ one, depth })
    }
  }
  let rowBefore: Node['key'] | undefined
  push(shown, 0)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { one, depth } = next
    if (typeof one === 'string') lines.push(indent(depth) + one)
    else {
      const isLeftOut = flat && one.context
      const row = flat ? undefined : shape.rowOf?.(one.node)
      const line = lineOf(one.node, shape, one)
      if (row !== undefined && row === rowBefore) lines.push(`${lines.pop()} | ${line}`)
      else if (!isLeftOut) lines.push(indent(depth) + line)
      rowBefore = one.more === undefined ? row : undefined
      push(one.children, flat ? 0 : depth + 1)
    }
  }
  return lines.join('\n')
}

export function moreLine(more: { readonly count: number; readonly role: string }): string {
  return `… ${more.count} more ${writeRole(more.role)}`
}

/** The line with its texts cut, for a brief answer. */
export function shortened(line: Line, most: number): Line {
  const cut = (['name', 'value', 'description'] as const).flatMap((key) => {
    const text = line[key]
    return text === undefined || text.length <= most ? [] : [[key, `${cutAt(text, most)}…`]]
  })
  return { ...line, ...Object.fromEntries(cut) }
}

/** One element, without its indentation. */
export function lineOf(node: Node, shape: Shape, told: Told = {}): string {
  return writeLine(partsOf(node, shape, told))
}

/** What a line says that is not the element's own. */
export interface Told extends Pick<Shown, 'rest' | 'options'> {
  readonly text?: string | undefined
}

/** What an element's line says about it. */
export function partsOf(node: Node, shape: Shape, { text, rest, options }: Told = {}): Line {
  const texts = textsShown(node, text, false)
  const isText = node.role === 'AXStaticText'
  const label = texts.name ?? texts.title ?? texts.description ?? texts.placeholder ?? texts.help
  // A tooltip may repeat the name; unless it begins with it, the name comes first.
  const longer = label !== undefined && texts.description !== undefined && beginsWithWords(texts.description, label)
  const whole = isText && label === undefined ? texts.value : longer ? texts.description : label
  const value = isText && (label === undefined || label === texts.value) ? undefined : texts.value
  const name = rest === '' ? undefined : (rest ?? whole)
  const description = texts.description === whole ? undefined : texts.description
  const where = shape.whereOf?.(node)
  const at = shape.coordinates?.(node)
  // By what a call that names the tab, or else none, would take.
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
  return `${how} ${quote(text)}`
}

export function writeLine(line: Line): string {
  // An element that is gone and was never shown has no id.
  let text = line.id === '' ? writeRole(line.role) : `[${writeWord(line.id)}] ${writeRole(line.role)}`
  if (line.name !== undefined) text += `: ${write(line.name, longestText)}`
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
  return '  '.repeat(depth)
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
