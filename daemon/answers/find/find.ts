/** Finds the one element that a `find` refers to. */
import { verbatim } from '../../../api-schema/advice.ts'
import type { ActionWord } from '../../../api-schema/methods/interact.ts'
import type { Params } from '../../../api-schema/methods.ts'
import type { Call, World } from '../../dispatch.ts'
import { rowOf } from '../../effect/actions.ts'
import type { Key } from '../../platform/row.ts'
import { Problem } from '../../problem.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import { isModal } from '../../tree/model/context.ts'
import { isControl, isHidden, isInteractable, isOfType } from '../../tree/model/node.ts'
import { Closeness, closenessOf } from '../../tree/naming/closeness.ts'
import { labelWords, ownWords } from '../../tree/naming/labels.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { shapeOf } from '../look/element-shape.ts'
import { type Candidate, missHint, roleHint, tell } from '../look/miss.ts'
import { type ReadOn, readOn } from '../look/read-on.ts'
import { closedMenusHint, unreadHint } from '../look/unread.ts'
import { flat, look, type View } from '../look/view.ts'
import { defaultOptions } from '../look/view-options.ts'
import { type Place, placesOf } from '../where/scope.ts'
import { narrowed, none, rankedBy } from './narrowed.ts'
import { nearOnes } from './nearness.ts'
import { placed } from './placed.ts'
import { saidIn } from './within.ts'

export type Find = NonNullable<Params<'interact'>['find']>

export interface FindOptions {
  /** For the candidates in an error. */
  readonly format: 'json' | 'outline'
  /** Added to errors: what became of the call, such as `Nothing was done.` */
  readonly outcome?: string
  /** What will be done with the element. */
  readonly action?: ActionWord | undefined
}

interface Ranked extends Candidate {
  readonly closeness: Closeness
}

const mostCandidates = 6
/** How many to search for an exact name match. */
const candidatesSeen = 200
const wholeOptions = { ...defaultOptions, limit: candidatesSeen, maxDepth: 1000 }

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
  const { takes, ofControl, ofWhole, points } = options.action === undefined ? {} : rowOf(options.action)
  const abilityOf = ofControl && takes ? rankedBy(takes) : undefined
  const pool = abilityOf === undefined ? ranked : takingIt(ranked, (one) => abilityOf(one) < none)
  const closest = Math.min(...pool.map(({ closeness }) => closeness))
  const closestOnes = byName(
    pool.filter(({ closeness }) => closeness === closest),
    find,
  )
  const narrowest = oneOfSame(
    narrowed(meant(withoutBehind(closestOnes), ofWhole), { ...find, near: where, takes }, places),
    options,
  )
  // Of what is read it is told that it stands there.
  const isTold = find.near !== undefined && options.action === undefined && narrowest.length === 1
  const best = isTold ? await nearOnes(narrowest, find.near, places, call.signal) : narrowest
  const one = best[0]
  if (best.length === 1 && one !== undefined && abilityOf !== undefined) {
    const rankOf = (each: Candidate) => (saysSo(each, find) ? abilityOf(each) : none)
    const own = rankOf(one)
    const isInIt = ({ warm, node }: Candidate) => warm === one.warm && warm.tree.ancestors(node).includes(one.node)
    const better = (each: Candidate) => rankOf(each) < own && (own === none || isInIt(each))
    const [labelled, other] = own === 0 ? [] : besides(places, find).filter(better)
    if (labelled !== undefined && other === undefined) return { warm: labelled.warm, key: labelled.node.key }
  }
  const isInner = closest === Closeness.inner && options.outcome !== undefined
  const parts = best.length === 1 && one !== undefined && points ? saidIn(one, textsAsked(find)) : []
  if (best.length === 1 && one !== undefined && !isInner && parts.length < 2)
    return { warm: one.warm, key: (parts[0] ?? one).node.key }
  const others = ranked.length === 0 || isInner ? narrowed(placed(find, places), find, places) : []
  if (others.length === 1) return { warm: others[0]!.warm, key: others[0]!.node.key }
  const described = (list: readonly Candidate[]) =>
    tell(list, mostCandidates, options.format === 'outline', (warm) => shapeOf(warm, world))
  const asked = askedOf(find)
  const outcome = options.outcome === undefined ? '' : ` ${options.outcome}`
  const ambiguous = (count: number, candidates: readonly Candidate[], how = `match ${asked}`) =>
    new Problem('element_ambiguous', {
      message: `${count} elements ${how}.${outcome}`,
      hint: 'Use the elementId of one of the candidates, or narrow the find with filter, elementTypes or scope element.',
      data: { candidates: described(candidates), matched: count },
    })
  if (others.length > 1) throw ambiguous(others.length, others)
  if (parts.length > 1) throw ambiguous(parts.length, parts)
  const called = textsAsked(find)
    .map((text) => JSON.stringify(text))
    .join(' and ')
  if (closestOnes.length > 0 && best.length === 0 && where !== undefined && find.nth === undefined)
    throw new Problem('not_found', {
      message: `Nothing that matches ${called || askedOf({ ...find, near: undefined })} is near ${JSON.stringify(where)}.${outcome}`,
      hint: 'Name words that stand in the same row or part, or use the elementId of one of these.',
      data: { near: described(closestOnes), searched },
    })
  if (matched === 1 && isInner) {
    throw new Problem('not_found', {
      message: `Nothing is called ${called}; one element has it inside a word.${outcome}`,
      hint: 'If that is the one, use its elementId, or ask for it by its whole name.',
      data: { near: described(ranked), searched },
    })
  }
  // What only contains the words, or has them elsewhere, was not meant.
  if (called !== '' && best.length > 1 && best.length < matched && closest === Closeness.exact)
    throw ambiguous(best.length, best, `are called ${called}`)
  if (matched > 1)
    throw ambiguous(
      matched,
      ranked.sort((a, b) => a.closeness - b.closeness),
    )
  const besideWords = besides(places, find)
  const [field] = besideWords
  if (field !== undefined && besideWords.length === 1 && ofControl) return { warm: field.warm, key: field.node.key }
  const hint = besideWords.length > 0 ? besideHint(besideWords) : missHint(near, find)
  const unread = () =>
    places.flatMap(
      (at) => unreadHint(at.warm, at.from, shapeOf(at.warm, world).idOf) ?? closedMenusHint(at.warm) ?? [],
    )[0]
  const opener = await openerHint(near, find, call, world)
  const known = further?.note ?? (hint === undefined ? (roleHint(places, find.filter) ?? unread()) : undefined)
  throw new Problem('not_found', {
    message: `None of ${searched} elements matches ${asked}.${outcome}`,
    ...(hint !== undefined && further === undefined && { hint: `${hint} Or use one of the similar ones.${opener}` }),
    ...(known !== undefined && { hint: verbatim(known) }),
    ...(hint === undefined &&
      known === undefined &&
      near.length === 0 && { hint: 'Call {explore} to see what is there, or loosen the filter.' }),
    data: { near: described([...besideWords, ...near]), searched },
  })
}

