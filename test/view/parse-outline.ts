/** Reads an outline back: what it finds is what was written, for any texts, but for what was cut. */
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import type { Line } from '../../daemon/view/write/outline.ts'

export interface OutlineNode extends Line {
  readonly children: OutlineNode[]
  readonly more?: { readonly count: number; readonly role: string }
}

export function parseOutline(outline: string): OutlineNode[] {
  const roots: OutlineNode[] = []
  const open: OutlineNode[][] = [roots]
  if (outline === '') return roots
  for (const line of linesApart(outline)) {
    const depth = line.length - line.trimStart().length
    open.length = depth + 1
    const list = open[depth]!
    const more = /^ *… (\d+) more (.*)$/u.exec(line)
    if (more !== null) {
      const last = list.pop()!
      list.push({ ...last, more: { count: Number(more[1]), role: readQuoted(more[2]!, 0)?.text ?? more[2]! } })
      continue
    }
    const node: OutlineNode = { ...partsIn(line.trimStart()), children: [] }
    list.push(node)
    open[depth + 1] = node.children
  }
  return roots
}

const place = /^(page|heading|navigation|main|aside|banner|footer|form|region|search|group|row)(?:: (.*))?$/s

/** Terms, headings and what only says where others are have no id. */
function partsIn(line: string): Line {
  if (line.startsWith('[')) return parseLine(line)
  const [, role, name] = place.exec(line) ?? []
  if (role === undefined) return termIn(line)
  return name === undefined ? { id: '', role, states: [] } : { ...termIn(name), role }
}

/** A term has no id. */
function termIn(line: string): Line {
  return { id: '', role: 'group', name: readQuoted(line, 0)?.text ?? line, states: [] }
}

/** Ends of a plain text: where the next part of a line begins. */
const partEnd = / (?==|"|\((?:[a-z]+|\d+ options?)(?:, (?:[a-z]+|\d+ options?))*\)|@-?\d|\{)/g
const statesPart = /^ \(((?:[a-z]+|\d+ options?)(?:, (?:[a-z]+|\d+ options?))*)\)/
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

interface ReadText {
  readonly text: string
  readonly cut: boolean
  /** Where what follows begins. */
  readonly end: number
}

/** A quoted text at a place, or `undefined` where there is none. */
function readQuoted(line: string, from: number): ReadText | undefined {
  if (line[from] !== '"') return undefined
  let text = ''
  for (let at = from + 1; at < line.length; at++) {
    const character = line[at]!
    if (character === '"') return { text, cut: line[at + 1] === '…', end: at + (line[at + 1] === '…' ? 2 : 1) }
    if (character !== '\\') text += character
    else {
      const escaped = line[++at]
      if (escaped === 'u') {
        text += String.fromCharCode(Number.parseInt(line.slice(at + 1, at + 5), 16))
        at += 4
      } else text += escaped === 'n' ? '\n' : escaped === 't' ? '\t' : (escaped ?? '')
    }
  }
  return undefined
}
