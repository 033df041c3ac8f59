/** The kind of an element in a step: before its text, or after it if that is quoted. */
import { elementTypes } from '../element.ts'
import { UsageError } from './usage-error.ts'
import type { Word } from './words.ts'

/** Kinds of parts for reading, besides those of controls. */
const parts = ['main', 'navigation', 'search', 'form', 'dialog', 'table', 'list', 'row', 'cell', 'heading', 'image']
export const kinds: ReadonlySet<string> = new Set([...elementTypes.filter((type) => type !== 'any'), ...parts])

/**
 * Kinds that views show and that also occur in names: kinds only before a quoted text, or alone in a step that reads.
 */
const shown: ReadonlySet<string> = new Set([
  ...['alert', 'application', 'article', 'aside', 'banner', 'combobox', 'disclosure', 'footer', 'grid', 'group', 'log'],
  ...['menu', 'menuitem', 'option', 'page', 'password', 'progress', 'region', 'ruler', 'scrollbar', 'searchfield'],
  ...['spinner', 'splitter', 'status', 'switch', 'tabs', 'text', 'textarea', 'textbox', 'toggle', 'toolbar', 'tree'],
  ...['treeitem', 'unknown', 'window'],
])
/** Kinds of two words. */
const pairs: ReadonlySet<string> = new Set([
  ...['color well', 'date field', 'help tag', 'level indicator', 'menu bar', 'menu button', 'menu item', 'radio group'],
  ...['rating indicator', 'scroll area', 'split group', 'status item', 'time field'],
])
const asTypes: ReadonlySet<string> = new Set([...elementTypes, 'combobox', 'textbox'])

/** Does the first of these words name the kind? `isRead`: it may do so alone. */
export function beginsWithKind([first, second]: readonly Word[], isRead: boolean): boolean {
  if (first === undefined || first.quoted) return false
  if (second === undefined) return isRead && (kinds.has(first.text) || shown.has(first.text) || pairs.has(first.text))
  return pairs.has(first.text) || kinds.has(first.text) || (shown.has(first.text) && second.quoted)
}

/** As a find takes it: as an element type if it is one. */
export function kindIn({ text }: Word): { readonly elementTypes: readonly string[] } | { readonly role: string } {
  return asTypes.has(text) ? { elementTypes: [text] } : { role: text }
}

/** Joins a kind of two words, as views show it, into one word. */
export function withPairs(words: readonly Word[]): readonly Word[] {
  const [first, second, third, ...rest] = words
  const text = `${first?.text} ${second?.text}`
  const isPair = pairs.has(text) && !first!.quoted && !second!.quoted && (third === undefined || third.quoted)
  return isPair ? [{ text, quoted: false, raw: text }, ...(third === undefined ? [] : [third]), ...rest] : words
}

/** `"Save" button` becomes `button "Save"`. Other words after a quoted text would be searched for as part of it. */
export function kindFirst(words: readonly Word[]): readonly Word[] {
  const [text, ...rest] = words
  if (text?.quoted !== true || rest.length === 0 || rest.some(({ quoted }) => quoted)) return words
  if (rest.length === 1 && (kinds.has(rest[0]!.text) || shown.has(rest[0]!.text))) return [rest[0]!, text]
  const said = rest.map(({ text }) => text).join(' ')
  throw new UsageError(
    `"${said}" cannot follow "${text.text}": what can is near "Words", in row "Words", or a value after =. A kind stands before it, such as button "${text.text}".`,
  )
}
