/** The outline: its form, and that no text on screen can forge a line of it. */
import fc from 'fast-check'
import t from 'tap'
import { apart } from '../../api-schema/text/shared-lines.ts'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { type RowFields, row } from '../../daemon/platform/element/row.ts'
import type { Shown } from '../../daemon/view/fold/shown.ts'
import { lineOf, lineOfShown, outlineOf, partsOf, termOf } from '../../daemon/view/write/outline.ts'
import type { Shape } from '../../daemon/view/write/verbosity.ts'
import { holds } from '../fixtures/cases.ts'
import { type OutlineNode, parseLine, parseOutline } from './parse-outline.ts'

const shape: Shape = { actions: false, all: false, idOf: ({ key }) => `${key}` }
const line = (fields: Partial<RowFields>, more: Partial<Shape> = {}, text?: string) =>
  lineOf(row({ key: 436, role: 'AXButton', ...fields }), { ...shape, ...more }, { text })

t.test('lines', (t) => {
  const cases: readonly (readonly [Partial<RowFields>, string])[] = [
    [{ title: 'Weiter' }, '[436] button: Weiter'],
    [{}, '[436] button'],
    [{ identifier: 'menu-1' }, '[436] button#menu-1'],
    [{ identifier: 'a b' }, '[436] button#"a b"'],
    [
      { role: 'AXLink', title: 'Learn more, Apple Watch Series 10', url: '/watch/' },
      '[436] link: Learn more, Apple Watch Series 10',
    ],
    [{ role: 'AXTextField', title: 'Name', value: 'Ann Lee' }, '[436] textfield: Name =Ann Lee'],
    [{ role: 'AXTextField', value: 'x' }, '[436] textfield =x'],
    [{ role: 'AXStaticText', value: 'Hello' }, '[436] text: Hello'],
    [
      { role: 'AXCheckBox', title: 'On', flags: Flag.checkable | Flag.checked | Flag.disabled },
      '[436] checkbox: On (disabled, checked)',
    ],
    [{ title: 'Save', identifier: 'Save', description: 'Save document' }, '[436] button: Save document'],
    [{ title: 'Save', description: 'Writes a file' }, '[436] button: Save "Writes a file"'],
    [{ title: 'Delete (3)' }, '[436] button: Delete (3)'],
    [{ title: 'A (in module re)' }, '[436] button: A (in module re)'],
    [{ title: 'Size (5 options)' }, '[436] button: "Size (5 options)"'],
    [{ title: 'a]' }, '[436] button: "a]"'],
    [{ title: 'f(x)' }, '[436] button: f(x)'],
    [{ title: 'Save As…' }, '[436] button: Save As…'],
    [{ title: 'a\n[9] button: Pay' }, '[436] button: "a\\n[9] button: Pay"'],
    [{ title: 'Save (disabled)' }, '[436] button: "Save (disabled)"'],
    [{ title: 'x =1' }, '[436] button: "x =1"'],
    [{ title: '- x' }, '[436] button: "- x"'],
    [{ title: 'say "hi"' }, '[436] button: "say \\"hi\\""'],
    [{ title: 'a\u202eb\u200bc\u{e0041}' }, '[436] button: "a\\u202eb\\u200bc\\udb40\\udc41"'],
    [{ title: '❤️ 5' }, '[436] button: ❤️ 5'],
    [{ title: 'Größe 保存' }, '[436] button: Größe 保存'],
    [{ title: `${'long '.repeat(30)}` }, `[436] button: "${'long '.repeat(24)}"…`],
    [{ role: 'AXTextField', flags: Flag.secure, value: 'x' }, '[436] textfield ="[redacted]"'],
  ]
  for (const [fields, expected] of cases) t.equal(line(fields), expected)
  t.equal(
    line(
      { title: 'A', actions: ['AXPress', 'a}b'] },
      { actions: true, coordinates: () => ({ frame: { x: -1, y: 2, width: 3, height: 4 } }) },
    ),
    '[436] button: A @-1,2 3x4 {AXPress, "a}b"}',
  )
  t.equal(line({}, {}, 'by the label'), '[436] button: by the label')
  t.equal(
    line({ role: 'AXGroup', subrole: 'AXApplicationStatus', title: 'State' }, {}, 'Saved'),
    '[436] status: State =Saved',
  )
  t.end()
})

