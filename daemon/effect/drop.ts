/** Where a dragged element ended up, and whether that is where it was dropped. */
import type { Frame } from '../../api-schema/element.ts'
import type { Key } from '../platform/element/row.ts'
import { isHidden, type Node, type Nodes } from '../tree/model/node.ts'

/** Where an element is relative to another one. */
export interface Relation {
  /** The innermost element that contains both; the other one itself if it contains this one. */
  readonly common: Node
  /**
   * Steps from the other to this one among the children of `common` that are like this one, negative before it; 0 if this
   * one is in the other. What stands between things of its kind, such as their buttons, is no step.
   */
  readonly steps: number
}

/** An element and its neighbours, if it has any. */
export interface Spot {
  readonly inside: Node
  readonly after: Node | undefined
  readonly before: Node | undefined
}

export function isSameSpot(one: Spot | undefined, other: Spot | undefined): boolean {
  return (['inside', 'after', 'before'] as const).every((place) => one?.[place]?.key === other?.[place]?.key)
}

/** Undefined if one of them is gone, or this one contains the other. */
export function relationOf(tree: Nodes, key: Key, other: Key): Relation | undefined {
  const [own, others] = [pathTo(tree, key), pathTo(tree, other)]
  const fork = own.findIndex((node, depth) => node !== others[depth])
  if (fork < 1) return undefined
  const common = own[fork - 1]!
  if (fork === others.length) return { common, steps: 0 }
  const { children } = common
  const [from, to] = [children.indexOf(others[fork]!.key), children.indexOf(own[fork]!.key)]
  const between = children.slice(Math.min(from, to) + 1, Math.max(from, to))
  const passed = between.filter((one) => isAlike(tree.node(one), own[fork]!))
  return { common, steps: Math.sign(to - from) * (passed.length + 1) }
}

function isAlike(one: Node | undefined, other: Node): boolean {
  return one?.role === other.role && one.subrole === other.subrole
}

export interface Drop {
  /** Where it was released, in page coordinates, or on the screen outside pages. */
  readonly point: { readonly x: number; readonly y: number } | undefined
  /** Relative to what it was dropped on, before and after. */
  readonly was: Relation | undefined
  readonly now: Relation | undefined
}

/** Whether it is at the point, inside what it was dropped on, or took the place of that. */
export function isDroppedThere({ point, was, now }: Drop, frame: Frame | undefined): boolean {
  return (point !== undefined && frame !== undefined && holds(frame, point)) || tookPlace(was, now)
}

function holds({ x, y, width, height }: Frame, point: { readonly x: number; readonly y: number }): boolean {
  return point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height
}

/** Whether it moved inside the other one, or across its place. */
function tookPlace(was: Relation | undefined, now: Relation | undefined): boolean {
  if (now === undefined) return false
  const isFromElsewhere = was?.common.key !== now.common.key
  if (Math.abs(now.steps) > 1) return false
  return isFromElsewhere || Math.sign(was.steps) !== Math.sign(now.steps)
}

/** Among elements of its kind, otherwise among any; no further out than the container it shares with the drop target. */
export function placeOfDropped(tree: Nodes, key: Key, onto?: Key): Spot | undefined {
  const own = pathTo(tree, key)
  const common = onto === undefined ? undefined : relationOf(tree, key, onto)?.common
  const least = common === undefined ? 0 : own.indexOf(common)
  const depths = own.slice(0, -1).flatMap((_, depth) => (depth < least ? [] : depth))
  const isAmong = (depth: number, isOfKind: (a: Node, b: Node) => boolean) =>
    own[depth]!.children.some((one) => {
      const node = tree.node(one)
      return node !== undefined && node !== own[depth + 1] && isOfKind(node, own[depth + 1]!)
    })
  const depth =
    depths.findLast((one) => isAmong(one, isAlike)) ?? depths.findLast((one) => isAmong(one, () => true)) ?? depths[0]
  if (depth === undefined) return undefined
  const inside = own[depth]!
  const { children } = inside
  const at = children.indexOf(own[depth + 1]!.key)
  const shown = (keys: readonly Key[]) =>
    keys.map((one) => tree.node(one)).find((node) => node !== undefined && !isHidden(node))
  return { inside, after: shown(children.slice(0, at).reverse()), before: shown(children.slice(at + 1)) }
}

/** From the root down; empty if it is gone. */
function pathTo(tree: Nodes, key: Key): Node[] {
  const path: Node[] = []
  for (let node = tree.node(key); node !== undefined; node = tree.node(node.parent)) path.unshift(node)
  return path
}
