/** The verbosity rules, to the letter of the specification, and for any texts. */
import fc from 'fast-check'
import t from 'tap'
import { type Element, stateWords } from '../../api-schema/element.ts'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { type RowFields, row } from '../../daemon/platform/element/row.ts'
import { fold } from '../../daemon/tree/index/fold.ts'
import { isLongerForm } from '../../daemon/tree/index/words.ts'
import type { Shown } from '../../daemon/view/fold/shown.ts'
import { detailOutline } from '../../daemon/view/write/detail.ts'
import { elementsOf } from '../../daemon/view/write/json.ts'
import { elementOf, type Shape } from '../../daemon/view/write/verbosity.ts'
import { holds } from '../fixtures/cases.ts'

const shape: Shape = { actions: false, all: false, idOf: ({ key }) => `${key}` }
const of = (fields: Partial<RowFields>, more: Partial<Shape> = {}) =>
  elementOf(row({ key: 7, role: 'AXButton', ...fields }), { ...shape, ...more })

t.test("the specification's pair", (t) => {
  const before = row({
    key: 123,
    role: 'AXButton',
    title: 'Save',
    identifier: 'Save',
    description: 'Save document',
    flags: Flag.focusable | Flag.clickable,
    frame: { x: 100, y: 200, width: 80, height: 30 },
    actions: ['AXPress', 'AXFocus'],
  })
  const after = elementOf(before, { ...shape, idOf: () => 'button-123' })
  t.equal(JSON.stringify(after), '{"id":"button-123","role":"AXButton","description":"Save document"}')
  t.end()
})

t.test('a text is shown once', (t) => {
  const cases: readonly (readonly [Partial<RowFields>, Partial<Element>])[] = [
    [{ title: 'Save' }, { name: 'Save' }],
    [{ title: 'Button' }, {}],
    [{ title: 'button', identifier: 'b' }, { identifier: 'b' }],
    [{ description: 'button' }, {}],
    [{ placeholder: ' BUTTON' }, {}],
    [{ title: 'button', description: 'Closes' }, { description: 'Closes' }],
    [{ title: 'Close', description: 'button' }, { name: 'Close' }],
    [{ title: 'Button', value: 'Button' }, { value: 'Button' }],
    [{ role: 'AXStaticText', title: 'text' }, { name: 'text' }],
    [{ role: 'AXStaticText', value: 'text' }, { value: 'text' }],
    [{}, {}],
    [{ title: 'Save', identifier: 'save' }, { title: 'Save' }],
    [
      { title: 'Save', identifier: 'btn-1' },
      { name: 'Save', identifier: 'btn-1' },
    ],
    [{ title: 'Save document', description: 'save  Document' }, { name: 'Save document' }],
    [{ title: 'Save document', description: 'document' }, { name: 'Save document' }],
    [{ title: 'Task', description: 'asyncio.Task' }, { name: 'Task' }],
    [{ title: 'run()', description: 'asyncio.run' }, { name: 'run()' }],
    [{ title: 'Chapter 1, Basics', description: 'Chapter 1. Basics' }, { name: 'Chapter 1, Basics' }],
    [
      { title: 'Task', description: 'the asyncio.Task' },
      { name: 'Task', description: 'the asyncio.Task' },
    ],
    [
      { title: '12', description: '2024/06/12' },
      { name: '12', description: '2024/06/12' },
    ],
    [
      { title: 'Save', description: 'Save document' },
      { name: 'Save', description: 'Save document' },
    ],
    [
      { title: 'Save', description: 'Saves' },
      { name: 'Save', description: 'Saves' },
    ],
    [{ title: 'Ｓàve', description: 'save' }, { name: 'Ｓàve' }],
    [{ description: 'Close' }, { name: 'Close' }],
    [{ description: 'Close', identifier: 'Close' }, { description: 'Close' }],
    [{ placeholder: 'Search…' }, { name: 'Search…' }],
    [
      { title: 'Query', placeholder: 'Search…' },
      { name: 'Query', placeholder: 'Search…' },
    ],
    [{ help: 'Closes the tab' }, { help: 'Closes the tab' }],
    [{ title: 'Close', help: 'Closes the tab' }, { name: 'Close' }],
    [
      { title: 'Save', value: 'Save' },
      { name: 'Save', value: 'Save' },
    ],
    [
      { title: 'Save', url: 'http://x/' },
      { name: 'Save', url: 'http://x/' },
    ],
    [{ title: '', description: ' ', value: '' }, {}],
    [{ role: 'AXRadioButton', subrole: 'AXTabButton', title: 'tab' }, { subrole: 'AXTabButton' }],
    [{ title: 'Save', subrole: 'AXUnheardOf' }, { name: 'Save' }],
  ]
  for (const [fields, shown] of cases)
    t.same(
      of(fields),
      { id: '7', role: 'AXButton', ...(fields.role && { role: fields.role }), ...shown },
      JSON.stringify(fields),
    )
  t.end()
})