t.test('nesting, runs and the flat form', (t) => {
  const one = (key: number, title: string, children: Shown[] = [], more: Partial<Shown> = {}): Shown => ({
    node: row({ key, role: 'AXLink', title }),
    context: false,
    order: key,
    children,
    ...more,
  })
  const shown = [one(1, 'a', [one(2, 'b', [], { more: { count: 14, role: 'link' } })], { context: true }), one(3, 'c')]
  t.equal(outlineOf(shown, shape), '[1] link: a\n [2] link: b\n … 14 more link\n[3] link: c')
  t.equal(outlineOf(shown, shape, { flat: true }), '[2] link: b\n… 14 more link\n[3] link: c')
  t.equal(outlineOf([], shape), '')
  t.end()
})

t.test('links beside each other share a line, and so do a term and its links', (t) => {
  const link = (key: number, title: string, more: Partial<Shown> = {}, fields: Partial<RowFields> = {}): Shown => ({
    node: row({ key, role: 'AXLink', title, ...fields }),
    context: false,
    order: key,
    children: [],
    ...more,
  })
  const group = (subrole: string | undefined, title: string, children: readonly Shown[]): Shown => ({
    node: row({ key: 9, role: 'AXGroup', ...(subrole !== undefined && { subrole }), title }),
    context: true,
    order: -1,
    children,
  })
  const told = (shown: readonly Shown[], expected: readonly string[], apartAs: readonly string[]) => {
    const outline = outlineOf(shown, shape)
    t.same(outline.split('\n'), expected)
    t.same(outline.split('\n').flatMap(apart), apartAs)
  }
  told(
    [link(1, 'Home'), link(2, 'f(x)[1]', {}, { value: 'v' }), link(3, '', {}, { flags: Flag.focused }), link(4, 'a]')],
    ['links: [1 Home][2 "f(x)[1]" =v][3 (focused)][4 "a]"]'],
    ['[1] link: Home', '[2] link: "f(x)[1]" =v', '[3] link (focused)', '[4] link: "a]"'],
  )
  const run = [link(1, 'a'), link(2, 'b', { more: { count: 14, role: 'link' } })]
  told(run, ['links: [1 a][2 b]', '… 14 more link'], ['[1] link: a', '[2] link: b', '… 14 more link'])
  told(
    [group('AXTerm', 'abbrev', [link(1, 'Address'), link(2, 'Math')]), group('AXTerm', 'links', [link(3, 'x')])],
    ['abbrev: [1 Address][2 Math]', '"links": [3 x]'],
    ['abbrev', ' [1] link: Address', ' [2] link: Math', '"links"', ' [3] link: x'],
  )
  told(
    [group('AXTerm', 'heading', [link(1, 'x')]), group('AXTerm', 'heading: x', [link(2, 'y')])],
    ['"heading": [1 x]', '"heading: x": [2 y]'],
    ['"heading"', ' [1] link: x', '"heading: x"', ' [2] link: y'],
  )
  told(
    [group(undefined, 'Menu', [link(1, 'a'), link(2, 'b')]), link(3, 'c')],
    ['group: Menu', ' links: [1 a][2 b]', '[3] link: c'],
    ['group: Menu', ' [1] link: a', ' [2] link: b', '[3] link: c'],
  )
  told(
    [link(1, 'f(1)'), link(2, 'f(1)'), link(3, ''), link(4, ''), link(5, 'f(1)', {}, { flags: Flag.focused })],
    ['links: [1,2 f(1)][3][4][5 f(1) (focused)]'],
    ['[1] link: f(1)', '[2] link: f(1)', '[3] link', '[4] link', '[5] link: f(1) (focused)'],
  )
  const choice = (key: number, title: string, fields: Partial<RowFields>) => link(key, title, {}, fields)
  told(
    [
      choice(1, 'S', { role: 'AXRadioButton' }),
      choice(2, 'M', { role: 'AXRadioButton', flags: Flag.checkable | Flag.checked }),
      choice(3, 'Size', { role: 'AXRadioButton', subrole: 'AXTabButton' }),
      choice(4, 'Price', { role: 'AXRadioButton', subrole: 'AXTabButton' }),
      choice(5, 'Alabama', { role: 'AXOption' }),
      link(6, 'Help'),
      group('AXTerm', 'tabs', [link(7, 'x')]),
    ],
    [
      'radios: [1 S][2 M (checked)]',
      'tabs: [3 Size][4 Price]',
      '[5] option: Alabama',
      '[6] link: Help',
      '"tabs": [7 x]',
    ],
    ['[1] radio: S', '[2] radio: M (checked)', '[3] tab: Size', '[4] tab: Price'].concat([
      '[5] option: Alabama',
      '[6] link: Help',
      '"tabs"',
      ' [7] link: x',
    ]),
  )
  t.end()
})

