/** Boxes that say nothing come and go with how lines are drawn: what is in them decides whether anything is new. */
import t from 'tap'
import { causeOf } from '../../daemon/effect/cause.ts'
import { withNews } from '../../daemon/effect/news.ts'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { type Row, row } from '../../daemon/platform/element/row.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { readTwice } from '../fixtures/read-twice.ts'

const button = row({ key: 5, role: 'AXButton', title: 'Save' })
const text = row({ key: 6, role: 'AXStaticText', value: 'Draft' })
const box = (key: number, ...children: number[]) => row({ key, role: 'AXGroup', children })
const top = (...children: number[]) => row({ key: 1, role: 'AXWebArea', children })

/** How many came, changed and went, of what is news. */
function news(before: readonly Row[], after: readonly Row[], target?: number) {
  const { added, changed, removed } = newsOf(before, after, target)
  return [added.length, changed.length, removed.length]
}

function newsOf(before: readonly Row[], after: readonly Row[], target = button.key) {
  const { wasOf, nodeOf, difference } = readTwice(before, after)
  return withNews({ was: wasOf(target), now: nodeOf(target), difference, nodeOf }).difference!
}

t.test('a box around what was there', (t) => {
  const bare = [top(5, 6), button, text]
  const boxed = [top(2), box(2, 5, 6), button, text]
  t.same(news(bare, boxed), [0, 0, 0])
  t.same(news(boxed, bare), [0, 0, 0])
  t.same(news(boxed, [top(2), box(2, 3), box(3, 5, 6), button, text]), [0, 0, 0], 'and one in another')
  t.same(news(bare, [top(5, 6, 2), box(2), button, text]), [0, 0, 0], 'an empty one')
  t.end()
})

t.test('what comes, goes or moves with a box', (t) => {
  const alone = [top(5), button]
  const boxed = [top(5, 2), box(2, 6), button, text]
  t.same(news(alone, boxed), [1, 1, 0], 'the text, and the page that has it now')
  t.same(news(boxed, alone), [0, 1, 1])
  t.same(news([top(5, 6), button, text], [top(2, 5), box(2, 6), button, text]), [0, 1, 0], 'the order is another')
  t.end()
})

t.test('what comes in a box is told of what is around the box, which may be a log', (t) => {
  const { added } = newsOf([top(5), button], [top(5, 2), box(2, 3), box(3, 6), button, text])
  t.same(
    added.map(({ key, parent }) => [key, parent]),
    [[6, 1]],
  )
  t.end()
})

t.test('what changes where nobody sees it', (t) => {
  const page = (flags: number, value: string, own = 0) => [
    top(5, 2),
    button,
    { ...box(2, 3), flags },
    box(3, 6),
    row({ key: 6, role: 'AXLevelIndicator', value, flags: own }),
  ]
  t.same(news(page(Flag.hidden, '1'), page(Flag.hidden, '2')), [0, 0, 0], 'on a page that is not shown')
  t.same(news(page(0, '1', Flag.hidden), page(0, '2', Flag.hidden)), [0, 0, 0], 'and hidden itself')
  t.same(news(page(Flag.hidden, '1'), page(Flag.hidden, '2'), 1), [0, 0, 0], 'nor where keys go to all of it')
  t.same(news(page(0, '1'), page(0, '2')), [0, 1, 0])
  t.same(news(page(0, '1', Flag.hidden), page(0, '1')), [0, 1, 0], 'it came')
  const list = (flags: number, ...rows: number[]) => [
    top(5, 2),
    button,
    row({ key: 2, role: 'AXList', flags, children: rows }),
    ...rows.map((key) => row({ key, role: 'AXRow', title: `Row ${key}` })),
  ]
  t.same(
    news(list(Flag.hidden, 3, 4), list(Flag.hidden, 4, 6)),
    [0, 0, 0],
    'rows of a list that is not shown come and go',
  )
  t.same(news(list(0, 3, 4), list(0, 4, 6)), [1, 1, 1])
  t.same(news(list(0, 3, 4), list(Flag.hidden)), [0, 1, 0], 'it is put away, empty')
  const menu = (flags: number) => [
    top(5),
    { ...button, flags: Flag.hidden, children: [6] },
    row({ key: 6, role: 'AXMenuItem', title: 'Bold', flags }),
  ]
  t.same(news(menu(Flag.hidden), menu(Flag.hidden | Flag.checked)), [0, 1, 0], 'of the target itself it is news')
  t.end()
})

