/** Names as people see them, without the padding, doubling and class names that toolkits add. */

import { seenText } from '../../../element/unseen.ts'
import { whyNot } from '../../../naming/candidates.ts'
import type { Toolkit } from '../../toolkits/toolkit.ts'
import { Has } from '../../wire/facts.ts'
import type { Place } from '../place.ts'
import { Role, roles, textRoles } from '../roles.ts'
import { isEntry, isHidden } from '../states.ts'

/** Groups that stand for nothing by themselves. */
export const wrappers = roles('panel filler')
/** How many elements to look at for an item's words. */
const mostInItem = 50
/** Tags of rich text. */
const tag =
  /<\/?(?:a|b|i|u|p|br|em|head|hr|td|th|tr|qt|sub|sup|big|font|html|body|span|small|strong|table|center|nobr|code|tt|div|img|h[1-6])\b[^<>]*>/gi
const entity = /&(lt|gt|amp|quot|nbsp);/g
const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }

/**
 * The name without what nobody sees; undefined if nothing is left. `parts` are the names of its contents, which its own
 * may repeat. `isWrapper`: it groups others, so a word like `HistoryView` is a class.
 */
export function cleanName(
  name: string,
  toolkit: Toolkit,
  isWrapper = false,
  parts: readonly string[] = [],
): string | undefined {
  const trimmed = shownText(name, toolkit)
  if (trimmed === undefined || !toolkit.namesByClass) return trimmed
  const isClass = whyNot({ text: trimmed, from: 'author' }, { byClass: true, isGroup: isWrapper, parts }) !== undefined
  if (isClass) return undefined
  return parts.find((part) => saysTwice(trimmed, part)) ?? trimmed
}

/** `7 7` and `_Run Run` mean `7` and `Run`; the underscore marks the shortcut letter. */
function saysTwice(name: string, part: string): boolean {
  if (part === '' || name.length < 2 * part.length + 1 || name.length > 2 * part.length + 2) return false
  return name === `${part} ${part}` || name.replace('_', '') === `${part} ${part}`
}

/** The text as a person sees it: without markup, if the toolkit renders that. */
export function shownText(text: string, toolkit: Toolkit): string | undefined {
  if (!toolkit.drawsMarkup || text.search(tag) < 0) return seenText(text)
  return seenText(text.replace(tag, '').replace(entity, (_, name: string) => entities[name]!))
}

/** The text that a combo box shows. */
export function chosenIn(id: string, places: ReadonlyMap<string, Place>, toolkit: Toolkit): string | undefined {
  if (toolkit.namesByClass) return firstText(id, places, toolkit)
  const { name } = places.get(id)!.item
  return optionsIn(id, places).includes(name) ? cleanName(name, toolkit) : undefined
}

/**
 * The text that is actually drawn. Before the list item that shows it there may be "(None)", which is not drawn, and
 * the title of a row of settings, which such a combo box has as its name.
 */
function firstText(top: string, places: ReadonlyMap<string, Place>, toolkit: Toolkit): string | undefined {
  const stack = [{ id: top, isShown: false }]
  const own = cleanName(places.get(top)!.item.name, toolkit)
  let other: string | undefined
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { item, children } = places.get(at.id)!
    if (isHidden(item, toolkit) || isEntry(item.role)) continue
    const text = textRoles.has(item.role) ? cleanName(item.name, toolkit) : undefined
    if (text !== undefined && at.isShown) return text
    if (text !== own) other ??= text
    const isShown = at.isShown || item.role === Role.filler || item.role === Role.listItem
    stack.push(...children.toReversed().map((id) => ({ id, isShown })))
  }
  return other
}

/** The names in a combo box's list. GTK 3, Qt and Java report the chosen one as the combo box's own name. */
export function optionsIn(id: string, places: ReadonlyMap<string, Place>): string[] {
  if (places.get(id)?.item.role !== Role.comboBox) return []
  const names: string[] = []
  const stack = [id]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const child of places.get(at)?.children ?? []) {
      const { name, role } = places.get(child)!.item
      if (name !== '' && !isEntry(role)) names.push(name)
      stack.push(child)
    }
  }
  return names
}

/** The texts in an item, without those of its controls. */
export function wordsIn(top: string, places: ReadonlyMap<string, Place>, toolkit: Toolkit): string[] {
  const words: string[] = []
  const stack = [...places.get(top)!.children].reverse()
  for (let at = stack.pop(), left = mostInItem; at !== undefined && left > 0; at = stack.pop(), left--) {
    const { item, children } = places.get(at)!
    const isText = textRoles.has(item.role)
    // In GTK 4 even boxes have actions.
    const isPlain = isText || wrappers.has(item.role)
    if (isHidden(item, toolkit) || (!isPlain && (item.interfaces & Has.Action) !== 0)) continue
    const text = isText ? cleanName(item.name, toolkit) : undefined
    if (text !== undefined) words.push(text)
    else stack.push(...children.toReversed())
  }
  return words
}
