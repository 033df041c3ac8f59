/** Finds the one element that a `find` refers to. */
import type { Call, World } from '../../dispatch.ts'
import { type ActionRow, rowOf } from '../../effect/actions.ts'
import { settingOf } from '../../platform/acting/value-words.ts'
import type { Key } from '../../platform/element/row.ts'
import { Closeness } from '../../tree/naming/closeness.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import type { Candidate } from '../look/miss.ts'
import type { Place } from '../where/scope.ts'
import { besides, fallbackMatches, noFallback } from './fallback.ts'
import { Missed, type Telling } from './missed.ts'
import { isByValue, plainWords } from './plain-words.ts'
import { meantOf, none, rankedBy, withoutOwnFields } from './reasons.ts'
import { type Find, saysSo, textsAsked } from './said.ts'
import { searchFor } from './search.ts'
import { saidIn } from './within.ts'

/**
 * Exactly one element must match; never guesses. Exact matches win over whole words, those over matches of the role or an
 * address, and those over matches inside a word, which are never acted on. Among equals, the one that suits the action wins.
 * Throws element_ambiguous and not_found.
 */
export async function found(
  find: Find,
  options: Telling,
  call: Call,
  world: World,
): Promise<{ readonly warm: Warm; readonly key: Key }> {
  const search = await searchFor(find, call, world)
  const { places, ranked, near } = search
  const row = rowFor(options)
  const { signal } = call
  const { action, last } = options
  const asked = { action, row, texts: textsAsked(find), near, nth: find.nth, places, last, signal }
  const named = await meantOf(ranked, asked)
  const isInner = named.called[0]?.closeness === Closeness.inner && options.outcome !== undefined
  const own = named.best.length === 1 ? standingFor(named.best[0]!, isInner, row, places, find) : []
  if (own.length === 1) return { warm: own[0]!.warm, key: own[0]!.node.key }
  const isUnnamed = ranked.length === 0 || isInner
  const fallback = isUnnamed ? await fallbackMatches({ find, row, places, isInner, signal }) : noFallback
  if (fallback.one !== undefined) return { warm: fallback.one.warm, key: fallback.one.node.key }
  const missed = new Missed(search, options, call, world)
  const several = fallback.several.length > 0 ? fallback.several : own
  if (several.length > 0) throw missed.ambiguous(several.length, several)
  if (named.called.length > 0 && named.best.length === 0) {
    const { best } = find.nth === undefined ? named : await meantOf(ranked, { ...asked, nth: undefined })
    if (best.length > 0) throw missed.tooFew(best)
    if (near !== undefined) throw await missed.notNear(named.called, near)
  }
  if (search.matched > 0 && isInner) throw missed.insideAWord(search.matched)
  throw search.matched > 1 ? missed.tooMany(named) : await missed.none(fallback.beside)
}

/** A box takes nothing but the words for on and off: any other value is for the field that it switches on. */
function rowFor({ action, value }: Telling): Partial<ActionRow> {
  if (action === undefined) return {}
  const row = rowOf(action)
  const isOfBox = action !== 'set_value' || value === undefined || settingOf(value) !== undefined
  return isOfBox ? row : { ...row, takes: row.takes?.filter((word) => word !== 'toggleable') ?? [] }
}

/**
 * What a person means by the only element with this name: usually that element. Several if several texts in it say the
 * words, none if the words only occur inside a word of it.
 */
function standingFor(
  one: Candidate,
  isInner: boolean,
  row: Partial<ActionRow>,
  places: readonly Place[],
  find: Find,
): readonly Candidate[] {
  const texts = textsAsked(find)
  const plain = row.points && isByValue(one, texts) ? plainWords(find, places) : []
  const said = plain.length === 1 ? plain[0]! : one
  const labelled = labelledInstead(said, row, places, find)
  if (labelled !== undefined) return [labelled]
  if (isInner) return []
  const parts = row.points ? saidIn(said, texts) : []
  return parts.length > 0 ? parts : [said]
}

/** The element that these words label, if the one with this name cannot take the action, or takes it less well. */
function labelledInstead(
  one: Candidate,
  { ofControl, takes }: Partial<ActionRow>,
  places: readonly Place[],
  find: Find,
): Candidate | undefined {
  if (!ofControl || !takes) return undefined
  const abilityOf = rankedBy(takes)
  const rankOf = (each: Candidate) => (saysSo(each, find) ? abilityOf(each) : none)
  const own = rankOf(one)
  const isInIt = ({ warm, node }: Candidate) => warm === one.warm && warm.tree.ancestors(node).includes(one.node)
  const better = (each: Candidate) => rankOf(each) < own && (own === none || isInIt(each))
  const [labelled, other] = own === 0 ? [] : withoutOwnFields(besides(places, find).filter(better))
  return other === undefined ? labelled : undefined
}
