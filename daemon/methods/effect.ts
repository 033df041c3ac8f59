/** What an action, or several, did: the difference that they made, where the tab is now, and how the target is left. */
import type { Element } from '../../api-schema/element.ts'
import type { World } from '../dispatch.ts'
import { Flag } from '../platform/flags.ts'
import type { OpenDialog } from '../platform/page.ts'
import type { Key, Target } from '../platform/platform.ts'
import { type Changed, changedOf, changedOutline, type Difference } from '../shape/difference.ts'
import { lineOf, partsOf, writeLine } from '../shape/outline.ts'
import { cutAt } from '../shape/text.ts'
import { tokens } from '../shape/tokens.ts'
import { elementOf, type Shape } from '../shape/verbosity.ts'
import { labelOf } from '../tree/labels.ts'
import type { Node } from '../tree/node.ts'
import { sameRow } from '../tree/same-row.ts'
import type { Warm } from '../tree/sync.ts'

/** An answer in few words has at most some 30 tokens in all. */
const lineTokens = 20
const shortUrl = 40
const shortText = 20

/** One tree that was acted upon: since when, and on which elements. */
export interface Touched {
  readonly warm: Warm
  /** Revision before the first action. */
  readonly before: number
  readonly epoch: number
  readonly url: string | undefined
  /** Elements that an action meant, which the focus going there tells nothing new of. */
  readonly pressed: Set<Key>
}

export interface Told {
  readonly changed?: Changed
  readonly outline?: string
  readonly element?: Element
  readonly url?: string
  readonly title?: string
  /** Instead of an address that is too long for an answer in few words. */
  readonly moved?: true
}

export interface TellOptions {
  readonly format: 'json' | 'outline'
  readonly maxTokens: number
  /** False: the target alone, in few words. */
  readonly diff?: boolean
  /** Shown as it is now, unless a change tells it. */
  readonly target?: { readonly warm: Warm; readonly key: Key } | undefined
}

export function touch(warm: Warm, before: number): Touched {
  return { warm, before, epoch: warm.epoch, url: warm.source.page?.url, pressed: new Set() }
}

export function shapeOf(warm: Warm, { ids }: World): Shape {
  return {
    actions: false,
    all: false,
    idOf: (node) => ids.idOf(warm, node),
    goneIdOf: (node) => ids.known(warm, node),
    labelOf: (node) => labelOf(warm.tree, node),
  }
}

/** The title of the page: the document's own, since the browser learns of a new one late. */
export function titleOf(warm: Warm): string {
  const root = warm.tree.node(warm.tree.root)
  return (root?.role === 'AXWebArea' ? root.title : undefined) ?? warm.source.page?.title ?? warm.target.name
}

export function dialogOf({ type, message }: OpenDialog): { type: string; message: string } {
  return { type, message }
}

export function tellEffect(touched: readonly Touched[], options: TellOptions, world: World): Told {
  if (options.diff === false) return tellTarget(touched, options, world)
  const parts = touched.map((one) => tellOne(one, options, world))
  const moved = movedOf(touched)
  const where = moved?.warm.source.page && { url: moved.warm.source.page.url, title: titleOf(moved.warm) }
  if (options.format === 'outline') {
    const lines = parts.flatMap(({ outline }) => (outline === '' ? [] : [outline]))
    const line = targetLine(options.target, lines, world)
    return { outline: [...(line === undefined ? [] : [line]), ...lines].join('\n'), ...where }
  }
  const changed = merged(parts.map((part) => part.changed))
  const element = targetElement(options.target, changed, world)
  return { changed, ...(element !== undefined && { element }), ...where }
}

function movedOf(touched: readonly Touched[]): Touched | undefined {
  return touched.findLast(({ warm, epoch, url }) => warm.epoch !== epoch || warm.source.page?.url !== url)
}

