/** What replaced a target during an action. */
import { Flag } from '../platform/element/flags.ts'
import { isSameText } from '../tree/index/same-text.ts'
import { isWithin, type Node } from '../tree/model/node.ts'
import type { Evidence } from './evidence.ts'

type Replaced = Pick<Evidence, 'was' | 'difference' | 'nodeOf'>

/** The target before and after, under the key that it has now. */
export function targetIn({ was, difference, nodeOf }: Replaced): Pick<Evidence, 'was' | 'now'> {
  const renewed = difference?.renewed(was) ?? was
  return { was: renewed, now: nodeOf(renewed.key) }
}

/**
 * Some pages rebuild a control for each of its states: the only element of its kind that appeared, if only one disappeared,
 * in the same parent or else with the same name; a field, with the same name.
 */
export function successorOf({ was, difference }: Replaced): Node | undefined {
  const { added = [], removed = [] } = difference ?? {}
  const isKin = ({ role, subrole }: Node) => role === was.role && subrole === was.subrole
  const isField = (was.flags & Flag.editable) !== 0
  const isNextTo = ({ parent }: Node) => parent === was.parent
  const isAlike = ({ title, description, identifier }: Node) =>
    title === was.title && description === was.description && identifier === was.identifier
  // Another field in the same place holds what it held before.
  for (const isIt of isField ? [isAlike] : [isNextTo, isAlike]) {
    const only = (nodes: readonly Node[]) => {
      const [first, ...others] = nodes.filter((node) => isKin(node) && isIt(node))
      return others.length === 0 ? first : undefined
    }
    const came = only(added)
    if (came !== undefined && only(removed) !== undefined) return came
  }
  return undefined
}

/**
 * An editor may turn a paragraph into a heading while it is typed into: the field that replaced it has the focus and
 * the text, without the signs that made it. A field that came elsewhere, as in a dialog, may have held the text
 * already.
 */
export function isTakenOver({ was, difference, nodeOf }: Replaced, text: string): boolean {
  const place = difference?.changed.find(({ now }) => now.key === was.parent)
  const at = place?.was.children.indexOf(was.key) ?? -1
  const top = place?.now.children[at]
  if (top === undefined || at < 0 || (was.flags & Flag.secure) !== 0 || text.trim() === '') return false
  const isOwn = (flags: number) => (flags & Flag.focused) !== 0 && (flags & Flag.editable) !== 0
  const came = difference!.added.filter(({ flags }) => isOwn(flags) && (flags & Flag.secure) === 0)
  const [only, ...others] = came.filter((node) => node.key === top || isWithin(node, top, nodeOf))
  if (only === undefined || others.length > 0 || !difference!.added.some(({ key }) => key === top)) return false
  const wanted = [text, text.replace(madeBySigns, '')].filter((one) => one.trim() !== '')
  return wanted.some((one) => isSameText(only.value ?? '', `${was.value ?? ''}${one}`))
}

/** Signs that ask for another kind of block: `## `, `- `, `> ` and `1. `. */
const madeBySigns = /^(?:[^\p{L}\p{N}\s]+|\d+[.)])\s+/u

/** The field in a cell disappears once it has its text, and the cell shows the text. */
export function isShownInItsPlace({ was, difference, nodeOf }: Replaced, text: string): boolean {
  const place = nodeOf(was.parent)
  if (place === undefined || (was.flags & Flag.secure) !== 0 || (was.flags & Flag.editable) === 0 || text === '')
    return false
  const { added = [], changed = [] } = difference ?? {}
  const isIt = ({ title, value, flags }: Node) =>
    (flags & Flag.editable) === 0 && isSameText(value ?? title ?? '', text)
  const news = [...added, ...changed.filter((one) => !isIt(one.was)).map(({ now }) => now)]
  return news.some((node) => isIt(node) && (node.key === place.key || isWithin(node, place.key, nodeOf)))
}
