/**
 * Free text of the screen, over MCP: enclosed in a random mark, which the text cannot know and therefore cannot close.
 * It tells readers what the daemon says and what a page or application says.
 */
import { harmless } from '../harmless.ts'
import { type Fields, isFields } from './view.ts'

/** Fields with free text, in a result and in its snapshot; everything else is written as one line per text. */
const free = ['text', 'html', 'content'] as const

/** Makes the mark for one answer's texts; asked again if a text happens to contain it. */
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
