/** What a difference tells: every change that can be seen, once, in few tokens. */
import fc from 'fast-check'
import t from 'tap'
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import { changedOf, changedOutline, type Difference } from '../../daemon/effect/report/difference.ts'
import type { Flag } from '../../daemon/platform/element/flags.ts'
import type { Row } from '../../daemon/platform/element/row.ts'
import type { Node } from '../../daemon/tree/model/node.ts'
import { labelOf } from '../../daemon/tree/naming/labels.ts'
import { alignChanges } from '../../daemon/tree/warm/aligned.ts'
import { tokens } from '../../daemon/view/fit/tokens.ts'
import type { Shape } from '../../daemon/view/write/verbosity.ts'
import { holds } from '../fixtures/cases.ts'
import { button, group, link, page, type Tiny, type TinyTree, text, tiny } from '../fixtures/tiny-tree.ts'

const shape: Shape = { actions: false, all: false, idOf: ({ key }) => `${key}` }

/** What changed between two trees, elements being known by their keys. */
function between(before: TinyTree, after: TinyTree): Difference {
  const isSame = (a: Row, b: Row) => JSON.stringify(a) === JSON.stringify(b)
  return alignChanges({
    added: after.all().filter(({ key }) => before.node(key) === undefined),
    changed: after.all().flatMap((now) => {
      const was = before.node(now.key)
      return was === undefined || isSame(was, now) ? [] : [{ was, now }]
    }),
    removed: before.all().filter(({ key }) => after.node(key) === undefined),
  })
}

const at = (key: number, one: Tiny): Tiny => ({ ...one, key })
const field = (more: Partial<Tiny>): Tiny => ({
  role: 'AXTextField',
  title: 'Name',
  key: 20,
  is: ['editable'],
  ...more,
})
const p = (...inner: Tiny[]) => page('P', ...inner.map((one, i) => (one.key === undefined ? at(900 + i, one) : one)))
const box = (...is: (keyof typeof Flag)[]): Tiny => ({
  role: 'AXCheckBox',
  title: 'On',
  key: 21,
  is: ['checkable', ...is],
})

const long = 'A sentence that is said in full. '.repeat(9)

