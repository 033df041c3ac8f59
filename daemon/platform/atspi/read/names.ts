/** Names as people see them, without the padding, doubling and class names that toolkits add. */
import { seenText } from '../../unseen.ts'
import type { Toolkit } from '../wire/access.ts'

/** Never shown to people: GTK 4 names widgets without a label by their class. */
const className = /^(?:Gtk|Adw|Gdk|Hdy)[A-Z][A-Za-z0-9]*$/
/** A class of the application's own; one that ends so is no label of anything else either. */
const ownClassName = /^(?:[A-Z][a-z0-9]+){2,}$/
const ownWidget = /(?:View|Entry|Widget|Editor|Container|Window)$/
/** Qt displays rich text, but reports its source. */
const tag =
  /<\/?(?:a|b|i|u|p|br|em|hr|td|th|tr|qt|sub|sup|big|font|html|body|span|small|strong|table|center|nobr|code|tt|div|img|h[1-6])\b[^<>]*>/gi
const entity = /&(lt|gt|amp|quot|nbsp);/g
const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }

/**
 * The name without what nobody sees; undefined if nothing is left. GTK 4 reports a button's label and its text, `7 7`:
 * `parts` are the names of what it contains. `isWrapper`: it groups others, so a word like `HistoryView` is a class.
 */
export function cleanName(
  name: string,
  toolkit: Toolkit,
  isWrapper = false,
  parts: readonly string[] = [],
): string | undefined {
  const trimmed = shownText(name, toolkit)
  if (trimmed === undefined || toolkit !== 'gtk4') return trimmed
  if (className.test(trimmed)) return undefined
  if (ownClassName.test(trimmed) && (isWrapper || (ownWidget.test(trimmed) && !parts.includes(trimmed))))
    return undefined
  return parts.find((part) => saysTwice(trimmed, part)) ?? trimmed
}

/** `7 7` and `_Run Run` mean `7` and `Run`; the underscore marks the shortcut letter. */
function saysTwice(name: string, part: string): boolean {
  if (part === '' || name.length < 2 * part.length + 1 || name.length > 2 * part.length + 2) return false
  return name === `${part} ${part}` || name.replace('_', '') === `${part} ${part}`
}

/** The text as a person sees it: without markup, if the toolkit renders that. */
export function shownText(text: string, toolkit: Toolkit): string | undefined {
  if (toolkit !== 'qt' || text.search(tag) < 0) return seenText(text)
  return seenText(text.replace(tag, '').replace(entity, (_, name: string) => entities[name]!))
}
