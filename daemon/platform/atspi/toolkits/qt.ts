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
      // Titles of a menu bar.
      'filler pageTabList menuItem',
    ),
    // Also of the area that contains sub-windows.
    counts: roles('list table tree treeTable pageTabList layeredPane'),
  },
  // Views on a hidden page or in a closed combo box, and the headers of hidden columns.
  roomless: roles('list table tree treeTable columnHeader tableColumnHeader'),
  silentAfterActs: true,
  // It announces few comings and goings; whenever it announces one, others are looked for.
  leavesOutComings: true,
  hidesPagesSilently: true,
  namesStandForMore: true,
  // Each time it lists them.
  remakes: roles('tree treeTable'),
  namesByGroup: true,
  drawsMarkup: true,
  focusedTabs: 'chosen',
  titlesMayStayShut: true,
  // The action of an entry leaves its menu open, that of a row adds it to the selection, that of a toggle is no click.
  actionsFallShort: true,
  windowsAct: true,
  // No state of a dialog reports it (QMessageBox, 5.15 and 6.4).
  hidesModality: true,
  menusInEntries: true,
  // QMenu.popup: `showing` comes from a popup menu whose parent is the application, which lists only windows (5.15,
  // 6.4).
  leavesOutMenus: true,
  // A QAction that is in a menu of a menu bar and in a context menu (5.15, 6.4).
  sharesEntries: true,
  marksAnyEntry: true,
  // “Undo\tCtrl+Z” of QLineEdit.
  keysInEntries: true,
  pressedWhileOpen: true,
  tellsEdits: true,
  optionsNeedInput: true,
  managesAnything: true,
  // Of overlapping widgets, even where a mask has cut the first one off (5.15, 6.4).
  namesFirstAtPoint: roles('filler panel frame window dialog layeredPane'),
  // For a length that is too large it reads past the text.
  countsUtf16: true,
  stepsByTenth: true,
  drawsItems: true,
  // In the order in which widgets were given their parent.
  listsUnplaced: true,
}
