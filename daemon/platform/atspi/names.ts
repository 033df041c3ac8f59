/** Names as people see them: padding, doubling and class names that toolkits put there are taken out. */
import type { Toolkit } from './access.ts'

/** Never what a person reads: GTK 4 names widgets without a label by their class. */
const className = /^(?:Gtk|Adw|Gdk|Hdy)[A-Z][A-Za-z0-9]*$/
/** A class of the application's own. */
const ownClassName = /^(?:[A-Z][a-z0-9]+){2,}$/
/** Qt shows rich text, and tells it as it is written. */
const tag =
  /<\/?(?:a|b|i|u|p|br|em|hr|td|th|tr|qt|sub|sup|big|font|html|body|span|small|strong|table|center|nobr|code|tt|div|img|h[1-6])\b[^<>]*>/gi
const entity = /&(lt|gt|amp|quot|nbsp);/g
const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/g

/**
 * The name without what no person sees; undefined where nothing is left. GTK 4 says a button's label and its text,
 * `7 7`: `parts` are the names of what is in it. `isWrapper`: it holds others
 * together, so that a word like `HistoryView` is a class.
 */
export function cleanName(
  name: string,
  toolkit: Toolkit,
  isWrapper = false,
  parts: readonly string[] = [],
): string | undefined {
  const trimmed = shownText(name, toolkit)
  if (trimmed === undefined || toolkit !== 'gtk4') return trimmed
  if (className.test(trimmed) || (isWrapper && ownClassName.test(trimmed))) return undefined
  return parts.find((part) => saysTwice(trimmed, part)) ?? trimmed
}

/** `7 7` and `_Run Run` say `7` and `Run`; an underscore goes before the letter of a shortcut. */
function saysTwice(name: string, part: string): boolean {
  if (part === '' || name.length < 2 * part.length + 1 || name.length > 2 * part.length + 2) return false
  return name === `${part} ${part}` || name.replace('_', '') === `${part} ${part}`
}

/** The text as a person sees it: without markup, where the toolkit draws that. */
export function shownText(text: string, toolkit: Toolkit): string | undefined {
  if (toolkit !== 'qt' || text.search(tag) < 0) return trimText(text)
  return trimText(text.replace(tag, '').replace(entity, (_, name: string) => entities[name]!))
}

/** A text without padding and what cannot be seen; undefined where nothing is left. */
export function trimText(text: string): string | undefined {
  const trimmed = text.replace(unseen, '').trim()
  return trimmed === '' ? undefined : trimmed
}
