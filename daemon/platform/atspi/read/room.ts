/** What takes up no room on the screen, although its states say that it is shown: nobody sees or presses it. */
import { traits } from '../toolkits/traits.ts'
import type { Toolkit } from '../wire/access.ts'
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

/** Qt says of them that they are shown on a page that is not, or in a closed combo box, and gives them no room there. */
const views: ReadonlySet<number> = new Set<number>([Role.list, Role.table, Role.tree, Role.treeTable])

export function isView(role: number, toolkit: Toolkit): boolean {
  return toolkit === 'qt' && views.has(role)
}

/** Qt lists those of columns that are hidden. */
const headers: ReadonlySet<number> = new Set<number>([Role.columnHeader, Role.tableColumnHeader])

/** Of them GTK 4 keeps more than there is room for: the others are given a text, and no room. */
const entries: ReadonlySet<number> = new Set<number>([Role.listItem, Role.tableRow, Role.tableCell])
const lists: ReadonlySet<number> = new Set<number>([Role.list, Role.table, Role.treeTable])

/** It is one of what a list of GTK 4 shows, however it is drawn. */
export function isEntryIn4(
  item: Pick<Item, 'role' | 'states' | 'moreStates'>,
  parent: Pick<Item, 'role'> | undefined,
): boolean {
  return entries.has(item.role) && hasState(item, State.focusable) && lists.has(parent?.role ?? 0)
}

/** What coordinates count from. */
const ofScreen = 0
const ofWindow = 1

/** GTK 4 knows no other, and newer ones say so by answering nothing for the screen; in Qt 5 those of the window are wrong. */
export function countedFrom(toolkit: Toolkit): number {
  return toolkit === 'gtk4' ? ofWindow : ofScreen
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
  if (isNamelessTab(item, toolkit)) return true
  if (!traits[toolkit].sizesTellRoom || isHidden(item, toolkit) || hasState(item, State.focused)) return false
  if (controls.has(item.role) || isEntry(item.role) || isView(item.role, toolkit)) return true
  // GTK 3 keeps the windows with which it has dragged something; GTK 4 tabs, where others stand in for them, and what
  // has not been revealed. In other toolkits a tab contains its page.
  if (toolkit === 'qt') return headers.has(item.role)
  if (toolkit !== 'gtk4') return toolkit === 'gtk3' && item.role === Role.window
  if (item.role === Role.label) return !isPartOfControl(item, above)
  return item.role === Role.pageTab || isEntryIn4(item, above(item))
}

/** In GTK 3 it may be the page of a notebook that shows no tabs. */
export function isNamelessTab({ role, name }: Item, toolkit: Toolkit): boolean {
  return role === Role.pageTab && name === '' && (toolkit === 'gtk3' || toolkit === 'libreoffice')
}

export async function takesNoRoom(bus: Bus, ref: Ref, toolkit: Toolkit, signal: AbortSignal): Promise<boolean> {
  return await isWithoutRoom((...call) => tryCall(bus, ref, 'Component', ...call, signal), toolkit)
}

/**
 * One pixel is no room: toolkits give it to what has not been laid out. What GTK 4 does not draw may keep a box, but
 * does not contain its own centre. `ask` calls a method of the element's Component; nothing came where it failed.
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
  if (toolkit !== 'gtk4') return false
  const centre = [Math.round(x + width / 2), Math.round(y + height / 2)]
  const [contains] = (await ask('Contains', 'iiu', [...centre, of])) ?? []
  return contains === false
}
