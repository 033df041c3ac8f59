/** What takes up no room on the screen, although its states say that it is shown: nobody sees or presses it. */
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Bus } from '../wire/bus.ts'
import type { Item } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { tryCall } from '../wire/peer.ts'
import { Role } from './roles.ts'
import { hasState, isEntry, isHidden, State } from './states.ts'

/** They show themselves, and not what is in them. */
const controls: ReadonlySet<number> = new Set<number>([
  ...[Role.checkBox, Role.comboBox, Role.dial, Role.link, Role.pushButton, Role.pushButtonMenu, Role.radioButton],
  ...[Role.scrollBar, Role.slider, Role.spinButton, Role.switch, Role.toggleButton],
])

const entries: ReadonlySet<number> = new Set<number>([Role.listItem, Role.tableRow, Role.tableCell])
const lists: ReadonlySet<number> = new Set<number>([Role.list, Role.table, Role.treeTable])

/** It is one of what a list shows, however it is drawn. */
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

/** Levels from a text up to the control or entry whose it is. */
const mostInside = 4

/** It is part of a control or entry, and shown where that is. `above` is what an element is in. */
function isPartOfControl(item: Item, above: (item: Item) => Item | undefined): boolean {
  let up = above(item)
  for (let level = 0; level < mostInside && up !== undefined; level++, up = above(up))
    if (controls.has(up.role) || entries.has(up.role)) return true
  return false
}

/** What has the focus takes the keys, with or without room. `above` is what an element is in. */
export function mayLackRoom(item: Item, toolkit: Toolkit, above: (item: Item) => Item | undefined): boolean {
  const { roomless } = toolkit
  if (isNamelessTab(item)) return true
  if (roomless === undefined || isHidden(item, toolkit) || hasState(item, State.focused)) return false
  if (controls.has(item.role) || isEntry(item.role)) return true
  if (!roomless.has(item.role)) return false
  if (item.role === Role.label) return !isPartOfControl(item, above)
  return !entries.has(item.role) || isInList(item, above(item))
}

/** Without room it is the page of a notebook that shows no tabs. */
export function isNamelessTab({ role, name }: Item): boolean {
  return role === Role.pageTab && name === ''
}

export async function takesNoRoom(bus: Bus, ref: Ref, toolkit: Toolkit, signal: AbortSignal): Promise<boolean> {
  return await isWithoutRoom((...call) => tryCall(bus, ref, 'Component', ...call, signal), toolkit)
}

/**
 * One pixel is no room: toolkits give it to what has not been laid out. `ask` calls a method of the element's Component; nothing came where it failed.
 */
export async function isWithoutRoom(
  ask: (member: string, signature: string, body: readonly unknown[]) => Promise<readonly unknown[] | undefined>,
  toolkit: Toolkit,
): Promise<boolean> {
  const of = countedFrom(toolkit)
  const [box] = (await ask('GetExtents', 'u', [of])) ?? []
  if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isFinite)) return false
  const [x, y, width, height] = box as [number, number, number, number]
  if (width * height <= 1) return true
  if (!toolkit.keepsBoxes) return false
  const centre = [Math.round(x + width / 2), Math.round(y + height / 2)]
  const [contains] = (await ask('Contains', 'iiu', [...centre, of])) ?? []
  return contains === false
}