/** What opens the part of a page that the only one meant is hidden in. */
async function openerHint(
  near: readonly Candidate[],
  { includeHidden }: Find,
  { signal }: Call,
  world: World,
): Promise<string> {
  const [only, other] = near
  if (includeHidden || only === undefined || other !== undefined || !isHidden(only.node)) return ''
  const { warm, node } = only
  const opener = await warm.source.page?.opener(node.key, signal)
  const found = opener === undefined ? undefined : warm.tree.node(opener)
  if (found === undefined) return ''
  const [line] = tell([{ warm, node: found }], 1, true, (at) => shapeOf(at, world))
  return ` What it is in is opened by ${verbatim(String(line))}.`
}

/** Elements that are merely next to the words. A view names them so; whether they are meant is not for `find` to guess. */
function besides(places: readonly Place[], find: Find): Candidate[] {
  if (textsAsked(find).length === 0) return []
  return places.flatMap((place) => matches(look(place, { ...wholeOptions, ...find })))
}

function besideHint(beside: readonly Candidate[]): string {
  const those = beside.length === 1 ? 'One element stands' : `${beside.length} elements stand`
  return `${those} near these words, which are not its own. If it is meant, use its elementId.`
}

/** They may repeat a control's words without being one. */
const sayers = new Set(['AXGroup', 'AXStaticText'])

/** Links to one place, under one name, are the same to whoever follows them. */
function oneOfSame(found: readonly Candidate[], { action }: FindOptions): readonly Candidate[] {
  const [first, ...others] = found
  if (first === undefined || action !== 'click' || first.node.url === undefined) return found
  const isSame = ({ warm, node }: Candidate) =>
    warm === first.warm &&
    node.role === 'AXLink' &&
    node.url === first.node.url &&
    isSameName(nameShown(warm, node), nameShown(first.warm, first.node))
  return [first, ...others].every(isSame) ? [first] : found
}

/** What is done narrows what is meant: a header or a row that is called so takes no text, where a field has the words too. */
function takingIt(ranked: readonly Ranked[], isAble: (one: Candidate) => boolean): readonly Ranked[] {
  const able = ranked.filter((one) => one.closeness <= Closeness.words && isAble(one))
  const closest = Math.min(...ranked.map(({ closeness }) => closeness))
  const isTaken = ranked.some((one) => one.closeness === closest && isAble(one))
  return isTaken || able.length === 0 ? ranked : able
}

/** Controls that may contain a field of their own. */
const withField = new Set(['AXComboBox', 'AXIncrementor'])
const fields = new Set(['AXTextField', 'AXTextArea'])

/**
 * Drops the fields inside combo boxes and spin buttons that match, too, and the list that a box opens under its own name: the
 * box takes the same actions.
 */
