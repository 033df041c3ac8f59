import { Role } from './role-numbers.ts'
import { silent, type Toolkit } from './toolkit.ts'

/** Whatever does not say a name that is known: the most careful rules. */
export const other: Toolkit = {
  name: 'other',
  called: [],
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
  barsDeselect: true,
}
