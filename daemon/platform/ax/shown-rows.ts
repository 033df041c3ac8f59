/** Which rows of a table, an outline or a list are read: reading one that is not shown makes the application build it. */
import type { AxCalls, Intern } from './ax-calls.ts'
import type { CFRef } from './cf.ts'
import type { Ref } from './raw-element.ts'

const mostRows = 500
/** Where the application does not tell which it shows. */
const firstRows = 100

export interface ShownRows {
  /** The header, then rows; of a browser its columns. */
  readonly rows: readonly Ref[]
  readonly total?: number
  /** There are more. */
  readonly isPart: boolean
}

/** `lists`: what the element itself told of its rows. */
export function shownRows(
  ax: AxCalls,
  element: CFRef,
  role: string,
  lists: ReadonlyMap<string, readonly Ref[]>,
  intern: Intern,
): ShownRows {
  const told =
    lists.get('AXVisibleRows') ??
    lists.get('AXVisibleChildren') ??
    lists.get('AXVisibleColumns') ??
    lists.get('AXColumns')
  if (role === 'AXBrowser' && told !== undefined) return { rows: told, isPart: false }
  const total = ax.count(element, lists.has('AXVisibleRows') ? 'AXRows' : 'AXChildren')
  const shown = told ?? ax.items(element, 'AXChildren', 0, firstRows, intern)
  const rows = [...new Set([...(lists.get('AXHeader') ?? []), ...shown.slice(0, mostRows)])]
  const isPart = shown.length > mostRows || (total ?? 0) > shown.length
  return { rows, isPart, ...(total !== undefined && { total }) }
}