t.test('normal states are not shown, their opposites are', (t) => {
  const normal = Flag.focusable | Flag.selectable | Flag.editable | Flag.checkable | Flag.canBeRequired
  t.notOk('state' in of({ flags: normal }))
  const abnormal =
    Flag.disabled | Flag.hidden | Flag.focused | Flag.selected | Flag.expandable | Flag.expanded | Flag.readonly
  const more = Flag.required | Flag.checkable | Flag.checked | Flag.busy | Flag.modal | Flag.invalid
  t.same(of({ flags: abnormal | more }).state, [
    'disabled',
    'hidden',
    'focused',
    'selected',
    'expanded',
    'readonly',
    'required',
    'checked',
    'busy',
    'modal',
    'invalid',
  ])
  t.same(of({ flags: Flag.checkable | Flag.mixed }).state, ['mixed'])
  const closed = Flag.expandable
  for (const role of ['AXButton', 'AXRow', 'AXDisclosureTriangle', 'AXLink', 'AXGroup'])
    t.same(of({ role, flags: closed }).state, ['collapsed'], `closed ${role}`)
  for (const role of ['AXPopUpButton', 'AXComboBox', 'AXMenuButton', 'AXMenuItem', 'AXMenuBarItem'])
    t.notOk('state' in of({ role, flags: closed }), `closed ${role}`)
  t.notOk('state' in of({ flags: closed | Flag.hasMenu }), 'closed button with a menu')
  t.same(of({ role: 'AXPopUpButton', flags: closed | Flag.expanded }).state, ['expanded'])
  t.end()
})

t.test('help has its name among the attributes, wherever a platform keeps it', (t) => {
  const all = { all: true }
  const helpText = (fields: Partial<RowFields>) => of(fields, all).attributes?.helpText
  t.equal(helpText({ title: 'Save', help: 'Saves it' }), 'Saves it')
  t.equal(helpText({ title: 'Save', description: 'Saves it', flags: Flag.hasTooltip }), 'Saves it')
  t.equal(helpText({ title: 'Save', description: 'Saves it', flags: Flag.hasHelp }), 'Saves it')
  t.equal(helpText({ title: 'Save', attributes: { helpText: 'Own' }, help: 'Saves it' }), 'Own')
  t.equal(helpText({ title: 'Save', description: 'Saves it' }), undefined)
  const once = detailOutline(of({ title: 'Save', description: 'Saves it', flags: Flag.hasHelp }, all), undefined)
  t.equal(once.split('Saves it').length, 2, 'an outline says it once')
  t.end()
})

t.test('frames, actions, attributes only on request', (t) => {
  const fields = {
    title: 'A',
    actions: ['AXPress'],
    attributes: { class: 'x', empty: '' },
    frame: { x: 1, y: 2, width: 3, height: 4 },
  }
  t.same(Object.keys(of(fields)), ['id', 'role', 'name'])
  t.same(Object.keys(of(fields, { actions: true })), ['id', 'role', 'name', 'actions'])
  const coordinates = () => ({ frame: fields.frame, pageFrame: fields.frame })
  t.same(Object.keys(of(fields, { coordinates })), ['id', 'role', 'name', 'frame', 'pageFrame'])
  const all = of({ ...fields, identifier: 'A', description: 'A' }, { all: true, actions: true, coordinates })
  t.same(Object.keys(all), [
    'id',
    'role',
    'name',
    'title',
    'description',
    'identifier',
    'frame',
    'pageFrame',
    'state',
    'capabilities',
    'actions',
    'attributes',
  ])
  t.same(all.state, ['enabled', 'visible', 'unfocused', 'unselected'])
  t.same(all.attributes, { class: 'x' })
  t.end()
})

