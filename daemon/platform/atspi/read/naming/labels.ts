/** What names a control without a name: the text that says it is its label, otherwise the one drawn next to it. */
import type { Frame } from '../../../../../api-schema/element.ts'
import { type Drawn, sharesLine, textsBeside } from '../../../naming/beside.ts'
import { whyNot } from '../../../naming/candidates.ts'
import type { Toolkit } from '../../toolkits/toolkit.ts'
import type { Line } from '../../wire/access.ts'
import type { Item } from '../../wire/cache-items.ts'
import type { Ref } from '../../wire/facts.ts'
import { relation, relationsOf } from '../../wire/relations.ts'
import { idOf, type Place } from '../place.ts'
import { all } from '../read-item.ts'
import { buttons, Role, roles, textRoles } from '../roles.ts'
import { drawnBox } from '../room.ts'
import { isEntry } from '../states.ts'
import { textsInRows, undrawnParts } from './cells.ts'
import { checks, chosenBeside, controls, type Member, type MemberOptions, membersOf } from './members.ts'
import { chosenIn, cleanName, optionsIn, shownText, wordsIn, wrappers } from './names.ts'

/** Ids of the labels that each element has by relation, and the texts next to those without any. */
export interface Labels {
  readonly byRelation: ReadonlyMap<string, readonly string[]>
  readonly beside: ReadonlyMap<string, string>
  /** What has a text, and no room for it: GTK 3 draws some parts of a cell in some rows only. */
  readonly undrawn: ReadonlySet<string>
  /** What is chosen in combo boxes that are named by none of their options. */
  readonly chosen: ReadonlyMap<string, string>
}

/** What there is to call an element by, apart from its name. */
export interface Called {
  /** By relation. */
  readonly label: string | undefined
  readonly beside: string | undefined
  /** What is chosen in a combo box, which may be reported as its name. */
  readonly chosen: string | undefined
  /** It is not drawn. */
  readonly undrawn?: boolean
}

export interface LabelOptions extends MemberOptions {
  readonly access: Line
  readonly peer: string
  readonly signal: AbortSignal
}

/** A control's surroundings are the largest container with no more than this drawn in it. */
const mostAround = 150
/** Most controls to find labels for. */
const mostSeeking = 200

/** The words of a box that switches on the field after it, as "Limit to:". */
const leadsOn = /[:：]\s*$/
/** What is in one of them has its labels there, too. */
const panes = roles('pageTab scrollPane')
const items = roles('listItem treeItem tableRow tableCell pushButton toggleButton')

export async function readLabels(options: LabelOptions): Promise<Labels> {
  const [named, undrawn] = await all([readNames(options), undrawnParts(options)] as const)
  const chosen = [...options.places.keys()].flatMap((id) => {
    const text = chosenBeside(id, options)
    return text === undefined ? [] : [[id, text] as const]
  })
  return { ...named, undrawn, chosen: new Map(chosen) }
}