const cases: readonly (readonly [name: string, before: Tiny, after: Tiny, ...is: string[]])[] = [
  [
    'of long texts that begin alike, where they differ',
    p(at(50, button(`${long}One`)), field({ value: `${long}one` })),
    p(at(50, button(`${long}Two`)), field({ value: `${long}two` })),
    '~ [50] button: "…at is said in full. One" → "…at is said in full. Two"',
    '~ [20] textfield: Name ="…at is said in full. one" → ="…at is said in full. two"',
  ],
  [
    'a picture that says what its link says',
    p(),
    p(
      at(50, {
        ...link('Cat To the cats'),
        in: [at(51, { role: 'AXImage', title: 'Cat' }), at(52, text('To the cats'))],
      }),
    ),
    '+ [50] link: Cat To the cats',
  ],
  ['nothing', p(button('A')), p(button('A'))],
  [
    'what is drawn on a button is no change of its own, a picture is',
    p(),
    p(at(50, { ...button('Bold'), in: [at(51, { role: 'AXImage' })] }), at(52, { role: 'AXImage', title: 'Map' })),
    '+ [50] button: Bold',
    '+ [52] image: Map',
  ],
  [
    'a wrapper around what was there, with something new in it',
    p(at(30, group(at(31, button('A')), at(32, group(at(33, button('B'))))))),
    p(
      at(
        30,
        group(
          at(
            40,
            group(at(31, button('A')), at(32, group(at(33, button('B')), at(41, button('C')))), at(42, button('D'))),
          ),
        ),
      ),
    ),
    '+ [42] button: D',
    '+ [41] button: C',
  ],
  ['a value', p(field({ value: 'tea' })), p(field({ value: 'green tea' })), '~ [20] textfield: Name =tea → =green tea'],
  ['a first value', p(field({})), p(field({ value: 'x' })), '~ [20] textfield: Name ="" → =x'],
  ['a secure value', p(field({ is: ['secure'], value: 'a' })), p(field({ is: ['secure'], value: 'b' }))],
  ['states', p(box()), p(box('checked', 'disabled')), '~ [21] checkbox: On (enabled → disabled, unchecked → checked)'],
  ['a state without opposite', p(box('busy')), p(box('invalid')), '~ [21] checkbox: On (→ invalid, busy →)'],
  [
    'a focus that moved, in one line',
    p(field({ is: ['focused'] }), box()),
    p(field({ is: [] }), box('focused')),
    '~ [21] checkbox: On (unfocused → focused)',
  ],
  ['a name', p(at(5, button('Save'))), p(at(5, button('Saved'))), '~ [5] button: Save → Saved'],
  [
    'a name and the text in it, once',
    p(at(5, button('Save', { in: [at(6, text('Save'))] }))),
    p(at(5, button('Saved', { in: [at(7, text('Saved'))] }))),
    '~ [5] button: Save → Saved',
  ],
  [
    'a name and its changed text, once',
    p(at(5, button('Save', { in: [at(6, text('Save'))] }))),
    p(at(5, button('Saved', { in: [at(6, text('Saved'))] }))),
    '~ [5] button: Save → Saved',
  ],
  [
    'the cell, not the row that is named by it',
    p({
      key: 3,
      role: 'AXRow',
      title: 'a b',
      in: [{ key: 4, role: 'AXCell', title: 'b', in: [at(6, text('b'))] }],
    }),
    p({
      key: 3,
      role: 'AXRow',
      title: 'a c',
      in: [{ key: 4, role: 'AXCell', title: 'c', in: [at(6, text('c'))] }],
    }),
    '~ [4] cell: b → c',
  ],
  [
    'a text in the place of another',
    p(at(3, group(at(4, text('0 items'))))),
    p(at(3, group(at(5, text('1 item'))))),
    '~ [5] text: 0 items → 1 item',
  ],
  ['the same text again', p(at(3, group(at(4, text('x'))))), p(at(3, group(at(5, text('x')))))],
  [
    'an element that was made anew',
    p(at(4, button('A'))),
    p(at(5, button('A', { is: ['disabled'] }))),
    '~ [5] button: A (enabled → disabled)',
  ],
  [
    'a toolbar that was built again, with a switch that is on now',
    p(at(3, { role: 'AXToolbar', title: 'Tools', in: [at(4, button('A')), box()] })),
    p(at(5, { role: 'AXToolbar', title: 'Tools', in: [at(6, button('A')), { ...box('checked'), key: 7 }] })),
    '~ [7] checkbox: On (unchecked → checked)',
  ],
  [
    'what moved out of a toolbar that was built again',
    p(
      at(3, { role: 'AXToolbar', title: 'Tools', in: [at(4, button('A')), at(6, button('B'))] }),
      at(8, { role: 'AXToolbar', title: 'More' }),
    ),
    p(
      at(5, { role: 'AXToolbar', title: 'Tools', in: [at(6, button('B'))] }),
      at(8, { role: 'AXToolbar', title: 'More', in: [at(4, button('A'))] }),
    ),
    '~ [4] button: A (moved: toolbar "Tools" → toolbar "More")',
  ],
  ['a button that came', p(at(3, group())), p(at(3, group(at(5, group(at(6, button('Undo'))))))), '+ [6] button: Undo'],
  [
    'a dialog that came',
    p(),
    p({
      key: 30,
      role: 'AXGroup',
      subrole: 'AXApplicationDialog',
      title: 'Save?',
      is: ['modal'],
      in: [at(31, text('Unsaved')), at(32, button('Yes', { is: ['focused'] }))],
    }),
    '+ [30] dialog: Save? (modal)',
    '+  [31] text: Unsaved',
    '+  [32] button: Yes (focused)',
  ],
  ['a wrapper that came', p(), p(at(3, group(at(4, group()))))],
  [
    'a list that went',
    p({
      key: 3,
      role: 'AXList',
      title: 'Cart',
      in: [at(4, link('Tea', { in: [at(5, text('Tea'))] })), at(6, button('Remove'))],
    }),
    p(),
    '- [3] list: Cart and 3 in it',
  ],
  ['a wrapper that went', p(at(3, group(at(4, group(at(5, button('Undo'))))))), p(), '- [5] button: Undo'],
  [
    'what was shown',
    p({ ...group(at(5, button('A'))), key: 3, is: ['hidden'] }),
    p({ ...group(at(5, button('A'))), key: 3 }),
    '+ [5] button: A',
  ],
  [
    'what was hidden, and something deep in it, too',
    p({ ...group(at(5, group(at(6, { ...button('A'), is: ['hidden'] })))), key: 3, is: ['hidden'] }),
    p({ ...group(at(5, group(at(6, button('A'))))), key: 3 }),
    '+ [6] button: A',
  ],
  [
    'what was shown, and something deep in it, too',
    p({ ...group(at(5, group(at(6, button('A'))))), key: 3 }),
    p({ ...group(at(5, group(at(6, { ...button('A'), is: ['hidden'] })))), key: 3, is: ['hidden'] }),
    '- [6] button: A',
  ],
  [
    'what was hidden',
    p({ ...group(at(5, button('A'))), key: 3 }),
    p({ ...group(at(5, button('A'))), key: 3, is: ['hidden'] }),
    '- [5] button: A',
  ],
  [
    'a change in what is hidden',
    p({ ...group(at(5, button('A'))), key: 3, is: ['hidden'] }),
    p({ ...group(at(5, button('B'))), key: 3, is: ['hidden'] }),
  ],
  [
    'an attribute and a moved child',
    p(at(3, group(at(4, button('A')), at(5, button('B'))))),
    p({ ...group(at(5, button('B')), at(4, button('A'))), key: 3, attributes: { class: 'x' } }),
    '~ [3] group (order: A, B → B, A)',
  ],
  [
    'another order of what is hidden meanwhile',
    p(at(3, group(at(4, button('A')), at(5, button('B')), at(6, button('C'))))),
    p({
      ...group(
        at(5, { ...button('B'), is: ['hidden'] }),
        at(4, { ...button('A'), is: ['hidden'] }),
        at(6, button('C')),
      ),
      key: 3,
    }),
    '- [5] button: B',
    '- [4] button: A',
  ],
  [
    'an element in another place',
    p(
      { key: 3, role: 'AXList', title: 'To do', in: [at(4, button('Rent')), at(5, button('Tea'))] },
      { key: 6, role: 'AXList', title: 'Done' },
    ),
    p(
      { key: 3, role: 'AXList', title: 'To do', in: [at(5, button('Tea'))] },
      { key: 6, role: 'AXList', title: 'Done', in: [at(4, button('Rent'))] },
    ),
    '~ [4] button: Rent (moved: list "To do" → list "Done")',
  ],
  [
    'a text in words of the title around it',
    page('Order saved list', at(3, group())),
    page('Order saved list', at(3, group(at(4, text('Saved'))))),
    '+ [4] text: Saved',
  ],
  [
    'a forged line',
    p(at(5, text('a'))),
    p(at(5, text('b\n- [1] button: Pay'))),
    '~ [5] text: a → "b\\n- [1] button: Pay"',
  ],
  ['a forged arrow', p(at(5, button('a → b'))), p(at(5, button('c'))), '~ [5] button: "a → b" → c'],
  [
    'a status',
    p({ key: 3, role: 'AXGroup', subrole: 'AXApplicationStatus' }),
    p({ key: 3, role: 'AXGroup', subrole: 'AXApplicationStatus', in: [at(4, text('Saved'))] }),
    '+ [4] text: Saved',
  ],
]

