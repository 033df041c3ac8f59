/** How AT-SPI's names, actions, shortcuts, states and roles are put into the common words. */
import t from 'tap'
import { entryOf } from '../../../daemon/platform/atspi/apps/desktop-entry.ts'
import { identityOf, idOfPath } from '../../../daemon/platform/atspi/apps/identity.ts'
import { actionWord, actionWords } from '../../../daemon/platform/atspi/read/actions.ts'
import { shortcutOf } from '../../../daemon/platform/atspi/read/detail.ts'
import { Need, needsOf } from '../../../daemon/platform/atspi/read/extras.ts'
import { cleanName, shownText } from '../../../daemon/platform/atspi/read/naming/names.ts'
import { axRole, Role } from '../../../daemon/platform/atspi/read/roles.ts'
import { rowOf } from '../../../daemon/platform/atspi/read/row.ts'
import { flagsOf, State } from '../../../daemon/platform/atspi/read/states.ts'
import { gecko } from '../../../daemon/platform/atspi/toolkits/gecko.ts'
import { gtk3 } from '../../../daemon/platform/atspi/toolkits/gtk3.ts'
import { gtk4 } from '../../../daemon/platform/atspi/toolkits/gtk4.ts'
import { java } from '../../../daemon/platform/atspi/toolkits/java.ts'
import { qt } from '../../../daemon/platform/atspi/toolkits/qt.ts'
import { toolkitOf } from '../../../daemon/platform/atspi/toolkits/toolkits.ts'
import { type Facts, Has } from '../../../daemon/platform/atspi/wire/facts.ts'
import { wordsOf } from '../../../daemon/platform/element/flags.ts'

t.test('names are what a person reads', async (t) => {
  t.equal(cleanName('New      ', gtk3), 'New', 'padding goes')
  t.equal(cleanName(' \u200e \ufffc', gtk3), undefined, 'what cannot be seen is no name')
  for (const name of ['GtkMenuButton', 'AdwGizmo', 'GtkRange', 'Gjs_SidebarRow', '__main__+Row', 'shop+ui+OrderRow'])
    t.equal(cleanName(name, gtk4), undefined, name)
  for (const name of ['Ctrl+N', 'C++', 'a+b', 'one + Two']) t.equal(cleanName(name, gtk4), name, 'no class of a script')
  t.equal(cleanName('GtkMenuButton', gtk3), 'GtkMenuButton', 'elsewhere it may be a text on screen')
  t.equal(cleanName('7 7', gtk4, false, ['7']), '7', 'said twice')
  t.equal(cleanName('_Run Run', gtk4, false, ['Run']), 'Run', 'and with the letter of its shortcut')
  t.equal(cleanName('S_elect Select', gtk4, false, ['Select']), 'Select')
  t.equal(cleanName('Bye Bye', gtk4, false, ['Bye Bye']), 'Bye Bye', 'a name that is its label is none too many')
  t.equal(cleanName('Bye Bye Bye Bye', gtk4, false, ['Bye Bye']), 'Bye Bye')
  t.equal(cleanName('7 7', gtk3, false, ['7']), '7 7')
  t.equal(cleanName('HistoryView', gtk4, true), undefined, 'the class of a container')
  t.equal(cleanName('JavaScript', gtk4, false), 'JavaScript')
  t.equal(cleanName('DateChooserDay', gtk4, false, ['']), undefined, 'the class of a button with other words in it')
  t.equal(cleanName('OpenStreetMap', gtk4, false, ['OpenStreetMap']), 'OpenStreetMap', 'a word that is in it')
  t.equal(cleanName('OpenStreetMap', gtk4, false), 'OpenStreetMap', 'a text')
  t.equal(shownText('x<small>·10</small><sup>y</sup>', qt), 'x·10y', 'Qt draws the markup')
  t.equal(shownText('<b>a</b> &lt; b', qt), 'a < b')
  t.equal(shownText('a < b > c', qt), 'a < b > c', 'which is not everything between angle brackets')
  t.equal(shownText('<b>', gtk3), '<b>')
  t.equal(shownText('<html><head/><body><p>Go</p></body></html>', qt), 'Go')
})

