/** What is no news after an action: what is only drawn otherwise, and what was said before. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/row.ts'
import { holdsWords } from './index/words.ts'
import { isWithin, type Node } from './node.ts'
import type { Difference } from './warm/history.ts'
import { sameRow } from './warm/same-row.ts'

interface NewsEvidence {
  readonly was: Node
  readonly now: Node | undefined
  readonly difference: Difference | undefined
  readonly nodeOf: (key: Key) => Node | undefined
}

/** Without what is only drawn otherwise, and the texts of the target that its name holds as well: they come and go as a browser looks closer. */
export function withNews<Known extends NewsEvidence>(evidence: Known): Known {
  const { was, now, difference, nodeOf } = evidence
  if (difference === undefined) return evidence
  const { added, changed, removed } = difference
  const name = was.title === now?.title ? now?.title : undefined
  const isSaid = (node: Node) =>
    name !== undefined &&
    node.role === 'AXStaticText' &&
    holdsWords(name, node.value ?? node.title ?? '') &&
    isWithin(node, was.key, nodeOf)
  const said = new Set([...added, ...removed].filter(isSaid).map(({ key }) => key))
  const isNews = ({ key }: Node) => !said.has(key)
  const without = (node: Node): Node =>
    said.size === 0 ? node : { ...node, children: node.children.filter((key) => !said.has(key)) }
  const pairs = changed.map((pair) => ({ was: without(pair.was), now: without(pair.now) }))
  const news = {
    added: added.filter(isNews),
    changed: pairs.filter((pair) => !sameSight(pair.was, pair.now)),
    removed: removed.filter(isNews),
  }
  return { ...evidence, difference: { ...difference, ...news } }
}

/** But for abilities and marks: those come and go with the pointer and the focus, here or in what is around. */
export function sameSight(was: Node, now: Node): boolean {
  return sameRow(sightOf(was), sightOf(now))
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

function sightOf(node: Node): Node {
  return { ...node, flags: node.flags & ~abilities, actions: [], attributes: withoutMarks(node) }
}

const marks = /focus|hover|^(class|style)$/i

/** Without those by which pages and their libraries draw where the focus and the pointer are: `data-focused`, and classes. */
function withoutMarks({ attributes }: Node): Node['attributes'] {
  if (attributes === undefined) return undefined
  const others = Object.entries(attributes).filter(([name]) => !marks.test(name))
  return others.length === 0 ? undefined : Object.fromEntries(others)
}
