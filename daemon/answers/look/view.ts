/** The view of one or more trees, as explore, navigate and wait return it. */
import type { Element, Frame } from '../../../api-schema/element.ts'
import { given } from '../../../api-schema/given.ts'
import type { Result } from '../../../api-schema/methods.ts'
import type { Call, World } from '../../dispatch.ts'
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Keys } from '../../tree/index/field-index.ts'
import { fold } from '../../tree/index/fold.ts'
import { needleOf, termsOf } from '../../tree/index/terms.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import { labelledBy } from '../../tree/naming/labelled.ts'
import { isNameless, labelWords, ownWords } from '../../tree/naming/labels.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { type Fitted, type Form, fit } from '../../view/fit/budget.ts'
import { looseRows } from '../../view/fold/loose-cells.ts'
import { withPlainRows } from '../../view/fold/plain-rows.ts'
import { joined, type Range } from '../../view/fold/ranges.ts'
import { flat, type Shown } from '../../view/fold/shown.ts'
import { whereOfAlike } from '../../view/name/look-alikes.ts'
import type { Answer, Query } from '../../view/select/query.ts'
import { walk } from '../../view/select/walk.ts'
import { besideIn } from '../../view/write/joined.ts'
import { elementsOf } from '../../view/write/json.ts'
import { outlineOf } from '../../view/write/outline.ts'
import type { Shape } from '../../view/write/verbosity.ts'
import type { Place } from '../where/scope.ts'
import { asShown } from './as-shown.ts'
import { missHint, tell } from './miss.ts'
import { closedMenusHint, drawnHint, unreadHint } from './unread.ts'
import { limitOf, type ViewOptions } from './view-options.ts'

export interface View<W = Warm> {
  readonly answer: Answer
  readonly warm: W
  /** The call selects elements by words or types. */
  readonly isFiltered: boolean
  /** The filter as it was understood. */
  readonly filter: ViewOptions['filter']
  /** Where it is, according to the requested words. */
  readonly near?: string
}

/** Searches without rendering: also for `find` and `wait`, which need the nodes. */
export function look<W extends Pick<Warm, 'tree'>>(
  { warm, from }: { readonly warm: W; readonly from?: Key },
  options: ViewOptions,
  only?: readonly Range[],
): View<W> {
  const isFiltered =
    (options.filter !== undefined && Object.keys(options.filter).length > 0) ||
    options.elementTypes.some((type) => type !== 'any')
  const wanted = {
    ...(from !== undefined && { from }),
    filtered: isFiltered,
    includeHidden: options.includeHidden,
    includeDisabled: options.includeDisabled,
    includeNonInteractable: options.includeNonInteractable || options.filter?.role !== undefined,
    maxDepth: options.maxDepth,
    limit: limitOf(options),
    only,
  }
  const { found } = warm.tree
  const question = JSON.stringify([wanted, options.filter, options.elementTypes, options.owned])
  const known = found.get(question) as Answer | undefined
  const answer = known ?? walk(warm.tree, { ...wanted, ...searchOf(warm, options) })
  if (known === undefined) {
    forgetOldest(found)
    if (answer.count <= mostKept) found.set(question, answer)
  }
  const own = { answer, warm, isFiltered, filter: options.filter }
  const copied = answer.matched === 0 ? asShown(options.filter) : undefined
  // The words next to an element are not its own, even if they are another's.
  const meant = options.owned && copied?.isBeside ? undefined : copied
  const other = meant && look({ warm, ...(from !== undefined && { from }) }, { ...options, filter: meant.filter }, only)
  return other !== undefined && other.answer.matched > 0 ? { ...other, ...given({ near: meant?.near }) } : own
}

/** Agents that poll repeat the same search of an unchanged tree. */
const mostFound = 64

function forgetOldest(found: Map<string, unknown>): void {
  for (const question of found.keys()) if (found.size >= mostFound) found.delete(question)
}

/** Largest cached answer, in elements: a default outline fits, a whole page does not. */
const mostKept = 500

/** The conditions of a match, and candidates from the field index. */
function searchOf(
  { tree }: Pick<Warm, 'tree'>,
  { filter, elementTypes, owned }: ViewOptions,
): Pick<Query, 'terms' | 'candidates' | 'needle'> {
  const needle = needleOf(filter)
  const labelled: Key[] = []
  const terms = termsOf(filter, elementTypes, (text) => {
    // A name may combine several texts, each without some of the words.
    const found = labelledBy(tree, withRarestWord(tree, fold(text)), fold(text), owned ? ownWords : labelWords)
    labelled.push(...found)
    return found
  })
  if (needle === undefined) return { terms }
  const candidates = tree.candidates(needle)
  return { terms, candidates: labelled.length === 0 ? candidates : new Set([...candidates, ...labelled]), needle }
}

