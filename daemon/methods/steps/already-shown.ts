/** Leaves out of what a program has changed what its last steps have shown or read: it is known, and is said once. */
import { isCalled } from '../../../api-schema/step.ts'
import type { Told } from './step.ts'

const id = /\[\d+\]/
/** `+ [12] text: Item has been added.` */
const saying = /^\+ +\[\d+\] (?:text|heading|alert|status): (.+)$/

export function withoutShown(outline: string | undefined, told: readonly Told[]): string | undefined {
  const lastAct = told.findLastIndex(({ action }) => !isCalled(action) || action === 'call')
  const read = told.slice(lastAct + 1).filter(({ action }) => action === 'look' || action === 'text')
  if (outline === undefined || read.length === 0) return outline
  const shown = new Set(read.flatMap((step) => step.outline?.match(new RegExp(id, 'g')) ?? []))
  const texts = read.flatMap(({ text }) => (text === undefined ? [] : [inOneLine(text)]))
  // Of what has changed, and of what is gone, they say nothing.
  const isKnown = (line: string) => {
    if (line.startsWith('~') || line.startsWith('- ')) return false
    const words = saying.exec(line)?.[1]
    return shown.has(id.exec(line)?.[0] ?? '') || (words !== undefined && texts.some((text) => text.includes(words)))
  }
  return outline
    .split('\n')
    .filter((line) => !isKnown(line))
    .join('\n')
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
