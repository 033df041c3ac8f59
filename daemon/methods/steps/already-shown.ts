/** Leaves out of what a program has changed what its last steps have shown or read: it is known, and is said once. */
import { isCalled } from '../../../api-schema/step.ts'
import type { Told } from './step.ts'

/** Of a line of its own, and of several in one line: `[12] link: Home`, `links: [12 Home][13 Help]`. */
const id = /\[(\d+)(?=[\] ])/g
/** `+ [12] text: Item has been added.` */
const saying = /^\+ +\[\d+\] (?:text|heading|alert|status): (.+)$/

export interface Shown {
  readonly ids: ReadonlySet<string>
  readonly texts: readonly string[]
}

export function shownBy(told: readonly Told[]): Shown {
  const lastAct = told.findLastIndex(({ action }) => !isCalled(action) || action === 'call')
  const read = told.slice(lastAct + 1).filter(({ action }) => action === 'look' || action === 'text')
  const texts = read.flatMap(({ text }) => (text === undefined ? [] : [inOneLine(text)]))
  return { ids: new Set(read.flatMap(({ outline }) => idsIn(outline))), texts }
}

export function withoutShown(outline: string | undefined, { ids, texts }: Shown): string | undefined {
  // Of what has changed, and of what is gone, they say nothing.
  const isKnown = (line: string) => {
    if (line.startsWith('~') || line.startsWith('- ')) return false
    const [words, own] = [saying.exec(line)?.[1], idsIn(line)]
    const isShown = own.length > 0 && own.every((one) => ids.has(one))
    return isShown || (words !== undefined && texts.some((text) => text.includes(words)))
  }
  // A row is shown whole: its texts alone would not say whose they are.
  let row = Number.POSITIVE_INFINITY
  const isTold = (line: string) => {
    const depth = line.search(/[^+ ]/)
    if (line.startsWith('+') && depth > row) return true
    const isNew = !isKnown(line)
    row = isNew && /^\+ +\[\d+\] row\b/.test(line) ? depth : Number.POSITIVE_INFINITY
    return isNew
  }
  return outline?.split('\n').filter(isTold).join('\n')
}

function idsIn(outline = ''): string[] {
  return [...outline.matchAll(id)].map(([, one]) => one!)
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
