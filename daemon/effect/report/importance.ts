/**
 * What a report keeps when the budget is short: what the application says, then what the page is about, then links that
 * lead elsewhere, and last what is the same on all its pages.
 */
import { isMessage, Kind, kindOf } from '../../tree/model/context.ts'
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

export const Importance = { frame: 1, other: 2, content: 3, message: 4 } as const

export function importanceIn(tree: Tree): (one: Pick<Shown, 'node'>) => number {
  let hasMain: boolean | undefined
  return ({ node }) => {
    if (isSaid(tree, node)) return Importance.message
    hasMain ??= holdsMain(tree)
    const line = lineTo(tree, node)
    if (line.some(({ subrole }) => frames.has(subrole))) return Importance.frame
    const isContent = hasMain ? line.some(isMain) : node.role !== 'AXLink' || line.some(isDataRow)
    return isContent ? Importance.content : Importance.other
  }
}

/** In a status line, an alert or another live region. */
export function isSaid(tree: Tree, node: Node): boolean {
  return lineTo(tree, node).some(isMessage)
}

function lineTo(tree: Tree, node: Node): readonly Node[] {
  const line: Node[] = []
  for (let at: Node | undefined = node; at !== undefined; at = tree.node(at.parent)) line.push(at)
  return line
}

function holdsMain(tree: Tree): boolean {
  const left = [tree.root]
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    const node = tree.node(key)
    if (node === undefined) continue
    if (isMain(node)) return true
    left.push(...node.children)
  }
  return false
}

function isMain({ subrole }: Node): boolean {
  return subrole === 'AXLandmarkMain'
}

function isDataRow(node: Node): boolean {
  return kindOf(node) === Kind.row
}