async function readNames(options: LabelOptions): Promise<Pick<Labels, 'byRelation' | 'beside'>> {
  const members = membersOf(options)
  const seeking = [...members].filter(([, { seeks }]) => seeks).slice(0, mostSeeking)
  const around = surroundings(members, seeking)
  const related = new Set([...around, ...besideEachOther(members)])
  const inRows = textsInRows(options)
  const byRelation = new Map<string, string[]>()
  for (const [id, { item, seeks }] of members)
    if (item.role === Role.comboBox && !seeks)
      for (const field of fieldsIn(id, options.places)) byRelation.set(field, [id])
  if (related.size === 0) return { byRelation, beside: inRows }
  const boxes = new Map<string, Frame>()
  await all(
    [...related].map(async (id) => {
      const { item, seeks } = members.get(id)!
      const isText = textRoles.has(item.role)
      const [box, found] = await all([
        around.has(id) ? drawnBox({ ...options, ref: item.ref }) : undefined,
        seeks || isText || buttons.has(item.role) ? relatedTo(options, item.ref) : undefined,
      ] as const)
      if (box !== undefined) boxes.set(id, box)
      for (const [kind, target] of found ?? []) {
        const [named, label] = kind === relation.labelledBy ? [id, target] : [target, id]
        const control = members.has(named) ? named : standsFor(named, members, options)
        // Qt calls a group box the label of all that is in it.
        if (members.get(control)?.path.includes(label)) continue
        const labels = byRelation.get(control) ?? []
        if (!labels.includes(label)) byRelation.set(control, [...labels, label])
      }
    }),
  )
  const isButton = ({ item }: Member) => buttons.has(item.role) && cleanName(item.name, options.toolkit) !== undefined
  const box = (id: string) => options.places.has(id) && drawnBox({ ...options, ref: options.places.get(id)!.item.ref })
  // A toggle that says what it turns on has no other name: wxWidgets gives it the text before it, which is of what follows.
  for (const id of [...byRelation.keys()])
    if (members.get(id)?.item.role === Role.toggleButton && isButton(members.get(id)!)) byRelation.delete(id)
  await dropFarLabels(byRelation, (id) => members.has(id) && isButton(members.get(id)!), box)
  const taken = new Set([...byRelation.values()].flat())
  // A placeholder names a field well enough under a heading, not next to its label: “Name: [Your name]”.
  const sideOf = (id: string, { role }: Item) =>
    checks.has(role) ? 'after' : options.hasPlaceholder(id) ? 'onLine' : 'before'
  const drawn: Drawn<string>[] = [...boxes].map(([of, box]) => {
    const { item, seeks } = members.get(of)!
    const isText = textRoles.has(item.role) || (checks.has(item.role) && leadsOn.test(item.name))
    const words = isText && !taken.has(of) ? cleanName(item.name, options.toolkit) : undefined
    const text = words !== undefined && whyNot({ text: words, from: 'beside' }) !== undefined ? undefined : words
    const isSeeking = seeks && !byRelation.has(of)
    return {
      of,
      box,
      ...(text !== undefined && { text, pane: paneOf(of, members.get(of)!, options.places) }),
      ...(isSeeking && { seeks: sideOf(of, item), within: members.get(of)!.path }),
    }
  })
  const beside = new Map([...inRows, ...wordsAround(seeking, options), ...besideInWindows(drawn, members)])
  // The field in a combo box is all that is seen of it.
  for (const [id, { item, seeks }] of members) {
    const [labels, text] = [byRelation.get(id), beside.get(id)]
    if (item.role !== Role.comboBox || (!seeks && labels === undefined)) continue
    for (const field of fieldsIn(id, options.places)) {
      if (labels !== undefined || text === undefined) byRelation.set(field, labels ?? [id])
      else beside.set(field, text)
    }
  }
  return { byRelation, beside }
}

/** Windows lie over each other: what is drawn in one says nothing of another. */
function besideInWindows(
  drawn: readonly Drawn<string>[],
  members: ReadonlyMap<string, Member>,
): readonly (readonly [string, string])[] {
  const windows = new Map<string | undefined, Drawn<string>[]>()
  for (const one of drawn) {
    const [, window] = members.get(one.of)!.path
    const others = windows.get(window)
    if (others === undefined) windows.set(window, [one])
    else others.push(one)
  }
  return [...windows.values()].flatMap((inOne) => [...textsBeside(inOne)])
}

/** Buttons and texts in one container: a button that says something itself may have a label next to it. */
function* besideEachOther(members: ReadonlyMap<string, Member>): Iterable<string> {
  const holdersOf = (roles: ReadonlySet<number>) =>
    new Set([...members.values()].filter(({ item }) => roles.has(item.role)).map(({ path }) => path.at(-1)))
  const [ofButtons, ofTexts] = [holdersOf(buttons), holdersOf(textRoles)]
  for (const [id, { item, path }] of members) {
    const holder = path.at(-1)
    const isEither = buttons.has(item.role) || textRoles.has(item.role)
    if (isEither && ofButtons.has(holder) && ofTexts.has(holder)) yield id
  }
}

