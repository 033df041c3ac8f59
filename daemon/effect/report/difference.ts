/** A difference as a person would describe it: what was added, changed and removed, each once, within a budget. */
import type { Element } from '../../../api-schema/element.ts'
import type { Result } from '../../../api-schema/methods.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isNamedByContents, Kind, kindOf } from '../../tree/model/context.ts'
import { isHidden, isInside, isInteractable, type Node, type NodeOf } from '../../tree/model/node.ts'
import { isRow } from '../../tree/naming/parts.ts'
import { alignChanges } from '../../tree/warm/aligned.ts'
import { type Changes, visibilityChanges } from '../../tree/warm/history.ts'
import { fit } from '../../view/fit/budget.ts'
import { tokens } from '../../view/fit/tokens.ts'
import { looseRows } from '../../view/fold/loose-cells.ts'
import { withPlainRows } from '../../view/fold/plain-rows.ts'
import type { Shown } from '../../view/fold/shown.ts'
import { besideIn } from '../../view/write/joined.ts'
import { elementsOf } from '../../view/write/json.ts'
import { lineOf, moreLine, outlineOf } from '../../view/write/outline.ts'
import { elementOf, type Shape } from '../../view/write/verbosity.ts'
import { renderAdded, withoutBlanks } from './additions.ts'
import { type Tree, withoutBehind } from './behind.ts'
import { changeLine, type Difference, type FieldChange, fieldChange, inRow, wordsOf } from './changes.ts'
import { importanceIn, isSaid } from './importance.ts'
import { movesOf } from './moves.ts'
import { type Gone, shortened, withShortRuns } from './runs.ts'
import { unsaid } from './unsaid.ts'

export type { Difference } from './changes.ts'

type Key = Node['key']
export type Changed = NonNullable<Result<'interact'>['changed']>

/** What to report, before it is cut to the budget. */
interface Report {
  readonly changed: readonly { readonly node: Node; readonly change: FieldChange }[]
  readonly added: readonly Shown[]
  /** Added matches that the walk already left out. */
  readonly unlisted: number
  readonly removed: readonly Gone[]
  /** Dialogs: what was in them went with them. */
  readonly closed: readonly Node[]
  /** Elements that a modal dialog put out of reach, or gave back. */
  readonly behind: number
  readonly back: number
}

/** How far up to look for the element that a text belongs to. */
const mostLevels = 4

export function changedOf(difference: Difference, tree: Tree, shape: Shape, maxTokens: number): Changed {
  const report = reportOf(difference, tree)
  const room = new Room(maxTokens, tree)
  const changed = room.take(shortened(report.changed, kindOfChange(tree)), ({ node, change }) => {
    return {
      id: shape.idOf(node),
      ...calledOf(node, shape, shape.labelOf?.(node)),
      was: { ...change.was },
      now: { ...change.now },
    }
  })
  const fitted = room.fit(report.added, 'json', shape, gone(report))
  const added: Element[] = elementsOf(fitted, shape)
  const removed = room.take(
    shortened([...report.closed.map((node) => ({ node })), ...report.removed], ({ node }) => node.role),
    ({ node }) => {
      const id = goneId(node, shape)
      return { ...(id !== undefined && { id }), ...calledOf(node, shape) }
    },
  )
  const more = room.left + report.unlisted + report.removed.reduce((sum, { more = 0 }) => sum + more, 0)
  const isOther = added.length + changed.length + removed.length + report.behind + report.back + more > 0
  const redrawn = isOther ? [] : redrawnIn(difference, tree)
  return {
    ...(redrawn.length > 0 && { redrawn: redrawn.map((node) => ({ id: shape.idOf(node), ...calledOf(node, shape) })) }),
    ...(added.length > 0 && { added }),
    ...(changed.length > 0 && { changed }),
    ...(removed.length > 0 && { removed }),
    ...(report.behind > 0 && { behind: report.behind }),
    ...(report.back > 0 && { back: report.back }),
    ...(more > 0 && { more }),
  }
}

