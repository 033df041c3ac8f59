/** The window that stands for an application as a whole. */
import { Flag } from '../../../element/flags.ts'
import type { Key } from '../../../element/row.ts'
import { mainWindow } from '../../geometry/extents.ts'
import type { Subject } from '../subject/subject.ts'

/** The active window; otherwise the topmost of its windows, such as a dialog that did not get the keyboard. */
export async function frontWindow({ access, geometry, windows, signal }: Subject): Promise<Key> {
  const isOf = (flag: number) => (key: Key) => ((access.row(key)?.flags ?? 0) & flag) !== 0
  const active = access.windows.find(isOf(Flag.focused))
  const isHidden = isOf(Flag.hidden)
  const shown = active === undefined ? access.windows.filter((key) => !isHidden(key)) : []
  const stack = windows.missing === undefined ? await geometry.stackOf(access, shown, signal) : new Map()
  const [top] = [...stack].toSorted(([, a], [, b]) => a.place - b.place)
  return active ?? top?.[0] ?? mainWindow(access) ?? access.root
}
