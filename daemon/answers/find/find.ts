/** Finds the one element that a `find` refers to. */
import type { ActionWord } from '../../../api-schema/methods/interact.ts'
import type { Call, World } from '../../dispatch.ts'
import { rowOf } from '../../effect/actions.ts'
import type { Key } from '../../platform/row.ts'
import { Closeness, closenessOf } from '../../tree/naming/closeness.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import type { Candidate } from '../look/miss.ts'
import { type ReadOn, readOn } from '../look/read-on.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import { type Place, placesOf } from '../where/scope.ts'
import { Missed, type Telling } from './missed.ts'
import { besides, meantOtherwise, nothingElse } from './otherwise.ts'
import { isByValue, plainWords } from './plain-words.ts'
import { meantOf, none, type Ranked, rankedBy } from './reasons.ts'
import { type Find, matches, saysSo, textsAsked } from './said.ts'
import { saidIn } from './within.ts'

export interface FindOptions extends Telling {
  /** What will be done with the element. */
  readonly action?: ActionWord | undefined
}

/**
 * Exactly one element must match; never guesses. Exact matches win over whole words, those over matches of the role or an
 * address, and those over matches inside a word, which are never acted on. Among equals, the one that suits the action wins.
 * Throws element_ambiguous and not_found.
 */
export async function found(
  find: Find,
  options: FindOptions,
  call: Call,
  world: World,
): Promise<{ readonly warm: Warm; readonly key: Key }> {
  const places = await placesOf(find, 'auto', call, world)
  const ranked: Ranked[] = []
  const near: Candidate[] = []
  let matched = 0
  let searched = 0
  let further: ReadOn | undefined
  let where = find.near
  for (const place of places) {
    const options = { ...wholeOptions, ...find, owned: true }
    further = find.scope === 'element' ? await readOn(place, options, call, { whole: true }) : undefined
    const view = look(place, options)
    const { answer, filter, near: copied } = view
    where ??= copied
    const wanted = textsAsked({ ...find, filter })
    matched += answer.matched
    searched += answer.searched + (further?.searched ?? 0)
    for (const one of matches(view)) ranked.push({ ...one, closeness: closenessOf(one.warm.tree, one.node, wanted) })
    for (const node of answer.near) near.push({ warm: place.warm, node })
  }
  const row = options.action === undefined ? {} : rowOf(options.action)
  const texts = textsAsked(find)
  const { signal } = call
  const asked = { action: options.action, row, texts, near: where, nth: find.nth, places, signal }
  const { called, best } = await meantOf(ranked, asked)
  const only = onlyOf(best)
  const isHeld = only !== undefined && row.points === true && isByValue(only, texts)
  const plain = isHeld ? onlyOf(plainWords(find, places)) : undefined
  const one = isHeld && plain !== undefined ? { ...only, ...plain } : only
  const labelled = one === undefined ? undefined : labelledInstead(one, row, places, find)
  if (labelled !== undefined) return { warm: labelled.warm, key: labelled.node.key }
  const isInner = called[0]?.closeness === Closeness.inner && options.outcome !== undefined
  const parts = one !== undefined && row.points ? saidIn(one, texts) : []
  if (one !== undefined && !isInner && parts.length < 2) return { warm: one.warm, key: (parts[0] ?? one).node.key }
  const isUnnamed = ranked.length === 0 || isInner
  const otherwise = isUnnamed ? await meantOtherwise({ find, row, places, signal }) : nothingElse
  if (otherwise.one !== undefined) return { warm: otherwise.one.warm, key: otherwise.one.node.key }
  const missed = new Missed({ find, places, searched, near, note: further?.note }, options, call, world)
  const { several } = otherwise
  if (several.length > 0) throw missed.ambiguous(several.length, several)
  const isPlain = row.points === true && called.length === 0 && otherwise.beside.length === 0
  const pressed = isPlain && best.length === 0 ? onlyOf(plainWords(find, places)) : isPlain ? plain : undefined
  if (pressed !== undefined) return { warm: pressed.warm, key: pressed.node.key }
  if (parts.length > 1) throw missed.ambiguous(parts.length, parts)
  if (called.length > 0 && best.length === 0) {
    const { best: there } = find.nth === undefined ? { best } : await meantOf(ranked, { ...asked, nth: undefined })
    if (there.length > 0) throw missed.tooFew(there)
    if (where !== undefined) throw await missed.notNear(called, where)
  }
  if (matched === 1 && isInner) throw missed.insideAWord(ranked)
  // What only contains the words, or has them elsewhere, was not meant.
  const isExact = texts.length > 0 && called[0]?.closeness === Closeness.exact
  if (isExact && best.length > 1 && best.length < matched)
    throw missed.ambiguous(best.length, best, `are called ${missed.called}`)
  if (matched > 1)
    throw missed.ambiguous(
      matched,
      ranked.sort((a, b) => a.closeness - b.closeness),
    )
  throw await missed.none(otherwise.beside)
}

/** The one that these words label, where what is called so itself is less, or nothing, for what is done. */
function labelledInstead(
  one: Candidate,
  { ofControl, takes }: ReturnType<typeof rowOf>,
  places: readonly Place[],
  find: Find,
): Candidate | undefined {
  if (!ofControl || !takes) return undefined
  const abilityOf = rankedBy(takes)
  const rankOf = (each: Candidate) => (saysSo(each, find) ? abilityOf(each) : none)
  const own = rankOf(one)
  const isInIt = ({ warm, node }: Candidate) => warm === one.warm && warm.tree.ancestors(node).includes(one.node)
  const better = (each: Candidate) => rankOf(each) < own && (own === none || isInIt(each))
  const [labelled, other] = own === 0 ? [] : besides(places, find).filter(better)
  return other === undefined ? labelled : undefined
}

function onlyOf<T>(those: readonly T[]): T | undefined {
  return those.length === 1 ? those[0] : undefined
}
