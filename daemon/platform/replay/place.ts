/** Geometry of a recording: what is at a point, and what covers an element. */
import { Flag } from '../flags.ts'
import type { Key, Row } from '../row.ts'
import type { Stage } from './stage.ts'

const dialogRoles = new Set(['AXSheet', 'AXDialog', 'AXPopover', 'AXMenu'])
const dialogSubroles = new Set(['AXDialog', 'AXSystemDialog', 'AXApplicationDialog', 'AXApplicationAlertDialog'])

/** The innermost element at the point. Later elements lie above; hidden ones do not count. */
export function elementAt(stage: Stage, x: number, y: number): Key | undefined {
  return hit(stage, stage.row(stage.root), x, y)
}

function hit(stage: Stage, at: Row | undefined, x: number, y: number): Key | undefined {
  if (at === undefined || (at.flags & Flag.hidden) !== 0) return undefined
  for (let index = at.children.length - 1; index >= 0; index--) {
    const inside = hit(stage, stage.row(at.children[index]!), x, y)
    if (inside !== undefined) return inside
  }
  return contains(at, x, y) ? at.key : undefined
}

/** The dialog over the element: a later sibling of it or of an ancestor that is modal, or a dialog over its centre. */
export function coverOf(stage: Stage, at: Row): Row | undefined {
  let below = at
  for (const parent of stage.ancestors(at)) {
    const from = parent.children.indexOf(below.key) + 1
    const cover = parent.children
      .slice(from)
      .map((key) => stage.row(key))
      .findLast((sibling) => sibling !== undefined && covers(sibling, at))
    if (cover !== undefined) return cover
    below = parent
  }
  return undefined
}

function covers(sibling: Row, at: Row): boolean {
  if ((sibling.flags & Flag.hidden) !== 0) return false
  if ((sibling.flags & Flag.modal) !== 0) return true
  if (!dialogRoles.has(sibling.role) && !dialogSubroles.has(sibling.subrole ?? '')) return false
  const { frame } = at
  return frame !== undefined && contains(sibling, frame.x + frame.width / 2, frame.y + frame.height / 2)
}

export function isHidden(stage: Stage, at: Row): boolean {
  if ((at.flags & Flag.hidden) !== 0) return true
  for (const up of stage.ancestors(at)) if ((up.flags & Flag.hidden) !== 0) return true
  return false
}

function contains({ frame }: Row, x: number, y: number): boolean {
  if (frame === undefined) return false
  return x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height
}
