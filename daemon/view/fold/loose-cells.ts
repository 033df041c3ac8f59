/** Tables without rows: all cells are children of the table, row by row, after the column headers (GTK 3). */
import type { Key } from '../../platform/element/row.ts'
import type { Node, Nodes } from '../../tree/model/node.ts'

/** The first cell of a cell's row; undefined for other elements. */
export function looseRows(tree: Nodes): (node: Node) => Key | undefined {
  const known = new Map<Key, ReadonlyMap<Key, Key>>()
  const rowsOf = (table: Node) => {
    const rows = known.get(table.key) ?? rowsIn(table, tree)
    known.set(table.key, rows)
    return rows
  }
  const rowOf = (node: Node): Key | undefined => {
    const around = node.role === 'AXCell' ? tree.node(node.parent) : undefined
    if (around === undefined) return undefined
    // A column with several renderers is a cell of cells.
    if (around.role === 'AXCell') return rowOf(around) ?? around.key
    const isOfCells = node.children.length > 0 && node.children.every((key) => isCell(tree.node(key)))
    return rowsOf(around).get(node.key) ?? (isOfCells ? node.key : undefined)
  }
  return rowOf
}

function rowsIn({ role, children }: Node, tree: Nodes): ReadonlyMap<Key, Key> {
  const rows = new Map<Key, Key>()
  if (role !== 'AXTable' && role !== 'AXOutline') return rows
  const areCells = children.map((key) => isCell(tree.node(key)))
  const columns = areCells.indexOf(true)
  // After them comes what is opened in the table, such as an editor.
  const end = areCells.lastIndexOf(true) + 1
  const cells = children.slice(columns, end)
  if (columns < 2 || cells.length % columns !== 0 || areCells.lastIndexOf(false, end - 1) >= columns) return rows
  for (const [at, cell] of cells.entries()) rows.set(cell, cells[at - (at % columns)]!)
  return rows
}

function isCell(node: Node | undefined): boolean {
  return node?.role === 'AXCell'
}