t.test('what only says where others are has no id', (t) => {
  const inside: Shown = { node: row({ key: 2, role: 'AXButton', title: 'Go' }), context: false, order: 0, children: [] }
  const place = (fields: Partial<RowFields>, more: Partial<Shown> = {}) =>
    outlineOf(
      [{ node: row({ key: 1, role: 'AXGroup', ...fields }), context: true, order: -1, children: [inside], ...more }],
      shape,
    )
  t.equal(place({ subrole: 'AXLandmarkMain' }), 'main\n [2] button: Go')
  t.equal(place({ role: 'AXRow', title: 'a: [3] b' }), 'row: "a: [3] b"\n [2] button: Go')
  t.equal(place({ title: 'Menu', flags: Flag.busy }), '[1] group: Menu (busy)\n [2] button: Go', 'it has more to tell')
  t.equal(place({ title: 'Menu', flags: Flag.clickable }), '[1] group: Menu\n [2] button: Go', 'it can be pressed')
  t.equal(place({ title: 'Menu' }, { context: false }), '[1] group: Menu\n [2] button: Go', 'it was asked for')
  t.equal(place({ role: 'AXWindow', title: 'W' }), '[1] window: W\n [2] button: Go')
  t.end()
})

t.test('a heading that only says what follows has no id', (t) => {
  const heading = (key: number, title: string, context: boolean, more: Partial<RowFields> = {}): Shown => ({
    node: row({ key, role: 'AXHeading', title, ...more }),
    context,
    order: key,
    children: [],
  })
  const shown = [
    heading(1, 'Sort: [by] name', true),
    heading(2, 'Results', true),
    heading(3, 'Asked for', false),
    heading(4, 'Here', true, { flags: Flag.focused }),
    { ...heading(5, 'Open', true), children: [heading(6, 'In it', false)] },
  ]
  const outline = outlineOf(shown, shape)
  t.same(outline.split('\n'), [
    'heading: "Sort: [by] name"',
    'heading: Results',
    '[3] heading: Asked for',
    '[4] heading: Here (focused)',
    '[5] heading: Open',
    ' [6] heading: In it',
  ])
  t.same(outline.split('\n').flatMap(apart), outline.split('\n'))
  t.same(
    parseOutline(outline).map(({ id, name }) => [id, name]),
    [
      ['', 'Sort: [by] name'],
      ['', 'Results'],
      ['3', 'Asked for'],
      ['4', 'Here'],
      ['5', 'Open'],
    ],
  )
  const placed = outlineOf([heading(1, 'Top', true)], {
    ...shape,
    coordinates: () => ({ frame: { x: 1, y: 2, width: 3, height: 4 } }),
  })
  t.equal(placed, '[1] heading: Top @1,2 3x4')
  t.end()
})

t.test('what stands side by side shares a line, and alike ones their words', (t) => {
  const one = (key: number, role: string, title?: string): Shown => {
    return { node: row({ key, role, title }), context: false, children: [], order: key }
  }
  const beside: Shape = { ...shape, besideOf: ({ key }) => key >> 4 }
  const long = 'A name as long as a sentence of a card, which is read alone'
  const shown = [
    ...[1, 2, 3].map((key) => one(key, 'AXButton', `${key}`)),
    ...[16, 17, 18, 19].map((key) => one(key, 'AXGroup')),
    one(20, 'AXGroup', 'Noon'),
    one(21, 'AXGroup'),
    one(32, 'AXGroup', 'Next week'),
    one(33, 'AXButton', long),
    one(34, 'AXButton', 'Save'),
  ]
  const outline = outlineOf(shown, beside)
  t.same(outline.split('\n'), [
    'buttons: [1 1][2 2][3 3]',
    'groups: [16–19][20 Noon][21]',
    '[32] group: Next week',
    `[33] button: ${long}`,
    '[34] button: Save',
  ])
  t.same(
    parseOutline(outline).map(({ id, role, name }) => [Number(id), role, name]),
    shown.map(({ node }) => [node.key, node.role.slice(2).toLowerCase(), node.title]),
  )
  t.equal(outlineOf(shown, shape).split('\n').length, shown.length, 'only where it is known what is beside what')
  t.end()
})

