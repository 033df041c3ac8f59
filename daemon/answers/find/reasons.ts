/** Which of several matches is meant: reasons in order, each keeping some, or all if it does not decide. */

import type { CapabilityWord } from '../../../api-schema/element.ts'
import type { ActionWord } from '../../../api-schema/methods/interact.ts'
import type { ActionRow } from '../../effect/actions.ts'
import { isSameName, isSameText } from '../../tree/index/same-text.ts'
import { isModal } from '../../tree/model/context.ts'
import { capabilitiesOf, isControl, isInteractable, isOfType } from '../../tree/model/node.ts'
import { Closeness } from '../../tree/naming/closeness.ts'
import { labelWords, ownWords } from '../../tree/naming/labels.ts'
import type { Candidate } from '../look/miss.ts'
import type { Place } from '../where/scope.ts'
import { nearest } from './nearest.ts'
import { type ActBefore, openedBy } from './opened.ts'

export interface Ranked extends Candidate {
  readonly closeness: Closeness
}

/** What the reasons are based on. */
export interface Asked {
  readonly action: ActionWord | undefined
  readonly row: Partial<ActionRow>
  /** The texts that name it. */
  readonly texts: readonly string[]
  readonly near: string | undefined
  readonly nth: number | undefined
  readonly places: readonly Place[]
  /** The act before, in the same call. */
  readonly last: ActBefore | undefined
  readonly signal: AbortSignal
}

type Those = readonly Ranked[]

interface Reason {
  readonly why: string
  readonly keep: (those: Those, asked: Asked) => Those | Promise<Those>
}

/** These find the elements that an error lists as having the name. */
const byWords: readonly Reason[] = [
  { why: 'it takes what is done', keep: takingIt },
  { why: 'the words are its own, and all of them', keep: closest },
  { why: 'they are the name that a view shows', keep: shownAs(isSameName) },
  // In a map of characters `e` is neither `é` nor `E`.
  { why: 'the name is written so', keep: shownAs(isSameText) },
]

const byPlace: readonly Reason[] = [
  { why: 'no dialog is in front of it', keep: withoutBehind },
  { why: 'it is the control, where others repeat its words', keep: meant },
  {
    why: 'it is near the other words',
    keep: (those, { near, places, signal }) => (near === undefined ? those : nearest(those, near, places, signal)),
  },
  { why: 'the act before has opened what it is in', keep: inOpened },
  { why: 'it is what is usually done that with', keep: (those, { row }) => suitedTo(row.takes ?? [], those) },
  {
    why: 'it is the one that was counted',
    keep: (those, { nth }) => (nth === undefined ? those : those.slice(nth - 1, nth)),
  },
  { why: 'all lead to the same', keep: oneOfSame },
]

async function left(reasons: readonly Reason[], those: Those, asked: Asked): Promise<Those> {
  let kept = those
  for (const { keep } of reasons) if (kept.length > 0) kept = await keep(kept, asked)
  return kept
}

export interface Named {
  /** Those left by the words alone. */
  readonly called: Those
  readonly best: Those
}

/** If the number exceeds those with the name, all that have the words are counted. */
export async function meantOf(those: Those, asked: Asked): Promise<Named> {
  const called = await left(byWords, those, asked)
  const isBeyond = asked.nth !== undefined && asked.nth > called.length && called.some(hasWords)
  return { called, best: await left(byPlace, isBeyond ? takingIt(those, asked).filter(hasWords) : called, asked) }
}

const hasWords = ({ closeness }: Ranked) => closeness <= Closeness.words

/** The action narrows what is meant: a header or a row with that name takes no text if a field has the words too. */
function takingIt(ranked: Those, { row: { ofControl, takes } }: Asked): Those {
  if (!ofControl || !takes) return ranked
  const rankOf = rankedBy(takes)
  const isAble = (one: Ranked) => rankOf(one) < none
  const able = ranked.filter((one) => one.closeness <= Closeness.words && isAble(one))
  const closest = Math.min(...ranked.map(({ closeness }) => closeness))
  const isTaken = ranked.some((one) => one.closeness === closest && isAble(one))
  return isTaken || able.length === 0 ? ranked : able
}

/** A field and the button next to it may both be called “Search”: one is set, the other pressed. */
export function suitedTo<One extends Candidate>(
  takes: readonly CapabilityWord[],
  found: readonly One[],
): readonly One[] {
  const rankOf = rankedBy(takes)
  const best = Math.min(...found.map(rankOf))
  return found.filter((one) => rankOf(one) === best)
}

