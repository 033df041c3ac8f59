/** Filters out changes that prove nothing: restyling, empty wrappers, and repeated labels. */
import { Flag } from '../platform/element/flags.ts'
import type { Key } from '../platform/element/row.ts'
import { seenText } from '../platform/element/unseen.ts'
import { holdsWords } from '../tree/index/words.ts'
import { isHidden, isInside, isInteractable, isWithin, type Node } from '../tree/model/node.ts'
import { type AlignedChanges, isText, type Part, partOf, partsOf } from '../tree/warm/aligned.ts'
import type { Changes } from '../tree/warm/history.ts'
import { Calm } from '../tree/warm/restless.ts'
import { sameRow } from '../tree/warm/same-row.ts'
import type { Evidence } from './evidence.ts'

/**
 * Drops restyling, empty wrappers, hidden changes outside the target (they may only now have been read), and texts in
 * the target that are its name: they appear and disappear as a browser looks closer.
 */
export function withNews<Known extends Pick<Evidence, 'was' | 'now' | 'difference' | 'nodeOf'>>(
  evidence: Known,
): Known {
  const { was, now, difference, nodeOf } = evidence
  if (difference === undefined) return evidence
  const { added, changed, removed } = difference
  const name = was.title === now?.title ? now?.title : undefined
  const isSaid = (node: Node) => {
    const text = textOf(node)
    return text !== undefined && name !== undefined && holdsWords(name, text) && isWithin(node, was.key, nodeOf)
  }
  /**
   * Dropped elements. What is in one may be news, or may have been there all along, and counts as part of what is
   * around it.
   */
  const nothing = new Map<Key, Node>()
  // What is hidden in a window is not read all the time.
  const isOfTarget = (node: Node) => !isWhole(was) && isWithin(node, was.key, nodeOf)
  const isUnseen = (node: Node) => isInside(node, isHidden, nodeOf) && !isOfTarget(node)
  for (const node of [...added, ...removed])
    if (isSaid(node) || isBare(node) || isUnseen(node)) nothing.set(node.key, node)
  const inPlace = (key: Key): readonly Key[] => nothing.get(key)?.children.flatMap(inPlace) ?? [key]
  const around = (key: Key): Key => (nothing.has(key) ? around(nothing.get(key)!.parent) : key)
  const without = (node: Node): Node => ({
    ...node,
    parent: around(node.parent),
    children: nothing.size === 0 ? node.children : node.children.flatMap(inPlace),
  })
  const newsIn = (nodes: readonly Node[]) => nodes.filter(({ key }) => !nothing.has(key)).map(without)
  const pairs = changed.map((pair) => ({ was: without(pair.was), now: without(pair.now) }))
  const isSeen = (pair: (typeof pairs)[number]) => !isStillHidden(pair, nodeOf) || isOfTarget(pair.now)
  const news = {
    added: newsIn(added),
    changed: pairs.filter((pair) => !sameSight(pair.was, pair.now) && isSeen(pair)),
    removed: newsIn(removed),
  }
  return { ...evidence, difference: { ...difference, ...news } }
}

const wholes: ReadonlySet<string> = new Set(['AXApplication', 'AXWindow', 'AXWebArea'])

/** What keys go to when nothing has the focus: a whole application, window or page. */
export function isWhole({ role }: Node): boolean {
  return wholes.has(role)
}

/** It, or an element around it, was hidden before and still is. */
function isStillHidden({ was, now }: Changes['changed'][number], nodeOf: Evidence['nodeOf']): boolean {
  return (isHidden(was) && isHidden(now)) || isInside(now, isHidden, nodeOf)
}

function textOf({ role, value, title }: Node): string | undefined {
  return role === 'AXStaticText' ? (value ?? title ?? '').trim() : undefined
}

type Turned = Changes['changed'][number]
const ofChoice = Flag.checked | Flag.selected

/** How calm a place must be for a change in it to count; `isOfText`: only texts came, went or changed. */
export type Least = (part: Part, isOfText: boolean) => Calm

/**
 * Drops changes in places that change on their own or are not calm enough, also within what was built there, and
 * changes of the focus alone.
 */
