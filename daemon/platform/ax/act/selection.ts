/** Selects parts of a text. */
import { native } from '../../acting/performed.ts'
import { cannotSelect, placeOfWords } from '../../acting/words.ts'
import { Flag } from '../../element/flags.ts'
import type { Performed } from '../../platform.ts'
import { canSet } from '../input/attempt.ts'
import { type AppAccess, attributeOf } from '../read/access.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { isTextRole } from '../wire/roles.ts'

/** Without words all of a field; undefined if it is no text. Throws not_found, element_ambiguous, unsupported_here. */
export async function selectText(
  app: AppAccess,
  raw: RawElement,
  words: string | undefined,
): Promise<Performed | undefined> {
  const row = app.mirror.rowFor(raw)
  const isField = isTextRole(row.role) && row.role !== 'AXComboBox'
  if (!isField && (words === undefined || row.role !== 'AXStaticText')) return undefined
  const { AXValue: value } = raw.facts
  const text = (row.flags & Flag.secure) === 0 && typeof value === 'string' ? value : undefined
  const isWhole = raw.characters === undefined || raw.characters === (text?.length ?? 0)
  if (text === undefined || !isWhole) throw cannotSelect()
  const [from, to] = placeOfWords(text, words)
  if (!(await selectRange(app, raw.ref, from, to - from))) throw cannotSelect()
  return { ...native, seen: true }
}

/** In UTF-16 units. Did the application take it? */
export async function selectRange(app: AppAccess, ref: Ref, location: number, length: number): Promise<boolean> {
  const range = { kind: 'range', location, length } as const
  if (!(await canSet(app, ref, 'AXSelectedTextRange', range))) return false
  const now = await attributeOf(app, ref, 'AXSelectedTextRange')
  return typeof now === 'object' && now.kind === 'range' && now.location === location && now.length === length
}