t.test('lines', (t) => {
  for (const [name, before, after, ...is] of cases) {
    const now = tiny(after)
    t.same(
      changedOutline(between(tiny(before), now), now, shape, 2000)
        .split('\n')
        .filter((line) => line !== ''),
      is,
      name,
    )
  }
  t.end()
})

t.test('the same as JSON', (t) => {
  const told = (name: string) => {
    const [, before, after] = cases.find(([one]) => one === name)!
    const now = tiny(after)
    return changedOf(between(tiny(before), now), now, shape, 2000)
  }
  t.same(told('nothing'), {})
  t.same(told('a value'), {
    changed: [{ id: '20', role: 'AXTextField', name: 'Name', was: { value: 'tea' }, now: { value: 'green tea' } }],
  })
  t.same(told('states').changed?.[0]?.now, { state: ['disabled', 'checked'] })
  t.same(told('a list that went'), { removed: [{ id: '3', role: 'AXList', name: 'Cart' }] })
  t.same(told('a dialog that came').added?.[0], {
    id: '30',
    role: 'AXGroup',
    subrole: 'AXApplicationDialog',
    name: 'Save?',
    state: ['modal'],
    children: [
      { id: '31', role: 'AXStaticText', value: 'Unsaved' },
      { id: '32', role: 'AXButton', name: 'Yes', state: ['focused'] },
    ],
  })
  t.end()
})