/** How the target is left, and whether the tab is elsewhere now. */
function tellTarget(touched: readonly Touched[], { format, target }: TellOptions, world: World): Told {
  const page = movedOf(touched)?.warm.source.page
  const where = page && (page.url.length <= shortUrl ? { url: page.url } : { moved: true as const })
  const found = target?.warm.tree.node(target.key)
  if (target === undefined || found === undefined) return { ...where }
  const isPressed = touched.some(({ warm, pressed }) => warm === target.warm && pressed.has(target.key))
  // That it took the focus with the press is what a press does.
  const node = isPressed ? { ...found, flags: found.flags & ~Flag.focused } : found
  const shape = shapeOf(target.warm, world)
  if (format === 'outline') return { outline: briefLine(node, shape, labelOf(target.warm.tree, node)), ...where }
  const { id, role, value, state } = elementOf(node, shape)
  const short = value === undefined || value.length > shortText ? {} : { value }
  return { element: { id, role, ...short, ...(state !== undefined && { state }) }, ...where }
}

/** A line whose texts are cut as far as it takes. */
function briefLine(node: Node, shape: Shape, label: string | undefined): string {
  const parts = partsOf(node, shape, label)
  for (let most = 60; ; most = Math.floor(most / 2)) {
    const cut = (text: string | undefined) =>
      text === undefined || text.length <= most ? text : `${cutAt(text, most)}…`
    const { name, value, description: _, ...rest } = parts
    const short = {
      ...rest,
      ...(name !== undefined && { name: cut(name)! }),
      ...(value !== undefined && { value: cut(value)! }),
    }
    const line = writeLine(short)
    if (most < 8 || tokens(line) <= lineTokens) return line
  }
}

function tellOne(one: Touched, { format, maxTokens }: TellOptions, world: World) {
  const { warm, before, epoch } = one
  const { tree } = warm
  const shape = shapeOf(warm, world)
  const difference = warm.epoch === epoch ? tree.since(before) : undefined
  if (difference !== undefined) {
    const told = withoutFocus(difference, one.pressed)
    if (format === 'outline') return { outline: changedOutline(told, tree, shape, maxTokens), changed: {} }
    return { outline: '', changed: changedOf(told, tree, shape, maxTokens) }
  }
  // Another document, or more changes than are kept: what is there now, by its root alone.
  const root = tree.node(tree.root)
  if (root === undefined) return { outline: '', changed: {} }
  if (format === 'outline') return { outline: `+ ${lineOf(root, shape)}`, changed: {} }
  return { outline: '', changed: { added: [elementOf(root, shape)] } }
}

/** Without the news that what was pressed has the focus. */
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
  const more = parts.reduce((sum, part) => sum + (part.more ?? 0), 0)
  return {
    ...(added.length > 0 && { added }),
    ...(changed.length > 0 && { changed }),
    ...(removed.length > 0 && { removed }),
    ...(more > 0 && { more }),
  }
}

function targetLine(target: TellOptions['target'], lines: readonly string[], world: World): string | undefined {
  const node = target?.warm.tree.node(target.key)
  if (target === undefined || node === undefined) return undefined
  const shape = shapeOf(target.warm, world)
  const mark = `[${shape.idOf(node)}]`
  const isTold = lines.some((part) => part.split('\n').some((line) => line.replace(/^[~+-] */, '').startsWith(mark)))
  return isTold ? undefined : lineOf(node, shape, labelOf(target.warm.tree, node))
}

function targetElement(target: TellOptions['target'], changed: Changed, world: World): Element | undefined {
  const node = target?.warm.tree.node(target.key)
  if (target === undefined || node === undefined) return undefined
  const shape = shapeOf(target.warm, world)
  const id = shape.idOf(node)
  const isTold = changed.changed?.some((one) => one.id === id) || holds(changed.added, id)
  return isTold ? undefined : elementOf(node, shape, labelled(target.warm, node))
}

/** What it is called by, where it has no name of its own. */
function labelled({ tree }: Warm, node: Node): { readonly text?: string } {
  const text = labelOf(tree, node)
  return text === undefined ? {} : { text }
}

function holds(elements: readonly Element[] | undefined, id: string): boolean {
  return elements?.some((one) => one.id === id || holds(one.children, id)) ?? false
}

/** Tabs of the target's platform that are there now and were not before. */
export function newTabs(
  before: readonly Target[],
  after: readonly Target[],
): { tab: string; title: string; url: string }[] {
  const known = new Set(before.map(({ id }) => id))
  return after
    .filter(({ kind, id }) => kind === 'tab' && !known.has(id))
    .map(({ id, name, url }) => ({ tab: id, title: name, url: url ?? '' }))
}
