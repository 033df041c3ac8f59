/** What has a menu of its own, and where that menu is. */
import { Role } from './roles.ts'
import { isOn, now, type Subject, subjectOf } from './subject.ts'

/**
 * What holds an element's menu, and tells whether it is open: in GTK 4 not the button that is pressed, but the one
 * around it.
 */
export function holderOf(subject: Subject): Subject {
  const { access, facts, key } = subject
  const parent = access.parent(key)
  const isInner = access.toolkit === 'gtk4' && facts.role === Role.pushButton && parent !== undefined
  return isInner && access.facts(parent)?.role === Role.pushButton ? subjectOf(subject, parent) : subject
}

export async function isOpen(subject: Subject): Promise<boolean> {
  return isOn(await now(holderOf(subject)), 'expanded')
}
