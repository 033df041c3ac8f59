/** The element that the words of a step name: `"Save"`, `33`, `button "Save" near "Row 4"`. */
import { given } from '../given.ts'
import { focusedWord } from '../params.ts'
import { beginsWithKind, kindFirst, kindIn, withPairs } from './kinds.ts'
import { targetOf } from './params.ts'
import { counted, rowIn } from './whereabouts.ts'
import { isFocus, isIdOf, isPoint, textOf, type Word } from './words.ts'

type Named = { readonly elementId: string } | { readonly find: { readonly [part: string]: unknown } }

/** An id, or a kind with a text and the row that contains it. A kind alone will do for a step that reads. */
export function named(said: readonly Word[] | undefined, isRead: boolean): Named | undefined {
  if (said === undefined || said.length === 0) return undefined
  const { words, nth } = counted(said)
  const { near, after } = rowIn(words)
  const own = kindFirst(withPairs(near < 0 ? words : words.slice(0, near)))
  const [first, ...others] = own
  if (own.length === 1 && near < 0 && isFocus(first!)) return { elementId: focusedWord }
  if (isPoint(own)) return { find: { scope: 'position', ...targetOf(own[0]!.text) } }
  const isShown = first !== undefined && isIdOf(first) && first.text.startsWith('[')
  const isId = isShown || (own.length === 1 && isIdOf(first!))
  if (isId && near < 0) return { elementId: first!.text.replace(/\D/g, '') }
  const isKind = beginsWithKind(own, isRead || near >= 0)
  const text = spokenIn(isKind ? others : own)
  const { elementTypes, role } = { elementTypes: undefined, role: undefined, ...(isKind && kindIn(first!)) }
  const filter = { ...given({ role }), ...(text !== '' && { anyFieldContains: text }) }
  return {
    find: {
      ...given({ elementTypes }),
      ...(Object.keys(filter).length > 0 && { filter }),
      ...(near >= 0 && { near: textOf(words.slice(after)) }),
      ...given({ nth }),
    },
  }
}

/** As typed: a quoted text after other words is the description that views show after a name. */
function spokenIn(words: readonly Word[]): string {
  const isShown = words.length > 1 && words[0]?.quoted === false && words.at(-1)?.quoted === true
  return isShown ? `${textOf(words.slice(0, -1))} ${JSON.stringify(words.at(-1)!.text)}` : textOf(words)
}

/** Where an element begins after keys, as in a command: at an id (no key's name is two digits) or a quoted text. */
export function elementAfterKeys(words: readonly Word[]): number {
  const isId = (word: Word, at: number) => isIdOf(word) && word.text.length > 1 && at === words.length - 1
  const isText = ({ text, quoted }: Word) => quoted && text.length > 1
  const isKind = (at: number) => beginsWithKind(words.slice(at), false) && words[at + 1]?.quoted === true
  return words.findIndex((word, at) => at > 0 && (isId(word, at) || isText(word) || isKind(at)))
}
