// Writes calculator.json: an application modelled by this script, for a first try of `ix` where there is nothing else.
// Numbers of one digit can be combined; two digits can be typed. Everything else is honestly not recorded.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const keys = {
  app: 1,
  window: 2,
  display: 4,
  keypad: 5,
  history: 60,
  clearHistory: 61,
  settings: 62,
  copy: 63,
  toast: 64,
  dialog: 70,
}
const digit = (value) => 10 + value
const operators = [
  { sign: '+', name: 'Add', key: 20, of: (a, b) => a + b },
  { sign: '−', name: 'Subtract', key: 21, of: (a, b) => a - b },
  { sign: '×', name: 'Multiply', key: 22, of: (a, b) => a * b },
  { sign: '÷', name: 'Divide', key: 23, of: (a, b) => a / b },
]
const equals = 24
const clear = 25
const recall = 26

const frame = (x, y, width, height) => ({ x: 200 + x, y: 120 + y, width, height })
const pressable = ['focusable', 'clickable']
const button = (key, title, place, more = {}) => ({
  key,
  role: 'AXButton',
  title,
  states: pressable,
  actions: ['AXPress'],
  frame: place,
  ...more,
})
const cell = (column, row) => frame(20 + column * 70, 130 + row * 60, 60, 50)

function keypad() {
  const rows = [
    [
      button(clear, 'C', cell(0, 0), {
        description: 'Clear',
        identifier: 'clear',
        attributes: { keyboardShortcut: 'Escape' },
      }),
      button(recall, 'MR', cell(1, 0), {
        description: 'Memory recall',
        identifier: 'memory-recall',
        states: [...pressable, 'disabled'],
      }),
    ],
    [7, 8, 9],
    [4, 5, 6],
    [1, 2, 3],
    [0],
  ]
  const digits = rows
    .slice(1)
    .flatMap((values, row) =>
      values.map((value, column) =>
        button(digit(value), String(value), cell(column, row + 1), { identifier: `digit-${value}` }),
      ),
    )
  const signs = operators.map(({ sign, name, key }, row) =>
    button(key, sign, cell(3, row), { description: name, identifier: name.toLowerCase() }),
  )
  return [
    ...rows[0],
    ...digits,
    ...signs,
    button(equals, '=', cell(3, 4), {
      description: 'Equals',
      identifier: 'equals',
      attributes: { keyboardShortcut: 'Enter' },
    }),
  ]
}

const clearHistory = (states) => ({ key: keys.clearHistory, states })

const window = {
  key: keys.window,
  role: 'AXWindow',
  subrole: 'AXStandardWindow',
  title: 'Calculator',
  identifier: 'main',
  frame: frame(0, 0, 500, 460),
  actions: ['AXRaise'],
  children: [
    {
      key: keys.display,
      role: 'AXStaticText',
      description: 'Display',
      identifier: 'display',
      value: '0',
      frame: frame(20, 50, 270, 60),
    },
    { key: keys.keypad, role: 'AXGroup', title: 'Keypad', frame: frame(10, 120, 290, 320), children: keypad() },
    { key: keys.history, role: 'AXList', title: 'History', identifier: 'history', frame: frame(310, 50, 180, 300) },
    button(keys.clearHistory, 'Clear History', frame(310, 360, 180, 24), { states: [...pressable, 'disabled'] }),
    button(keys.copy, 'Copy', frame(310, 392, 85, 24), { help: 'Copies what the display shows', identifier: 'copy' }),
    button(keys.settings, 'Settings…', frame(405, 392, 85, 24), {
      identifier: 'settings',
      attributes: { keyboardShortcut: 'Control+,' },
    }),
  ],
}

const inDialog = (row, width = 200) => frame(240, 110 + row * 34, width, 24)
const label = (key, value, row) => ({ key, role: 'AXStaticText', value, frame: frame(110, 110 + row * 34, 120, 24) })
const radio = (key, title, row, ...states) => ({
  key,
  role: 'AXRadioButton',
  title,
  states: ['focusable', 'clickable', 'checkable', ...states],
  actions: ['AXPress'],
  frame: inDialog(row),
})
const dialog = {
  key: keys.dialog,
  role: 'AXWindow',
  subrole: 'AXDialog',
  title: 'Settings',
  states: ['modal'],
  identifier: 'settings-dialog',
  frame: frame(90, 60, 370, 370),
  children: [
    {
      key: 71,
      role: 'AXCheckBox',
      title: 'Group digits',
      identifier: 'group-digits',
      states: ['focusable', 'clickable', 'checkable', 'checked'],
      actions: ['AXPress'],
      frame: inDialog(0),
    },
    label(72, 'Decimal places', 1),
    {
      key: 73,
      role: 'AXSlider',
      title: 'Decimal places',
      identifier: 'decimal-places',
      value: '2',
      states: ['focusable', 'adjustable'],
      attributes: { min: '0', max: '10', step: '1' },
      actions: ['AXIncrement', 'AXDecrement'],
      frame: inDialog(1),
    },
    label(74, 'Angles', 2),
    {
      key: 75,
      role: 'AXPopUpButton',
      title: 'Angles',
      identifier: 'angles',
      value: 'Degrees',
      states: ['focusable', 'clickable', 'hasMenu'],
      attributes: { options: 'Degrees, Radians, Gradians' },
      actions: ['AXPress', 'AXShowMenu'],
      frame: inDialog(2),
    },
    label(76, 'Currency', 3),
    {
      key: 77,
      role: 'AXTextField',
      title: 'Currency',
      identifier: 'currency',
      value: 'EUR',
      placeholder: 'Code',
      states: ['focusable', 'editable'],
      frame: inDialog(3),
    },
    label(78, 'Sync password', 4),
    {
      key: 79,
      role: 'AXTextField',
      subrole: 'AXSecureTextField',
      title: 'Sync password',
      identifier: 'sync-password',
      value: '[redacted]',
      states: ['focusable', 'editable', 'secure'],
      frame: inDialog(4),
    },
    {
      key: 80,
      role: 'AXRadioGroup',
      title: 'Theme',
      frame: frame(230, 280, 220, 100),
      children: [radio(81, 'Light', 5, 'checked'), radio(82, 'Dark', 6), radio(83, 'As the system', 7)],
    },
    button(84, 'Done', frame(360, 390, 85, 24), { identifier: 'done', attributes: { keyboardShortcut: 'Enter' } }),
  ],
}

