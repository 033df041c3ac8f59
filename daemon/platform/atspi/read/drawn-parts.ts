/**
 * Lists, tables and trees of Java report as their parts the labels that draw them, menus the check boxes: what a part is
 * follows from what it is in.
 */
import type { Toolkit } from '../wire/access.ts'
import { Role } from './roles.ts'

const partsOf: { readonly [within: number]: { readonly [reported: number]: number } } = {
  [Role.list]: { [Role.label]: Role.listItem },
  [Role.table]: { [Role.label]: Role.tableCell },
  [Role.tree]: { [Role.label]: Role.treeItem },
  [Role.treeItem]: { [Role.label]: Role.treeItem },
  [Role.menu]: { [Role.checkBox]: Role.checkMenuItem, [Role.radioButton]: Role.radioMenuItem },
}

/** The role of an element that reports `role`, in one of the role `within`. */
export function roleIn(within: number | undefined, role: number, toolkit: Toolkit): number {
  if (toolkit !== 'other' || within === undefined) return role
  return partsOf[within]?.[role] ?? role
}
