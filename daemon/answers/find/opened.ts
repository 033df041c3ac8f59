/** What the act before, in the same call, has opened: its entries are meant before others of their names. */
import { Flag } from '../../platform/element/flags.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import type { Node } from '../../tree/model/node.ts'
import { visibilityChanges } from '../../tree/warm/history.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import type { Candidate } from '../look/miss.ts'

/** An act, by the revision just before it. */
export interface ActBefore {
  readonly warm: Warm
  readonly before: number
}

/**
 * Those in what the act has opened: a menu, a list of options or a dialog that came, or all that came as something was
 * unfolded. What comes otherwise, such as a row, was not opened.
 */
export function openedBy<One extends Candidate>({ warm, before }: ActBefore, those: readonly One[]): readonly One[] {
  const changes = warm.tree.since(before)
  if (changes === undefined) return []
  const came = [...changes.added, ...visibilityChanges(changes).came]
  const isUnfolded = changes.changed.some(({ was, now }) => (now.flags & ~was.flags & Flag.expanded) !== 0)
  const keys = new Set((isUnfolded ? came : came.filter(isOpened)).map(({ key }) => key))
  const isIn = ({ node }: Candidate) => [node, ...warm.tree.ancestors(node)].some(({ key }) => keys.has(key))
  return those.filter((one) => one.warm === warm && isIn(one))
}

function isOpened(node: Node): boolean {
  return /^AXMenu(?:Item)?$/.test(node.role) || node.subrole === 'AXListBox' || kindOf(node) === Kind.dialog
}
