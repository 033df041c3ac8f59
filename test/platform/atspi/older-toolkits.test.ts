/**
 * Java's toolkit names parts by what draws them, repeats the focus, and keeps silent about changed texts; GTK 2 does not
 * say that entries of menus are shown. Both by what they report: an application that plays them has no window of its own.
 */
import t from 'tap'
import { desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { type FakeElement, role, startFake, state } from '../../fixtures/desktop/fake-application.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'

t.setTimeout(120_000)
if (!desktopOrSkip(t)) process.exit(0)

const { focusable, focused, selectable, selected, checked, expandable, expanded } = state
const label = (name: string, at: FakeElement['extents'], more: Partial<FakeElement> = {}): FakeElement => ({
  role: role.label,
  name,
  extents: at!,
  ...more,
  states: [focusable, ...(more.states ?? [])],
})
const entry: FakeElement = { role: role.entry, text: 'sencha', states: [focusable, state.editable] }
/** Nested as Swing nests it. */
const choice: FakeElement = {
  role: role.comboBox,
  name: 'Box',
  states: [focusable],
  extents: [120, 60, 100, 20],
  children: [
    {
      role: role.popupMenu,
      children: [
        {
          role: role.scrollPane,
          children: [
            {
              role: role.viewport,
              children: [
                {
                  role: role.list,
                  children: [
                    label('Letter', [0, 0, 0, 0], { states: [selectable] }),
                    label('Box', [0, 0, 0, 0], { states: [selectable, selected] }),
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}
const form: FakeElement = {
  role: role.panel,
  extents: [0, 20, 400, 280],
  children: [
    label('Receiver', [10, 30, 100, 20]),
    { ...entry, extents: [120, 30, 100, 20] },
    label('Kind', [10, 60, 100, 20]),
    choice,
    {
      role: role.list,
      extents: [10, 90, 100, 40],
      children: [label('Parcel 1', [10, 90, 100, 20], { states: [selectable] })],
    },
    { role: role.table, extents: [10, 130, 100, 40], children: [label('B2', [10, 130, 50, 20])] },
    {
      role: role.tree,
      extents: [10, 170, 100, 60],
      children: [
        label('North', [10, 170, 100, 20], {
          states: [expandable, expanded],
          children: [label('Alta', [20, 190, 90, 20])],
        }),
      ],
    },
    label('ready', [10, 280, 300, 20]),
  ],
}
const tab = (name: string, children: readonly FakeElement[], ...states: number[]): FakeElement => ({
  role: role.pageTab,
  name,
  states: [focusable, focused, selectable, ...states],
  children,
})
const menu: FakeElement = {
  role: role.menu,
  name: 'View',
  actions: ['click'],
  states: [focusable, selectable, selected, checked],
  children: [{ role: role.checkBox, name: 'Show weights', actions: ['click'], states: [selectable] }],
}
const window: FakeElement = {
  role: role.frame,
  name: 'Parcels',
  extents: [-1, -1, -1, -1],
  children: [
    { role: role.menuBar, extents: [0, 0, 300, 20], children: [menu] },
    {
      role: role.pageTabList,
      name: 'Form',
      states: [focused],
      children: [tab('Form', [form], selected), tab('Notes', [])],
    },
  ],
}

/** Swing tells a wrong place of a dialog, and the right ones of what is in it. */
const dialog: FakeElement = {
  role: role.dialog,
  name: 'Find a parcel',
  extents: [1200, 720, 300, 100],
  children: [
    {
      role: role.rootPane,
      extents: [600, 360, 300, 80],
      children: [{ role: role.button, name: 'Find', actions: ['click'], extents: [610, 370, 60, 20] }],
    },
  ],
}

t.test('a window of Java', async (t) => {
  const desktop = await startDesktop(t)
  const { settled } = openDesktopWorld(t, desktop.env)
  const fake = await startFake(t, desktop, {
    name: 'parcels',
    toolkit: 'J2SE-access-bridge',
    cache: false,
    windows: [window, dialog],
  })
  const all = { includeNonInteractable: true }
  const lines = (await settled('parcels', all)).split('\n').map((line) => line.replace(/^ *\[\d+\] /, ''))
  const has = (line: string | RegExp, why: string) =>
    t.ok(
      lines.some((one) => (typeof line === 'string' ? one === line : line.test(one))),
      why,
      { lines },
    )
  has('textfield: near “Receiver” =sencha', 'a field on a page is called by its label')
  has('dropdown: near “Kind” =Box', 'a combo box by its own, and what is chosen is its value')
  has('row: Parcel 1', 'a label in a list is a row')
  has('cell: B2', 'in a table a cell')
  has('treeitem: North (expanded)', 'in a tree an item')
  has('treeitem: Alta', 'also below another one')
  has('menu item: Show weights', 'a check box in a menu is an entry')
  has('menu: View (selected)', 'an open menu is nothing that is checked')
  has('button: Find', 'what is in a dialog is seen, wherever that says that it is')
  has('tab: Notes', 'a tab has no focus of its own')

  await fake.order({ do: 'change', name: 'ready', to: 'sent', event: false })
  t.match(await settled('parcels', all), /text: sent/, 'a text that changes silently is read again')
  await fake.order({ do: 'change', name: 'Parcel 1', to: 'Parcel 2', event: false })
  t.match(await settled('parcels', all), /row: Parcel 2/)
  t.same((await fake.told()).violations, [])
})

/** A menu of GTK 2, open: its entries have a place. `at` none: shut. */
function entryOfGtk2(name: string, at: FakeElement['extents']): FakeElement {
  const more = { unsaid: true, extents: at!, actions: ['click'] } as const
  return { role: role.menuItem, name, states: [selectable], ...more }
}

t.test('a window of GTK 2', async (t) => {
  const desktop = await startDesktop(t)
  const { call, fail, settled } = openDesktopWorld(t, desktop.env)
  const menu = (name: string, children: readonly FakeElement[]): FakeElement => ({
    role: role.menu,
    name,
    actions: ['click'],
    states: [selectable],
    children,
  })
  const tool = {
    role: role.panel,
    name: 'Paint with a brush',
    children: [{ role: role.checkBox, extents: [10, 40, 20, 20] }],
  } as const
  const children = [
    menu('File', [entryOfGtk2('New', [10, 20, 100, 20]), entryOfGtk2('Open', [10, 40, 100, 20])]),
    menu('Edit', [entryOfGtk2('Cut', [-0x80000000, -0x80000000, 1, 1])]),
  ]
  const windows = [
    // As Swing has one before all others.
    { role: role.frame, name: 'Hidden', unsaid: true },
    {
      role: role.frame,
      name: 'Pictures',
      extents: [0, 0, 300, 200],
      children: [{ role: role.menuBar, extents: [0, 0, 300, 20], children }, tool],
    },
  ] as const
  const fake = await startFake(t, desktop, { name: 'pictures', toolkit: 'GAIL', windows })
  t.match(
    await settled('pictures'),
    /checkbox: near “Paint with a brush”/,
    'a control is called by what is only around it',
  )
  const path = (path: string) => ({
    find: { scope: 'application', bundleId: 'pictures', filter: { role: 'window' } },
    action: 'menu',
    path,
  })
  await call('interact', path('File > Open'))
  t.same((await fake.told()).pressed, ['File', 'Open'])
  t.match(await fail('interact', path('Edit > Cut')), { name: 'unsupported_here' }, 'what has no place is not pressed')
  t.same((await fake.told()).pressed, ['File', 'Open', 'Edit'])
  const whole = { scope: 'application', bundleId: 'pictures', filter: { role: 'application' } } as const
  await call('interact', { ...path('File > New'), find: whole })
  t.same((await fake.told()).pressed.slice(3), ['File', 'New'], 'of the application as a whole')
})
