/** Selects words of a text: of a field, an editor or the page. */
import { native } from '../../acting/performed.ts'
import { cannotSelect, placeOfWords } from '../../acting/words.ts'
import type { Performed } from '../../platform.ts'
import { selectableScript, selectInScript } from '../injected/act/selection.ts'
import type { Held } from '../wire/world.ts'

/** Without words all of a field; undefined if it is no text. Throws not_found, element_ambiguous, unsupported_here. */
export async function selectText(
  held: Held,
  words: string | undefined,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  const text = await held.call(selectableScript, [words === undefined], signal)
  if (text === null) return undefined
  const [from, to] = placeOfWords(text, words)
  if (!(await held.call(selectInScript, [from, to], signal))) throw cannotSelect()
  return { ...native, seen: true }
}
