/** What names a control without a name: the text that says it is its label, otherwise the one drawn beside it. */
import type { Frame } from '../../../../api-schema/element.ts'
import { type Drawn, textsBeside } from '../../beside.ts'
import type { Toolkit } from '../wire/access.ts'
import type { Bus } from '../wire/bus.ts'
import { type Item, refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { tryCall } from '../wire/peer.ts'
import { isOfGroup } from './group-names.ts'
import { cleanName, shownText } from './names.ts'
import { idOf, type Place } from './place.ts'
import { all } from './read-item.ts'
import { isWebContent, Role } from './roles.ts'
import { hasState, isEntry, isHidden, State } from './states.ts'

/** Ids of the labels that each element has by relation, and the texts beside those without any. */
export interface Labels {
  readonly byRelation: ReadonlyMap<string, readonly string[]>
  readonly beside: ReadonlyMap<string, string>
}

/** What there is to call an element by, apart from its name. */
export interface Called {
  /** By relation. */
  readonly label: string | undefined
  readonly beside: string | undefined
  /** What is chosen in a combo box, which may be reported as its name. */
  readonly chosen: string | undefined
}

export interface LabelOptions {
  readonly bus: Bus
  readonly peer: string
  readonly root: string
  readonly toolkit: Toolkit
  readonly signal: AbortSignal
  readonly places: ReadonlyMap<string, Place>
  /** Whether an element has a placeholder, which is as good as a name. */
  readonly hasPlaceholder: (id: string) => boolean
  /** Not drawn, although its states say so. */
  readonly isAway: (id: string) => boolean
}

const relation = { labelFor: 1, labelledBy: 2 } as const
/** A control's surroundings are the largest container with no more than this drawn in it. */
const mostAround = 150
/** Most controls to find labels for. */
const mostSeeking = 200

const textRoles = new Set<number>([Role.label, Role.static])
const checks = new Set<number>([Role.checkBox, Role.radioButton])
const controls = new Set<number>([
  ...checks,
  Role.comboBox,
  Role.dial,
  Role.entry,
  Role.passwordText,
  Role.pushButton,
  Role.slider,
  Role.spinButton,
  Role.switch,
  Role.text,
  Role.toggleButton,
])
/** They separate what is around them, and what they contain is their own. */
const closed = new Set<number>([Role.table, Role.tree, Role.treeTable, Role.menuBar, Role.menu])

/** Groups that stand for nothing else. */
const wrappers = new Set<number>([Role.panel, Role.filler])

const rows = new Set<number>([Role.listItem, Role.treeItem, Role.tableRow, Role.tableCell])

interface Member {
  readonly item: Item
  readonly path: readonly string[]
  readonly seeks: boolean
}

/** Sentences, as of a warning, are no label. */
const isProse = /\p{L}{2}[.!?]\s+\p{Lu}.*[.!?]$/su

export async function readLabels(options: LabelOptions): Promise<Labels> {
  const members = membersOf(options)
  const seeking = [...members].filter(([, { seeks }]) => seeks).slice(0, mostSeeking)
  const inRows = textsInRows(options)
  const byRelation = new Map<string, string[]>()
  for (const [id, { item, seeks }] of members)
    if (item.role === Role.comboBox && !seeks)
      for (const field of fieldsIn(id, options.places)) byRelation.set(field, [id])
  if (seeking.length === 0) return { byRelation, beside: inRows }
  const around = surroundings(members, seeking)
  const boxes = new Map<string, Frame>()
  await all(
    [...around].map(async (id) => {
      const { item, seeks } = members.get(id)!
      const isText = textRoles.has(item.role)
      const [box, related] = await all([
        boxOf(options, item.ref),
        seeks || isText ? relatedTo(options, item.ref) : undefined,
      ] as const)
      if (box !== undefined) boxes.set(id, box)
      for (const [kind, target] of related ?? []) {
        const [control, label] = kind === relation.labelledBy ? [id, target] : [target, id]
        // Qt calls a group box the label of all that is in it.
        if (members.get(control)?.path.includes(label)) continue
        const labels = byRelation.get(control) ?? []
        if (!labels.includes(label)) byRelation.set(control, [...labels, label])
      }
    }),
  )
  const taken = new Set([...byRelation.values()].flat())
  const drawn: Drawn<string>[] = [...boxes].map(([of, box]) => {
    const { item, seeks } = members.get(of)!
    const words = textRoles.has(item.role) && !taken.has(of) ? cleanName(item.name, options.toolkit) : undefined
    const text = words !== undefined && isProse.test(words) ? undefined : words
    const isSeeking = seeks && !byRelation.has(of)
    return {
      of,
      box,
      ...(text !== undefined && { text }),
      ...(isSeeking && { seeks: checks.has(item.role) ? 'after' : 'before' }),
    }
  })
  const beside = new Map([...inRows, ...wordsAround(seeking, options), ...textsBeside(drawn)])
  // The field in a combo box is all that is seen of it.
  for (const [id, { item }] of seeking) {
    if (item.role !== Role.comboBox) continue
    for (const field of fieldsIn(id, options.places)) {
      const [labels, text] = [byRelation.get(id), beside.get(id)]
      if (labels !== undefined) byRelation.set(field, labels)
      if (text !== undefined) beside.set(field, text)
    }
  }
  return { byRelation, beside }
}

/** Of containers that say something and hold nothing but the control, as a tool's in a tool bar. */
function wordsAround(
  seeking: readonly (readonly [string, Member])[],
  { places, toolkit }: LabelOptions,
): [string, string][] {
  return seeking.flatMap(([id, { path }]) => {
    const { item, children } = places.get(path.at(-1) ?? '') ?? {}
    if (item === undefined || children?.length !== 1 || !wrappers.has(item.role)) return []
    const text = cleanName(item.name, toolkit, true) ?? shownText(item.description, toolkit)
    return text === undefined ? [] : [[id, text] as [string, string]]
  })
}

/** The fields without a name of their own in a combo box. */
function fieldsIn(id: string, places: ReadonlyMap<string, Place>): string[] {
  return places.get(id)!.children.filter((child) => {
    const { role, name } = places.get(child)!.item
    return isEntry(role) && name === ''
  })
}

export function calledOf(
  id: string,
  labels: Labels,
  places: ReadonlyMap<string, Place>,
  toolkit: Toolkit,
): Called | undefined {
  const texts = (labels.byRelation.get(id) ?? []).flatMap((label) => {
    const item = places.get(label)?.item
    return (item && cleanName(item.name, toolkit)) ?? []
  })
  const { item } = places.get(id)!
  const chosen = item.role === Role.comboBox ? chosenIn(id, places, toolkit) : undefined
  const beside = labels.beside.get(id)
  if (texts.length === 0 && beside === undefined && chosen === undefined) return undefined
  return { label: texts.length === 0 ? undefined : texts.join(' '), beside, chosen }
}

export function sameCalled(a: Called | undefined, b: Called | undefined): boolean {
  return a?.label === b?.label && a?.beside === b?.beside && a?.chosen === b?.chosen
}

/** What is drawn, with the containers around it, outermost first. */
function membersOf({ places, root, toolkit, hasPlaceholder, isAway }: LabelOptions): Map<string, Member> {
  const members = new Map<string, Member>()
  const visit = (id: string, path: readonly string[]) => {
    const place = places.get(id)
    if (place === undefined) return
    const { item } = place
    const isInSight = id === root || (!isHidden(item, toolkit) && !isAway(id))
    if (!isInSight || isWebContent(item.role)) return
    const isControl = controls.has(item.role)
    // In GTK 4 a tab contains its own words, in others its page.
    const isClosed = closed.has(item.role) || (item.role === Role.pageTab && toolkit === 'gtk4')
    if (isControl || isClosed || (textRoles.has(item.role) && item.name.trim() !== ''))
      members.set(id, {
        item,
        path,
        seeks: isControl && !hasPlaceholder(id) && isNameless(id, path.at(-1), places, toolkit),
      })
    if (isControl || isClosed) return
    const inner = [...path, id]
    const before = members.size
    for (const child of place.children) visit(child, inner)
    // The text of a row is the row's, unless it stands there beside a field.
    if (!rows.has(item.role)) return
    const within = [...members].slice(before)
    if (within.every(([, { seeks }]) => !seeks)) for (const [one] of within) members.delete(one)
  }
  visit(root, [])
  return members
}

/**
 * GTK 3 lists the cells of a table row by row after its column headers: a cell without a text is told by the first text
 * of its row.
 */
function textsInRows({ places, toolkit }: LabelOptions): Map<string, string> {
  const beside = new Map<string, string>()
  if (toolkit !== 'gtk3') return beside
  for (const { item, children, childCount } of places.values()) {
    if ((item.role !== Role.table && item.role !== Role.treeTable) || childCount !== children.length) continue
    const columns = children.findIndex((child) => places.get(child)!.item.role !== Role.tableColumnHeader)
    for (let at = columns; columns > 0 && at < children.length; at += columns) {
      const cells = children.slice(at, at + columns)
      const names = cells.map((cell) => cleanName(places.get(cell)!.item.name, toolkit))
      const text = names.find((name) => name !== undefined)
      if (text === undefined) continue
      for (const [index, cell] of cells.entries()) if (names[index] === undefined) beside.set(cell, text)
    }
  }
  return beside
}

function isNameless(
  id: string,
  parent: string | undefined,
  places: ReadonlyMap<string, Place>,
  toolkit: Toolkit,
): boolean {
  const { item, children } = places.get(id)!
  if (isOfGroup(item, places.get(parent ?? '')?.item, toolkit, true)) return true
  if (item.description.trim() !== '') return false
  const parts = children.map((child) => places.get(child)!.item)
  if (item.role === Role.pushButton || item.role === Role.toggleButton)
    return cleanName(item.name, toolkit) === undefined && parts.length === 0
  if (item.role === Role.text && !hasState(item, State.editable) && !hasState(item, State.focusable)) return false
  return cleanName(item.name, toolkit) === undefined || optionsIn(id, places).includes(item.name)
}

function chosenIn(id: string, places: ReadonlyMap<string, Place>, toolkit: Toolkit): string | undefined {
  const { name } = places.get(id)!.item
  if (optionsIn(id, places).includes(name)) return cleanName(name, toolkit)
  return toolkit === 'gtk4' ? firstText(id, places, toolkit) : undefined
}

/** GTK 4 only draws it; in front of the list item that shows it there may be "(None)", which is not drawn. */
function firstText(top: string, places: ReadonlyMap<string, Place>, toolkit: Toolkit): string | undefined {
  const stack = [{ id: top, isShown: false }]
  let other: string | undefined
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { item, children } = places.get(at.id)!
    if (isHidden(item, toolkit) || isEntry(item.role)) continue
    const text = textRoles.has(item.role) ? cleanName(item.name, toolkit) : undefined
    if (text !== undefined && at.isShown) return text
    other ??= text
    const isShown = at.isShown || item.role === Role.filler
    stack.push(...children.toReversed().map((id) => ({ id, isShown })))
  }
  return other
}

