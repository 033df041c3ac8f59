/** One test a filter field, role spelling and element type: which of a few nodes fit. */
import t from 'tap'
import { elementTypes } from '../../../api-schema/element.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import { type RowFields, row } from '../../../daemon/platform/element/row.ts'
import { FieldIndex } from '../../../daemon/tree/index/field-index.ts'
import { needleOf, termsOf } from '../../../daemon/tree/index/terms.ts'

type Filter = NonNullable<Params<'explore'>['filter']>

const named: { readonly [name: string]: Omit<RowFields, 'key'> } = {
  button: { role: 'AXButton', title: 'Größe ändern', description: 'Changes the size', identifier: 'btn-size' },
  toggle: { role: 'AXButton', subrole: 'AXToggle', title: 'Bold', flags: Flag.checkable },
  close: { role: 'AXButton', subrole: 'AXCloseButton', description: 'Shuts it' },
  menuButton: { role: 'AXMenuButton', title: 'More' },
  checkbox: { role: 'AXCheckBox', title: 'Ｗｉｄｅ' },
  switch: { role: 'AXCheckBox', subrole: 'AXSwitch' },
  radio: { role: 'AXRadioButton', title: 'Left' },
  tab: { role: 'AXRadioButton', subrole: 'AXTabButton', title: 'General' },
  textfield: { role: 'AXTextField', title: 'City', value: 'Zürich', placeholder: 'Where to' },
  textarea: { role: 'AXTextArea', help: 'Up to 100 letters' },
  search: { role: 'AXTextField', subrole: 'AXSearchField', roleDescription: 'search text field' },
  password: { role: 'AXTextField', subrole: 'AXSecureTextField', title: 'Code', value: 'hunter2', flags: Flag.secure },
  combobox: { role: 'AXComboBox', placeholder: 'Pick one', flags: Flag.editable },
  choice: { role: 'AXComboBox', title: 'Currency' },
  dropdown: { role: 'AXPopUpButton', value: 'Zu\u0308rich Nord' },
  slider: { role: 'AXSlider', value: '40' },
  spinner: { role: 'AXIncrementor' },
  link: { role: 'AXLink', title: 'Home', url: 'https://example.org/start' },
  text: { role: 'AXStaticText', title: 'Sa\u200bve now', attributes: { alt: 'Diskette' } },
  menu: { role: 'AXMenu' },
  menuBarItem: { role: 'AXMenuBarItem', title: 'File' },
  own: { role: 'figure caption', title: 'Fig. 1' },
}
const nodes = Object.entries(named).map(([name, fields], at) => ({ name, node: row({ ...fields, key: at + 1 }) }))

function fitting(filter: Filter | undefined, types: Parameters<typeof termsOf>[1] = ['any']): string[] {
  const terms = termsOf(filter, types)
  return nodes.filter(({ node }) => terms.every((term) => term(node))).map(({ name }) => name)
}

t.test('no filter and no type impose nothing', async (t) => {
  t.same(termsOf(undefined, ['any']), [])
  t.same(termsOf({}, ['button', 'any']), [], 'any beside another type')
  t.equal(fitting(undefined).length, nodes.length)
})

