import { roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

/** Versions 5 and 6. Both answer with an empty list when they are asked for all elements (5.15, 6.4). */
export const qt: Toolkit = {
  name: 'qt',
  called: ['Qt', 'qt'],
  pressMs: 90,
  silence: {
    names: roles(
      'pageTab listItem tableCell treeItem comboBox columnHeader tableColumnHeader frame window dialog',
      'filler pageTabList',
    ),
    // Also of what sub-windows stand in.
    counts: roles('list table tree treeTable pageTabList layeredPane'),
  },
  // Views on a page that is not shown or in a closed combo box, and the headers of columns that are hidden.
  roomless: roles('list table tree treeTable columnHeader tableColumnHeader'),
  silentAfterActs: true,
  // It announces few comings and goings; when it does, others are looked for.
  leavesOutComings: true,
  hidesPagesSilently: true,
  namesStandForMore: true,
  // Whenever it lists them.
  remakes: roles('tree treeTable'),
  namesByGroup: true,
  drawsMarkup: true,
  focusedTabs: 'chosen',
  titlesMayStayShut: true,
  // An entry's action leaves its menu open, a row's adds it to the selection, and a toggle's is no click.
  actionsFallShort: true,
  windowsAct: true,
  // No state of a dialog says so (QMessageBox, 5.15 and 6.4).
  hidesModality: true,
  menusInEntries: true,
  // QMenu.popup: `showing` comes from a popup menu whose parent is the application, which has only windows (5.15, 6.4).
  leavesOutMenus: true,
  // A QAction that was added to a menu of a menu bar and to a context menu (5.15, 6.4).
  sharesEntries: true,
  marksAnyEntry: true,
  // “Undo\tCtrl+Z” of QLineEdit.
  keysInEntries: true,
  pressedWhileOpen: true,
  tellsEdits: true,
  optionsNeedInput: true,
  managesAnything: true,
  // Of widgets that lie one over another, also where a mask has cut the first one off there (5.15, 6.4).
  namesFirstAtPoint: roles('filler panel frame window dialog layeredPane'),
  // For a greater length it reads beyond the text.
  countsUtf16: true,
  stepsByTenth: true,
  drawsItems: true,
}
