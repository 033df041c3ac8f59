/** Keys that a browser takes for itself. A tab is sent them as a page sees them, so the browser does nothing. */
import { parseKeys } from './chords.ts'
import { modifiers } from './key-table.ts'

/** By the bits held and the key: the verb that does it. */
const verbs: readonly (readonly [bits: number, key: string, verb: string])[] = [
  [modifiers.Alt, 'ArrowLeft', 'back'],
  [modifiers.Alt, 'ArrowRight', 'forward'],
  [0, 'F5', 'reload'],
  [modifiers.Control, 'F5', 'reload'],
  [modifiers.Control, 'r', 'reload'],
  [modifiers.Meta, 'r', 'reload'],
  [modifiers.Control, 'l', 'goto (in a shell: open URL)'],
  [modifiers.Meta, 'l', 'goto (in a shell: open URL)'],
  [modifiers.Control, 't', 'tabs open'],
  [modifiers.Meta, 't', 'tabs open'],
  [modifiers.Control, 'w', 'tabs close'],
  [modifiers.Meta, 'w', 'tabs close'],
]

/** Why nothing came of the last key, where it is one of these. */
export function browserKeyDoubt(keys: string): string | undefined {
  const { bits, stroke } = parseKeys(keys).at(-1)!
  const verb = verbs.find(([held, key]) => held === bits && key === stroke.key)?.[2]
  return verb && `a key of the browser goes to the page alone, which did nothing: use ${verb}`
}