/** States get their numbers in the order in which they are first named; the start is 0. */
const states = new Map()
const state = (...name) => {
  const id = name.join(' ')
  if (!states.has(id)) states.set(id, states.size)
  return states.get(id)
}

const steps = []
const click = (from, key, to, patch, after) => {
  const step = {
    ...(from === undefined ? {} : { in: from }),
    key,
    action: 'click',
    ...(to === undefined ? {} : { to }),
    patch,
  }
  steps.push(after === undefined ? step : { ...step, after })
}
const show = (value) => ({ rows: [{ key: keys.display, value }] })

const ten = Array.from({ length: 10 }, (_, value) => value)
const typed = (value) => state('typed', value)
const shown = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(10))).replace('-', '−') : 'Error')
typed(0)

/** From a state in which a digit begins a number, and an operator takes `left` when there is one. */
function begin(from, left) {
  for (const value of ten) click(from, digit(value), typed(value), show(String(value)))
  if (left !== undefined) goOn(from, left)
}

function goOn(from, left) {
  for (const { sign, key } of operators) click(from, key, state('pending', left, sign), show(`${left} ${sign}`))
}

let entry = 1000
function combine(left, operator) {
  const pending = state('pending', left, operator.sign)
  goOn(pending, left)
  for (const right of ten) {
    const asked = `${left} ${operator.sign} ${right}`
    const result = shown(operator.of(left, right))
    const both = state('both', asked)
    click(pending, digit(right), both, show(asked))
    click(both, equals, state('result', /^\d$/.test(result) ? result : 'long'), {
      rows: [
        { key: keys.display, value: result },
        { key: keys.history, append: [{ key: entry++, role: 'AXStaticText', value: `${asked} = ${result}` }] },
        clearHistory(pressable),
      ],
    })
  }
}

begin(typed(0), 0)
for (const value of ten.slice(1)) {
  for (const next of ten) click(typed(value), digit(next), state('two digits'), show(`${value}${next}`))
  goOn(typed(value), value)
}
for (const left of ten) for (const operator of operators) combine(left, operator)
for (const value of ten) begin(state('result', value), value)
begin(state('result', 'long'))

click(undefined, clear, typed(0), show('0'))
click(undefined, equals, undefined, {})
click(undefined, keys.clearHistory, undefined, {
  rows: [{ key: keys.history, children: [] }, clearHistory([...pressable, 'disabled'])],
})
click(undefined, keys.settings, undefined, { rows: [{ key: keys.app, append: [dialog] }] })
click(undefined, 84, undefined, { removed: [keys.dialog] })
const toast = {
  key: keys.toast,
  role: 'AXStaticText',
  subrole: 'AXApplicationStatus',
  value: 'Copied',
  frame: frame(310, 424, 180, 20),
}
click(undefined, keys.copy, undefined, { rows: [{ key: keys.window, append: [toast] }] }, 400)
click(undefined, keys.copy, undefined, { removed: [keys.toast] }, 3000)

const head = {
  format: 'interface-explorer-recording',
  version: 1,
  source: 'Modelled by examples/recordings/make-calculator.mjs; not recorded from a real application.',
  target: { kind: 'application', id: 'replay.calculator', name: 'Calculator' },
}
const root = { key: keys.app, role: 'AXApplication', title: 'Calculator', children: [window] }
const lines = [
  ...Object.entries(head).map(([name, value]) => `"${name}": ${JSON.stringify(value)},`),
  `"root": ${JSON.stringify(root, null, 1)},`,
  `"steps": [\n${steps.map((step) => JSON.stringify(step)).join(',\n')}\n]`,
]
writeFileSync(
  process.argv[2] ?? fileURLToPath(new URL('calculator.json', import.meta.url)),
  `{\n${lines.join('\n')}\n}\n`,
)
