/**
 * Elements that take up no room on the screen although their states say that they are shown: nobody can see or press
 * them.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import { ask, type Line, type Queried } from '../wire/access.ts'
import type { Item } from '../wire/cache-items.ts'
import { Role, roles } from './roles.ts'
import { hasState, isEntry, isHidden, State } from './states.ts'

/** Roles that show themselves and not their contents. */
const controls = roles(
  'checkBox comboBox dial link pushButton pushButtonMenu radioButton scrollBar slider spinButton switch',
  'toggleButton',
)

export function isControl(role: number): boolean {
  return controls.has(role)
}

const entries = roles('listItem tableRow tableCell')
const lists = roles('list table treeTable')

/** Is it one of the items that a list shows, however it is drawn? */
export function isInList(
  item: Pick<Item, 'role' | 'states' | 'moreStates'>,
  parent: Pick<Item, 'role'> | undefined,
): boolean {
  return entries.has(item.role) && hasState(item, State.focusable) && lists.has(parent?.role ?? 0)
}

/** What coordinates count from. */
const ofScreen = 0
const ofWindow = 1

export function countedFrom(toolkit: Toolkit): number {
  return toolkit.countsFromWindow ? ofWindow : ofScreen
}

/** How many levels to go up from a text to the control or entry it belongs to. */
const mostInside = 4

/** It is a part of a control or entry, and shown whenever that is. `above`: an element's parent. */
function isPartOfControl(item: Item, above: (item: Item) => Item | undefined): boolean {
  let up = above(item)
  for (let level = 0; level < mostInside && up !== undefined; level++, up = above(up))
    if (controls.has(up.role) || entries.has(up.role)) return true
  return false
}

type States = Pick<Item, 'role' | 'states' | 'moreStates'>

/**
 * An entry that an open menu shares with a closed one and that reports itself hidden there: its room tells whether it
 * is shown.
 */
export function isBorrowed(item: States, parent: States | undefined, toolkit: Toolkit): boolean {
  if (!toolkit.sharesEntries || parent?.role !== Role.popupMenu || isHidden(parent, toolkit)) return false
  return item.role !== Role.separator && isHidden(item, toolkit)
}

/** What has the focus takes the keys, with or without room. `above`: an element's parent. */
export function mayLackRoom(item: Item, toolkit: Toolkit, above: (item: Item) => Item | undefined): boolean {
  const { roomless } = toolkit
  if (isNamelessTab(item) || isBorrowed(item, above(item), toolkit)) return true
  if (item.role === Role.menuBar && !isHidden(item, toolkit)) return true
  if (roomless === undefined || isHidden(item, toolkit) || hasState(item, State.focused)) return false
  if (controls.has(item.role) || isEntry(item.role)) return true
  if (!roomless.has(item.role)) return false
  if (item.role === Role.label) return !isPartOfControl(item, above)
  return !entries.has(item.role) || isInList(item, above(item))
}

/** Without room, it is the page of a notebook that shows no tabs. */
export function isNamelessTab({ role, name }: Item): boolean {
  return role === Role.pageTab && name === ''
}

export function areaOf({ width, height }: Frame): number {
  return width * height
}

/** What is reported for an element without a position. */
const nowhere = -2147483648

/** As the toolkit reports it, in its own units, even if nothing is drawn. */
export async function boxOf(at: Queried): Promise<Frame | undefined> {
  const [box] = await ask(at, 'Component', 'GetExtents', 'u', [countedFrom(at.access.toolkit)])
  if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isFinite)) return undefined
  const [x, y, width, height] = box
  return { x, y, width, height }
}

/** The same; undefined if nothing is drawn now. */
export async function drawnBox(at: Queried): Promise<Frame | undefined> {
  const box = await boxOf(at)
  if (box === undefined || box.x === nowhere || box.y === nowhere) return undefined
  return box.width <= 0 || box.height <= 0 ? undefined : box
}

/** The boxes of one reading, by element: each is asked for once. */
export type BoxOf = (item: Item) => Promise<Frame | undefined>

export function drawnBoxes(access: Line, signal: AbortSignal): BoxOf {
  const boxes = new Map<Item, Promise<Frame | undefined>>()
  return (item) => getOrCreate(boxes, item, () => drawnBox({ access, ref: item.ref, signal }))
}

/** One pixel does not count as room: toolkits report it for what has not been laid out. */
export async function isWithoutRoom(at: Queried): Promise<boolean> {
  const box = await boxOf(at)
  if (box === undefined) return false
  const { x, y, width, height } = box
  if (areaOf(box) <= 1) return true
  const { toolkit } = at.access
  if (!toolkit.keepsBoxes) return false
  const denies = async (...point: number[]) =>
    (await ask(at, 'Component', 'Contains', 'iiu', [...point, countedFrom(toolkit)]))[0] === false
  return (await denies(Math.round(x + width / 2), Math.round(y + height / 2))) && (await denies(x, y))
}