t.test('actions by name', async (t) => {
  for (const name of ['click', 'Press', 'activate', 'toggle', 'jump', 'expand or contract'])
    t.equal(actionWord(name, false), 'AXPress', name)
  t.equal(actionWord('activate', true), 'AXConfirm', 'of a field')
  t.equal(actionWord('menu.popup', false), 'AXShowMenu')
  t.equal(actionWord('ShowMenu', false), 'AXShowMenu')
  t.equal(actionWord('Increase', false), 'AXIncrement')
  for (const name of ['doDefault', 'clickAncestor', 'SetFocus', 'win.close', 'clipboard.copy', 'selection.delete', ''])
    t.equal(actionWord(name, false), undefined, name)
  t.same(actionWords(['doDefault', 'showContextMenu'], false), [], 'what everything has in Chromium')
  t.same(actionWords(['SetFocus', 'Press', 'click'], false), ['AXPress'])
})

t.test('keyboard shortcuts', async (t) => {
  t.equal(shortcutOf('n;<Alt>f:n;<Primary>n'), 'Ctrl+N')
  t.equal(shortcutOf('s;<Alt>f:s;<Primary><Shift>s'), 'Ctrl+Shift+S')
  t.equal(shortcutOf('Ctrl+S'), 'Ctrl+S')
  t.equal(shortcutOf('f;<Alt>f;'), 'Alt+F', 'what opens it, where it has no other')
  for (const binding of ['', ';;', '<VoidSymbol>', '<Space>']) t.equal(shortcutOf(binding), undefined, binding)
})

t.test('who an application is', async (t) => {
  t.equal(idOfPath('/org/gnome/Calculator/a11y/40a7b3ac'), 'org.gnome.Calculator')
  t.equal(idOfPath('/org/a11y/atspi/accessible/7'), undefined)
  const paths = ['/org/a11y/atspi/accessible/7']
  const of = (windows: object[], name = 'name') => identityOf({ name, paths, windows }, 'program')
  t.same(of([{ gtkApplicationId: 'org.xfce.mousepad', wmInstance: 'mousepad', wmClass: 'Mousepad' }], 'mousepad'), {
    id: 'org.xfce.mousepad',
    aliases: ['mousepad', 'Mousepad', 'program'],
  })
  t.equal(of([{ wmInstance: 'Navigator', wmClass: 'firefox-esr' }], 'Firefox').id, 'firefox-esr')
  t.same(of([]), { id: 'name', aliases: ['program'] })
  const file = '[Desktop Entry]\nType=Application\nName=Rechner\nExec=kcalc -qwindowtitle %c\n'
  const entries = [entryOf(file, 'org.kde.kcalc', '/x')!, entryOf(file.replace('kcalc', 'program'), 'other', '/y')!]
  t.same(
    identityOf({ name: 'KCalc', paths, windows: [{ wmInstance: 'kcalc' }], entries }, 'kcalc'),
    { id: 'kcalc', aliases: ['org.kde.kcalc', 'KCalc', 'Rechner'] },
    'by the file that it is installed by',
  )
  for (const [called, program, toolkit] of [
    ['gtk', 'soffice', 'libreoffice'],
    ['gtk', 'mousepad', 'gtk3'],
    ['J2SE-access-bridge', 'java', 'java'],
    ['something new', '', 'other'],
  ] as const)
    t.equal(toolkitOf(called, program).name, toolkit)
})

function factsWith(role: number, states: readonly number[], interfaces = 0): Facts {
  const half = (from: number) =>
    states.filter((bit) => bit >= from && bit < from + 32).reduce((sum, bit) => sum + 2 ** (bit - from), 0)
  const ref = { bus: ':1.1', path: '/x' }
  const plain = { key: 1, ref, parent: undefined, name: '', description: '', childCount: 0 }
  return { ...plain, role, interfaces, states: half(0), moreStates: half(32) }
}