/** Nodes with a part of a text that holds all words: those with the word that occurs least. */
function withRarestWord(tree: Warm['tree'], folded: string): Keys {
  const words = folded.split(' ').filter((word) => word !== '')
  const long = words.filter((word) => word.length >= indexedLetters)
  const rarest = (some: readonly string[]) =>
    some.map((word) => tree.candidates(word)).reduce((fewest, one) => (one.size < fewest.size ? one : fewest))
  if (long.length === 0) return rarest(words.length > 0 ? words : [folded])
  const found = rarest(long)
  return found.size > fewLabels && long.length < words.length ? rarest(words) : found
}

/** Shorter words are not indexed. */
const indexedLetters = 3
/** Above this, checking labels costs more than searching all texts. */
const fewLabels = 100

const mostLooks = 100

export interface Rendered {
  readonly answer: Result<'explore'>
  /** Matches left for later pages; empty if not even one fits the budget. */
  readonly left: readonly Range[]
}

/** Renders a view within its budget. */
export async function render(
  view: View,
  place: Place,
  options: ViewOptions,
  call: Call,
  world: World,
): Promise<Rendered> {
  const { warm } = view
  const looked = await addIconNames(warm, view.answer.shown, call.signal)
  const isWhole = options.includeNonInteractable && !view.isFiltered && options.format === 'outline'
  const answer = { ...view.answer, shown: isWhole ? withPlainRows(warm.tree, looked) : looked }
  const rowOf = looseRows(warm.tree)
  const shape: Shape = {
    actions: options.showActions,
    all: false,
    idOf: (node) => world.ids.idOf(warm, node),
    idAhead: (node) => world.ids.ahead(warm, node),
    ...(options.showCoordinates && { coordinates: await coordinatesOf(warm, answer.shown, call.signal) }),
    onScreen: options.onScreen === true,
    ...(options.format === 'outline' && { rowOf, besideOf: besideIn(warm.tree, rowOf) }),
    ...(options.format !== 'json' && { whereOf: whereOfAlike(warm.tree, answer.shown, view.isFiltered) }),
  }
  const head = {
    revision: warm.tree.revision,
    matched: answer.matched,
    ...stalenessOf(place),
  }
  if (options.format === 'count') return { answer: { ...head, searched: answer.searched }, left: [] }
  const { shown, dropped, where } = fitted(answer, options.format, options, shape)
  const left = dropped > 0 ? joined([...answer.left, ...placesLost(answer.shown, shown)]) : answer.left
  const count = answer.count - dropped
  const isStuck = count === 0 && dropped > 0
  const nodes = [...flat(shown)].map(({ node }) => node)
  const hints = [
    answer.matched === 0 || !view.isFiltered ? unreadHint(warm, place.from, shape.idOf) : undefined,
    answer.matched === 0 && view.isFiltered ? closedMenusHint(warm) : undefined,
    await drawnHint(warm, nodes, shape.idOf, call),
  ].filter((hint) => hint !== undefined)
  const reason = dropped > 0 ? 'maxTokens' : answer.cut
  const isOnScreen = options.onScreen || warm.source.page === undefined
  const body =
    options.format === 'json'
      ? { elements: listed(shown, options, shape) }
      : {
          outline: written(shown, options, shape),
          ...(options.showCoordinates && { positions: isOnScreen ? ('screen' as const) : ('page' as const) }),
        }
  const places = reason === undefined ? [] : where()
  const rendered: Result<'explore'> = {
    ...body,
    ...head,
    shown: count,
    ...(answer.matched === 0 && { searched: answer.searched }),
    ...(answer.disabled > 0 && { disabled: answer.disabled }),
    ...(answer.skipped !== undefined && { skipped: answer.skipped }),
    ...(hints.length > 0 && { hint: hints.join(' ') }),
    ...(answer.near.length > 0 && nearOf(view, options, shape)),
    ...(reason !== undefined && {
      truncated: { reason, hidden: answer.matched - count, ...(places.length > 0 && { where: places }) },
    }),
    ...(isStuck && { hint: 'Not even one element fits into maxTokens: raise it.' }),
  }
  return { answer: rendered, left: isStuck ? [] : left }
}

/** Results by view and question: an unchanged view is the same object, already fitted and written with its ids. */
type Cache<T> = WeakMap<readonly Shown[], Map<string, T>>
const fits: Cache<Fitted> = new WeakMap()
const outlines: Cache<string> = new WeakMap()
const lists: Cache<Element[]> = new WeakMap()

