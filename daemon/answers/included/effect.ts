/** Reports what actions did: the difference, the tab's address now, and the state of the target. */
import { cut } from '../../../api-schema/cut.ts'
import type { Element } from '../../../api-schema/element.ts'
import { given } from '../../../api-schema/given.ts'
import type { World } from '../../dispatch.ts'
import { placeOfDropped } from '../../effect/drop.ts'
import { type Changed, changedOf, changedOutline, type Difference } from '../../effect/report/difference.ts'
import { nameIn } from '../../effect/report/moves.ts'
import { newOnPage } from '../../effect/report/new-page.ts'
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Target } from '../../platform/platform.ts'
import { isHidden, type Node } from '../../tree/model/node.ts'
import { labelOf } from '../../tree/naming/labels.ts'
import { sameRow } from '../../tree/warm/same-row.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { tokens } from '../../view/fit/tokens.ts'
import { lineOf, partsOf, shortened, writeLine } from '../../view/write/outline.ts'
import { elementOf, type Shape } from '../../view/write/verbosity.ts'
import { shapeOf } from '../look/element-shape.ts'
import { titleOf } from '../where/tabs.ts'
import type { AlreadySaid } from './already-said.ts'

/** A brief answer is at most about 30 tokens. */
const lineTokens = 20
const shortUrl = 40
/** Most tokens for the text of another document, which nobody asked to read. */
const newPageTokens = 300
/** Most tokens for changes other than what was to be seen. */
const asideTokens = 150
const shortText = 20

/** A tree that was acted on: the revision before, and the targets. */
export interface Touched {
  readonly warm: Warm
  /** Revision before the first action. */
  readonly before: number
  readonly epoch: number
  /** The document's nodes, kept even after another document has come. */
  readonly nodes: ReadonlyMap<Key, Node>
  readonly url: string | undefined
  /** Targets of actions: a focus change of theirs is not worth reporting. */
  readonly pressed: Set<Key>
}

export interface EffectReport {
  readonly changed?: Changed
  readonly outline?: string
  readonly element?: Element
  readonly url?: string
  readonly title?: string
  /** Replaces an address that is too long for a brief answer. */
  readonly moved?: true
}

export interface ReportOptions {
  readonly format: 'json' | 'outline'
  readonly maxTokens: number
  /** False: only the target, briefly. */
  readonly diff?: boolean
  /** All actions are confirmed: if nothing visible changed, hidden changes are reported. */
  readonly isConfirmed?: boolean
  /** Its state is shown, unless a change already covers it. */
  readonly target?: { readonly warm: Warm; readonly key: Key } | undefined
  /** What the answer has said so far. */
  readonly said?: AlreadySaid
  /** The answer ends with what was to be seen: the rest is reported in few words. */
  readonly isAside?: boolean
}

export function touch(warm: Warm, before: number): Touched {
  const { epoch, source, tree } = warm
  return { warm, before, epoch, nodes: tree.nodes, url: source.page?.url, pressed: new Set() }
}

export function reportEffect(touched: readonly Touched[], options: ReportOptions, world: World): EffectReport {
  if (options.diff === false) return targetReport(touched, options, world)
  const parts = touched.map((one) => tellOne(one, options, world))
  const moved = movedOf(touched)
  const where = moved?.warm.source.page && { url: moved.warm.source.page.url, title: titleOf(moved.warm) }
  if (options.format === 'outline') {
    const lines = parts.flatMap(({ outline }) => (outline === '' ? [] : [outline]))
    const line = targetLine(options, lines, world)
    return { outline: [...(line === undefined ? [] : [line]), ...lines].join('\n'), ...where }
  }
  const changed = merged(parts.map((part) => part.changed))
  const element = targetElement(options.target, changed, world)
  return { changed, ...(element !== undefined && { element }), ...where }
}

/** Where a dragged element is now: its container, and its neighbours. */
export function spotText(warm: Warm, key: Key, onto: Key | undefined, world: World): string | undefined {
  const spot = placeOfDropped(warm.tree, key, onto)
  if (spot === undefined) return undefined
  const shape = shapeOf(warm, world)
  const words = Object.entries({ in: spot.inside, after: spot.after, before: spot.before })
  return words
    .flatMap(([word, node]) =>
      node === undefined ? [] : `${word} ${lineOf(node, shape, { text: nameIn(warm.tree, node.key) })}`,
    )
    .join(', ')
}

function movedOf(touched: readonly Touched[]): Touched | undefined {
  return touched.findLast(({ warm, epoch, url }) => warm.epoch !== epoch || warm.source.page?.url !== url)
}

/** The target's state, and whether the tab has moved. */
function targetReport(touched: readonly Touched[], { format, target }: ReportOptions, world: World): EffectReport {
  const page = movedOf(touched)?.warm.source.page
  const where = page && (page.url.length <= shortUrl ? { url: page.url } : { moved: true as const })
  const found = target?.warm.tree.node(target.key)
  if (target === undefined || found === undefined) return { ...where }
  const isPressed = touched.some(({ warm, pressed }) => warm === target.warm && pressed.has(target.key))
  // Every press moves the focus, so that is not worth reporting.
  const node = isPressed ? { ...found, flags: found.flags & ~Flag.focused } : found
  const shape = shapeOf(target.warm, world)
  if (format === 'outline') return { outline: briefLine(node, shape, labelOf(target.warm.tree, node)), ...where }
  const { id, role, name, value, state } = elementOf(node, shape, labelled(target.warm, node))
  const short = value === undefined || value.length > shortText ? {} : { value }
  const called = name === undefined ? {} : { name: cut(name, shortText) }
  return { element: { id, role, ...called, ...short, ...(state !== undefined && { state }) }, ...where }
}

