import { Role } from '../wire/role-numbers.ts'
import { plain, silent } from './plain.ts'
import type { Traits } from './toolkit.ts'

/** Java, wx and whatever is unknown: the most careful rules. */
export const other: Traits = {
  ...plain,
  ownSocket: true,
  reticent: true,
  silence: silent(
    [
      ...[Role.label, Role.static, Role.pushButton, Role.toggleButton, Role.checkBox, Role.radioButton, Role.pageTab],
      ...[Role.listItem, Role.tableCell, Role.treeItem, Role.comboBox, Role.frame, Role.window, Role.dialog],
    ],
    [Role.list, Role.table, Role.tree, Role.treeItem, Role.treeTable, Role.pageTabList, Role.panel],
  ),
  actionsAnywhere: true,
  // Entries of Java.
  leavesMenusOpen: true,
  barsDeselect: true,
}
