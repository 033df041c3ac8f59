/** What is no news after a press: what nobody sees, and what was said before. */
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

/** Without the texts of the target that its name holds as well: they come and go as a browser looks closer. */
export function withNews<Known extends NewsEvidence>(evidence: Known): Known {
  const { was, now, difference, nodeOf } = evidence
  const name = now?.title
  if (difference === undefined || name === undefined || was.title !== name) return evidence
  const { added, changed, removed } = difference
  const isSaid = (node: Node) =>
    node.role === 'AXStaticText' && holdsWords(name, node.value ?? node.title ?? '') && isWithin(node, was.key, nodeOf)
  const said = new Set([...added, ...removed].filter(isSaid).map(({ key }) => key))
  if (said.size === 0) return evidence
  const isNews = ({ key }: Node) => !said.has(key)
  const without = (node: Node): Node => ({ ...node, children: node.children.filter((key) => !said.has(key)) })
  const pairs = changed.map((pair) => ({ was: without(pair.was), now: without(pair.now) }))
  const news = {
    added: added.filter(isNews),
    changed: pairs.filter((pair) => !sameRow(pair.was, pair.now)),
    removed: removed.filter(isNews),
  }
  return { ...evidence, difference: { ...difference, ...news } }
}

/** Where the focus comes or goes, pages mark it: what nobody sees of that is no news either. */
export function sameButFocus(was: Node, now: Node): boolean {
  return ((was.flags ^ now.flags) & Flag.focused) !== 0 && sameRow(seenOf(was), seenOf(now))
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

function seenOf(node: Node): Node {
  return { ...node, flags: node.flags & ~(Flag.focused | abilities), actions: [], attributes: marksOf(node) }
}

const ofFocus = /focus|hover|^class$/i

/** Without those by which pages and their libraries say where the focus and the pointer are: `data-focused`, and classes. */
function marksOf({ attributes }: Node): Node['attributes'] {
  if (attributes === undefined) return undefined
  const others = Object.entries(attributes).filter(([name]) => !ofFocus.test(name))
  return others.length === 0 ? undefined : Object.fromEntries(others)
}