/** A line whose texts are cut no more than necessary. */
function briefLine(node: Node, shape: Shape, label: string | undefined): string {
  const { description: _, ...parts } = partsOf(node, shape, { text: label })
  for (let most = 60; ; most = Math.floor(most / 2)) {
    const line = writeLine(shortened(parts, most))
    if (most < 8 || tokens(line) <= lineTokens) return line
  }
}

function tellOne(one: Touched, options: ReportOptions, world: World) {
  const { format, isConfirmed = false, said, isAside } = options
  const maxTokens = isAside ? Math.min(options.maxTokens, asideTokens) : options.maxTokens
  const { warm, before, epoch, nodes } = one
  const { tree } = warm
  const shape = shapeOf(warm, world)
  const difference = warm.epoch === epoch ? tree.since(before) : undefined
  const isKnown = said?.of(warm, (node) => world.ids.known(warm, node))
  const reportOf = (difference: Difference, most = maxTokens) => {
    const changes = { ...difference, ...given({ isKnown }) }
    if (format === 'outline') return { outline: changedOutline(changes, tree, shape, most), changed: {} }
    return { outline: '', changed: changedOf(changes, tree, shape, most) }
  }
  if (difference !== undefined) {
    const seen = withoutFocus(difference, one.pressed)
    const report = reportOf(seen)
    const isNothing = report.outline === '' && Object.keys(report.changed).length === 0
    return isNothing && isConfirmed ? reportOf({ ...seen, withUnseen: true }) : report
  }
  // Another document, or more changes than are kept.
  const root = tree.node(tree.root)
  if (root === undefined) return { outline: '', changed: {} }
  const { outline, changed } = reportOf(newOnPage(nodes, tree), Math.min(maxTokens, newPageTokens))
  if (isAside) return { outline, changed }
  if (format === 'outline') return { outline: [`+ ${lineOf(root, shape)}`, outline].join('\n').trimEnd(), changed }
  return { outline, changed: { ...changed, added: [elementOf(root, shape), ...(changed.added ?? [])] } }
}

/** Drops the focus change of a pressed element. */
function withoutFocus(difference: Difference, pressed: ReadonlySet<Key>): Difference {
  const changed = difference.changed.flatMap(({ was, now }) => {
    const focus = (was.flags ^ now.flags) & Flag.focused
    if (focus === 0 || !pressed.has(now.key)) return [{ was, now }]
    const before: Node = { ...was, flags: was.flags ^ focus }
    return sameRow(before, now) ? [] : [{ was: before, now }]
  })
  return { ...difference, changed }
}

function merged(parts: readonly Changed[]): Changed {
  if (parts.length === 1) return parts[0]!
  const added = parts.flatMap((part) => part.added ?? [])
  const changed = parts.flatMap((part) => part.changed ?? [])
  const removed = parts.flatMap((part) => part.removed ?? [])
  const sum = (of: 'behind' | 'back' | 'more') => parts.reduce((total, part) => total + (part[of] ?? 0), 0)
  const counts = { behind: sum('behind'), back: sum('back'), more: sum('more') }
  return {
    ...(added.length > 0 && { added }),
    ...(changed.length > 0 && { changed }),
    ...(removed.length > 0 && { removed }),
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  }
}

function targetLine({ target, said }: ReportOptions, lines: readonly string[], world: World): string | undefined {
  const node = target?.warm.tree.node(target.key)
  if (target === undefined || node === undefined) return undefined
  // The lines already say that it went with a dialog, or is behind one.
  if (isHidden(node) && lines.length > 0) return undefined
  const shape = shapeOf(target.warm, world)
  if (said?.of(target.warm, shape.idOf)(node)) return undefined
  const mark = `[${shape.idOf(node)}]`
  const isCovered = lines.some((part) => part.split('\n').some((line) => line.replace(/^[~+-] */, '').startsWith(mark)))
  return isCovered ? undefined : lineOf(node, shape, { text: labelOf(target.warm.tree, node) })
}

function targetElement(target: ReportOptions['target'], changed: Changed, world: World): Element | undefined {
  const node = target?.warm.tree.node(target.key)
  if (target === undefined || node === undefined) return undefined
  const shape = shapeOf(target.warm, world)
  const id = shape.idOf(node)
  const isCovered = changed.changed?.some((one) => one.id === id) || holds(changed.added, id)
  return isCovered ? undefined : elementOf(node, shape, labelled(target.warm, node))
}

/** Its label, if it has no name of its own. */
function labelled({ tree }: Warm, node: Node): { readonly text?: string } {
  const text = labelOf(tree, node)
  return text === undefined ? {} : { text }
}

function holds(elements: readonly Element[] | undefined, id: string): boolean {
  return elements?.some((one) => one.id === id || holds(one.children, id)) ?? false
}

/** Tabs that this one has opened since; others may have appeared at the same time. */
export function newTabs(
  from: Target,
  before: readonly Target[],
  after: readonly Target[],
): { tab: string; title: string; url: string }[] {
  const known = new Set(before.map(({ id }) => id))
  return after
    .filter(({ kind, id, opener, session }) => {
      if (kind !== 'tab' || known.has(id)) return false
      return opener === undefined ? session === undefined : opener === from.id
    })
    .map(({ id, name, url }) => ({ tab: id, title: name, url: url ?? '' }))
}
