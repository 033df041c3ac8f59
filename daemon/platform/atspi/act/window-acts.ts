/** Actions on an element's window; the window manager performs them, and each effect is read back. */

import type { ElementWord } from '../../../../api-schema/methods/interact.ts'
import { native, noop } from '../../acting/performed.ts'
import { unsupported } from '../../acting/problems.ts'
import { isOnOrRestored } from '../../acting/value-words.ts'
import type { Key } from '../../element/row.ts'
import type { Performed } from '../../platform.ts'
import { unsupportedBy } from '../desktop/missing.ts'
import type { DesktopWindow, WindowEffect } from '../desktop/windows.ts'
import { mainWindow, windowOf } from '../geometry/extents.ts'
import { Role } from '../read/roles.ts'
import { ask } from '../wire/access.ts'
import { type Subject, subjectOf } from './subject/subject.ts'

const handlers: { readonly [action in ElementWord]?: (subject: Subject, window: DesktopWindow) => Promise<Performed> } =
  {
    raise: async ({ manager, signal }, { id }) => resultOf(await manager.activate(id, signal), 'raise'),
    minimize: async (subject, { id, minimized }) => {
      const { manager, signal } = subject
      if (wanted(subject)) return resultOf(await manager.minimize(id, signal), 'minimize')
      return minimized ? resultOf(await manager.activate(id, signal), 'restore') : noop
    },
    maximize: async (subject, { id }) => {
      const effect = await subject.manager.maximize(id, wanted(subject), subject.signal)
      return resultOf(effect, wanted(subject) ? 'maximize' : 'restore')
    },
    close: async ({ manager, signal }, { id }) => {
      await manager.close(id, signal)
      return native
    },
    move: async (subject, { id, outer }) => {
      const { x = outer.x, y = outer.y } = subject.act.to ?? {}
      return resultOf(await subject.manager.move(id, x, y, subject.signal), 'move')
    },
    resize: async (subject, { id, frame }) => {
      const { geometry, access, key, signal, manager } = subject
      // The window size shown to callers may include a border, or lack a shadow.
      const shown = (await geometry.frame(access, windowOf(access, key) ?? key, signal)) ?? frame
      const { x = shown.width, y = shown.height } = subject.act.to ?? {}
      const [width, height] = [x + frame.width - shown.width, y + frame.height - shown.height]
      return resultOf(await manager.resize(id, Math.max(1, width), Math.max(1, height), signal), 'resize')
    },
  }

export const windowActions: ReadonlySet<string> = new Set(Object.keys(handlers))

export async function actOnWindow(subject: Subject): Promise<Performed> {
  const { access, act, geometry, key, signal, windows } = subject
  const main = key === access.root ? mainWindow(access) : undefined
  const at = main === undefined ? subject : subjectOf(subject, main)
  const window = windowOf(access, at.key)
  if (window !== undefined && isMenu(access, window))
    throw unsupported('It is an open menu, not a window.', 'Choose one of its entries, or press Escape in its window.')
  if (windows.missing !== undefined && act.action === 'raise') {
    const [done] = window === undefined ? [] : await ask(subjectOf(at, window), 'Component', 'GrabFocus')
    if (done === true) return native
  }
  if (windows.missing !== undefined && act.action === 'close')
    throw unsupported(windows.missing.why, 'Press its Close or Cancel button, or choose Close or Quit in its menu.')
  if (windows.missing !== undefined) throw unsupportedBy(windows.missing)
  const surface = await geometry.surface(access, at.key, signal)
  if (surface?.x === undefined) throw unsupported('The window system does not know its window.')
  return await handlers[act.action]!(at, surface.x)
}

/**
 * GTK 3 reports an open menu as a window of its own. Window managers do not know it, so another window would be
 * affected.
 */
function isMenu(access: Subject['access'], window: Key): boolean {
  const roles = (access.row(window)?.children ?? []).map((child) => access.facts(child)?.role)
  return (
    access.facts(window)?.role === Role.window && roles.some((role) => role === Role.menu || role === Role.popupMenu)
  )
}

/** `value` off or restore reverses the action. */
function wanted({ act }: Subject): boolean {
  return isOnOrRestored(act.value) === true
}

function resultOf(effect: WindowEffect, what: string): Performed {
  if (effect === 'already') return noop
  if (effect === 'done') return { ...native, seen: true }
  return { ...native, refused: `The window manager did not ${what} the window.` }
}
