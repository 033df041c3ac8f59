/** Parts of a screen that are built alike, such as rows and cards: what each says, and what tells it apart. */
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../index/fold.ts'
import { isContainer, Kind, kindOf } from '../model/context.ts'
import { isControl, isHidden, isOfType, type Node, type Nodes } from '../model/node.ts'
import { ownText, textIn } from './texts.ts'

/** What a text is to its part; of those that tell parts apart, the lowest is the name. */
export const Rank = { heading: 0, title: 1, link: 2, words: 3, control: 4, fact: 5 } as const
export type Rank = (typeof Rank)[keyof typeof Rank]

export interface Said {
  readonly text: string
  readonly rank: Rank
  /** Where it is in the part, as positions among siblings. */
  readonly path: string
}

interface Part {
  readonly says: readonly Said[]
  readonly controls: readonly Node[]
  readonly isWhole: boolean
}

/** Limits, so that naming one element never costs a walk. */
const mostNodes = 40
const mostNeighbours = 2
const mostLevels = 5
/** A part that says more, and is not a row, is prose or code: only a title names it. */
const mostSaid = 8

/** Their values are positions, which say nothing. */
const moved = new Set(['AXScrollBar', 'AXSplitter'])
const titles = new Set(['AXRowHeader', 'AXTerm', 'AXLabelText'])
const hasWords = /[\p{L}\p{N}]/u
/** `12 KB`, `5 minutes ago`, `2025-07-01`, `Jul 1, 2025`; not `INV-1001` nor `report 7`. */
const startsAsFact = /^[^\p{L}]*\p{N}/u

/** A size, a date, a number: true of the part, but hardly its name. */
function isFact(text: string): boolean {
  if (text.includes(' ') ? startsAsFact.test(text) : !/\p{L}/u.test(text)) return true
  const [letters, digits] = [/\p{L}/gu, /\p{N}/gu].map((kind) => text.match(kind)?.length ?? 0)
  return text.includes(' ') && digits! >= letters!
}

export function isRow(node: Node): boolean {
  return kindOf(node) === Kind.row || node.subrole === 'AXListItem'
}

/** What the part says, apart from one element in it, and the controls in it. */
export function partOf(tree: Nodes, { children }: Pick<Node, 'children'>, except?: Key): Part {
  const says: Said[] = []
  const controls: Node[] = []
  const say = (text: string | undefined, rank: Rank, path: string) => {
    const words = text?.trim() ?? ''
    if (hasWords.test(words))
      says.push({ text: words, rank: rank === Rank.words && isFact(words) ? Rank.fact : rank, path })
  }
  const stack: { readonly node: Node; readonly path: string; readonly isAmongWords: boolean }[] = []
  const enter = (keys: readonly Key[], path: string) => {
    const inner = keys.slice(0, mostNodes).map((key) => tree.node(key))
    const isAmongWords = inner.some((one) => one !== undefined && isWords(one))
    for (const [at, node] of [...inner.entries()].reverse())
      if (node !== undefined) stack.push({ node, path: `${path}/${at}`, isAmongWords })
  }
  enter(children, '')
  for (let left = mostNodes; stack.length > 0 && left > 0; left--) {
    const { node, path, isAmongWords } = stack.pop()!
    if (isHidden(node) || moved.has(node.role)) continue
    const own = ownText(node)
    const title = titles.has(node.subrole ?? '') ? (own ?? textIn(tree, node)) : undefined
    if (node.key === except) controls.push(node)
    else if (kindOf(node) === Kind.text) say(own, Rank.words, path)
    else if (kindOf(node) === Kind.heading) say(own ?? textIn(tree, node), Rank.heading, path)
    else if (title !== undefined) say(title, Rank.title, path)
    else if (node.role === 'AXLink') {
      controls.push(node)
      say(own ?? textIn(tree, node), isAmongWords ? Rank.words : Rank.link, path)
    } else if (isControl(node) && !isContainer(node) && !isRow(node)) {
      controls.push(node)
      if (!isOfType(node, 'textfield') && !isOfType(node, 'dropdown')) say(own, Rank.control, path)
    } else if (node.subrole === 'AXTime') say(own ?? textIn(tree, node), Rank.fact, path)
    else if (node.children.length === 0) say(own ?? node.value, Rank.words, path)
    else enter(node.children, path)
  }
  return { says, controls, isWhole: stack.length === 0 }
}

function isWords(node: Node): boolean {
  const text = kindOf(node) === Kind.text ? ownText(node)?.trim() : undefined
  return text !== undefined && hasWords.test(text) && !isFact(text)
}

