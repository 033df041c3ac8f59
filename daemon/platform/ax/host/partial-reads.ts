/** Reading only part of an element: visible rows, the start of a text, open menus. */

import type { Ref } from '../wire/raw-element.ts'
import type { AxCalls, Intern } from './native/ax-calls.ts'
import type { CFRef } from './native/cf.ts'
import type { ElementTable } from './native/element-table.ts'

const mostRows = 500
/** Read if the application does not say which rows it shows. */
const firstRows = 100

export interface ShownRows {
  /** The header, then rows; for a browser, its columns. */
  readonly rows: readonly Ref[]
  readonly total?: number
  /** There are more. */
  readonly isPart: boolean
}

/** The rows that the application shows; it would have to build others. `lists`: what it reports about them. */
export function shownRows(
  ax: AxCalls,
  element: CFRef,
  role: string,
  lists: ReadonlyMap<string, readonly Ref[]>,
  intern: Intern,
): ShownRows {
  const visible =
    lists.get('AXVisibleRows') ??
    lists.get('AXVisibleChildren') ??
    lists.get('AXVisibleColumns') ??
    lists.get('AXColumns')
  if (role === 'AXBrowser' && visible !== undefined) return { rows: visible, isPart: false }
  const total = ax.count(element, lists.has('AXVisibleRows') ? 'AXRows' : 'AXChildren')
  const shown = visible ?? ax.items(element, 'AXChildren', 0, firstRows, intern)
  const rows = [...new Set([...(lists.get('AXHeader') ?? []), ...shown.slice(0, mostRows)])]
  const isPart = shown.length > mostRows || (total ?? 0) > shown.length
  return { rows, isPart, ...(total !== undefined && { total }) }
}

const firstCharacters = 2_000
/** Longer texts that cannot be read in parts are not read at all. */
const wholeAtMost = 100_000

export interface TextStart {
  readonly text: string
  /** The length of the whole text. */
  readonly characters: number
}

/** A text area's value would be the whole document. `characters`: its length, if it says. */
export function textStart(
  ax: AxCalls,
  element: CFRef,
  characters: number | undefined,
  intern: Intern,
): TextStart | undefined {
  if (characters === 0) return { text: '', characters }
  if (characters !== undefined) {
    const part = ax.textPart(element, 0, Math.min(characters, firstCharacters))
    if (part !== undefined) return { text: part, characters }
    if (characters > wholeAtMost) return undefined
  }
  // Neither a length nor parts: the value is all there is.
  const value = ax.value(element, 'AXValue', intern)
  if (typeof value !== 'string') return undefined
  const last = value.charCodeAt(firstCharacters - 1)
  const end = last >= 0xd800 && last < 0xdc00 ? firstCharacters - 1 : firstCharacters
  return { text: value.slice(0, end), characters: characters ?? value.length }
}

/** Closed menus stay in the tree: their opener is not selected. Menus without an opener exist only while open. */
export function isMenuClosed(ax: AxCalls, table: ElementTable, ref: Ref, intern: Intern): boolean {
  const entry = table.entry(ref)
  if (entry.opener === undefined) return false
  if (!table.has(entry.opener)) {
    const parent = ax.elementIn(entry.element, 'AXParent', intern)
    if (parent === undefined) return false
    entry.opener = parent
  }
  return ax.value(table.element(entry.opener), 'AXSelected', intern) !== true
}
