/** What replaced a target during an action. */
import { Flag } from '../platform/flags.ts'
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
 * in the same parent or else with the same name.
 */
export function successorOf({ was, difference }: Replaced): Node | undefined {
  const { added = [], removed = [] } = difference ?? {}
  const isKin = ({ role, subrole }: Node) => role === was.role && subrole === was.subrole
  const isNextTo = ({ parent }: Node) => parent === was.parent
  const isAlike = ({ title, description, identifier }: Node) =>
    title === was.title && description === was.description && identifier === was.identifier
  for (const isIt of [isNextTo, isAlike]) {
    const only = (nodes: readonly Node[]) => {
      const [first, ...others] = nodes.filter((node) => isKin(node) && isIt(node))
      return others.length === 0 ? first : undefined
    }
    const came = only(added)
    if (came !== undefined && only(removed) !== undefined) return came
  }
  return undefined
}

/** The field in a cell disappears once it has its text, and the cell shows the text. */
export function isShownInItsPlace({ was, difference, nodeOf }: Replaced, text: string): boolean {
  const place = nodeOf(was.parent)
  if (place === undefined || (was.flags & Flag.secure) !== 0 || (was.flags & Flag.editable) === 0 || text === '')
    return false
  const { added = [], changed = [] } = difference ?? {}
  const isIt = ({ title, value }: Node) => isSameText(value ?? title ?? '', text)
  const news = [...added, ...changed.filter((one) => !isIt(one.was)).map(({ now }) => now)]
  return news.some((node) => isIt(node) && (node.key === place.key || isWithin(node, place.key, nodeOf)))
}
