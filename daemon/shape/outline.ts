/**
 * What is shown, as an outline of one line an element:
 * `[id] role: name =value "description" (states) @x,y WxH {actions}`, indented by two spaces a level. A line
 * `… n more role` stands for like siblings that follow.
 */

import { type Node, shortRole } from '../tree/node.ts'
import type { Shown } from '../tree/walk.ts'
import { holdsWords } from '../tree/words.ts'
import { cutAt, isPlain, quote, readQuoted, write } from './text.ts'
import { abnormalStates, type Shape, textsShown } from './verbosity.ts'

/** Longest texts of a line, in characters. */
export const longestText = 120

/** What a line says, before it is written and after it is read. */
export interface Line {
  readonly id: string
  readonly role: string
  readonly name?: string
  /** Only where there is no name. */
  readonly identifier?: string
  readonly value?: string
  readonly description?: string
  readonly states: readonly string[]
  readonly place?: string
  readonly actions?: readonly string[]
}

export interface OutlineNode extends Line {
  readonly children: OutlineNode[]
  readonly more?: { readonly count: number; readonly role: string }
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
  push(shown, 0)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { one, depth } = next
    if (typeof one === 'string') lines.push(indent(depth) + one)
    else {
      const isLeftOut = flat && one.context
      if (!isLeftOut) lines.push(indent(depth) + lineOf(one.node, shape, one.text))
      push(one.children, flat ? 0 : depth + 1)
    }
  }
  return lines.join('\n')
}

export function moreLine(more: { readonly count: number; readonly role: string }): string {
  return `… ${more.count} more ${writeRole(more.role)}`
}

/** One element, without its indentation. */
export function lineOf(node: Node, shape: Shape, text?: string): string {
  return writeLine(partsOf(node, shape, text))
}

/** What of an element its line says. */
export function partsOf(node: Node, shape: Shape, text?: string): Line {
  const texts = textsShown(node, text, false)
  const isText = node.role === 'AXStaticText'
  const label = texts.name ?? texts.title ?? texts.description ?? texts.placeholder ?? texts.help
  const longer = label !== undefined && texts.description !== undefined && holdsWords(texts.description, label)
  const name = isText && label === undefined ? texts.value : longer ? texts.description : label
  const value = isText && (label === undefined || label === texts.value) ? undefined : texts.value
  const description = texts.description === name ? undefined : texts.description
  const place = shape.coordinates?.(node)?.frame
  return {
    id: shape.idOf(node),
    role: shortRole(node.role, node.subrole),
    ...(name !== undefined ? { name } : texts.identifier !== undefined && { identifier: texts.identifier }),
    ...(value !== undefined && { value }),
    ...(description !== undefined && { description }),
    states: abnormalStates(node),
    ...(place !== undefined && { place: `${place.x},${place.y} ${place.width}x${place.height}` }),
    ...(shape.actions && node.actions.length > 0 && { actions: node.actions }),
  }
}

export function writeLine(line: Line): string {
  // What is gone and was never shown has no id.
  let text = line.id === '' ? writeRole(line.role) : `[${writeWord(line.id)}] ${writeRole(line.role)}`
  if (line.name !== undefined) text += `: ${write(line.name, longestText)}`
  else if (line.identifier !== undefined) text += `#${writeIdentifier(line.identifier)}`
  if (line.value !== undefined) text += ` =${write(line.value, longestText)}`
  if (line.description !== undefined) {
    const shown = cutAt(line.description, longestText)
    text += ` ${quote(shown)}${shown.length < line.description.length ? '…' : ''}`
  }
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

/** Reads an outline back. What it finds is what was written, for any texts, but for what was cut. */
export function parseOutline(outline: string): OutlineNode[] {
  const roots: OutlineNode[] = []
  const open: OutlineNode[][] = [roots]
  if (outline === '') return roots
  for (const line of outline.split('\n')) {
    const depth = (line.length - line.trimStart().length) / 2
    open.length = depth + 1
    const list = open[depth]!
    const more = /^ *… (\d+) more (.*)$/u.exec(line)
    if (more !== null) {
      const last = list.pop()!
      list.push({ ...last, more: { count: Number(more[1]), role: readQuoted(more[2]!, 0)?.text ?? more[2]! } })
      continue
    }
    const node: OutlineNode = { ...parseLine(line.trimStart()), children: [] }
    list.push(node)
    open[depth + 1] = node.children
  }
  return roots
}

/** Ends of a plain text: where the next part of a line begins. */
const partEnd = / (?==|"|\((?:[a-z]+)(?:, [a-z]+)*\)|@-?\d|\{)/g
const statesPart = /^ \(([a-z]+(?:, [a-z]+)*)\)/
const placePart = /^ @(-?[\d.]+,-?[\d.]+ -?[\d.]+x-?[\d.]+)/

export function parseLine(line: string): Line {
  let at = 1
  const word = (end: RegExp): string => {
    const quoted = readQuoted(line, at)
    if (quoted !== undefined) {
      at = quoted.end
      return quoted.text
    }
    end.lastIndex = at
    const stop = end.exec(line)?.index ?? line.length
    const text = line.slice(at, stop)
    at = stop
    return text
  }
  const parts: { -readonly [K in keyof Line]: Line[K] } = { id: word(/\]/g), role: '', states: [] }
  at += 2
  parts.role = word(/:|#| (?==|"|\(|@|\{)/g)
  if (line.startsWith(': ', at)) {
    at += 2
    parts.name = word(partEnd)
  } else if (line[at] === '#') {
    at += 1
    parts.identifier = word(/ /g)
  }
  if (line.startsWith(' =', at)) {
    at += 2
    parts.value = word(partEnd)
  }
  if (line.startsWith(' "', at)) {
    at += 1
    parts.description = word(partEnd)
  }
  const states = statesPart.exec(line.slice(at))
  if (states !== null) {
    parts.states = states[1]!.split(', ')
    at += states[0].length
  }
  const place = placePart.exec(line.slice(at))
  if (place !== null) {
    parts.place = place[1]!
    at += place[0].length
  }
  if (line.startsWith(' {', at)) {
    at += 2
    const actions: string[] = []
    while (at < line.length && line[at - 1] !== '}') {
      actions.push(word(/[,}]/g))
      at += line[at] === ',' ? 2 : 1
    }
    parts.actions = actions
  }
  return parts
}
