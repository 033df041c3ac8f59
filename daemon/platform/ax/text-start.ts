/** The first characters of a text area: its value would be the whole document. */
import type { AxCalls, Intern } from './ax-calls.ts'
import type { CFRef } from './cf.ts'

const firstCharacters = 2_000
/** Of a longer one that gives no parts, nothing is read. */
const wholeAtMost = 100_000

export interface TextStart {
  readonly text: string
  /** Of the whole. */
  readonly characters: number
}

/** `characters`: how many it has, where it says so. */
export function textStart(
  ax: AxCalls,
  element: CFRef,
  characters: number | undefined,
  intern: Intern,
): TextStart | undefined {
  if (characters === 0) return { text: '', characters }
  if (characters !== undefined) {
    const part = ax.textPart(element, 0, Math.min(characters, firstCharacters))
    if (part !== undefined) return { text: part, characters }
    if (characters > wholeAtMost) return undefined
  }
  // Neither a length nor parts: there is no other way.
  const value = ax.value(element, 'AXValue', intern)
  if (typeof value !== 'string') return undefined
  const last = value.charCodeAt(firstCharacters - 1)
  const end = last >= 0xd800 && last < 0xdc00 ? firstCharacters - 1 : firstCharacters
  return { text: value.slice(0, end), characters: characters ?? value.length }
}