function withoutOwnFields(controls: readonly Candidate[]): readonly Candidate[] {
  const isOwn = ({ warm, node }: Candidate) =>
    controls.some(
      (one) =>
        one.warm === warm &&
        (fields.has(node.role)
          ? withField.has(one.node.role) && warm.tree.ancestors(node).includes(one.node)
          : node.subrole === 'AXListBox' && (isOfType(one.node, 'dropdown') || withField.has(one.node.role))),
    )
  return controls.filter((one) => !isOwn(one))
}

/** A modal dialog takes all input from what is behind it. */
function withoutBehind(found: readonly Candidate[]): readonly Candidate[] {
  const inFront = found.filter(({ warm, node }) => isModal(node) || warm.tree.ancestors(node).some(isModal))
  return inFront.length > 0 ? found.filter((one) => inFront.includes(one) || one.warm !== inFront[0]!.warm) : found
}

/** A person reads the words at it or before it: they are not in its identifier alone. */
function saysSo({ warm, node }: Candidate, find: Find): boolean {
  return isSaidAt({ warm, node: { ...node, identifier: undefined } }, find)
}

/** A filter takes what is inside words, too: "ann" in "Channels". Does anything say the words themselves? */
export function isSaid(view: View): boolean {
  return textsAsked(view).length === 0 ? view.answer.matched > 0 : sayingSo(view).length > 0
}

export function sayingSo(view: View): readonly Candidate[] {
  return matches(view).filter((one) => textsAsked(view).length === 0 || isSaidAt(one, view))
}

export function matches({ answer, warm }: View): readonly Candidate[] {
  return [...flat(answer.shown)].flatMap(({ context, node }) => (context ? [] : [{ warm, node }]))
}

function isSaidAt({ warm: { tree }, node }: Candidate, find: Pick<Find, 'filter'>): boolean {
  const shown = { ...node, help: [node.help, labelWords(tree, node)].join(' ') }
  return closenessOf(tree, shown, textsAsked(find)) < Closeness.inner
}

/** If the others only repeat a control's words around it, in it or as its label, the control is meant. */
function meant(found: readonly Candidate[], ofWhole = false): readonly Candidate[] {
  const own = withoutOwnFields(found.filter(({ node }) => !sayers.has(node.role) && isControl(node)))
  const controls = ofWhole ? own : withoutAround(own)
  const [control] = controls
  if (control === undefined || controls.length > 1) return outermost(found)
  const { tree } = control.warm
  const isOfControl = ({ warm, node }: Candidate) =>
    (sayers.has(node.role) ||
      own.some((one) => one.node === node) ||
      (withField.has(control.node.role) && fields.has(node.role))) &&
    warm === control.warm &&
    (node.subrole === 'AXLabelText' ||
      tree.ancestors(control.node).includes(node) ||
      tree.ancestors(node).includes(control.node))
  return found.every((one) => one === control || isOfControl(one)) ? controls : outermost(found)
}

/** Of two nested controls with the same words, the inner one: pressing it reaches both. */
function withoutAround(controls: readonly Candidate[]): readonly Candidate[] {
  const isAround = ({ warm, node }: Candidate) =>
    controls.some((one) => one.node !== node && one.warm === warm && warm.tree.ancestors(one.node).includes(node))
  return controls.filter((one) => !isAround(one))
}

/** The name that a view shows wins over a tooltip, a value or an identifier with these words. */
function byName(found: readonly Ranked[], find: Find): readonly Ranked[] {
  const [wanted] = textsAsked(find)
  if (wanted === undefined || found.length < 2) return found
  const named = found.filter(({ warm, node }) => isSameName(nameShown(warm, node), wanted))
  return named.length > 0 ? named : found
}

function nameShown({ tree }: Candidate['warm'], node: Candidate['node']): string {
  const { title, description, placeholder } = node
  return title ?? ownWords(tree, node) ?? description ?? placeholder ?? ''
}

/** An element and the text in it are one match, unless one of them can be acted on. */
function outermost(found: readonly Candidate[]): readonly Candidate[] {
  const [first, ...others] = found
  if (first === undefined || found.some(({ node }) => isInteractable(node))) return found
  const isInside = ({ warm, node }: Candidate) => warm === first.warm && warm.tree.ancestors(node).includes(first.node)
  return others.every(isInside) ? [first] : found
}

/** The texts that name an element; other fields are not compared by words. */
function textsAsked({ filter }: Pick<Find, 'filter'>): string[] {
  return [filter?.anyFieldContains, filter?.titleContains].filter((text) => text !== undefined)
}

function askedOf({ filter = {}, elementTypes, near, nth }: Find): string {
  const types = elementTypes.includes('any') ? '' : ` of type ${elementTypes.join(' or ')}`
  const row = near === undefined ? '' : ` near ${JSON.stringify(near)}`
  return `${JSON.stringify(filter)}${types}${row}${nth === undefined ? '' : ` as number ${nth} of several`}`
}
