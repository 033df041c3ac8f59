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
 * `7 7`: `isChildName` tells whether one of the element's parts has the half for a name. `isWrapper`: it holds others
 * together, so that a word like `HistoryView` is a class.
 */
export function cleanName(
  name: string,
  toolkit: Toolkit,
  isWrapper = false,
  isChildName: (half: string) => boolean = () => false,
): string | undefined {
  const trimmed = shownText(name, toolkit)
  if (trimmed === undefined || toolkit !== 'gtk4') return trimmed
  if (className.test(trimmed) || (isWrapper && ownClassName.test(trimmed))) return undefined
  const half = halfOf(trimmed)
  return half !== undefined && isChildName(half) ? half : trimmed
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

/** `x` of `x x`. */
function halfOf(name: string): string | undefined {
  const middle = (name.length - 1) / 2
  if (middle < 1 || !Number.isInteger(middle) || name[middle] !== ' ') return undefined
  const half = name.slice(0, middle)
  return half === name.slice(middle + 1) ? half : undefined
}
