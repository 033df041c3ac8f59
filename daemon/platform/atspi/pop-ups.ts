/** Entries of an open menu or list, which may not have been read yet: pressed, and put away again. */
import type { Performed } from '../platform.ts'
import { type Twig, twigsOf } from './branch.ts'
import { press } from './pointer.ts'
import { pressNatively } from './press.ts'
import { bringToFront, recipient } from './reach.ts'
import { Role } from './roles.ts'
import { actionIndex, byPointer, changed, doAction, isOn, native, now, type Subject, unsupported } from './subject.ts'

/** By its own action, else by the pointer. */
export async function pressTwig(subject: Subject, { ref, role }: Twig): Promise<Performed> {
  const { access, geometry, input, signal, windows } = subject
  const entry = { ...subject, ref, facts: { ...subject.facts, ref, role, interfaces: -1 } }
  const index = await actionIndex(entry, 'AXPress')
  if (index !== undefined && (await doAction(entry, index))) return native
  if (input.missing !== undefined)
    throw unsupported(`The entry has no action of its own, and the pointer cannot be used: ${input.missing}`)
  await input.use(signal, async ({ connection, keyboard }) => {
    await keyboard.known(signal)
    const frame = await geometry.frameAt(access, ref, signal)
    const at = frame && { x: Math.floor(frame.x + frame.width / 2), y: Math.floor(frame.y + frame.height / 2) }
    const there = at && (await windows.at(at.x, at.y, signal))
    if (at === undefined || there?.pid !== access.pid)
      throw changed('outside', 'The entry cannot be seen in the list as it is open.')
    await press(connection, at, 'left', 1)
  })
  return byPointer
}

/** Closes what was opened, as a person would: by Escape. Never throws. */
export async function putAway(subject: Subject, times = 1): Promise<void> {
  const { input, signal } = subject
  if (!subject.windows.available) return
  try {
    await input.use(signal, async ({ keyboard }) => {
      const { x } = await bringToFront(subject)
      await keyboard.keys(Array.from({ length: times }, () => 'Escape').join(' '), recipient(subject, x), signal)
    })
  } catch {
    signal.throwIfAborted()
  }
}

/** By itself, or by a button that it is made of. */
export async function openList(subject: Subject): Promise<boolean> {
  return isOn(await now(subject), 'expanded') || (await pressOpener(subject))
}

/** As it was opened, where a second press closes it: a field in the list may want Escape for itself. Never throws. */
export async function closeList(subject: Subject): Promise<void> {
  if (!subject.access.toolkit.startsWith('gtk')) return await putAway(subject)
  await pressOpener(subject).catch(() => subject.signal.throwIfAborted())
}

async function pressOpener(subject: Subject): Promise<boolean> {
  if ((await pressNatively(subject)) !== undefined) return true
  for (const { ref, role } of (await twigsOf(subject, subject.ref)).slice(0, 20)) {
    if (role !== Role.pushButton && role !== Role.toggleButton) continue
    const button = { ...subject, ref, facts: { ...subject.facts, ref, role, interfaces: -1 } }
    const index = await actionIndex(button, 'AXPress')
    if (index !== undefined && (await doAction(button, index))) return true
  }
  return false
}