t.test('what changed out of sight is told when asked for', (t) => {
  const entry = (title: string): Tiny => ({
    key: 4,
    role: 'AXMenuItem',
    title,
    actions: ['AXPress'],
    is: ['clickable', 'hidden'],
  })
  const [before, after] = [p(at(3, group(entry('Undo: Bold')))), p(at(3, group(entry('Undo: Sorting'))))]
  const difference = between(tiny(before), tiny(after))
  t.equal(changedOutline(difference, tiny(after), shape, 2000), '')
  const whole = { ...difference, withUnseen: true }
  t.equal(changedOutline(whole, tiny(after), shape, 2000), '~ [4] menu item: Undo: Bold → Undo: Sorting (hidden)')
  t.match(changedOf(whole, tiny(after), shape, 2000), { changed: [{ id: '4', now: { name: 'Undo: Sorting' } }] })
  t.end()
})

/** A row of cells, which are texts. */
function rowOf(key: number, ...cells: string[]): Tiny {
  const cellOf = (title: string, i: number): Tiny => ({
    key: key + 2 * i + 1,
    role: 'AXCell',
    title,
    in: [at(key + 2 * i + 2, text(title))],
  })
  return { key, role: 'AXRow', title: cells.join(' '), in: cells.map(cellOf) }
}

function tableOf(from: number, count: number, more: (key: number) => Tiny[] = () => []): Tiny {
  const rows = Array.from({ length: count }, (_, i) => {
    const row = rowOf(from + 10 * i, `n${from + i}`, `x${i}`)
    return { ...row, in: [...(row.in ?? []), ...more(from + 10 * i + 8)] }
  })
  return { key: 3, role: 'AXTable', title: 'People', in: rows }
}

function outlineBetween(before: Tiny, after: Tiny): string[] {
  const now = tiny(after)
  return changedOutline(between(tiny(before), now), now, shape, 2000).split('\n')
}

t.test('rows that give way to others are told by the first ones and their number', (t) => {
  t.same(outlineBetween(p(tableOf(1000, 7)), p(tableOf(2000, 5))), [
    '+ [2000] row: n2000 | x0',
    '+ [2010] row: n2001 | x1',
    '+ [2020] row: n2002 | x2',
    '+ … 2 more row',
    '- [1000] row: n1000 x0',
    '- … 6 more row',
  ])
  const json = changedOf(
    between(tiny(p(tableOf(1000, 7))), tiny(p(tableOf(2000, 5)))),
    tiny(p(tableOf(2000, 5))),
    shape,
    2000,
  )
  t.match([json.added?.length, json.added?.[2]?.more, json.removed?.length, json.more], [3, 2, 1, 6])
  t.end()
})

t.test('of many rows that come the first ones are told, of few each', (t) => {
  const none = p(tableOf(1000, 0))
  t.equal(outlineBetween(none, p(tableOf(1000, 8))).length, 8)
  t.same(outlineBetween(none, p(tableOf(1000, 9))).slice(3), ['+ [1030] row: n1003 | x3', '+ … 5 more row'])
  t.equal(outlineBetween(p(tableOf(1000, 9)), p(tableOf(1000, 2))).filter((line) => line.startsWith('-')).length, 7)
  t.end()
})

