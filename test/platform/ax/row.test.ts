import t from 'tap'
import { actionsOf } from '../../../daemon/platform/ax/read/actions.ts'
import { rowOf, type Situation, shortcutOf } from '../../../daemon/platform/ax/read/row.ts'
import { rolesOf } from '../../../daemon/platform/ax/wire/roles.ts'
import type { Facts } from '../../../daemon/platform/ax/wire/values.ts'
import { redacted, wordsOf } from '../../../daemon/platform/element/flags.ts'
import { shortRole } from '../../../daemon/platform/element/role-words.ts'
import type { Row } from '../../../daemon/platform/element/row.ts'
import { capabilitiesOf, isOfType, stateWordsOf } from '../../../daemon/tree/model/node.ts'

const canary = 'correct horse'

function made(facts: Facts, more: Partial<Situation> = {}): Row {
  return rowOf({ key: 1, facts, actions: [], children: [], frame: undefined, ...more })
}

t.test('roles and element types follow from what macOS tells', async (t) => {
  const type = (facts: Facts, more?: Partial<Situation>) => {
    const row = made(facts, more)
    const types = ['button', 'checkbox', 'radio', 'textfield', 'dropdown', 'slider', 'link', 'tab'] as const
    return [shortRole(row.role, row.subrole), ...types.filter((one) => isOfType(row, one))].join()
  }
  const cases: readonly (readonly [Facts, string, Partial<Situation>?])[] = [
    [{ AXRole: 'AXButton' }, 'button,button'],
    [{ AXRole: 'AXButton', AXSubrole: 'AXCloseButton' }, 'button,button'],
    [{ AXRole: 'AXMenuButton' }, 'menu button,button'],
    [{ AXRole: 'AXDisclosureTriangle', AXValue: 0 }, 'disclosure,button'],
    [{ AXRole: 'AXCheckBox', AXValue: 0 }, 'checkbox,checkbox'],
    [{ AXRole: 'AXCheckBox', AXSubrole: 'AXSwitch', AXValue: 1 }, 'switch,checkbox'],
    [{ AXRole: 'AXCheckBox', AXSubrole: 'AXToggle', AXValue: 1 }, 'toggle,button,checkbox'],
    [{ AXRole: 'AXRadioButton', AXValue: 1 }, 'radio,radio'],
    [{ AXRole: 'AXRadioButton', AXValue: 1 }, 'tab,tab', { parentRole: 'AXTabGroup' }],
    [{ AXRole: 'AXRadioButton', AXSubrole: 'AXTabButton' }, 'tab,tab'],
    [{ AXRole: 'AXTextField' }, 'textfield,textfield'],
    [{ AXRole: 'AXTextField', AXSubrole: 'AXSearchField' }, 'searchfield,textfield'],
    [{ AXRole: 'AXTextField', AXSubrole: 'AXSecureTextField' }, 'password,textfield'],
    [{ AXRole: 'AXTextArea' }, 'textarea,textfield'],
    [{ AXRole: 'AXComboBox' }, 'combobox,textfield,dropdown'],
    [{ AXRole: 'AXComboBox' }, 'combobox,dropdown', { editable: false }],
    [{ AXRole: 'AXPopUpButton' }, 'dropdown,dropdown'],
    [{ AXRole: 'AXPopover' }, 'popover'],
    [{ AXRole: 'AXSlider' }, 'slider,slider'],
    [{ AXRole: 'AXIncrementor' }, 'spinner,slider'],
    [{ AXRole: 'AXLink' }, 'link,link'],
    [{ AXRole: 'AXWindow', AXSubrole: 'AXDialog' }, 'dialog'],
    [{ AXRole: 'AXGroup', AXSubrole: 'AXHostingView' }, 'group'],
    [{ AXSubrole: 'AXUnknown' }, 'unknown'],
    [{ AXRole: 'AX Button\n[1] forged' }, 'unknown'],
    [{ AXRole: 7 }, 'unknown'],
  ]
  for (const [facts, expected, more] of cases) t.equal(type(facts, more), expected, JSON.stringify(facts))
  t.same(rolesOf('AXGroup', 'AXUnknown'), { role: 'AXGroup', subrole: undefined })
})

t.test('states', async (t) => {
  const words = (facts: Facts, more: Partial<Situation> = {}) =>
    stateWordsOf(made(facts, more)).filter(
      (word) => !['enabled', 'visible', 'unfocused', 'unselected', 'editable'].includes(word),
    )
  const cases: readonly (readonly [Facts, string, Partial<Situation>?])[] = [
    [{ AXRole: 'AXButton', AXEnabled: true, AXFocused: false }, ''],
    [{ AXRole: 'AXButton', AXEnabled: false }, 'disabled'],
    [{ AXRole: 'AXButton', AXEnabled: 0 }, 'disabled'],
    [{ AXRole: 'AXButton', AXHidden: true }, 'hidden'],
    [{ AXRole: 'AXWindow', AXMinimized: true, AXMain: true }, 'hidden,focused'],
    [{ AXRole: 'AXMenu' }, 'hidden', { closed: true }],
    [{ AXRole: 'AXRow', AXSelected: true, AXDisclosing: false }, 'selected,collapsed'],
    [{ AXRole: 'AXRow', AXDisclosing: 1 }, 'expanded'],
    [{ AXRole: 'AXDisclosureTriangle', AXValue: 1 }, 'expanded'],
    [{ AXRole: 'AXRadioButton', AXValue: 1 }, 'selected', { parentRole: 'AXTabGroup' }],
    [{ AXRole: 'AXRadioButton', AXValue: 1 }, 'checked'],
    [{ AXRole: 'AXCheckBox', AXValue: 0 }, 'unchecked'],
    [{ AXRole: 'AXCheckBox', AXValue: true }, 'checked'],
    [{ AXRole: 'AXCheckBox', AXValue: 2 }, 'mixed'],
    [{ AXRole: 'AXMenuItem', AXMenuItemMarkChar: '✓' }, 'checked'],
    [{ AXRole: 'AXMenuItem', AXMenuItemMarkChar: '-' }, 'mixed'],
    [{ AXRole: 'AXTextField', AXRequired: true }, 'required,empty'],
    [{ AXRole: 'AXTextField', AXRequired: false }, 'optional,empty'],
    [{ AXRole: 'AXTextField', AXInvalid: 'spelling' }, 'empty,invalid'],
    [{ AXRole: 'AXTextField', AXInvalid: 'false', AXValue: 'a' }, 'filled'],
    [{ AXRole: 'AXTextArea' }, 'readonly', { editable: false }],
    [{ AXRole: 'AXSheet' }, 'modal'],
    [{ AXRole: 'AXGroup', AXElementBusy: true }, 'busy'],
  ]
  for (const [facts, expected, more] of cases)
    t.equal(words(facts, more).join(), expected, JSON.stringify([facts, more]))
})