function memoize<T>(cache: Cache<T>, shown: readonly Shown[], question: string, make: () => T): T {
  const known = cache.get(shown) ?? new Map<string, T>()
  cache.set(shown, known)
  const one = known.get(question) ?? make()
  forgetOldest(known)
  known.set(question, one)
  return one
}

function fitted(
  { shown, lost }: Answer,
  form: Form,
  { maxTokens, showCoordinates }: ViewOptions,
  shape: Shape,
): Fitted {
  const make = () => fit(shown, maxTokens, form, shape, { lost })
  return showCoordinates ? make() : memoize(fits, shown, `${maxTokens} ${form} ${shape.actions}`, make)
}

function written(shown: readonly Shown[], { format, showCoordinates }: ViewOptions, shape: Shape): string {
  const make = () => outlineOf(shown, shape, { flat: format === 'list' })
  return showCoordinates ? make() : memoize(outlines, shown, `${format} ${shape.actions}`, make)
}

/** The list is shared: do not change it. */
function listed(shown: readonly Shown[], { showCoordinates }: ViewOptions, shape: Shape): readonly Element[] {
  const make = () => elementsOf(shown, shape)
  return showCoordinates ? make() : memoize(lists, shown, String(shape.actions), make)
}

/** The elements that were probably meant, and how to find them. */
function nearOf({ answer, warm }: View, options: ViewOptions, shape: Shape): Pick<Result<'explore'>, 'near' | 'hint'> {
  const candidates = answer.near.map((node) => ({ warm, node }))
  const near = tell(candidates, candidates.length, options.format !== 'json', () => ({ ...shape, actions: false }))
  const hint = missHint(candidates, options)
  return { near, ...(hint !== undefined && { hint }) }
}

/** Why an answer is stale or incomplete. */
export function stalenessOf({ warm, freshness }: Place): { settled: boolean; ageMs?: number; reason?: string } {
  const { unseen } = warm.source
  const reason = unseen ?? (warm.tree.complete ? freshness.reason : (warm.tree.partialReason ?? freshness.reason))
  return {
    settled: unseen === undefined && freshness.settled && warm.tree.complete,
    ...(freshness.ageMs !== undefined && { ageMs: Math.round(freshness.ageMs) }),
    ...(reason !== undefined && { reason }),
  }
}

/** Positions of matches that did not fit the budget. */
function placesLost(before: readonly Shown[], after: readonly Shown[]): Range[] {
  const kept = new Set<number>()
  for (const shown of flat(after)) if (!shown.context) kept.add(shown.order)
  const lost: Range[] = []
  for (const { context, order } of flat(before)) if (!context && !kept.has(order)) lost.push([order, order + 1])
  return lost
}

/** Describes the looks of elements without text. Only the first many, since each costs a request. */
async function addIconNames(warm: Warm, shown: readonly Shown[], signal: AbortSignal): Promise<readonly Shown[]> {
  const { source } = warm
  if (source.looks === undefined) return shown
  const nameless: Key[] = []
  for (const { node, text } of flat(shown)) {
    const isKnown = text !== undefined || !isNameless(node) || node.identifier !== undefined
    const isMeant = !isKnown && isInteractable(node) && (node.flags & Flag.secure) === 0
    if (isMeant && nameless.push(node.key) === mostLooks) break
  }
  if (nameless.length === 0) return shown
  const looks = await source.looks(nameless, signal)
  const words = JSON.stringify([...looks])
  const before = iconCache.get(shown)
  if (before?.words === words) return before.shown
  const dressed = (one: Shown): Shown => {
    const text = one.text ?? looks.get(one.node.key)
    return { ...one, ...(text !== undefined && { text }), children: one.children.map(dressed) }
  }
  const now = { words, shown: looks.size === 0 ? shown : shown.map(dressed) }
  iconCache.set(shown, now)
  return now.shown
}

/** Unchanged looks return the same object, so that later steps find their results in the cache. */
const iconCache = new WeakMap<readonly Shown[], { readonly words: string; readonly shown: readonly Shown[] }>()

type Coordinates = (node: Node) => { frame: Frame; pageFrame?: Frame } | undefined

/** Frames of the shown elements, in one request; frames that came with the tree need none. */
export async function coordinatesOf(warm: Warm, shown: readonly Shown[], signal: AbortSignal): Promise<Coordinates> {
  const asked: Key[] = []
  for (const { node } of flat(shown)) if (node.frame === undefined) asked.push(node.key)
  const frames = asked.length === 0 ? undefined : await warm.source.frames(asked, signal)
  return (node) => frames?.get(node.key) ?? (node.frame === undefined ? undefined : { frame: node.frame })
}