export function steadyOf(
  difference: AlignedChanges,
  calmOf: Evidence['calmOf'],
  least: Least = () => Calm.unsure,
): AlignedChanges {
  const { added, changed, removed } = difference
  const made = new Map([...difference.made, ...[...added, ...removed].map((node) => [node.key, node] as const)])
  const isCalm = (part: Part, isOfText: boolean) => calmOf(part, isOfText) >= least(part, isOfText)
  const isIn = ({ parent }: Node): boolean => made.has(parent) && !isSteady(made.get(parent)!)
  const isSteady = (node: Node): boolean => partsOf(node).every((part) => isCalm(part, isText(node))) && !isIn(node)
  // A clock may be read between its old text and its new one: then its container has merely lost a child.
  const ticking = new Set([...added, ...removed].filter((node) => !isSteady(node)).map(({ key }) => key))
  const still = (node: Node): Node => ({ ...node, children: node.children.filter((key) => !ticking.has(key)) })
  const isStill = ({ was, now }: Changes['changed'][number]) =>
    sameSight(still(was), still(now)) || sameButFocus(still(was), still(now))
  // Where one of several is chosen, the others are so no more: if one changes by itself, so do they.
  const turned = changed.filter(({ was, now }) => was.role === now.role && ((was.flags ^ now.flags) & ofChoice) !== 0)
  const isRestless = (one: Turned) => calmOf(partOf(one), false) === Calm.restless
  const isOn = ({ now }: Turned) => (now.flags & ofChoice) !== 0
  const isOfRestless = (one: Turned) =>
    turned.includes(one) &&
    turned.some((other) => other.now.role === one.now.role && isOn(other) !== isOn(one) && isRestless(other))
  return {
    ...difference,
    added: added.filter(isSteady),
    changed: changed.filter(
      (one) => isCalm(partOf(one), isOfText(one)) && !isIn(one.now) && !isStill(one) && !isOfRestless(one),
    ),
    removed: removed.filter(isSteady),
  }
}

/** Its states have not changed. */
export const isOfText = ({ was, now }: Changes['changed'][number]) => was.flags === now.flags

/** A box without words or use, as for the ripple of a press; browsers also create them for line boxes. */
export function isBare(node: Node): boolean {
  const { role, title, value, description } = node
  return role === 'AXGroup' && (title ?? value ?? description) === undefined && !isInteractable(node)
}

/**
 * Equal except for invisible characters, abilities, marks and ids, which change with the pointer and the focus, on the
 * element or around it. Some elements' attributes are read only once something has happened to them.
 */
export function sameSight(was: Node, now: Node): boolean {
  const isKnown = was.attributes !== undefined && now.attributes !== undefined
  return sameRow(sightOf(was, isKnown), sightOf(now, isKnown))
}

/**
 * The only visible change is the focus, and whether it can be edited: some fields can only while they have the focus.
 */
export function sameButFocus(was: Node, now: Node): boolean {
  const ofFocus = Flag.focused | Flag.editable | Flag.readonly
  const isMoved = ((was.flags ^ now.flags) & Flag.focused) !== 0
  return isMoved && sameSight({ ...was, flags: was.flags & ~ofFocus }, { ...now, flags: now.flags & ~ofFocus })
}

const abilities =
  Flag.focusable |
  Flag.selectable |
  Flag.clickable |
  Flag.adjustable |
  Flag.scrollable |
  Flag.hasMenu |
  Flag.hasTooltip |
  Flag.reactive |
  Flag.hasHelp

function sightOf(node: Node, isKnown: boolean): Node {
  const [title, value, description] = [node.title, node.value, node.description].map((text) => text && seenText(text))
  const seen = { title, value, description, identifier: undefined, actions: [], flags: node.flags & ~abilities }
  return { ...node, ...seen, attributes: isKnown ? withoutMarks(node) : undefined }
}

const marks =
  /focus|hover|^(class|style|type|tabindex|headers|aria-(readonly|activedescendant|controls|labelledby|describedby|owns|details|flowto|errormessage))$/i

/** Words in an attribute that lists states: `data-state="selected hover focus"`. */
const markWord = /focus|hover/i

/**
 * Drops attributes by which pages style the focus and the pointer, such as `data-focused` and classes, those that hold
 * ids, and those that repeat a flag.
 */
function withoutMarks({ attributes = {} }: Node): Node['attributes'] {
  const rest = (value: string) => (value.match(/\S+/g) ?? []).filter((word) => !markWord.test(word)).join(' ')
  const others = Object.entries(attributes)
    .filter(([name]) => !marks.test(name))
    .map(([name, value]): [string, string] => [name, name.startsWith('data-') ? rest(value) : value])
    // An empty attribute counts as a missing one.
    .filter(([, value]) => value !== '')
  return others.length === 0 ? undefined : Object.fromEntries(others)
}
