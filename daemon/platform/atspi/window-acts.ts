/** What is done to the window that an element is in; the window manager does it, and each effect is read back. */

import type { ActionWord } from '../../../api-schema/methods/interact.ts'
import { Problem } from '../../problem.ts'
import type { Key, Performed } from '../platform.ts'
import { windowOf } from './geometry.ts'
import { Role } from './roles.ts'
import { ask, native, noop, type Subject, subjectOf, unsupported } from './subject.ts'
import { booleanOf } from './toggle.ts'
import type { WindowEffect } from './window-manager.ts'
import type { XWindow } from './windows.ts'

const acts: { readonly [action in ActionWord]?: (subject: Subject, window: XWindow) => Promise<Performed> } = {
  raise: async ({ manager, signal }, { id }) => told(await manager.activate(id, signal), 'raise'),
  minimize: async (subject, { id, minimized }) => {
    const { manager, signal } = subject
    if (wanted(subject)) return told(await manager.minimize(id, signal), 'minimize')
    return minimized ? told(await manager.activate(id, signal), 'restore') : noop
  },
  maximize: async (subject, { id }) => {
    const effect = await subject.manager.maximize(id, wanted(subject), subject.signal)
    return told(effect, wanted(subject) ? 'maximize' : 'restore')
  },
  close: async ({ manager, signal }, { id }) => {
    await manager.close(id, signal)
    return native
  },
  move: async (subject, { id, outer }) => {
    const { x = outer.x, y = outer.y } = target(subject)
    return told(await subject.manager.move(id, x, y, subject.signal), 'move')
  },
  resize: async (subject, { id, frame }) => {
    const { geometry, access, key, signal, manager } = subject
    // What callers are shown as the window's size may hold a frame, or lack a shadow.
    const shown = (await geometry.frame(access, windowOf(access, key) ?? key, signal)) ?? frame
    const { x = shown.width, y = shown.height } = target(subject)
    const [width, height] = [x + frame.width - shown.width, y + frame.height - shown.height]
    if (width < 1 || height < 1) throw invalid('resize needs a size greater than nothing.')
    return told(await manager.resize(id, width, height, signal), 'resize')
  },
}

export const windowActions: ReadonlySet<string> = new Set(Object.keys(acts))

export async function actOnWindow(subject: Subject): Promise<Performed> {
  const { access, act, geometry, key, signal, windows } = subject
  const at = key === access.root && access.windows[0] !== undefined ? subjectOf(subject, access.windows[0]) : subject
  const window = windowOf(access, at.key)
  if (window !== undefined && isMenu(access, window))
    throw unsupported('It is an open menu, and no window.', 'Choose an entry of it, or press Escape on its window.')
  if (!windows.available && act.action === 'raise') {
    const [done] = window === undefined ? [] : await ask(subjectOf(at, window), 'Component', 'GrabFocus')
    if (done === true) return native
  }
  if (!windows.available) await windows.list(signal)
  const surface = await geometry.surface(access, at.key, signal)
  if (surface?.x === undefined) throw unsupported('Its window is none of the X server.')
  return await acts[act.action]!(at, surface.x)
}

/** GTK 3 tells an open menu as a window of its own; none that a window manager knows, so another one would be meant. */
function isMenu(access: Subject['access'], window: Key): boolean {
  const roles = (access.row(window)?.children ?? []).map((child) => access.facts(child)?.role)
  return (
    access.facts(window)?.role === Role.window && roles.some((role) => role === Role.menu || role === Role.popupMenu)
  )
}

/** Anything but a no: `value` off, false or restore undoes it. */
function wanted({ act }: Subject): boolean {
  if (act.value === undefined) return true
  return act.value.trim().toLowerCase() === 'restore' ? false : booleanOf(act.value)
}

function target({ act }: Subject): { readonly x?: number; readonly y?: number } {
  const { x, y } = act.to ?? {}
  if (x === undefined && y === undefined) throw invalid(`${act.action} needs to know where to.`)
  return { ...(x !== undefined && { x }), ...(y !== undefined && { y }) }
}

function invalid(message: string): Problem {
  return new Problem('invalid_params', { message, hint: 'Pass to with x and y.', data: { path: 'to' } })
}

function told(effect: WindowEffect, what: string): Performed {
  if (effect === 'already') return noop
  if (effect === 'done') return { ...native, seen: true }
  return { ...native, refused: `The window manager did not ${what} the window.` }
}
