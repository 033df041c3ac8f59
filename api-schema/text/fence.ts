/**
 * Free text of the screen over MCP: in a block with a random mark, which the text cannot know and so not close. Whoever
 * reads the answer knows by it what the daemon says and what a page or application says.
 */
import { harmless } from '../harmless.ts'
import { type Fields, isFields } from './view.ts'

/** Fields with free text, of a result and of the snapshot in it; everything else is written as one line a text. */
const free = ['text', 'html', 'content'] as const

/** Gives the mark for the texts of one answer; asked again if one of them happens to hold it. */
export type Mark = () => string

export function fenced(result: unknown, mark: Mark): unknown {
  if (!isFields(result)) return result
  const { steps } = result
  const whole = Array.isArray(steps) ? { ...result, steps: steps.map((step) => fencedFields(step, mark)) } : result
  const own = fencedFields(whole, mark)
  return isFields(own.snapshot) ? { ...own, snapshot: fencedFields(own.snapshot, mark) } : own
}

function fencedFields(fields: Fields, mark: Mark): Fields {
  const texts = free.flatMap((name) => {
    const text = fields[name]
    return typeof text === 'string' && text !== '' ? [[name, block(text, mark)]] : []
  })
  return texts.length === 0 ? fields : { ...fields, ...Object.fromEntries(texts) }
}

function block(text: string, mark: Mark): string {
  let name = mark()
  while (text.includes(name)) name = mark()
  return `<screen ${name}>\n${harmless(text)}\n</screen ${name}>`
}
