import { other } from './other.ts'
import { Role, roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

/** Swing, by the Java ATK wrapper, which reports the name of its predecessor. */
export const java: Toolkit = {
  ...other,
  name: 'java',
  called: ['J2SE-access-bridge'],
  partsOf: {
    [Role.list]: { [Role.label]: Role.listItem },
    [Role.table]: { [Role.label]: Role.tableCell },
    [Role.tree]: { [Role.label]: Role.treeItem },
    [Role.treeItem]: { [Role.label]: Role.treeItem },
    [Role.menu]: { [Role.checkBox]: Role.checkMenuItem, [Role.radioButton]: Role.radioMenuItem },
  },
  remakes: roles('list table tree treeItem'),
  // On all tabs of a bar that has the focus.
  focusedTabs: 'all',
  leavesMenusOpen: true,
  // A combo box chooses nothing until it has chosen once, and then reports what is selected in its list.
  optionsNeedInput: true,
  // Tabs, and the items of tables and trees.
  deniesWrongly: true,
}
