/** What toolkits change silently: it is checked along with what they do announce, and before anything is called settled. */
import type { Toolkit } from '../wire/access.ts'
import { Part } from './dirty.ts'
import type { Mirror } from './mirror.ts'
import { isMenu, mostChildren, type Place } from './place.ts'
import { isLeaf, isWebContent, Role } from './roles.ts'

/** Ids to bits of `Part`. */
export type Dirty = Map<string, number>

/** Parts that change without an event, by the role of the element. */
export interface Silence {
  /** The name follows the text that is drawn. */
  readonly names: ReadonlySet<number>
  /** Children are added and removed. */
  readonly counts: ReadonlySet<number>
}

const roles = (...list: readonly number[]): ReadonlySet<number> => new Set(list)

export const silenceOf: { readonly [toolkit in Toolkit]?: Silence } = {
  gtk3: { names: roles(), counts: roles(Role.list, Role.listBox) },
  qt: {
    names: roles(
      ...[Role.pageTab, Role.listItem, Role.tableCell, Role.treeItem, Role.comboBox, Role.columnHeader],
      ...[Role.tableColumnHeader, Role.frame, Role.window, Role.dialog, Role.filler, Role.pageTabList],
    ),
    counts: roles(Role.list, Role.table, Role.tree, Role.treeTable, Role.pageTabList),
  },
  other: {
    names: roles(
      ...[Role.label, Role.static, Role.pushButton, Role.toggleButton, Role.checkBox, Role.radioButton, Role.pageTab],
      ...[Role.listItem, Role.tableCell, Role.treeItem, Role.comboBox, Role.frame, Role.window, Role.dialog],
    ),
    counts: roles(Role.list, Role.table, Role.tree, Role.treeItem, Role.treeTable, Role.pageTabList, Role.panel),
  },
  libreoffice: { names: roles(), counts: roles(Role.documentText) },
}

/** Up to this many elements, facts are checked as well as parts; in larger applications only parts. */
const mostSwept = 3000

export interface SilentOptions {
  /** The application's list with current facts; other elements are checked one by one. */
  readonly bulk: { has(id: string): boolean } | undefined
  /** Its list does not say what closed menus hold. */
  readonly listsNoMenus: boolean
  /** Its state or content may have changed. */
  readonly isSwept: (id: string) => boolean
}

export function mark(dirty: Dirty, id: string, parts: number): void {
  dirty.set(id, (dirty.get(id) ?? 0) | parts)
}

export function markSilent(mirror: Mirror, dirty: Dirty, { bulk, listsNoMenus, isSwept }: SilentOptions): void {
  markWindows(mirror, dirty)
  const isSmall = mirror.size <= mostSwept
  for (const id of mirror.ids()) {
    const place = mirror.place(id)!
    const { item, children, childCount } = place
    if (childCount > mostChildren && childCount > children.length) {
      // Which cells of a spreadsheet are in sight, and their content, is never announced.
      mark(dirty, id, Part.children)
      for (const cell of children) mark(dirty, cell, Part.extras)
    }
    // Firefox attaches a document to its HTML frame silently, and fills it if the tab is not in front.
    const sweeps = isSwept(id)
    if (sweeps && isWebContent(item.role)) mark(dirty, id, Part.children)
    if (sweeps && listsNoMenus && isMenu(item)) mark(dirty, id, Part.children)
    if (!sweeps || bulk?.has(id)) continue
    const facts = isSmall ? Part.states | (item.description === '' ? 0 : Part.description) : 0
    const parts = facts | (mayHaveChildren(place) ? Part.children : 0)
    if (parts !== 0) mark(dirty, id, parts)
  }
}

export function mayHaveChildren({ item, children }: Place): boolean {
  return children.length > 0 || !isLeaf(item.role)
}

/** Some toolkits do not announce windows that come and go; checking takes one call. */
function markWindows(mirror: Mirror, dirty: Dirty): void {
  const root = mirror.rootId
  if (root === undefined) return
  mark(dirty, root, Part.children)
  for (const window of mirror.place(root)?.children ?? []) mark(dirty, window, Part.states)
}
