import { roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

/** Any toolkit whose name is not known: the most careful rules. */
export const other: Toolkit = {
  name: 'other',
  called: [],
  ownSocket: true,
  reticent: true,
  silence: {
    names: roles(
      'label static pushButton toggleButton checkBox radioButton pageTab listItem tableCell treeItem',
      'comboBox frame window dialog',
    ),
    counts: roles('list table tree treeItem treeTable pageTabList panel'),
  },
  actionsAnywhere: true,
  barsDeselect: true,
  listsUnplaced: true,
}
