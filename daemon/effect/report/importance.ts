/** What of a report stays where room is short: what the application says comes before its controls, and both before its frame. */
import { isMessage } from '../../tree/model/context.ts'
import type { Node } from '../../tree/model/node.ts'
import type { Shown } from '../../view/fold/shown.ts'
import type { Tree } from './behind.ts'

/** Parts of a page that are the same on all its pages, and seldom what an action was for. */
const frames: ReadonlySet<string | undefined> = new Set([
  'AXLandmarkNavigation',
  'AXLandmarkBanner',
  'AXLandmarkContentInfo',
  'AXLandmarkComplementary',
])

export const Importance = { frame: 1, other: 2, message: 3 } as const

export function importanceIn(tree: Tree): (one: Pick<Shown, 'node'>) => number {
  return ({ node }) => {
    let isFrame = false
    for (let at: Node | undefined = node; at !== undefined; at = tree.node(at.parent)) {
      if (isMessage(at)) return Importance.message
      isFrame ||= frames.has(at.subrole)
      if (at.key === tree.root) break
    }
    return isFrame ? Importance.frame : Importance.other
  }
}
