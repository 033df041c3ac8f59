/** What is no news after an action: what is only drawn otherwise, what is bare, and what was said before. */
import { Flag } from '../platform/flags.ts'
import type { Act } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import { seenText } from '../platform/unseen.ts'
import { holdsWords } from '../tree/index/words.ts'
import { isHidden, isInside, isInteractable, isWithin, type Node } from '../tree/model/node.ts'
import type { Changes } from '../tree/warm/history.ts'
import { sameRow } from '../tree/warm/same-row.ts'
import { type Part, partOf, partsOf, type Things } from '../tree/warm/things.ts'

interface NewsEvidence {
  readonly was: Node
  readonly now: Node | undefined
  readonly difference: Things | undefined
  readonly nodeOf: (key: Key) => Node | undefined
}

/**
 * Without what is only drawn otherwise or bare, what is outside the target and not shown, which may
 * be learnt late, and texts that are a name: those of the target come and go as a browser looks closer, and the label of a
 * field is drawn in another place while it has the focus.
 */
export function withNews<Known extends NewsEvidence>(evidence: Known): Known {
  const { was, now, difference, nodeOf } = evidence
  if (difference === undefined) return evidence
  const { added, changed, removed } = difference
  const name = was.title === now?.title ? now?.title : undefined
  const isOfFocus = (pair: Changes['changed'][number]) => ((pair.was.flags ^ pair.now.flags) & Flag.focused) !== 0
  const refocused = new Set(changed.filter(isOfFocus).map((pair) => pair.now.title?.trim()))
  const [came, went] = [added, removed].map((list) => new Set(list.map(textOf)))
  const isLabelMoved = (text: string) => refocused.has(text) && came!.has(text) && went!.has(text)
  const isSaid = (node: Node) => {
    const text = textOf(node)
    if (text === undefined) return false
    return isLabelMoved(text) || (name !== undefined && holdsWords(name, text) && isWithin(node, was.key, nodeOf))
  }
  /** What came or went and is no news, and what was in it: that may be, and may have been there all the while. */
  const nothing = new Map<Key, readonly Key[]>()
  for (const node of [...added, ...removed]) if (isSaid(node) || isBare(node)) nothing.set(node.key, node.children)
  const isNews = ({ key }: Node) => !nothing.has(key)
  const inPlace = (key: Key): readonly Key[] => nothing.get(key)?.flatMap(inPlace) ?? [key]
  const without = (node: Node): Node =>
    nothing.size === 0 ? node : { ...node, children: node.children.flatMap(inPlace) }
  const pairs = changed.map((pair) => ({ was: without(pair.was), now: without(pair.now) }))
  const isSeen = (pair: (typeof pairs)[number]) => !isUnseen(pair, nodeOf) || isWithin(pair.now, was.key, nodeOf)
  const news = {
    added: added.filter(isNews),
    changed: pairs.filter((pair) => !sameSight(pair.was, pair.now) && isSeen(pair)),
    removed: removed.filter(isNews),
  }
  return { ...evidence, difference: { ...difference, ...news } }
}

/** It was not shown before, and is not now: it itself, or what is around it. */
function isUnseen({ was, now }: Changes['changed'][number], nodeOf: NewsEvidence['nodeOf']): boolean {
  return (isHidden(was) && isHidden(now)) || isInside(now, isHidden, nodeOf)
}

function textOf({ role, value, title }: Node): string | undefined {
  return role === 'AXStaticText' ? (value ?? title ?? '').trim() : undefined
}

/** Without what changes by itself, or only in having the focus. */
export function steadyOf(difference: Changes, isRestless: (part: Part) => boolean): Changes {
  const { added, changed, removed } = difference
  const isSteady = (node: Node) => !partsOf(node).some((part) => isRestless(part))
  // A clock may be caught between its old text and its new one: what holds it has then lost it.
  const ticking = new Set([...added, ...removed].filter((node) => !isSteady(node)).map(({ key }) => key))
  const still = (node: Node): Node => ({ ...node, children: node.children.filter((key) => !ticking.has(key)) })
  const isStill = ({ was, now }: Changes['changed'][number]) =>
    sameSight(still(was), still(now)) || sameButFocus(still(was), still(now))
  return {
    ...difference,
    added: added.filter(isSteady),
    changed: changed.filter((one) => !isRestless(partOf(one)) && !isStill(one)),
    removed: removed.filter(isSteady),
  }
}

/** A box that says nothing and cannot be used, as where a press spreads like a wave: browsers make them to draw lines in. */
function isBare(node: Node): boolean {
  const { role, title, value, description } = node
  return role === 'AXGroup' && (title ?? value ?? description) === undefined && !isInteractable(node)
}

/**
 * But for what nobody sees in a text, and for abilities, marks and ids: those come and go with the pointer and the focus,
 * here or in what is around. Of some elements the attributes are read only when something has happened to them.
 */
export function sameSight(was: Node, now: Node): boolean {
  const isKnown = was.attributes !== undefined && now.attributes !== undefined
  return sameRow(sightOf(was, isKnown), sightOf(now, isKnown))
}

/** By keys that were for the text: there spaces and line breaks at its end count. */
export function isEntered(
  { action }: Act,
  was: Node,
  now: Node | undefined,
  isRestless: (part: Part) => boolean,
): boolean {
  if (action !== 'key' || now === undefined || (was.flags & Flag.editable) === 0) return false
  return now.value !== was.value && !isRestless(`element ${was.key}`)
}

/** That the focus came or went is all that there is to see. */
export function sameButFocus(was: Node, now: Node): boolean {
  const focus = (was.flags ^ now.flags) & Flag.focused
  return focus !== 0 && sameSight(was, { ...now, flags: now.flags ^ focus })
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

const marks = /focus|hover|^(class|style|type|tabindex|aria-activedescendant)$/i

/** Among the states that a page lists in one attribute: `data-state="selected hover focus"`. */
const markWord = /focus|hover/i

/** Without those by which pages and their libraries draw where the focus and the pointer are: `data-focused`, and classes. */
function withoutMarks({ attributes }: Node): Node['attributes'] {
  if (attributes === undefined) return undefined
  const rest = (value: string) => (value.match(/\S+/g) ?? []).filter((word) => !markWord.test(word)).join(' ')
  const others = Object.entries(attributes)
    .filter(([name]) => !marks.test(name))
    .map(([name, value]): [string, string] => [name, name.startsWith('data-') ? rest(value) : value])
    // An attribute without a text is one that is not there.
    .filter(([, value]) => value !== '')
  return others.length === 0 ? undefined : Object.fromEntries(others)
}
