/** Rows whose cells cannot be acted upon, in one line. */
import t from 'tap'
import { withPlainRows } from '../../daemon/view/fold/plain-rows.ts'
import { walk } from '../../daemon/view/select/walk.ts'
import { outlineOf } from '../../daemon/view/write/outline.ts'
import type { Shape } from '../../daemon/view/write/verbosity.ts'
import { button, link, page, type Tiny, text, tiny } from '../fixtures/tiny-tree.ts'

const shape: Shape = { actions: false, all: false, idOf: ({ key }) => `${key}` }
const cell = (...inner: Tiny[]): Tiny => ({ role: 'AXCell', in: inner })
const row = (...inner: Tiny[]): Tiny => ({ role: 'AXRow', in: inner })

const everything = {
  terms: [],
  filtered: false,
  includeHidden: false,
  includeDisabled: false,
  includeNonInteractable: true,
  maxDepth: 10,
  limit: 100,
}

function outline(of: Tiny, query = everything): string[] {
  const tree = tiny(of)
  return outlineOf(withPlainRows(tree, walk(tree, query).shown), shape)
    .split('\n')
    .slice(1)
}

t.test('what can be acted upon keeps a line of its own', (t) => {
  const head = row(cell(text('No')), cell(text('Who')), cell())
  const first = row(cell(text('1')), cell(text('Ada')), cell(button('Delete')))
  const second = row({ ...cell(text('2')), is: ['clickable'] }, cell(text('Bob')))
  t.same(outline(page('P', { role: 'AXTable', title: 'T', in: [head, first, second] })), [
    ' [2] table: T',
    '  [3] row: No | Who',
    '  [9] row: 1 | Ada',
    '   [15] button: Delete',
    '  [16] row: Bob',
    '   [17] cell: 2',
  ])
  t.end()
})

t.test('rows without cells, and cells without rows, stay as they are', (t) => {
  const list: Tiny = { role: 'AXList', title: 'L', in: [row(button('A')), cell(text('x'))] }
  t.same(outline(page('P', list)), [' [2] list: L', '  [3] row', '   [4] button: A', '  [5] cell: x'])
  t.end()
})

t.test('a view of controls says what a row of links says besides them, where that is more than its number', (t) => {
  const head = row(
    { ...cell(link('Name')), subrole: 'AXColumnHeader' },
    { ...cell(text('Size')), subrole: 'AXColumnHeader' },
  )
  const files = [
    row(cell(link('a.txt')), cell(text('1 KB'))),
    row(cell(link('b.txt'), link('Delete')), cell(text('2 KB'))),
  ]
  const days = [row(cell(link('1')), cell(text('2'))), row(cell(link('3')), cell(link('4')))]
  const table = (...rows: Tiny[]): Tiny => ({ role: 'AXTable', in: rows })
  t.same(outline(page('P', table(head, ...files), table(...days)), { ...everything, includeNonInteractable: false }), [
    ' [5] link: Name',
    ' 1 KB: [10 a.txt]',
    ' 2 KB: [15 b.txt][16 Delete]',
    ' links: [22 1][27 3][29 4]',
  ])
  t.end()
})

t.test('a row with controls is not called by the words of its links again', (t) => {
  const mail = {
    ...row(cell(button('Star')), cell(text('Ann')), cell(link('Lunch?')), cell(text('10:02'))),
    title: 'Ann Lunch? 10:02',
  }
  t.same(outline(page('P', { role: 'AXTable', in: [mail] }), { ...everything, includeNonInteractable: false }), [
    ' row: Ann 10:02',
    '  [5] button: Star',
    '  [9] link: Lunch?',
  ])
  t.end()
})