/** The position of the first of these abilities that the element has: the lower, the likelier it is meant. */
export function rankedBy(takes: readonly CapabilityWord[]): (one: Candidate) => number {
  return ({ node }) => {
    const can = capabilitiesOf(node)
    const at = takes.findIndex((word) => can.includes(word))
    return at < 0 ? none : at
  }
}

/** It has none of those abilities. */
export const none = Number.POSITIVE_INFINITY

function closest(ranked: Those): Those {
  const least = Math.min(...ranked.map(({ closeness }) => closeness))
  return ranked.filter(({ closeness }) => closeness === least)
}

/** The name that a view shows wins over a tooltip, a value or an identifier with these words. */
function shownAs(isSame: (name: string, wanted: string) => boolean): Reason['keep'] {
  return (found, { texts: [wanted] }) => {
    if (wanted === undefined || found.length < 2) return found
    const shown = found.filter(({ warm, node }) => isSame(nameShown(warm, node), wanted))
    return shown.length > 0 ? shown : found
  }
}

function nameShown({ tree }: Candidate['warm'], node: Candidate['node']): string {
  const { title, description, placeholder } = node
  return title ?? ownWords(tree, node) ?? description ?? placeholder ?? labelWords(tree, node) ?? ''
}

/** A modal dialog takes all input from what is behind it. */
function withoutBehind(found: Those): Those {
  const inFront = found.filter(({ warm, node }) => isModal(node) || warm.tree.ancestors(node).some(isModal))
  return inFront.length > 0 ? found.filter((one) => inFront.includes(one) || one.warm !== inFront[0]!.warm) : found
}

function inOpened(found: Those, { last }: Asked): Those {
  const opened = last === undefined || found.length < 2 ? [] : openedBy(last, found)
  return opened.length > 0 ? opened : found
}

/** These may repeat a control's words without being controls. */
const sayers = new Set(['AXGroup', 'AXStaticText'])

/** Controls that may contain a field of their own. */
const withField = new Set(['AXComboBox', 'AXIncrementor'])
const fields = new Set(['AXTextField', 'AXTextArea'])

/** Without the fields in combo boxes and spin buttons, and the list that a box opens: it takes the same actions. */
export function withoutOwnFields<One extends Candidate>(controls: readonly One[]): readonly One[] {
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

/** If the others only repeat a control's words around it, in it or as its label, the control is meant. */
function meant(all: Those, { action, row: { ofWhole } }: Asked): Those {
  const found = ofWhole || action === undefined ? withoutParts(all) : all
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
function withoutAround(controls: Those): Those {
  return controls.filter((one) => !innerOf(one, controls))
}

function innerOf({ warm, node }: Candidate, those: Those): Ranked | undefined {
  return those.find((one) => one.node !== node && one.warm === warm && warm.tree.ancestors(one.node).includes(node))
}

/** A part of the page that listens has the words of all its contents. */
function withoutParts(found: Those): Those {
  const uses = found.filter(({ node }) => isInteractable(node))
  return found.filter((one) => {
    const inner = sayers.has(one.node.role) ? innerOf(one, uses) : undefined
    return inner === undefined || isSameName(nameShown(inner.warm, inner.node), nameShown(one.warm, one.node))
  })
}

/** An element and the text in it are one match, unless something in it can be acted on itself. */
function outermost(found: Those): Those {
  const [first, ...others] = found
  if (first === undefined || others.some(({ node }) => isInteractable(node))) return found
  const isInside = ({ warm, node }: Candidate) => warm === first.warm && warm.tree.ancestors(node).includes(first.node)
  return others.every(isInside) ? [first] : found
}

/** Links to one place, under one name, are the same to whoever follows them. */
function oneOfSame(found: Those, { action }: Asked): Those {
  const [first, ...others] = found
  if (first === undefined || action !== 'click' || !leadsSomewhere(first)) return found
  const isSame = ({ warm, node }: Candidate) =>
    warm === first.warm &&
    node.role === 'AXLink' &&
    node.url === first.node.url &&
    isSameName(nameShown(warm, node), nameShown(first.warm, first.node))
  return [first, ...others].every(isSame) ? [first] : found
}

/** A link to no place of its page, `#` above all, does whatever a script does: each may do something else. */
function leadsSomewhere({ warm: { source, tree }, node: { url } }: Candidate): boolean {
  if (url === undefined || !/^https?:|^file:/.test(url)) return false
  const [page, place] = url.split('#', 2)
  if (place === undefined || page !== source.page?.url.split('#', 1)[0]) return true
  return place !== '' && [...tree.walk()].some(({ identifier }) => identifier === place)
}