/**
 * What is labelled may be the field of a combo box, which is labelled with it, or a control that is never drawn, or what
 * holds one: then it is the only one that is drawn in it or in its place.
 */
function standsFor(id: string, members: ReadonlyMap<string, Member>, { places }: LabelOptions): string {
  const holders = places.has(id) ? [...places] : []
  const [holder, { item, children: beside } = { item: undefined, children: [] }] =
    holders.find(([, { children }]) => children.includes(id)) ?? []
  if (holder !== undefined && item?.role === Role.comboBox) return holder
  const isDrawn = (one: string) => controls.has(members.get(one)?.item.role ?? 0)
  const inside = [...members].filter(([one, { path }]) => path.includes(id) && isDrawn(one)).map(([one]) => one)
  const drawn = inside.length > 0 ? inside : beside.filter(isDrawn)
  return drawn.length === 1 ? drawn[0]! : id
}

/** The innermost pane that a text is in: a text on one side of a split pane says nothing of what is on the other. */
function paneOf(id: string, { path }: Member, places: ReadonlyMap<string, Place>): string | undefined {
  const roleOf = (one: string | undefined) => places.get(one ?? '')?.item.role ?? 0
  const isPane = (one: string, at: number) => panes.has(roleOf(one)) || roleOf(path[at - 1]) === Role.splitPane
  return roleOf(path.at(-1)) === Role.splitPane ? id : path.findLast(isPane)
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
    // A combo box may be described, and named by what is chosen in it.
    const isChosen = item !== undefined && optionsIn(label, places).includes(item.name)
    return (item && cleanName(isChosen ? item.description : item.name, toolkit)) ?? []
  })
  const { item, children } = places.get(id)!
  // What describes an item says more about it than it says itself.
  if (items.has(item.role) && item.description !== '') {
    const parts = children.map((child) => places.get(child)?.item.name ?? '')
    if (cleanName(item.name, toolkit, false, parts) === undefined) texts.push(...wordsIn(id, places, toolkit))
  }
  const other = cleanName(labels.chosen.get(id) ?? '', toolkit)
  const chosen = item.role === Role.comboBox ? (chosenIn(id, places, toolkit) ?? other) : undefined
  const beside = labels.beside.get(id)
  if (labels.undrawn.has(id)) return { label: undefined, beside, chosen, undrawn: true }
  if (texts.length === 0 && beside === undefined && chosen === undefined) return undefined
  return { label: texts.length === 0 ? undefined : texts.join(' '), beside, chosen }
}

export function sameCalled(a: Called | undefined, b: Called | undefined): boolean {
  const isSame = a?.label === b?.label && a?.beside === b?.beside && a?.chosen === b?.chosen
  return isSame && a?.undrawn === b?.undrawn
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

async function relatedTo({ access, peer, signal }: LabelOptions, ref: Ref): Promise<[number, string][]> {
  const all = await relationsOf({ access, ref, signal })
  return all.flatMap(([kind, target]) =>
    kind === relation.labelFor || kind === relation.labelledBy ? [[kind, idOf(target, peer)]] : [],
  )
}

type Box = Promise<Frame | undefined> | false

/**
 * wxWidgets makes every text the label of what comes after it; but a button that says something itself has its label on its
 * own line, as one that chooses a font.
 */
async function dropFarLabels(
  labelsOf: Map<string, readonly string[]>,
  isButton: (id: string) => boolean,
  boxOf: (id: string) => Box,
): Promise<void> {
  const look = async ([id, labels]: [string, readonly string[]]) => {
    const [own, ...others] = await all([boxOf(id), ...labels.map(boxOf)])
    // Where it is not known where they are, what is said holds.
    const isOffLine = (box: Frame | false | undefined) => own && box && !sharesLine(own, box)
    const near = labels.filter(
      (text, at) => !whyNot({ text, from: 'label' }, { isOffLine: isOffLine(others[at]) === true }),
    )
    if (near.length === 0) labelsOf.delete(id)
    else labelsOf.set(id, near)
  }
  await all([...labelsOf].filter(([id]) => isButton(id)).map(look))
}
