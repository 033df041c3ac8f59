import { Role } from './role-numbers.ts'
import { silent, type Toolkit } from './toolkit.ts'

/** Versions 5 and 6. Both answer with an empty list when they are asked for all elements (5.15, 6.4). */
export const qt: Toolkit = {
  name: 'qt',
  called: ['Qt', 'qt'],
  pressMs: 90,
  silence: silent(
    [
      ...[Role.pageTab, Role.listItem, Role.tableCell, Role.treeItem, Role.comboBox, Role.columnHeader],
      ...[Role.tableColumnHeader, Role.frame, Role.window, Role.dialog, Role.filler, Role.pageTabList],
    ],
    [Role.list, Role.table, Role.tree, Role.treeTable, Role.pageTabList],
  ),
  // Views on a page that is not shown or in a closed combo box, and the headers of columns that are hidden.
  roomless: new Set([
    ...[Role.list, Role.table, Role.tree, Role.treeTable],
    ...[Role.columnHeader, Role.tableColumnHeader],
  ]),
  silentAfterActs: true,
  // It announces few comings and goings; when it does, others are looked for.
  leavesOutComings: true,
  hidesPagesSilently: true,
  namesStandForMore: true,
  // Whenever it lists them.
  remakes: new Set([Role.tree, Role.treeTable]),
  namesByGroup: true,
  combosSayTyped: true,
  drawsMarkup: true,
  focusedTabs: 'chosen',
  titlesMayStayShut: true,
  // An entry's action leaves its menu open, a row's adds it to the selection.
  actionsFallShort: true,
  optionsNeedInput: true,
  managesAnything: true,
  // For a greater length it reads beyond the text.
  countsUtf16: true,
  stepsByTenth: true,
  drawsItems: true,
}