t.test('rows that can be used are each told', (t) => {
  const used = (from: number) => p(tableOf(from, 5, (key) => [at(key, button('Edit'))]))
  const lines = outlineBetween(used(1000), used(2000))
  t.equal(lines.filter((line) => line.includes('button: Edit')).length, 5)
  t.equal(lines.filter((line) => /^\+ \[\d+\] row/.test(line)).length, 5)
  t.end()
})

t.test('cells that stand in no rows are told row by row, without blank ones', (t) => {
  const cell = (key: number, title?: string): Tiny => ({
    key,
    role: 'AXCell',
    is: ['selectable'],
    ...(title && { title }),
  })
  const heads = ['Date', 'Payee', 'Memo'].map((title, i) => at(31 + i, button(title)))
  const table = (...cells: Tiny[]): Tiny => ({ key: 30, role: 'AXTable', in: [...heads, ...cells] })
  const filled = table(cell(40, '02/15'), cell(41, 'Ann'), cell(42), cell(43, '02/16'), cell(44), cell(45, 'tea'))
  t.same(outlineBetween(p(table()), p(filled)), [
    '+ [40] cell: 02/15 | [41] cell: Ann',
    '+ [43] cell: 02/16 | [45] cell: tea',
  ])
  t.same(outlineBetween(p(table()), p(table(cell(40), cell(41), cell(42)))).length, 1, 'blank ones alone are told')
  t.end()
})

t.test('a text that a control is called by is told once, wherever it stands beside it', (t) => {
  const box = (key: number, near: string): Tiny => ({
    key,
    role: 'AXPopUpButton',
    is: ['focusable'],
    attributes: { nearText: near },
  })
  const inside = [
    box(40, 'Ratio:'),
    box(41, 'Method:'),
    at(42, text('Ratio:')),
    at(43, text('Method:')),
    at(44, text('Help')),
  ]
  t.same(outlineBetween(p(), p({ key: 30, role: 'AXGroup', title: 'Options', in: inside })), [
    '+ [30] group: Options',
    '+  [40] dropdown: near “Ratio:”',
    '+  [41] dropdown: near “Method:”',
    '+  [44] text: Help',
  ])
  t.end()
})

t.test('a control is called by the words next to it before its tip, as in a view', (t) => {
  const box = (value: string): Tiny => ({
    ...{ key: 40, role: 'AXIncrementor', is: ['focusable'], value, description: '3 px by default.' },
    attributes: { nearText: 'Margin:' },
  })
  const now = tiny(p(box('5 px')))
  const naming = { ...shape, labelOf: (node: Node) => labelOf(now, node) }
  t.same(changedOutline(between(tiny(p(box('3 px'))), now), now, naming, 2000).split('\n'), [
    '~ [40] spinner: near “Margin:” =3 px → =5 px',
  ])
  t.end()
})

t.test('what only wraps one element is not told beside it', (t) => {
  const item = (key: number, name: string): Tiny => ({
    key,
    role: 'AXGroup',
    subrole: 'AXListItem',
    is: ['clickable'],
    in: [at(key + 1, link(name))],
  })
  const list = (...inner: Tiny[]): Tiny => ({ key: 30, role: 'AXList', in: inner })
  t.same(outlineBetween(p(), p(list(item(40, 'Previous'), item(50, '1'), at(60, group(item(70, 'Next')))))), [
    '+ [30] list',
    '+  links: [41 Previous][51 1][71 Next]',
  ])
  t.end()
})

t.test('a closed list that comes is told by the number of its options, as in a view', (t) => {
  const options = ['May', 'June', 'July'].map((title, i): Tiny => ({ key: 41 + i, role: 'AXMenuItem', title }))
  const list: Tiny = { key: 40, role: 'AXPopUpButton', title: 'Month', is: ['focusable', 'expandable'], in: options }
  t.same(outlineBetween(p(), p(list)), ['+ [40] dropdown: Month (3 options)'])
  t.same(outlineBetween(p(), p({ key: 30, role: 'AXGroup', title: 'Calendar', in: [list] })), [
    '+ [30] group: Calendar',
    '+  [40] dropdown: Month (3 options)',
  ])
  t.end()
})