t.test('secure values and long texts', (t) => {
  t.equal(of({ role: 'AXTextField', flags: Flag.secure, value: 'hunter2' }).value, '[redacted]')
  t.equal(of({ role: 'AXTextField', flags: Flag.secure, value: 'hunter2' }, { all: true }).value, '[redacted]')
  t.equal(of({ value: 'x'.repeat(5000) }).value?.length, 201)
  t.equal(of({ value: 'x'.repeat(5000) }, { all: true }).value?.length, 601)
  t.end()
})

t.test('children, text and what is not listed', (t) => {
  const list: Shown = {
    node: row({ key: 1, role: 'AXList' }),
    context: true,
    order: -1,
    text: 'Fruit',
    children: [
      {
        node: row({ key: 2, role: 'AXLink', title: 'Pear' }),
        context: false,
        order: 0,
        children: [],
        more: { count: 8, role: 'link' },
      },
    ],
  }
  const status: Shown = {
    node: row({ key: 3, role: 'AXGroup', subrole: 'AXApplicationStatus', title: 'State' }),
    context: true,
    order: -1,
    text: 'Saved',
    children: [],
  }
  t.same(elementsOf([list, status], shape), [
    { id: '1', role: 'AXList', name: 'Fruit', children: [{ id: '2', role: 'AXLink', name: 'Pear', more: 8 }] },
    { id: '3', role: 'AXGroup', subrole: 'AXApplicationStatus', name: 'State', value: 'Saved' },
  ])
  t.end()
})

t.test('nothing empty and nothing lost, for any texts', async (t) => {
  const word = fc.option(
    fc.oneof(fc.constantFrom('Save', 'save', 'Save document', 'button', 'Größe', ' '), fc.string({ maxLength: 12 })),
    { nil: undefined },
  )
  const fields = fc.record({ title: word, description: word, identifier: word, placeholder: word, value: word })
  await holds(
    t,
    fc.property(fields, fc.nat(2 ** 25 - 1), (texts, flags) => {
      const element = of({ ...texts, flags: flags & ~Flag.secure })
      const shown = Object.values(element)
        .filter((one) => typeof one === 'string')
        .map((one) => fold(one).trim())
      for (const one of Object.values(element))
        t.notOk(one === undefined || one === '' || (Array.isArray(one) && one.length === 0))
      for (const one of [texts.title, texts.description, texts.value, texts.placeholder]) {
        if (one !== undefined)
          t.ok(
            // `Task` also tells `asyncio.Task`, and what differs by its signs alone.
            shown.some((other) => other.includes(fold(one).trim()) || isLongerForm(one, other)),
            `${JSON.stringify(one)} is told`,
          )
      }
      const normal = ['enabled', 'visible', 'unfocused', 'unselected', 'editable', 'optional', 'unchecked']
      for (const state of element.state ?? []) t.ok(stateWords.includes(state) && !normal.includes(state))
    }),
    { numRuns: 300 },
  )
})

t.test('expand as text', (t) => {
  const element = of(
    {
      key: 1127,
      role: 'AXLink',
      title: 'Support',
      url: 'https://a.example/support',
      actions: ['AXPress', 'Name:\nx'],
      attributes: { class: 'nav', keyboardShortcut: '⌘S' },
      flags: Flag.focusable,
    },
    { all: true, actions: true, coordinates: () => ({ frame: { x: 10.04, y: 2, width: 3, height: 4 } }) },
  )
  const dom = {
    tag: 'a',
    attributes: { href: '/support', class: 'nav', title: 'a"\n[1] button: x' },
    selectors: ['[href="/support"]', '.nav'],
    shadow: 'open' as const,
  }
  t.same(detailOutline(element, dom).split('\n'), [
    '[1127] link: Support',
    'role: AXLink',
    'states: enabled, visible, unfocused, unselected',
    'can: clickable, navigable, focusable',
    'actions: AXPress, "Name:\\nx"',
    'on screen: 10,2 3x4',
    'attributes: keyboardShortcut="⌘S"',
    '<a href="/support" class="nav" title="a\\"\\n[1] button: x">',
    'selectors:',
    '  [href="/support"]',
    '  .nav',
    'in shadow root: open',
  ])
  t.match(detailOutline(element, undefined), /^url: https:\/\/a\.example\/support$/m)
  t.end()
})
