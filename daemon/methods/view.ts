/** The view of one or several trees that explore, navigate and wait answer with. */

import type { Frame } from '../../api-schema/element.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, World } from '../dispatch.ts'
import type { Key } from '../platform/platform.ts'
import { fit } from '../shape/budget.ts'
import { elementsOf } from '../shape/json.ts'
import { outlineOf } from '../shape/outline.ts'
import type { Shape } from '../shape/verbosity.ts'
import { elementOf } from '../shape/verbosity.ts'
import type { Node } from '../tree/node.ts'
import type { Warm } from '../tree/sync.ts'
import { needleOf, termsOf } from '../tree/terms.ts'
import { type Answer, type Shown, walk } from '../tree/walk.ts'
import type { Place } from './scope.ts'

/** The wishes that decide what is seen; those of explore, with its defaults. */
export type Wish = Pick<
  Params<'explore'>,
  | 'elementTypes'
  | 'includeHidden'
  | 'includeDisabled'
  | 'includeNonInteractable'
  | 'showCoordinates'
  | 'showActions'
  | 'maxDepth'
  | 'limit'
  | 'maxTokens'
> & { readonly filter?: Params<'explore'>['filter']; readonly format: 'json' | 'outline' | 'list' | 'count' }

export const plainWish: Wish = {
  elementTypes: ['any'],
  includeHidden: false,
  includeDisabled: false,
  includeNonInteractable: false,
  showCoordinates: false,
  showActions: false,
  maxDepth: 10,
  limit: 100,
  maxTokens: 2000,
  format: 'json',
}

export interface View {
  readonly answer: Answer
  readonly warm: Warm
}

/** Finds, without rendering: also for `find` and `wait`, which need the nodes. */
export function look({ warm, from }: Place, wish: Wish, skip = 0): View {
  const needle = needleOf(wish.filter)
  const isFiltered = wish.filter !== undefined && Object.keys(wish.filter).length > 0
  const answer = walk(warm.tree, {
    ...(from !== undefined && { from }),
    terms: termsOf(wish.filter, wish.elementTypes),
    ...(needle !== undefined && { candidates: warm.tree.candidates(needle), needle }),
    filtered: isFiltered || wish.elementTypes.some((type) => type !== 'any'),
    includeHidden: wish.includeHidden,
    includeDisabled: wish.includeDisabled,
    includeNonInteractable: wish.includeNonInteractable || wish.filter?.role !== undefined,
    maxDepth: wish.maxDepth,
    limit: wish.limit,
    skip,
  })
  return { answer, warm }
}

/** Renders a view within its budget. `keepCursor` is called when there is more. */
export async function render(
  view: View,
  place: Place,
  wish: Wish,
  call: Call,
  world: World,
  keepCursor: (skip: number) => string,
): Promise<Result<'explore'>> {
  const { answer, warm } = view
  const shape: Shape = {
    actions: wish.showActions,
    all: false,
    idOf: (node) => world.ids.idOf(warm, node),
    ...(wish.showCoordinates && { coordinates: await coordinatesOf(warm, answer.shown, call.signal) }),
  }
  const head = {
    revision: warm.tree.revision,
    matched: answer.matched,
    ...stalenessOf(place),
  }
  if (wish.format === 'count') return { ...head, searched: answer.searched }
  const { shown, dropped, where } = fit(answer.shown, wish.maxTokens, wish.format, shape)
  const next = dropped > 0 ? firstDropped(answer.shown, shown) : answer.next
  const isCut = next !== undefined || answer.cut === 'maxDepth'
  const count = answer.count - dropped
  const reason = dropped > 0 ? 'maxTokens' : answer.cut
  return {
    ...(wish.format === 'json'
      ? { elements: elementsOf(shown, shape) }
      : { outline: outlineOf(shown, shape, { flat: wish.format === 'list' }) }),
    ...head,
    shown: count,
    ...(answer.matched === 0 && { searched: answer.searched }),
    ...(answer.near.length > 0 && { near: answer.near.map((node) => elementOf(node, { ...shape, all: false })) }),
    ...(isCut &&
      reason !== undefined && {
        truncated: { reason, hidden: answer.matched - count, ...(where.length > 0 && { where }) },
      }),
    ...(next !== undefined && { cursor: keepCursor(next) }),
  }
}

/** What makes the answer less than fresh and whole. */
export function stalenessOf({ warm, freshness }: Place): { settled: boolean; ageMs?: number; reason?: string } {
  const reason = warm.tree.complete ? freshness.reason : (warm.tree.partialReason ?? freshness.reason)
  return {
    settled: freshness.settled && warm.tree.complete,
    ...(freshness.ageMs !== undefined && { ageMs: Math.round(freshness.ageMs) }),
    ...(reason !== undefined && { reason }),
  }
}

/** Place, in the order of pages, of the first match that the budget left out. */
function firstDropped(before: readonly Shown[], after: readonly Shown[]): number | undefined {
  const kept = new Set<number>()
  for (const shown of flat(after)) if (!shown.context) kept.add(shown.order)
  let first: number | undefined
  for (const shown of flat(before)) {
    if (!shown.context && !kept.has(shown.order) && (first === undefined || shown.order < first)) first = shown.order
  }
  return first
}

export function* flat(shown: readonly Shown[]): Iterable<Shown> {
  const stack = [...shown].reverse()
  while (stack.length > 0) {
    const one = stack.pop()!
    yield one
    for (let i = one.children.length - 1; i >= 0; i--) stack.push(one.children[i]!)
  }
}

type Coordinates = (node: Node) => { frame: Frame; pageFrame?: Frame } | undefined

/** Frames of what is shown, in one go; those that came with the tree need no question. */
async function coordinatesOf(warm: Warm, shown: readonly Shown[], signal: AbortSignal): Promise<Coordinates> {
  const asked: Key[] = []
  for (const { node } of flat(shown)) if (node.frame === undefined) asked.push(node.key)
  const frames = asked.length === 0 ? undefined : await warm.source.frames(asked, signal)
  return (node) => frames?.get(node.key) ?? (node.frame === undefined ? undefined : { frame: node.frame })
}
