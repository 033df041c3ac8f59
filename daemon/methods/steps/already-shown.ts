/** Leaves out of what a program has changed what its last steps have shown or read: it is known, and is said once. */
import { isCalled } from '../../../api-schema/step.ts'
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import type { Told } from './step.ts'

const id = /^[+~ -]*\[(\d+)\]/
/** `+ [12] text: Item has been added.` */
const saying = /^\+ +\[\d+\] (?:text|heading|alert|status): (.+)$/
/** What views show without an id: `+ [12] row: Name:`, `+ [12] list#tabs`. */
const around = /^\+ +\[\d+\] (?:row|group|list|table|form)[^\s:]*(?:: (.+))?$/
const more = /^\+ +… \d+ more /

export interface Shown {
  readonly ids: ReadonlySet<string>
  readonly texts: readonly string[]
  readonly views: readonly string[]
}

export function shownBy(told: readonly Told[]): Shown {
  const lastAct = told.findLastIndex(({ action }) => !isCalled(action) || action === 'call')
  const read = told.slice(lastAct + 1).filter(({ action }) => action === 'look' || action === 'text')
  const views = read.flatMap(({ outline }) => outline ?? [])
  const texts = read.flatMap(({ text }) => (text === undefined ? [] : [inOneLine(text)]))
  return { ids: new Set(views.flatMap(idsIn)), texts, views }
}

export function withoutShown(outline: string | undefined, { ids, texts, views }: Shown): string | undefined {
  if (outline === undefined || (texts.length === 0 && views.length === 0)) return outline
  // Of what has changed, and of what is gone, they say nothing.
  const isSaid = (line: string) => {
    if (line.startsWith('~') || line.startsWith('- ')) return false
    const [words, own] = [saying.exec(line)?.[1], idsIn(line)]
    const isShown = own.length > 0 && own.every((one) => ids.has(one))
    return isShown || (words !== undefined && texts.some((text) => text.includes(words)))
  }
  const isAround = (line: string) => {
    const [found, words] = around.exec(line) ?? []
    return found !== undefined && (words === undefined || views.some((view) => view.includes(words)))
  }
  const isKnown = (line: string) => isSaid(line) || isAround(line) || more.test(line)
  const lines = outline.split('\n')
  const told: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const part = lines.slice(at, endOf(lines, at))
    const isWhole = isAround(line) && part.every(isKnown)
    // A row is shown whole: its texts alone would not say whose they are.
    const isRow = !isWhole && !isSaid(line) && /^\+ +\[\d+\] row\b/.test(line)
    if (isRow) told.push(...part)
    else if (!isWhole && !isSaid(line)) told.push(line)
    if (isRow || isWhole) at += part.length - 1
  }
  return told.join('\n')
}

/** After all that stands in it. */
function endOf(lines: readonly string[], at: number): number {
  const depth = depthOf(lines[at]!)
  const end = lines.findIndex((line, later) => later > at && !(line.startsWith('+') && depthOf(line) > depth))
  return end < 0 ? lines.length : end
}

function depthOf(line: string): number {
  return line.search(/[^+ ]/)
}

/** Of lines of their own, and of several in one. */
export function idsIn(outline = ''): string[] {
  return linesApart(outline).flatMap((line) => id.exec(line)?.[1] ?? [])
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