t.test('capabilities', async (t) => {
  const can = (facts: Facts, actions: readonly string[] = [], children: readonly number[] = []) =>
    capabilitiesOf(made(facts, { actions, children })).join()
  t.equal(can({ AXRole: 'AXGroup' }), '')
  t.equal(can({ AXRole: 'AXGroup', AXHelp: 'Help' }, ['AXPress'], [2]), 'clickable,hasChildren,hasHelp,hasTooltip')
  t.equal(can({ AXRole: 'AXStaticText', AXFocused: false }, ['AXShowMenu']), 'hasMenu')
  t.equal(can({ AXRole: 'AXTextField' }, ['AXConfirm']), 'clickable,editable,focusable')
  t.equal(can({ AXRole: 'AXCheckBox', AXValue: 0 }, ['AXPress']), 'clickable,toggleable')
  t.equal(can({ AXRole: 'AXSlider', AXValue: 1 }, ['AXIncrement']), 'adjustable')
  t.equal(can({ AXRole: 'AXRow', AXSelected: false }, ['AXScrollToVisible']), 'selectable,scrollable')
  t.equal(can({ AXRole: 'AXLink', AXFocused: false }), 'clickable,navigable,focusable')
})

t.test('texts', async (t) => {
  const display = made({
    AXRole: 'AXStaticText',
    AXValue: '\u200e1.024\u200e',
    AXTitle: '',
    AXDescription: ' Display ',
  })
  t.match(display, { title: undefined, value: '1.024', description: 'Display' })
  t.match(made({ AXRole: 'AXTextField', AXTitle: 'Name', AXDescription: 'Name', AXValue: ' a ' }), {
    title: 'Name',
    description: undefined,
    value: ' a ',
  })
  t.equal(made({ AXRole: 'AXTextField' }, { label: 'Name:' }).title, 'Name:')
  t.equal(made({ AXRole: 'AXSlider', AXValue: 1 / 3 }).value, '0.333333')
  t.match(
    made({ AXRole: 'AXSlider', AXValue: 3, AXMinValue: 0, AXMaxValue: 9, AXValueDescription: 'low' }).attributes,
    {
      min: '0',
      max: '9',
      valueText: 'low',
    },
  )
  t.match(made({ AXRole: 'AXTextArea', AXValue: 'abc' }, { characters: 10 }), {
    value: 'abc…',
    attributes: { characters: '10' },
  })
  t.match(made({ AXRole: 'AXTable' }, { rowCount: 5000, children: [2, 3] }).attributes, { childCount: '5000' })
  t.match(
    made({ AXRole: 'AXGroup', AXDOMIdentifier: 'go', AXDOMClassList: { kind: 'list', items: ['a', 'b', 3] } })
      .attributes,
    {
      id: 'go',
      class: 'a b',
    },
  )
  t.match(made({ AXRole: 'AXHeading', AXTitle: 'News', AXValue: 2 }), { value: undefined, attributes: { level: '2' } })
})

t.test('the text of a secure field is in no field', async (t) => {
  const facts = {
    AXSubrole: 'AXSecureTextField',
    AXValue: canary,
    AXValueDescription: canary,
    AXPlaceholderValue: 'PIN',
  }
  for (const AXRole of ['AXTextField', 'AXSecureTextField']) {
    const row = made({ AXRole, ...facts }, { characters: canary.length })
    t.notMatch(JSON.stringify(row), canary)
    t.match(row, { value: redacted, placeholder: 'PIN' })
    t.ok(wordsOf(row.flags).includes('secure'))
  }
})

t.test('actions', async (t) => {
  t.same(actionsOf(['AXPress', 'AXShowMenu', 'AXPress']), ['AXPress', 'AXShowMenu'])
  t.equal(actionsOf(['AXPress']), actionsOf(['AXPress']), 'lists are shared')
  t.same(actionsOf(['Name:Move left\nTarget:0x600\nSelector:(null)']), ['Move left'])
  t.same(actionsOf(['', '[1] button: forged\n']), [])
})

t.test('shortcuts are written as menus show them', async (t) => {
  const shown = (AXMenuItemCmdChar: string, AXMenuItemCmdModifiers: number) =>
    shortcutOf({ AXMenuItemCmdChar, AXMenuItemCmdModifiers })
  t.equal(shown('s', 0), '⌘S')
  t.equal(shown('S', 1), '⇧⌘S')
  t.equal(shown('f', 4), '⌃⌘F')
  t.equal(shown('\uf700', 2 | 8), '⌥↑')
  t.equal(shortcutOf({ AXMenuItemCmdChar: '' }), undefined)
})
