/** Elements with a menu of their own, and where that menu is. */
import { Role } from '../../read/roles.ts'
import { isOn, now, type Subject, subjectOf } from './subject.ts'

/** The element that holds the menu and says whether it is open. */
export function holderOf(subject: Subject): Subject {
  const { access, facts, key } = subject
  const parent = access.parent(key)
  const isInner = access.toolkit.nestsMenuButtons && facts.role === Role.pushButton && parent !== undefined
  return isInner && access.facts(parent)?.role === Role.pushButton ? subjectOf(subject, parent) : subject
}

export async function isOpen(subject: Subject): Promise<boolean> {
  return isOn(await now(holderOf(subject)), 'expanded')
}
