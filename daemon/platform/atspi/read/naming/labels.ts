/** What names a control without a name: the text that is declared as its label, otherwise the one drawn next to it. */
import type { Frame } from '../../../../../api-schema/element.ts'
import { type Drawn, isPlacedAsLabel, sharesLine, textsBeside } from '../../../naming/beside.ts'
import { whyNot } from '../../../naming/candidates.ts'
import type { Toolkit } from '../../toolkits/toolkit.ts'
import type { Line } from '../../wire/access.ts'
import type { Item } from '../../wire/cache-items.ts'
import { Has, type Ref } from '../../wire/facts.ts'
import { relation, relationsOf } from '../../wire/relations.ts'
import { idOf, type Place } from '../place.ts'
import { all } from '../read-item.ts'
import { buttons, Role, roles, textRoles } from '../roles.ts'
import type { BoxOf } from '../room.ts'
import { isEntry, isHidden } from '../states.ts'
import { textsInRows, undrawnParts } from './cells.ts'
import { checks, chosenBeside, controls, type Member, type MemberOptions, membersOf } from './members.ts'
import { chosenIn, cleanName, optionsIn, shownText, wordsIn, wrappers } from './names.ts'

/** The labels of each element by relation (ids), and the texts next to elements without any. */
export interface Labels {
  readonly byRelation: ReadonlyMap<string, readonly string[]>
  readonly beside: ReadonlyMap<string, string>
  /** Elements with a text but no room for it: GTK 3 draws some parts of a cell only in some rows. */
  readonly undrawn: ReadonlySet<string>
  /** The choice of each combo box that is not named by one of its options. */
  readonly chosen: ReadonlyMap<string, string>
  /** What is written in combo boxes that can be written in: what they report as chosen may be older. */
  readonly written: ReadonlyMap<string, Written>
}

interface Written {
  readonly text: string | undefined
}

/** What an element can be named by, apart from its name. */
export interface Called {
  /** Its label by relation. */
  readonly label: string | undefined
  readonly beside: string | undefined
  /** The choice of a combo box, which may be reported as its name. */
  readonly chosen: string | undefined
  /** What is written in a combo box, if it can be written in. */
  readonly written?: Written | undefined
  /** Is it not drawn? */
  readonly undrawn?: boolean
}

export interface LabelOptions extends MemberOptions {
  readonly access: Line
  readonly peer: string
  readonly signal: AbortSignal
  readonly boxOf: BoxOf
}

/** A control's surroundings are the largest container with no more than this drawn in it. */
const mostAround = 150
/** Most controls to find labels for. */
const mostSeeking = 200

/** The words of a box that switches on the field after it, such as "Limit to:". */
const leadsOn = /[:：]\s*$/
/** Whatever is in one of these has its label in there too. */
const panes = roles('pageTab scrollPane')
const items = roles('listItem treeItem tableRow tableCell pushButton toggleButton')

export async function readLabels(options: LabelOptions): Promise<Labels> {
  const [named, undrawn] = await all([readNames(options), undrawnParts(options)] as const)
  const chosen = new Map<string, string>()
  const written = new Map<string, Written>()
  for (const [id, { item, children }] of options.places) {
    if (item.role !== Role.comboBox) continue
    const text = chosenBeside(id, options)
    if (text !== undefined) chosen.set(id, text)
    const field = children.find((child) => isFieldOf(child, options))
    if (field !== undefined) written.set(id, { text: options.textOf(field) })
  }
  return { ...named, undrawn, chosen, written }
}

function isFieldOf(id: string, { places, toolkit }: LabelOptions): boolean {
  const { item } = places.get(id)!
  return isEntry(item.role) && (item.interfaces & Has.Text) !== 0 && !isHidden(item, toolkit)
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
        around.has(id) ? options.boxOf(item) : undefined,
        seeks || isText || buttons.has(item.role) ? relatedTo(options, item.ref) : undefined,
      ] as const)
      if (box !== undefined) boxes.set(id, box)
      for (const [kind, target] of found ?? []) {
        const [named, label] = kind === relation.labelledBy ? [id, target] : [target, id]
        const control = members.has(named) ? named : standsFor(named, members, options)
        // Qt makes a group box the label of everything inside.
        if (members.get(control)?.path.includes(label)) continue
        const labels = byRelation.get(control) ?? []
        if (!labels.includes(label)) byRelation.set(control, [...labels, label])
      }
    }),
  )
  const isButton = ({ item }: Member) => buttons.has(item.role) && cleanName(item.name, options.toolkit) !== undefined
  const box = (id: string) => options.places.has(id) && options.boxOf(options.places.get(id)!.item)
  // A toggle with words of its own needs no other name: wxWidgets labels it with the text before it, which belongs to
  // what follows.
  for (const id of [...byRelation.keys()])
    if (members.get(id)?.item.role === Role.toggleButton && isButton(members.get(id)!)) byRelation.delete(id)
  await dropFarLabels(byRelation, (id) => members.has(id) && isButton(members.get(id)!), box)
  const far = await labelledFromAfar(byRelation, (id) => members.get(id)?.seeks === true && around.has(id), box)
  // The label of a table, drawn or folded, also names the arrow next to it.
  const isControl = (id: string) => controls.has(members.get(id)?.item.role ?? 0)
  const taken = new Set([...byRelation].flatMap(([id, labels]) => (isControl(id) ? labels : [])))
  // A placeholder is name enough for a field under a heading, but not next to its label: “Name: [Your name]”.
  const sideOf = (id: string, { role }: Item) =>
    checks.has(role) ? 'after' : options.hasPlaceholder(id) || far.has(id) ? 'onLine' : 'before'
  const drawn: Drawn<string>[] = [...boxes].map(([of, box]) => {
    const { item, seeks } = members.get(of)!
    const isBox = checks.has(item.role)
    const isText = textRoles.has(item.role) || isBox
    const words = isText && !taken.has(of) ? cleanName(item.name, options.toolkit) : undefined
    const text = words !== undefined && whyNot({ text: words, from: 'beside' }) !== undefined ? undefined : words
    const isSeeking = seeks && (!byRelation.has(of) || far.has(of))
    return {
      of,
      box,
      ...(text !== undefined && { text, pane: paneOf(of, members.get(of)!, options.places) }),
      ...(text !== undefined && isBox && !leadsOn.test(item.name) && { isOfBox: true }),
      ...(isButton(members.get(of)!) && { speaks: true }),
      ...(seeks && buttons.has(item.role) && { unfolds: true }),
      ...(isSeeking && { seeks: sideOf(of, item), within: members.get(of)!.path }),
    }
  })
  const drawnBeside = besideInWindows(drawn, members)
  for (const [id] of drawnBeside) if (far.has(id)) byRelation.delete(id)
  const beside = new Map([...inRows, ...wordsAround(seeking, options), ...drawnBeside])
  // The inner field is all that is visible of a combo box.
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