/** Lines starting with `~`, `+` or `-`. Empty if nothing visible has changed. */
export function changedOutline(difference: Difference, tree: Tree, shape: Shape, maxTokens: number): string {
  const report = reportOf(difference, tree)
  const room = new Room(maxTokens, tree)
  const lines = room.take(shortened(report.changed, kindOfChange(tree)), ({ node, change }) => {
    const label = shape.labelOf?.(node)
    const line = changeLine(shape.idOf(node), node, change, label, inRow(tree, node, label))
    return `~ ${line}${difference.withUnseen ? ' (hidden)' : ''}`
  })
  const inRows = { ...shape, rowOf: looseRows(tree), besideOf: besideIn(tree, looseRows(tree)) }
  const added = outlineOf(room.fit(withPlainRows(tree, report.added), 'outline', inRows, gone(report)), inRows)
  if (added !== '') lines.push(...added.split('\n').map((line) => `+ ${line}`))
  const removed = room.take(
    shortened(report.removed, ({ node }) => node.role),
    ({ node, inside, more = 0 }) => {
      const line = lineOf(withoutValue(node), { ...shape, idOf: () => goneId(node, shape) ?? '' })
      const others = more > 0 ? `\n- ${moreLine({ count: more, role: shortRole(node.role, node.subrole) })}` : ''
      return `- ${line}${inside > 0 ? ` and ${inside} in it` : ''}${others}`
    },
  )
  lines.push(...removed)
  for (const node of report.closed) {
    const line = lineOf({ ...node, flags: 0 }, { ...shape, idOf: () => goneId(node, shape) ?? '' })
    lines.push(`- ${line} closed`)
  }
  if (report.behind > 0) lines.push(`- ${elements(report.behind)} behind the dialog`)
  const more = room.left + report.unlisted
  if (more > 0) lines.push(`… ${more} more changes`)
  if (lines.length === 0)
    for (const node of redrawnIn(difference, tree)) lines.push(`~ ${lineOf({ ...node, flags: 0 }, shape)} was redrawn`)
  return lines.join('\n')
}

/** Elements whose contents were rebuilt unchanged: all that a saved form may show. */
function redrawnIn(difference: Difference, tree: Tree): readonly Node[] {
  const parents = new Set(alignChanges(difference).redrawn.map(({ parent }) => parent))
  const parts = [...parents].flatMap((key) => tree.node(key) ?? [])
  return parts.filter((node) => isSeen(tree, node)).slice(0, mostRedrawn)
}

const mostRedrawn = 2

function gone({ removed, closed }: Report): number {
  return removed.length + closed.length
}

/** Role, and the first text that names it, under that text's key. */
function calledOf(node: Node, shape: Shape, text?: string): Pick<Element, 'role' | 'name' | 'title' | 'description'> {
  const { role, name, title, description } = elementOf(
    node,
    { ...shape, idOf: () => '' },
    text === undefined ? {} : { text },
  )
  if (name !== undefined) return { role, name }
  if (title !== undefined) return { role, title }
  return { role, ...(description !== undefined && { description }) }
}

/** The last value of a field that is gone would read like a lost edit. */
function withoutValue(node: Node): Node {
  return isInteractable(node) && node.value !== undefined ? { ...node, value: undefined, flags: 0 } : node
}

/** Elements that can no longer be acted on get no id. */
function goneId(node: Node, shape: Shape): string | undefined {
  return shape.goneIdOf === undefined ? shape.idOf(node) : shape.goneIdOf(node)
}

/** The rest of a budget, and the number of entries that did not fit. */
class Room {
  left = 0
  readonly #rankOf: (one: Shown) => number
  #tokens: number

  constructor(maxTokens: number, tree: Tree) {
    this.#rankOf = importanceIn(tree)
    this.#tokens = maxTokens - Math.min(20, maxTokens >> 1)
  }

