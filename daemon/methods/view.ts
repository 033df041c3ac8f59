/** The view of one or several trees that explore, navigate and wait answer with. */

import type { Frame } from '../../api-schema/element.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, World } from '../dispatch.ts'
import type { Key } from '../platform/platform.ts'
import { fit } from '../shape/budget.ts'
import { elementsOf } from '../shape/json.ts'
import { outlineOf } from '../shape/outline.ts'
import type { Shape } from '../shape/verbosity.ts'
import { fold } from '../tree/fold.ts'
import { labelledBy } from '../tree/labelled.ts'
import type { Node } from '../tree/node.ts'
import { joined, type Range } from '../tree/ranges.ts'
import type { Warm } from '../tree/sync.ts'
import { needleOf, termsOf } from '../tree/terms.ts'
import { type Answer, type Query, type Shown, walk } from '../tree/walk.ts'
import { missHint, tell } from './miss.ts'
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
export function look({ warm, from }: Place, wish: Wish, only?: readonly Range[]): View {
  const isFiltered = wish.filter !== undefined && Object.keys(wish.filter).length > 0
  const answer = walk(warm.tree, {
    ...(from !== undefined && { from }),
    ...searchOf(warm, wish),
    filtered: isFiltered || wish.elementTypes.some((type) => type !== 'any'),
    includeHidden: wish.includeHidden,
    includeDisabled: wish.includeDisabled,
    includeNonInteractable: wish.includeNonInteractable || wish.filter?.role !== undefined,
    maxDepth: wish.maxDepth,
    limit: wish.limit,
    only,
  })
  return { answer, warm }
}

/** What must hold of a match, and where the field index says that it can be at all. */
function searchOf({ tree }: Warm, { filter, elementTypes }: Wish): Pick<Query, 'terms' | 'candidates' | 'needle'> {
  const needle = needleOf(filter)
  const terms = termsOf(filter, elementTypes)
  if (needle === undefined) return { terms }
  const any = filter?.anyFieldContains
  // A name may be made of several texts, none of which has all its words.
  const labelled =
    any === undefined ? new Set<Key>() : labelledBy(tree, tree.candidates(longestWord(fold(any))), fold(any))
  const candidates = tree.candidates(needle)
  if (labelled.size === 0) return { terms, candidates, needle }
  const { anyFieldContains: _, ...others } = filter!
  const has = termsOf({ anyFieldContains: any }, ['any'])
  const all = [
    ...termsOf(others, elementTypes),
    (node: Node) => labelled.has(node.key) || has.every((term) => term(node)),
  ]
  return { terms: all, candidates: new Set([...candidates, ...labelled]), needle }
}

function longestWord(folded: string): string {
  const words = folded.split(' ').filter((word) => word !== '')
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), words[0] ?? folded)
}

export interface Rendered {
  readonly answer: Result<'explore'>
  /** Matches that other pages are to show; none where not even one fits the budget. */
  readonly left: readonly Range[]
}

/** Renders a view within its budget. */
export async function render(view: View, place: Place, wish: Wish, call: Call, world: World): Promise<Rendered> {
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
  if (wish.format === 'count') return { answer: { ...head, searched: answer.searched }, left: [] }
  const { shown, dropped, where } = fit(answer.shown, wish.maxTokens, wish.format, shape)
  const left = dropped > 0 ? joined([...answer.left, ...placesLost(answer.shown, shown)]) : answer.left
  const count = answer.count - dropped
  const isStuck = count === 0 && dropped > 0
  const reason = dropped > 0 ? 'maxTokens' : (answer.cut ?? (left.length > 0 ? 'limit' : undefined))
  const rendered: Result<'explore'> = {
    ...(wish.format === 'json'
      ? { elements: elementsOf(shown, shape) }
      : { outline: outlineOf(shown, shape, { flat: wish.format === 'list' }) }),
    ...head,
    shown: count,
    ...(answer.matched === 0 && { searched: answer.searched }),
    ...(answer.near.length > 0 && nearOf(view, wish, shape)),
    ...(reason !== undefined && {
      truncated: { reason, hidden: answer.matched - count, ...(where.length > 0 && { where }) },
    }),
    ...(isStuck && { hint: 'Not even one element fits into maxTokens: raise it.' }),
  }
  return { answer: rendered, left: isStuck ? [] : left }
}

/** What was probably meant, and how it would have been found. */
function nearOf({ answer, warm }: View, wish: Wish, shape: Shape): Pick<Result<'explore'>, 'near' | 'hint'> {
  const candidates = answer.near.map((node) => ({ warm, node }))
  const near = tell(candidates, candidates.length, wish.format !== 'json', () => ({ ...shape, actions: false }))
  const hint = missHint(candidates, wish)
  return { near, ...(hint !== undefined && { hint }) }
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

/** Places of the matches that the budget left out. */
function placesLost(before: readonly Shown[], after: readonly Shown[]): Range[] {
  const kept = new Set<number>()
  for (const shown of flat(after)) if (!shown.context) kept.add(shown.order)
  const lost: Range[] = []
  for (const { context, order } of flat(before)) if (!context && !kept.has(order)) lost.push([order, order + 1])
  return lost
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
