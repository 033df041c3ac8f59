/** Rows of cells that stand in no rows: by the number of column headers, and never guessed. */
import t from 'tap'
import { looseRows } from '../../daemon/view/fold/loose-cells.ts'
import { outlineOf } from '../../daemon/view/write/outline.ts'
import { type Tiny, tiny } from '../fixtures/tiny-tree.ts'

const cell = (title: string, inner: readonly Tiny[] = []): Tiny => ({ role: 'AXCell', title, in: inner })
const head = (title: string): Tiny => ({ role: 'AXButton', title })

function outline(table: Tiny): string[] {
  const tree = tiny(table)
  const shape = { actions: false, all: false, idOf: ({ key }: { key: number }) => `${key}`, rowOf: looseRows(tree) }
  const shown = (key: number): Parameters<typeof outlineOf>[0][number] => {
    const node = tree.node(key)!
    return { node, context: false, order: key, children: node.children.map(shown) } as never
  }
  return outlineOf([shown(tree.root)], shape)
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/\[\d+\] \w+(: )?/g, '').trim())
}

t.test('rows', (t) => {
  const two = [head('A'), head('B')]
  const cases: readonly (readonly [string, Tiny, string[]])[] = [
    [
      'row by row',
      { role: 'AXTable', in: [...two, cell('1'), cell('2'), cell('3'), cell('4')] },
      ['A', 'B', '1 | 2', '3 | 4'],
    ],
    ['a tree', { role: 'AXOutline', in: [...two, cell('1'), cell('2')] }, ['A', 'B', '1 | 2']],
    ['one too few', { role: 'AXTable', in: [...two, cell('1'), cell('2'), cell('3')] }, ['A', 'B', '1', '2', '3']],
    ['no headers', { role: 'AXTable', in: [cell('1'), cell('2')] }, ['1', '2']],
    [
      'something between',
      { role: 'AXTable', in: [...two, cell('1'), head('x'), cell('2')] },
      ['A', 'B', '1', 'x', '2'],
    ],
    [
      'something after them',
      { role: 'AXTable', in: [...two, cell('1'), cell('2'), { role: 'AXGroup', in: [head('x')] }] },
      ['A', 'B', '1 | 2', '', 'x'],
    ],
    [
      'cells of cells',
      { role: 'AXTable', in: [head('A'), cell('', [cell('1'), cell('2')]), cell('', [cell('3'), cell('4')])] },
      ['A', '| 1 | 2', '| 3 | 4'],
    ],
    [
      'with real rows',
      { role: 'AXTable', in: [...two, { role: 'AXRow', title: 'r', in: [cell('1'), cell('2')] }] },
      ['A', 'B', 'r', '1', '2'],
    ],
  ]
  for (const [name, table, expected] of cases) t.same(outline(table), expected, name)
  t.end()
})