  take<T, R>({ list, left }: { readonly list: readonly T[]; readonly left: number }, write: (one: T) => R): R[] {
    this.left += left
    const taken: R[] = []
    for (const one of list) {
      const written = this.#tokens > 0 ? write(one) : undefined
      const cost =
        written === undefined ? 0 : tokens(typeof written === 'string' ? written : JSON.stringify(written)) + 2
      this.#tokens -= cost
      if (written === undefined || this.#tokens < 0) this.left++
      else taken.push(written)
    }
    return taken
  }

  /** Additions may use all that remains, except a few lines for removals where there are some. */
  fit(shown: readonly Shown[], form: 'json' | 'outline', shape: Shape, removals: number): readonly Shown[] {
    if (shown.length === 0) return shown
    const room = removals === 0 ? this.#tokens : Math.floor(this.#tokens * 0.8)
    const marks = form === 'outline' ? 1.15 : 1
    const { shown: fitted, dropped } = fit(shown, Math.max(2, Math.floor(room / marks)), form, shape, {
      rankOf: this.#rankOf,
      isAlone: true,
    })
    this.#tokens -= tokens(form === 'json' ? JSON.stringify(elementsOf(fitted, shape)) : outlineOf(fitted, shape))
    this.left += dropped
    return fitted
  }
}

/** Each message is a kind of its own: none stands for another. */
function kindOfChange(tree: Tree) {
  return ({ node, change }: { readonly node: Node; readonly change: FieldChange }): string => {
    if (isSaid(tree, node)) return String(node.key)
    return `${node.role} ${Object.keys(change.now).join()} ${change.now.state?.join() ?? ''}`
  }
}

function elements(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`
}

function reportOf(whole: Difference, tree: Tree): Report {
  const { difference: inReach, closed, behind, back } = withoutBehind(whole, tree)
  const difference = alignChanges(inReach)
  const { came, went } = visibilityChanges(difference)
  const isOutmost = (list: readonly Node[]) => {
    const keys = new Set(list.map(({ key }) => key))
    return list.filter(({ parent }) => !keys.has(parent))
  }
  const before = new Map(difference.changed.map(({ was }) => [was.key, was]))
  // Their contents appear and disappear with them, at any depth.
  const isWith = (list: readonly Node[]) => {
    const keys = new Set(list.map(({ key }) => key))
    return (node: Node) =>
      isInside(
        node,
        ({ key }) => keys.has(key),
        (key) => tree.node(key),
      )
  }
  const [isWithCame, isWithWent] = [isWith(came), isWith(went)]
  const here = isOutmost([...difference.added, ...came]).filter((node) => isSeen(tree, node) && !isWithCame(node))
  const removed = new Map(difference.removed.map((node) => [node.key, node]))
  const gone = [
    ...isOutmost(difference.removed).flatMap((node) => goneOf(node, (key) => removed.get(key))),
    ...isOutmost(went.filter((node) => !isWithWent(node))).flatMap((node) =>
      goneOf(node, (key) => before.get(key) ?? tree.node(key)),
    ),
  ]
  const left = gone.filter(({ node }) => !coveredByAncestor(tree, node, before))
  const fresh = { added: new Set(difference.added.map(({ key }) => key)), came: new Set(came.map(({ key }) => key)) }
  const views = here.filter((node) => !coveredByAncestor(tree, node)).map((node) => renderAdded(tree, node, fresh))
  const moves = movesOf(difference, tree).filter(({ node }) => isSeen(tree, node))
  const isKnown = whole.isKnown ?? (() => false)
  const shown = unsaid(
    views.flatMap((view) => view.shown),
    isKnown,
  )
  const filled = withoutBlanks(shown)
  const runs = withShortRuns(filled.length > 0 ? filled : shown, left)
  const weight = (node: Node) => (isSaid(tree, node) ? 2 : isInteractable(node) ? 1 : 0)
  return {
    closed,
    changed: [...changesOf(difference, tree, whole.withUnseen), ...moves]
      .filter(({ node }) => !isKnown(node))
      .sort((a, b) => weight(b.node) - weight(a.node)),
    added: [
      ...runs.added.filter(({ node }) => isSaid(tree, node)),
      ...runs.added.filter(({ node }) => !isSaid(tree, node)),
    ],
    unlisted: views.reduce((sum, { unlisted }) => sum + unlisted, 0),
    removed: runs.removed,
    behind,
    back,
  }
}

function isSeen(tree: Tree, node: Node): boolean {
  for (let at: Node | undefined = tree.node(node.key); at !== undefined; at = tree.node(at.parent)) {
    if (isHidden(at)) return false
    if (at.key === tree.root) return true
  }
  return false
}

/** A row, or the outermost element with words, and how many others with words were inside it. */
function goneOf(top: Node, nodeOf: NodeOf): Gone[] {
  if (isHidden(top)) return []
  let first: Node | undefined
  let inside = 0
  const said: string[] = []
  const stack: Node[] = [top]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const words = wordsOf(node)
    if (isHidden(node)) continue
    if (words !== undefined || isInteractable(node)) {
      if (first === undefined) first = node
      else if (words !== undefined && isCalledByContents(first) && kindOf(node) === Kind.text) said.push(words)
      else if (isInteractable(node) || words === undefined || !holdsWords(wordsOf(first) ?? '', words)) inside++
    }
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = nodeOf(node.children[i]!)
      if (child !== undefined) stack.push(child)
    }
  }
  if (first === undefined) return []
  // A row is named by its first words; its other cells went with it.
  if (isRow(top)) return [{ node: { ...top, title: wordsOf(first)! }, inside: 0 }]
  return [{ node: said.length > 0 ? { ...first, title: said.join(' ') } : first, inside }]
}

function isCalledByContents(node: Node): boolean {
  return wordsOf(node) === undefined && node.value === undefined && isNamedByContents(node)
}

/** Whether the element around a static text says the same, before (if it has changed) or now. */
function coveredByAncestor(tree: Tree, node: Node, before?: ReadonlyMap<Key, Node>): boolean {
  if (node.role !== 'AXStaticText') return false
  const words = wordsOf(node)
  if (words === undefined) return true
  let key = node.parent
  for (let level = 0; level < mostLevels; level++) {
    const around = before?.get(key) ?? tree.node(key)
    if (around === undefined) return false
    const text = around.title ?? around.description
    if (text !== undefined) return isNamedByContents(around) && holdsWords(text, words)
    key = around.parent
  }
  return false
}

/** Changes of elements that stayed, except those covered by another change. */
function changesOf({ changed }: Changes, tree: Tree, withUnseen = false): { node: Node; change: FieldChange }[] {
  const found = new Map<Key, { node: Node; change: FieldChange }>()
  for (const { was, now } of changed) {
    const isUnseen = isHidden(was) || isHidden(now) || !isSeen(tree, now)
    if (withUnseen ? !isInteractable(now) : isUnseen) continue
    const change = fieldChange(was, now)
    if (change !== undefined && isWorthReporting(now, change)) found.set(now.key, { node: now, change })
  }
  const kept = new Set(found.keys())
  for (const { node, change } of found.values()) {
    const words = change.now.name ?? change.now.value
    if (words === undefined) continue
    for (let level = 0, at = tree.node(node.parent); level < mostLevels && at !== undefined; level++) {
      const around = found.get(at.key)
      if (around?.change.now.name !== undefined && holdsWords(around.change.now.name, words)) {
        // A name derived from the contents covers a text in it; otherwise the changed content covers its container.
        const isByAround = node.role === 'AXStaticText' || isInteractable(around.node)
        if (isByAround && change.now.name === undefined) break
        kept.delete(isByAround ? node.key : around.node.key)
        if (isByAround) break
      }
      at = tree.node(at.parent)
    }
  }
  return [...kept].map((key) => found.get(key)!)
}

/** Whether a person could see or use it. A focus change is reported once, by the element that has the focus now. */
function isWorthReporting(node: Node, { was, now }: FieldChange): boolean {
  const keys = Object.keys(now)
  if (wordsOf(node) === undefined && !isInteractable(node) && keys.every((key) => key === 'state')) return false
  if (keys.length > 1 || now.state === undefined) return true
  const gained = now.state.filter((word) => word !== 'unfocused')
  if (gained.length === 0 && was.state?.every((word) => word === 'focused') === true) return false
  return node.role !== 'AXWebArea' || !gained.every((word) => word === 'focused')
}