t.test('nothing is told of groups that say nothing, nor twice what is said around', (t) => {
  const blank: Tiny = { key: 41, role: 'AXGroup', is: ['clickable'] }
  const day: Tiny = { key: 42, role: 'AXGroup', title: 'Sunday', is: ['clickable'], in: [text('Sun')] }
  const row: Tiny = { key: 40, role: 'AXRow', title: 'Sun Mon', in: [blank, day] }
  t.same(outlineBetween(p(), p(row)), ['+ [40] row: Sun Mon', '+  [42] group: Sunday'])
  t.same(outlineBetween(p(), p(blank)), ['+ [41] group'], 'alone it is all there is to tell')
  t.end()
})

t.test('many changes of one kind are counted', (t) => {
  const rows = (is: Tiny['is']) =>
    p(
      ...Array.from(
        { length: 50 },
        (_, i): Tiny => ({ key: 100 + i, role: 'AXCheckBox', title: `c${i}`, is: ['checkable', ...(is ?? [])] }),
      ),
      at(500, button('All')),
    )
  const now = tiny(rows(['checked']))
  const outline = changedOutline(between(tiny(rows([])), now), now, shape, 2000)
  t.match(outline, /^~ \[100\] checkbox: c0 \(unchecked → checked\)\n/)
  t.match(outline, /\n… 46 more changes$/)
  const none = tiny(p(at(500, button('All'))))
  t.match(
    changedOutline(between(now, none), none, shape, 2000),
    /- \[103\] checkbox: c3 \(checked\)\n… 46 more changes$/,
  )
  t.end()
})

t.test('any difference keeps to any budget, and names only what is there', async (t) => {
  const name = fc.oneof(fc.constantFrom('a', 'b', 'Save'), fc.string({ unit: 'binary', maxLength: 150 }))
  const spec = fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 2, max: 60 }),
      fc.constantFrom('AXButton', 'AXGroup', 'AXStaticText', 'AXRow'),
      name,
      fc.nat(4),
      fc.subarray(['checked', 'checkable', 'hidden', 'disabled', 'focused'] as const),
    ),
    { selector: ([key]) => key, maxLength: 40 },
  )
  const treeOf = (
    specs: readonly (readonly [number, string, string, number, readonly (keyof typeof Flag)[]])[],
  ): Tiny => {
    const top: Tiny = { key: 1, role: 'AXWebArea', title: 'P', in: [] }
    const path: Tiny[] = [top]
    for (const [key, role, words, depth, is] of specs) {
      path.length = Math.min(depth + 1, path.length)
      const one: Tiny = { key, role, is, in: [], ...(role === 'AXStaticText' ? { value: words } : { title: words }) }
      ;(path.at(-1)!.in as Tiny[]).push(one)
      path.push(one)
    }
    return top
  }
  await holds(
    t,
    fc.property(spec, spec, fc.integer({ min: 20, max: 800 }), (one, other, budget) => {
      const before = tiny(treeOf(one))
      const after = tiny(treeOf(other))
      const difference = between(before, after)
      const outline = changedOutline(difference, after, shape, budget)
      t.ok(tokens(outline) <= budget, `${tokens(outline)} of ${budget}`)
      const json = changedOf(difference, after, shape, budget)
      t.ok(tokens(JSON.stringify(json)) <= budget + 20)
      for (const line of linesApart(outline)) t.match(line, /^$|^[+~-] +\[\d+\] |^\+ +… \d+ more |^… \d+ more changes$/)
      for (const [, id] of outline.matchAll(/^[+~] +\[(\d+)\]/gm)) t.ok(after.node(Number(id)) !== undefined)
      for (const [, id] of outline.matchAll(/^- +\[(\d+)\]/gm)) t.ok(before.node(Number(id)) !== undefined)
    }),
    { numRuns: 200 },
  )
})