t.test('states', async (t) => {
  const { visible, showing, enabled, sensitive } = State
  const shown = [visible, showing, enabled]
  const words = (role: number, states: readonly number[], toolkit = gtk3) =>
    wordsOf(flagsOf(factsWith(role, states), toolkit))
  t.same(words(Role.pushButton, shown), [])
  t.same(words(Role.pushButton, [visible, sensitive]), ['hidden'], 'out of sight')
  t.same(words(Role.pushButton, [visible, sensitive], gtk4), [], 'GTK 4 says of no element that it is showing')
  t.same(words(Role.pushButton, [visible, showing]), ['disabled'])
  t.same(words(Role.text, shown), ['readonly', 'canBeRequired'], 'a field that cannot be edited')
  t.same(words(Role.text, [...shown, State.editable, State.required]), ['editable', 'required', 'canBeRequired'])
  t.same(words(Role.toggleButton, [...shown, State.pressed]), ['checkable', 'checked'], 'GTK 4 presses its toggles')
  t.same(words(Role.checkBox, [...shown, State.indeterminate, State.checked]), ['checkable', 'mixed'])
  t.same(words(Role.treeItem, [...shown, State.expanded]), [], 'expanded counts only where it can be')
  t.same(words(Role.treeItem, [...shown, State.expandable, State.expanded]), ['expandable', 'expanded'])
  t.same(words(Role.frame, [...shown, State.active]), ['focused'], 'the window in front')
  t.same(words(Role.label, [...shown, State.multiLine]), [], 'GTK 3 says so of all labels')
  t.ok(words(Role.passwordText, shown).includes('secure'))
  t.same(words(Role.application, []), [], 'an application has no states')
  t.ok(wordsOf(flagsOf(factsWith(Role.slider, shown, Has.Value), gtk3)).includes('adjustable'))
  t.notOk(
    wordsOf(flagsOf(factsWith(Role.tableCell, [...shown, State.focusable], Has.Value), gtk3)).includes('adjustable'),
  )
})

t.test('what draws the items of a table or a tree in Swing does not know that they can be chosen', async (t) => {
  const { visible, showing, enabled, focusable } = State
  const words = (role: number, toolkit = java) =>
    wordsOf(flagsOf(factsWith(role, [visible, showing, enabled, focusable]), toolkit))
  for (const role of [Role.tableCell, Role.treeItem]) t.ok(words(role).includes('selectable'))
  t.notOk(words(Role.tableCell, gtk3).includes('selectable'), 'elsewhere it says so')
})

t.test('a box of Gecko is shown where what is in it is', async (t) => {
  const isHiddenWith = (states: readonly number[], inside: readonly number[], toolkit = gecko) => {
    const itemOf = (states: readonly number[]) => ({ ...factsWith(Role.landmark, states), index: 0, childCount: 0 })
    const place = { item: itemOf(states), children: [], childCount: 0 }
    const around = { extras: {}, called: undefined, children: [], childItems: [itemOf(inside)], parent: undefined }
    return wordsOf(rowOf({ key: 1, place, ...around, isWindow: false, showsList: undefined, toolkit }).flags).includes(
      'hidden',
    )
  }
  const { visible, showing } = State
  t.notOk(isHiddenWith([visible], [visible, showing]), 'a form that has slid in')
  t.ok(isHiddenWith([visible], [visible]))
  t.ok(isHiddenWith([], [visible, showing]))
  t.ok(isHiddenWith([visible], [visible, showing], qt), 'elsewhere the box is right')
})

t.test('a row of Qt Quick can be pressed, although it says nothing of that', async (t) => {
  const { visible, showing, enabled, focusable, selectable } = State
  const words = (states: readonly number[], toolkit = qt) => {
    const item = { ...factsWith(Role.listItem, states), index: 0, childCount: 0 }
    const place = { item, children: [], childCount: 0 }
    const around = { extras: {}, called: undefined, children: [], childItems: [], parent: undefined }
    return wordsOf(rowOf({ key: 1, place, ...around, isWindow: false, showsList: undefined, toolkit }).flags)
  }
  t.ok(words([visible, showing, enabled]).includes('reactive'))
  t.ok(words([visible, showing, enabled, focusable]).includes('reactive'), 'nor one that takes the keys')
  t.notOk(words([visible, showing, enabled, focusable, selectable]).includes('reactive'), 'one of widgets says it')
  t.notOk(words([visible, showing, enabled], gtk3).includes('reactive'))
})

t.test('a widget of a program on GTK 4, which draws itself, may take presses', async (t) => {
  const words = (
    name: string,
    children: readonly number[] = [],
    toolkit = gtk4,
    states: readonly number[] = [State.visible],
  ) => {
    const itemOf = (role: number) => ({ ...factsWith(role, states), name, index: 0, childCount: 0 })
    const place = { item: itemOf(Role.filler), children: [], childCount: 0 }
    const around = { extras: {}, called: undefined, children: [], childItems: children.map(itemOf), parent: undefined }
    return wordsOf(rowOf({ key: 1, place, ...around, isWindow: false, showsList: undefined, toolkit }).flags)
  }
  for (const name of ['ChessView', 'Board', 'GtkDrawingArea', '__main__+Board'])
    t.ok(words(name).includes('reactive'), name)
  for (const name of ['', 'GtkCellView', 'AdwGizmo']) t.notOk(words(name).includes('reactive'), `"${name}"`)
  t.notOk(words('ChessView', [Role.pushButton]).includes('reactive'), 'its parts say what they are')
  const takingKeys = (name: string) => words(name, [Role.pushButton], gtk4, [State.visible, State.focusable])
  t.ok(
    takingKeys('AdwGizmo').includes('reactive'),
    'one that takes the keys is pressed beside its parts, as a tab of AdwTabBar',
  )
  t.notOk(takingKeys('GtkFlowBox').includes('reactive'))
  t.notOk(words('ChessView', [], gtk3).includes('reactive'), 'elsewhere it is a name')
})