/** The nearest siblings of the same kind. */
export function neighboursOf(tree: Nodes, { key, parent, role, subrole }: Node): Node[] {
  const siblings = tree.node(parent)?.children ?? []
  const at = siblings.indexOf(key)
  const towards = (step: 1 | -1) => {
    const found: Node[] = []
    for (
      let i = at + step;
      found.length < mostNeighbours && siblings[i] !== undefined && Math.abs(i - at) < mostNodes;
      i += step
    ) {
      const one = tree.node(siblings[i]!)
      if (one !== undefined && one.role === role && one.subrole === subrole && !isHidden(one)) found.push(one)
    }
    return found
  }
  return [...towards(-1), ...towards(1)]
}

/** Its texts that no other part has, its name first. One where another part has a fact is a fact too. */
export function telling(top: Node, { says, isWhole }: Part, others: readonly Part[]): readonly Said[] {
  const isShort = isRow(top) || (isWhole && says.length <= mostSaid)
  const texts = new Set(others.flatMap((one) => one.says.map(({ text }) => fold(text))))
  const facts = new Set(
    others.flatMap((one) => one.says.flatMap(({ rank, path }) => (rank === Rank.fact ? [path] : []))),
  )
  // A button that no other part has in its position is something to do with this part, not its name.
  const buttons = new Set(
    others.flatMap((one) => one.says.flatMap(({ rank, path }) => (rank === Rank.control ? [path] : []))),
  )
  const isName = ({ rank, path }: Said) => rank !== Rank.control || others.length === 0 || buttons.has(path)
  return says
    .filter((one) => !texts.has(fold(one.text)) && (isShort || one.rank <= Rank.title) && isName(one))
    .map((one) => (one.rank === Rank.words && facts.has(one.path) ? { ...one, rank: Rank.fact } : one))
    .sort((a, b) => a.rank - b.rank)
}

/** The text that tells the innermost row or card around an element from its neighbours. */
export function nameOfPart(tree: Nodes, node: Node): string | undefined {
  const isField = isFilledIn(node)
  // One row of a form has a field for a text, the next one for a number.
  const isLike = (one: Node) => one.role === node.role || (isField && isFilledIn(one))
  let top = tree.node(node.parent)
  for (let level = 0; top !== undefined && level < mostLevels; level++) {
    const kind = kindOf(top)
    if (kind === Kind.page || kind === Kind.window || kind === Kind.dialog) return undefined
    const part = partOf(tree, top, node.key)
    if (part.controls.filter(({ role }) => role === node.role).length > 1) return undefined
    const alike = part.says.length === 0 ? [] : neighboursOf(tree, top).map((one) => partOf(tree, one))
    const others = alike.filter((one) => one.controls.some(isLike))
    if (others.length > 0) {
      const names = telling(top, part, others).filter(({ rank }) => rank !== Rank.control)
      // A link next to a field says something about the field, and seldom names it.
      return (isField ? (names.find(({ rank }) => rank !== Rank.link && rank !== Rank.fact) ?? names[0]) : names[0])
        ?.text
    }
    top = tree.node(top.parent)
  }
  return undefined
}

function isFilledIn(node: Node): boolean {
  return isOfType(node, 'textfield') || isOfType(node, 'dropdown') || isOfType(node, 'slider')
}

export const tables = /^AX(Table|Grid|Outline|TreeGrid)$/
const mostHeadRows = 3

/** The head of its column, for an element in a table cell; for one in the head itself, the words next to it. */
export function headOf(tree: Nodes, node: Node): string | undefined {
  let cell = node
  for (let level = 0; level < mostLevels && tree.node(cell.parent)?.role !== 'AXRow'; level++)
    cell = tree.node(cell.parent) ?? cell
  const row = tree.node(cell.parent)
  if (row?.role !== 'AXRow' || row.subrole !== undefined) return undefined
  const at = row.children.indexOf(cell.key)
  let table = tree.node(row.parent)
  for (let level = 0; table !== undefined && !tables.test(table.role) && level < mostLevels; level++)
    table = tree.node(table.parent)
  if (table === undefined || !tables.test(table.role)) return undefined
  const rows = headRows(tree, table)
  for (const one of rows.includes(row) ? [row, ...rows] : rows) {
    const head = tree.node(one.children[at] ?? -1)
    if (head?.subrole !== 'AXColumnHeader') continue
    const [said] = partOf(tree, head, node.key).says
    if (said !== undefined) return said.text
  }
  return undefined
}

function headRows(tree: Nodes, table: Node): Node[] {
  const inGroups = table.children.slice(0, mostHeadRows).flatMap((key) => {
    const one = tree.node(key)
    return one === undefined || one.role === 'AXRow'
      ? (one ?? [])
      : one.children.slice(0, mostHeadRows).map((inner) => tree.node(inner))
  })
  return inGroups.filter((one) => one?.role === 'AXRow') as Node[]
}
