import { Role } from '../wire/role-numbers.ts'
import { plain, silent } from './plain.ts'
import type { Traits } from './toolkit.ts'

/** Versions 5 and 6. Both answer with an empty list when they are asked for all elements (5.15, 6.4). */
export const qt: Traits = {
  ...plain,
  pressMs: 90,
  silence: silent(
    [
      ...[Role.pageTab, Role.listItem, Role.tableCell, Role.treeItem, Role.comboBox, Role.columnHeader],
      ...[Role.tableColumnHeader, Role.frame, Role.window, Role.dialog, Role.filler, Role.pageTabList],
    ],
    [Role.list, Role.table, Role.tree, Role.treeTable, Role.pageTabList],
  ),
  sizesTellRoom: true,
  silentAfterActs: true,
  // It announces few comings and goings; when it does, others are looked for.
  leavesOutComings: true,
  hidesPagesSilently: true,
  namesStandForMore: true,
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