const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 5,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '\n',
          '\r',
          '\u2028',
          '\u0085',
          '\t',
          ' ',
          '  ',
          '"',
          '\\',
          '\\n',
          '[9] ',
          '] ',
          ': ',
          ' =',
          '=',
          ' (checked)',
          '(',
          ' (',
          ')',
          ',',
          ' "',
          '…',
          '… 14 more link',
          '+ ',
          '~ ',
          '- ',
          '→',
          ' @1,2 3x4',
          ' {',
          '}',
          '#',
          'button',
          'a',
          'Z',
          '\u202e',
          '\u200b',
          '\u{e0041}',
          '\ud800',
          '\udc00',
          '\u0000',
          '\ufe0f',
          '😀',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  },
)
const maybe = fc.option(nasty, { nil: undefined })
const fields = fc.record({
  role: fc.oneof(
    fc.constantFrom('AXButton', 'AXStaticText', 'AXTextField', 'AXGroup', 'AXHeading'),
    fc.constant('AXLink'),
    nasty,
  ),
  subrole: fc.option(fc.constantFrom('AXApplicationStatus', 'AXTabButton', 'AXTerm'), { nil: undefined }),
  title: maybe,
  value: maybe,
  description: maybe,
  identifier: maybe,
  placeholder: maybe,
  help: maybe,
  flags: fc.nat(2 ** 25 - 1),
  actions: fc.array(nasty, { maxLength: 3 }),
})

t.test('parsing gives back what was told, for any texts', async (t) => {
  const full: Shape = {
    ...shape,
    actions: true,
    besideOf: ({ key }) => key % 3,
    coordinates: (node) => (node.key % 2 ? { frame: { x: -node.key, y: 2.5, width: 0, height: 1 } } : undefined),
  }
  const forest = fc.array(
    fc.tuple(fields, fc.nat(3), fc.option(fc.tuple(fc.nat(99), nasty), { nil: undefined }), maybe, fc.boolean()),
    { minLength: 1, maxLength: 8 },
  )
  await holds(
    t,
    fc.property(forest, (specs) => {
      const top: (Shown & { children: Shown[] })[] = []
      const path: (Shown & { children: Shown[] })[] = []
      specs.forEach(([spec, depth, more, text, context], i) => {
        path.length = Math.min(depth, path.length)
        const children: Shown[] = []
        const one = {
          node: row({ key: i + 1, ...spec }),
          context,
          order: i,
          children,
          ...(text !== undefined && { text }),
          ...(more !== undefined && { more: { count: more[0] + 1, role: more[1] } }),
        }
        ;(path.at(-1)?.children ?? top).push(one)
        path.push(one)
      })
      const expected = (list: readonly Shown[]): unknown[] =>
        list.map((one) => ({
          ...partsOf(one.node, full, one),
          ...(termOf(one, full) !== undefined && { id: '', role: 'group' }),
          ...(lineOfShown(one, full).startsWith('heading: ') && { id: '' }),
          children: expected(one.children),
          ...(one.more !== undefined && { more: one.more }),
        }))
      const outline = outlineOf(top, full)
      t.equal(
        outline.split(/[\n\r\u2028\u2029\u0085]/).flatMap(apart).length,
        specs.length + specs.filter(([, , more]) => more !== undefined).length,
      )
      t.same(shortened(parseOutline(outline)), shortened(expected(top) as OutlineNode[]))
      t.notMatch(outline, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}](?<!\n)/u)
    }),
    { numRuns: 1000 },
  )
})

/** Texts as far as lines show them. */
function shortened(list: readonly OutlineNode[]): unknown[] {
  const first = (text: string | undefined) => text?.slice(0, 110)
  return list.map((node) => ({
    ...node,
    name: first(node.name),
    value: first(node.value),
    description: first(node.description),
    identifier: first(node.identifier),
    children: shortened(node.children),
  }))
}

t.test('one line is read back alone', (t) => {
  t.same(parseLine('[436] menu button: Save As… =x (focused)'), {
    id: '436',
    role: 'menu button',
    name: 'Save As…',
    value: 'x',
    states: ['focused'],
  })
  t.end()
})