t.test('a widget of a program on GTK 3, which draws itself, may take presses', async (t) => {
  const words = (role: number, children: readonly number[] = [], toolkit = gtk3) => {
    const itemOf = (role: number) => ({ ...factsWith(role, [State.visible, State.showing]), index: 0, childCount: 0 })
    const place = { item: itemOf(role), children: [], childCount: 0 }
    const around = { extras: {}, called: undefined, children: [], childItems: children.map(itemOf), parent: undefined }
    return wordsOf(rowOf({ key: 1, place, ...around, isWindow: false, showsList: undefined, toolkit }).flags)
  }
  for (const role of [Role.unknown, Role.drawingArea]) {
    t.ok(words(role).includes('reactive'))
    t.notOk(words(role, [Role.pushButton]).includes('reactive'), 'its parts say what they are')
    t.notOk(words(role, [], qt).includes('reactive'))
  }
  t.notOk(words(Role.panel).includes('reactive'), 'a box is none')
})

t.test('the keys for an entry of Qt are no part of its name', async (t) => {
  const nameWith = (role: number, toolkit = qt) => {
    const item = { ...factsWith(role, [State.visible]), name: 'Undo\tCtrl+Z', index: 0, childCount: 0 }
    const place = { item, children: [], childCount: 0 }
    const around = { extras: {}, called: undefined, children: [], childItems: [], parent: undefined }
    return rowOf({ key: 1, place, ...around, isWindow: false, showsList: undefined, toolkit }).title
  }
  t.equal(nameWith(Role.menuItem), 'Undo')
  t.equal(nameWith(Role.label), 'Undo\tCtrl+Z')
  t.equal(nameWith(Role.menuItem, gtk3), 'Undo\tCtrl+Z')
})

t.test('a toggle of GTK 3 that holds the entries of its menu', async (t) => {
  const words = (...roles: readonly number[]) => {
    const items = roles.map((role) => ({ ...factsWith(role, [State.enabled]), index: 0, childCount: 0 }))
    const place = { item: items[0]!, children: [], childCount: 0 }
    const around = { extras: {}, called: undefined, children: [], childItems: items.slice(1), parent: undefined }
    return wordsOf(rowOf({ key: 1, place, ...around, isWindow: false, showsList: undefined, toolkit: gtk3 }).flags)
  }
  t.ok(words(Role.toggleButton, Role.menuItem).includes('hasMenu'))
  t.notOk(words(Role.toggleButton, Role.label).includes('hasMenu'))
})

t.test('a text that takes the keys is asked whether it can be pressed', async (t) => {
  const asks = (states: readonly number[]) => {
    const item = {
      ...factsWith(Role.label, [State.visible, State.showing, ...states], Has.Action),
      index: 0,
      childCount: 0,
    }
    const place = { item, children: [], childCount: 0 }
    const isAsked = (needsOf(place, qt, { isPage: false, above: () => undefined }) & Need.actions) !== 0
    const around = { extras: { actions: ['AXPress'] as const }, called: undefined, children: [], childItems: [] }
    const { flags } = rowOf({
      key: 1,
      place,
      ...around,
      parent: undefined,
      isWindow: false,
      showsList: undefined,
      toolkit: qt,
    })
    return isAsked && wordsOf(flags).includes('clickable')
  }
  t.ok(asks([State.focusable]), 'as the links that Kirigami draws')
  t.notOk(asks([]))
})

t.test('every role has a word', async (t) => {
  for (let number = 1; number <= 130; number++) t.match(axRole(number).role, /^AX[A-Z]\w+$/, axRole(number).name)
  t.equal(axRole(10_000).role, 'AXUnknown', 'also one that is newer')
})
