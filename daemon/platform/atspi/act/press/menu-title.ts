/** Titles of a menu bar: in Qt, pressing one while the menu of another is open may only close that menu. */
import { Flag } from '../../../element/flags.ts'
import type { Key } from '../../../element/row.ts'
import type { Performed } from '../../../platform.ts'
import { Role } from '../../read/roles.ts'
import { isHidden } from '../../read/states.ts'
import { canBePicked, liveElementsIn } from '../subject/live-elements.ts'
import { type Subject, soon } from '../subject/subject.ts'

/** How long the menu may take to open. */
const openMs = 300
/** How many levels below a title the entries of its menu are. */
const levels = 2

/** Presses again if the first press has only closed another menu. */
export async function pressTitle(subject: Subject, press: () => Promise<Performed>): Promise<Performed> {
  const { access, key } = subject
  const bar = access.parent(key)
  const isTitle = bar !== undefined && access.facts(bar)?.role === Role.menuBar
  const others = isTitle ? (access.row(bar)?.children ?? []).filter((other) => other !== key) : []
  if (!others.some((other) => showsEntries(access, other, levels)) || (await isOpen(subject))) return await press()
  const done = await press()
  if (await soon(subject, openMs, () => isOpen(subject))) return done
  return await press()
}

async function isOpen(subject: Subject): Promise<boolean> {
  const entries = await liveElementsIn(subject, subject.ref)
  return entries.some((one) => canBePicked(one) && !isHidden(one, subject.access.toolkit))
}

function showsEntries(access: Subject['access'], key: Key, depth: number): boolean {
  return (access.row(key)?.children ?? []).some((child) => {
    const isShown = ((access.row(child)?.flags ?? Flag.hidden) & Flag.hidden) === 0
    return isShown || (depth > 1 && showsEntries(access, child, depth - 1))
  })
}