/** The names in a combo box's list. GTK 3, Qt and Java report the chosen one as the combo box's own name. */
function optionsIn(id: string, places: ReadonlyMap<string, Place>): string[] {
  if (places.get(id)?.item.role !== Role.comboBox) return []
  const names: string[] = []
  const stack = [id]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const child of places.get(at)?.children ?? []) {
      const { name, role } = places.get(child)!.item
      if (name !== '' && !isEntry(role)) names.push(name)
      stack.push(child)
    }
  }
  return names
}

/** The seeking controls, and what is drawn around each. */
function surroundings(
  members: ReadonlyMap<string, Member>,
  seeking: readonly (readonly [string, Member])[],
): Set<string> {
  const inside = new Map<string, string[]>()
  for (const [id, { path }] of members) {
    for (const container of path) {
      const ids = inside.get(container)
      if (ids === undefined) inside.set(container, [id])
      else if (ids.length <= mostAround) ids.push(id)
    }
  }
  const around = new Set(seeking.map(([id]) => id))
  for (const [, { path }] of seeking) {
    // The application is not a container: its windows lie over each other.
    const largest = path.slice(1).find((container) => inside.get(container)!.length <= mostAround)
    for (const id of largest === undefined ? [] : inside.get(largest)!) around.add(id)
  }
  return around
}

async function boxOf({ bus, signal }: LabelOptions, ref: Ref): Promise<Frame | undefined> {
  const [box] = (await tryCall(bus, ref, 'Component', 'GetExtents', 'u', [0], signal)) ?? []
  if (!Array.isArray(box) || !box.every(Number.isFinite)) return undefined
  const [x, y, width, height] = box as [number, number, number, number]
  return width > 0 && height > 0 && x > -0x80000000 ? { x, y, width, height } : undefined
}

async function relatedTo({ bus, peer, signal }: LabelOptions, ref: Ref): Promise<[number, string][]> {
  const [set] = (await tryCall(bus, ref, 'Accessible', 'GetRelationSet', '', [], signal)) ?? []
  if (!Array.isArray(set)) return []
  return set.flatMap((one) => {
    const [kind, targets] = Array.isArray(one) ? one : []
    if ((kind !== relation.labelFor && kind !== relation.labelledBy) || !Array.isArray(targets)) return []
    return targets.flatMap((target) => {
      const found = refOf(target, peer)
      return found === undefined ? [] : [[kind, idOf(found, peer)] as [number, string]]
    })
  })
}
