/** What a report keeps and leaves out, where a drag has ended, and what is near: a case for each rule. */
import t from 'tap'
import { areInRows } from '../../daemon/answers/find/nearness.ts'
import type { Candidate } from '../../daemon/answers/look/miss.ts'
import { isDroppedThere, relationOf } from '../../daemon/effect/drop.ts'
import { Importance, importanceIn } from '../../daemon/effect/report/importance.ts'
import { newOnPage } from '../../daemon/effect/report/new-page.ts'
import { unsaid } from '../../daemon/effect/report/unsaid.ts'
import type { Node } from '../../daemon/tree/model/node.ts'
import type { Shown } from '../../daemon/view/fold/shown.ts'
import { button, group, link, page, type Tiny, type TinyTree, text, tiny } from '../fixtures/tiny-tree.ts'

const part = (subrole: string, ...inner: Tiny[]): Tiny => ({ ...group(...inner), subrole })
const row = (...inner: Tiny[]): Tiny => ({ role: 'AXRow', in: inner })

/** As a warm tree tells of itself. */
function told(tree: TinyTree) {
  const ancestors = ({ parent }: Node): Node[] => {
    const up = tree.node(parent)
    return up === undefined ? [] : [up, ...ancestors(up)]
  }
  const walk = (from = tree.root) =>
    tree.all().filter((node) => [node, ...ancestors(node)].some(({ key }) => key === from))
  return { root: tree.root, node: tree.node, ancestors, walk }
}

t.test('what a page is about is kept before the links around it', (t) => {
  const { frame, other, content, message } = Importance
  const ranks = (tree: TinyTree) => {
    const rankOf = importanceIn(tree)
    return tree
      .all()
      .flatMap((node) => (node.title === undefined ? [] : [[node.title, rankOf({ node })]]))
      .slice(1)
  }
  const navigation = part('AXLandmarkNavigation', link('Home'))
  const alert = part('AXApplicationAlert', button('Undo'))
  const main = part('AXLandmarkMain', link('Result'))
  t.same(ranks(tiny(page('With a main part', navigation, main, link('Elsewhere'), button('Buy'), alert))), [
    ['Home', frame],
    ['Result', content],
    ['Elsewhere', other],
    ['Buy', other],
    ['Undo', message],
  ])
  t.same(ranks(tiny(page('Without', navigation, link('Elsewhere'), button('Buy'), row(link('Order 7'))))), [
    ['Home', frame],
    ['Elsewhere', other],
    ['Buy', content],
    ['Order 7', content],
  ])
  t.end()
})

t.test(
  'of a new page, neither what a closed list holds is new, nor marks between links, nor what only decorates',
  (t) => {
    const list: Tiny = {
      role: 'AXPopUpButton',
      title: 'Kind',
      is: ['expandable'],
      in: [{ role: 'AXOption', title: 'Clay' }],
    }
    const pictures: Tiny[] = [
      { role: 'AXImage', title: 'Leaf' },
      { role: 'AXImage', title: 'Map', is: ['clickable'] },
    ]
    const tree = tiny(page('Pots', link('A'), text('|'), link('B'), list, ...pictures))
    const { added } = newOnPage(new Map([[1, tree.find('A')]]), told(tree))
    t.same(
      added.map(({ title }) => title),
      ['B', 'Kind', 'Map'],
    )
    t.end()
  },
)

t.test('what is known is left out, and a group of which nothing else is left', (t) => {
  const shownOf = (tree: TinyTree, { key }: Node): Shown => {
    const node = tree.node(key)!
    return { node, context: false, order: 0, children: node.children.map((inner) => shownOf(tree, tree.node(inner)!)) }
  }
  const sketch = (list: readonly Shown[]): unknown =>
    list.map(({ node, children }) => [node.title ?? node.role, sketch(children)])
  const left = (top: Tiny) => {
    const tree = tiny(top)
    return sketch(unsaid([shownOf(tree, tree.node(1)!)], ({ title }) => title === 'known'))
  }
  t.same(left(group(button('known'))), [])
  t.same(left(group(button('known'), button('new'))), [['AXGroup', [['new', []]]]])
  t.same(left({ ...group(button('known')), title: 'Named' }), [['Named', []]])
  t.same(left({ ...group(button('known')), is: ['clickable'] }), [['AXGroup', []]])
  t.same(
    left(row(button('known'), button('new'))),
    [
      [
        'AXRow',
        [
          ['known', []],
          ['new', []],
        ],
      ],
    ],
    'a row stays whole',
  )
  t.end()
})

t.test('what is dragged has arrived where it took the place of what it was dropped on', (t) => {
  const list = (...keys: number[]) => tiny({ ...group(...keys.map((key) => ({ ...button(`${key}`), key }))), key: 1 })
  const drop = (now: TinyTree) => {
    const was = relationOf(list(2, 3, 4), 2, 3)
    return isDroppedThere({ point: undefined, was, now: relationOf(now, 2, 3) }, undefined)
  }
  t.ok(drop(list(3, 2, 4)))
  t.notOk(drop(list(2, 3, 4)), 'it is where it was')
  t.notOk(drop(list(3, 4, 2)), 'it is behind another one')
  t.notOk(drop(list(3, 4)), 'it is gone')
  t.ok(drop(tiny({ ...group({ ...group({ ...button('2'), key: 2 }), key: 3 }), key: 1 })), 'it is inside')
  t.end()
})

t.test('words outside rows are near all of the elements that each have a row of their own, or near none', (t) => {
  const are = (...inner: Tiny[]) => {
    const tree = tiny(page('P', ...inner))
    const found = tree.all().filter(({ title }) => title === 'Delete')
    return areInRows(found.map((node) => ({ warm: { tree: told(tree) }, node })) as unknown as Candidate[], 1)
  }
  t.ok(are(row(button('Delete')), row(button('Delete'))))
  t.notOk(are(row(button('Delete'), button('Delete'))), 'both are in one')
  t.notOk(are(row(button('Delete')), button('Delete')), 'one is in none')
  t.end()
})