/** Windows overlap: what is drawn in one says nothing about another. */
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

/** Buttons that share a container with a text: even a button with words of its own may have a label next to it. */
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
 * The labelled element may be a combo box's field, which shares the combo box's label, or a control that is never
 * drawn, or something that contains one: then the label belongs to the only control drawn inside it or in its place.
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

/** The innermost pane around a text: a text on one side of a split pane says nothing about the other side. */
function paneOf(id: string, { path }: Member, places: ReadonlyMap<string, Place>): string | undefined {
  const roleOf = (one: string | undefined) => places.get(one ?? '')?.item.role ?? 0
  const isPane = (one: string, at: number) => panes.has(roleOf(one)) || roleOf(path[at - 1]) === Role.splitPane
  return roleOf(path.at(-1)) === Role.splitPane ? id : path.findLast(isPane)
}

/** Words of containers that say something and hold nothing but the control, as around a tool in a tool bar. */
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

/** The fields in a combo box that have no name of their own. */
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
    // A combo box may have a description, and as its name what is chosen in it.
    const isChosen = item !== undefined && optionsIn(label, places).includes(item.name)
    return (item && cleanName(isChosen ? item.description : item.name, toolkit)) ?? []
  })
  const { item, children } = places.get(id)!
  // An item's description says more than its name.
  if (items.has(item.role) && item.description !== '') {
    const parts = children.map((child) => places.get(child)?.item.name ?? '')
    if (cleanName(item.name, toolkit, false, parts) === undefined) texts.push(...wordsIn(id, places, toolkit))
  }
  const other = cleanName(labels.chosen.get(id) ?? '', toolkit)
  const chosen = item.role === Role.comboBox ? (chosenIn(id, places, toolkit) ?? other) : undefined
  const beside = labels.beside.get(id)
  const written = labels.written.get(id)
  if (labels.undrawn.has(id)) return { label: undefined, beside, chosen, undrawn: true }
  if (texts.length === 0 && beside === undefined && chosen === undefined && written === undefined) return undefined
  return { label: texts.length === 0 ? undefined : texts.join(' '), beside, chosen, written }
}

export function sameCalled(a: Called | undefined, b: Called | undefined): boolean {
  const isSame = a?.label === b?.label && a?.beside === b?.beside && a?.chosen === b?.chosen
  return isSame && a?.undrawn === b?.undrawn && a?.written?.text === b?.written?.text
}

/** The controls without a name, and what is drawn around each. */
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
    // The application itself is not a container: its windows overlap.
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
 * A heading may be declared as the label of the first field below it, for its shortcut: it is not drawn as a label of
 * it, and a text on the field's own line names it.
 */
async function labelledFromAfar(
  labelsOf: ReadonlyMap<string, readonly string[]>,
  isField: (id: string) => boolean,
  boxOf: (id: string) => Box,
): Promise<ReadonlySet<string>> {
  const far = new Set<string>()
  const look = async ([id, labels]: readonly [string, readonly string[]]) => {
    const [own, ...others] = await all([boxOf(id), ...labels.map(boxOf)])
    if (own && others.every((box) => box && !isPlacedAsLabel(box, own))) far.add(id)
  }
  await all([...labelsOf].filter(([id]) => isField(id)).map(look))
  return far
}

/**
 * wxWidgets makes every text the label of what comes after it; but a button with words of its own has its label on its
 * own line, such as one that chooses a font.
 */
async function dropFarLabels(
  labelsOf: Map<string, readonly string[]>,
  isButton: (id: string) => boolean,
  boxOf: (id: string) => Box,
): Promise<void> {
  const look = async ([id, labels]: [string, readonly string[]]) => {
    const [own, ...others] = await all([boxOf(id), ...labels.map(boxOf)])
    // If positions are unknown, the declared label holds.
    const isOffLine = (box: Frame | false | undefined) => own && box && !sharesLine(own, box)
    const near = labels.filter(
      (text, at) => !whyNot({ text, from: 'label' }, { isOffLine: isOffLine(others[at]) === true }),
    )
    if (near.length === 0) labelsOf.delete(id)
    else labelsOf.set(id, near)
  }
  await all([...labelsOf].filter(([id]) => isButton(id)).map(look))
}