t.test('an id that comes with the focus', (t) => {
  const rest = [top(5, 6), text]
  t.same(
    news([...rest, button], [...rest, row({ key: 5, role: 'AXButton', title: 'Save', identifier: 'x1' })]),
    [0, 0, 0],
  )
  t.same(news([...rest, button], [...rest, row({ key: 5, role: 'AXButton', title: 'Saved' })]), [0, 1, 0])
  t.end()
})

t.test('what nobody sees', (t) => {
  const rest = [top(5, 6), button]
  const said = (value: string) => row({ key: 6, role: 'AXStaticText', value })
  t.same(
    news([...rest, said('Sent')], [...rest, said('Sent\u200b')]),
    [0, 0, 0],
    'a mark without width, to be read again',
  )
  t.same(news([...rest, said('Sent')], [...rest, said('Sent!')]), [0, 1, 0])
  const item = (attributes?: Row['attributes']) => row({ key: 6, role: 'AXMenuItem', title: 'Undo', attributes })
  const known = { role: 'menuitem', 'aria-label': 'Undo' }
  t.same(news([...rest, item()], [...rest, item(known)]), [0, 0, 0], 'attributes that are read now, and were not')
  t.same(news([...rest, item(known)], [...rest, item({ ...known, 'data-on': 'yes' })]), [0, 1, 0])
  t.end()
})

t.test('the label of a field that gets or loses the focus', (t) => {
  const field = (flags: number) => row({ key: 7, role: 'AXTextField', title: 'Size', flags })
  const label = (key: number, value = 'Size') => row({ key, role: 'AXStaticText', value })
  const [resting, floating] = [box(2, 8), box(2, 9)]
  const told = (...after: Row[]) =>
    news([top(5, 2, 7), button, resting, label(8), field(Flag.focused)], [top(5, 2, 7), button, floating, ...after])
  t.same(told(label(9), field(0)), [0, 1, 0], 'the focus alone')
  t.same(told(label(9, 'Too long'), field(0)), [0, 2, 0], 'another text')
  const focused = row({ key: 5, role: 'AXButton', title: 'Save', flags: Flag.focused })
  t.same(
    news([top(5), button], [top(5, 9), focused, label(9, 'Save')]),
    [1, 2, 0],
    'the name of what was pressed, come',
  )
  t.end()
})

t.test('a text that takes the place of another far away is none that appears', (t) => {
  const far = row({ key: 3, role: 'AXGroup', title: 'Far', children: [4] })
  const button = row({ key: 2, role: 'AXButton', title: 'Nothing' })
  const causeWith = (before: readonly Row[], after: readonly Row[]) => {
    const all = (rows: readonly Row[]) => [
      row({ key: 1, role: 'AXWebArea', children: [2, 3] }),
      button,
      far,
      row({ key: 4, role: 'AXGroup', title: 'In', children: [5] }),
      row({
        key: 5,
        role: 'AXGroup',
        title: 'Deep',
        children: rows.filter(({ role }) => role === 'AXGroup').map(({ key }) => key),
      }),
      ...rows,
    ]
    const { nodeOf, difference } = readTwice(all(before), all(after))
    const known = { act: { action: 'click' }, was: nodeOf(2), now: nodeOf(2), difference, nodeOf }
    return causeOf(withNews({ ...known, calmOf: () => Calm.still } as never))
  }
  const slide = (at: number, value: string) => [
    row({ key: at, role: 'AXGroup', children: [at + 1] }),
    row({ key: at + 1, role: 'AXStaticText', value }),
  ]
  t.equal(causeWith(slide(10, 'One'), slide(20, 'Two')), 'far')
  t.equal(causeWith(slide(10, 'One'), [...slide(10, 'One'), ...slide(20, 'Two')]), 'after')
  t.end()
})

t.test('a text next to the target is nearer to it than one elsewhere', (t) => {
  const causeIn = (children: number[], others: (text: string) => readonly Row[]) => {
    const page = [row({ key: 1, role: 'AXWebArea', children }), row({ key: 2, role: 'AXButton' })]
    const { nodeOf, difference } = readTwice([...page, ...others('Ready')], [...page, ...others('Saved')])
    const known = { act: { action: 'click' }, was: nodeOf(2), now: nodeOf(2), difference, nodeOf }
    return causeOf({ ...known, calmOf: () => Calm.still } as never)
  }
  const said = (value: string) => row({ key: 3, role: 'AXStaticText', value })
  const groups = [row({ key: 4, role: 'AXGroup', children: [5] }), row({ key: 5, role: 'AXGroup', children: [3] })]
  t.equal(
    causeIn([2, 3], (text) => [said(text)]),
    'after',
  )
  t.equal(
    causeIn([2, 4], (text) => [...groups, said(text)]),
    'far',
  )
  t.end()
})
