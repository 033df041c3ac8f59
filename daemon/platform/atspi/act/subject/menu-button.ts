/** Elements with a menu of their own, and where that menu is. */
import type { Key } from '../../../element/row.ts'
import { mainWindow, windowOf } from '../../geometry/extents.ts'
import { Role } from '../../read/roles.ts'
import type { Ref } from '../../wire/facts.ts'
import { relation, relationsOf } from '../../wire/relations.ts'
import { isOn, now, type Subject, subjectOf } from './subject.ts'

/** The element that holds the menu and says whether it is open. */
export function holderOf(subject: Subject): Subject {
  const { access, facts, key } = subject
  const parent = access.parent(key)
  const isInner = access.toolkit.nestsMenuButtons && facts.role === Role.pushButton && parent !== undefined
  return isInner && access.facts(parent)?.role === Role.pushButton ? subjectOf(subject, parent) : subject
}

export async function isOpen(subject: Subject): Promise<boolean> {
  const row = await now(holderOf(subject))
  return isOn(row, 'expanded') || (subject.facts.role === Role.toggleButton && isOn(row, 'checked'))
}

/**
 * The menus that are siblings of their buttons, in the window itself: by the button that each menu names as its own.
 */
export async function menusBeside({ access, key, signal }: Subject): Promise<ReadonlyMap<Key, Ref>> {
  const found = new Map<Key, Ref>()
  const window = windowOf(access, key) ?? mainWindow(access) ?? key
  const look = async (child: Key) => {
    const ref = access.ref(child)
    if (ref === undefined || access.facts(child)?.role !== Role.panel) return
    for (const [kind, target] of await relationsOf({ access, ref, signal })) {
      const button = access.key(target)
      if (kind === relation.popupFor && button !== undefined) found.set(button, ref)
    }
  }
  await Promise.all((access.row(window)?.children ?? []).map(look))
  return found
}