const filters: readonly (readonly [what: string, filter: Filter, names: readonly string[]])[] = [
  ['titleContains', { titleContains: 'grosse AND' }, ['button']],
  ['titleContains, marks and width', { titleContains: 'WIDE' }, ['checkbox']],
  ['titleContains, invisible characters on either side', { titleContains: 'save\u200d n' }, ['text']],
  ['titleContains is not of a value', { titleContains: 'zürich' }, []],
  ['titleContains is not of what stands beside the name', { titleContains: 'changes' }, []],
  ['titleContains, a description that stands for the name', { titleContains: 'shuts' }, ['close']],
  ['titleContains, a placeholder that stands for the name', { titleContains: 'pick' }, ['combobox']],
  ['valueContains', { valueContains: 'zurich' }, ['textfield', 'dropdown']],
  ['valueContains never sees a secure value', { valueContains: 'hunter' }, []],
  ['descriptionContains', { descriptionContains: 'SIZE' }, ['button']],
  ['identifierContains', { identifierContains: 'Btn' }, ['button']],
  ['anyFieldContains, title', { anyFieldContains: 'general' }, ['tab']],
  ['anyFieldContains, value', { anyFieldContains: 'ürich n' }, ['dropdown']],
  ['anyFieldContains, description', { anyFieldContains: 'the size' }, ['button']],
  ['anyFieldContains, identifier', { anyFieldContains: '-size' }, ['button']],
  ['anyFieldContains, placeholder', { anyFieldContains: 'where' }, ['textfield']],
  ['anyFieldContains, help', { anyFieldContains: '100' }, ['textarea']],
  ['anyFieldContains, role description', { anyFieldContains: 'search text' }, ['search']],
  ['anyFieldContains, url', { anyFieldContains: 'ORG/start' }, ['link']],
  ['anyFieldContains, attribute', { anyFieldContains: 'diskette' }, ['text']],
  ['anyFieldContains, short word of the role', { anyFieldContains: 'slider' }, ['slider']],
  ['anyFieldContains never sees a secure value', { anyFieldContains: 'hunter2' }, []],
  ['all given must hold', { titleContains: 'c', valueContains: 'z', role: 'textfield' }, ['textfield']],
  ['all given must hold, one does not', { titleContains: 'city', valueContains: 'berlin' }, []],
]
for (const [what, filter, names] of filters) {
  t.test(what, async (t) => {
    t.same(fitting(filter), names)
    const index = new FieldIndex()
    for (const { node } of nodes) index.add(node)
    const candidates = index.find(needleOf(filter)!)
    const missed = names.filter((name) => !candidates.has(nodes.find((one) => one.name === name)!.node.key))
    t.same(missed, [], 'the index leaves none of them out')
  })
}

t.test('the text to ask the index for', async (t) => {
  t.equal(needleOf(undefined), undefined)
  t.equal(needleOf({ role: 'button' }), undefined, 'a role is no text')
  t.equal(needleOf({ anyFieldContains: 'Ä', titleContains: 'Größe' }), 'grosse', 'the longest, folded')
})

t.test('role by AX word, short word or subrole, in any case', async (t) => {
  const buttons = ['button', 'toggle', 'close']
  const roles: { readonly [asked: string]: readonly string[] } = {
    AXButton: buttons,
    axbutton: buttons,
    Button: buttons,
    AXPopUpButton: ['dropdown'],
    dropdown: ['dropdown'],
    PopUpButton: ['dropdown'],
    'pop up button': ['dropdown'],
    'Menu Button': ['menuButton'],
    menubutton: ['menuButton'],
    tab: ['tab'],
    AXTabButton: ['tab'],
    tabbutton: ['tab'],
    radio: ['radio'],
    AXRadioButton: ['radio', 'tab'],
    textfield: ['textfield', 'search', 'password'],
    password: ['password'],
    AXSecureTextField: ['password'],
    searchfield: ['search'],
    toggle: ['toggle'],
    axmenu: ['menu'],
    menu: ['menu', 'menuBarItem'],
    text: ['text'],
    'Figure Caption': ['own'],
    figure_caption: ['own'],
    butt: [],
    nothing: [],
  }
  for (const [asked, names] of Object.entries(roles)) t.same(fitting({ role: asked }), names, asked)
})

t.test('element types', async (t) => {
  const expected: { readonly [type in (typeof elementTypes)[number]]: readonly string[] } = {
    button: ['button', 'toggle', 'close', 'menuButton'],
    checkbox: ['toggle', 'checkbox', 'switch'],
    radio: ['radio'],
    textfield: ['textfield', 'textarea', 'search', 'password', 'combobox'],
    dropdown: ['combobox', 'choice', 'dropdown'],
    slider: ['slider', 'spinner'],
    link: ['link'],
    tab: ['tab'],
    any: Object.keys(named),
  }
  for (const type of elementTypes) t.same(fitting(undefined, [type]), expected[type], type)
  t.same(fitting(undefined, ['link', 'tab']), ['tab', 'link'], 'several: one of them')
  t.same(fitting({ anyFieldContains: 'o' }, ['link']), ['link'], 'with a filter: both')
})
