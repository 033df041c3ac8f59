/** Entries of an open menu or list, which may not have been read yet: pressed, and put away again. */
import type { Performed } from '../platform.ts'
import { type Twig, twigsOf } from './branch.ts'
import { press } from './pointer.ts'
import { needsPointer, pressNatively } from './press.ts'
import { bringToFront, recipient } from './reach.ts'
import { Role } from './roles.ts'
import { hasState, isHidden, State } from './states.ts'
import {
  actionIndex,
  byPointer,
  changed,
  doAction,
  isOn,
  native,
  noop,
  now,
  type Subject,
  unsupported,
} from './subject.ts'

const drawnMs = 300

/** By its own action, else by the pointer. */
export async function pressTwig(subject: Subject, { ref, role }: Twig): Promise<Performed> {
  const { access, geometry, input, signal, windows } = subject
  const entry = { ...subject, ref, facts: { ...subject.facts, ref, role, interfaces: -1 } }
  const index = needsPointer(entry) ? undefined : await actionIndex(entry, 'AXPress')
  if (index !== undefined && (await doAction(entry, index))) return native
  if (input.missing !== undefined)
    throw unsupported(`The entry has no action of its own, and the pointer cannot be used: ${input.missing}`)
  await input.use(signal, async ({ connection, keyboard }) => {
    await keyboard.known(signal)
    const seen = async () => {
      const frame = await geometry.frameAt(access, ref, signal)
      const at = frame && { x: Math.floor(frame.x + frame.width / 2), y: Math.floor(frame.y + frame.height / 2) }
      return at && (await windows.at(at.x, at.y, signal)).pid === access.pid ? at : undefined
    }
    // It is told of a little before it is drawn.
    let at = await seen()
    for (const until = performance.now() + drawnMs; at === undefined && performance.now() < until; at = await seen())
      await new Promise((done) => setTimeout(done, 20))
    if (at === undefined) throw changed('outside', 'The entry cannot be seen in the list as it is open.')
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

/** How long a list may take to come or go, with what it shows of that. */
const movedMs = 800

/** By itself, or by a button that it is made of. */
export async function openList(subject: Subject): Promise<boolean> {
  return (await isListOpen(subject)) || (await pressOpener(subject))
}

/** By what it says of itself, or its button of being pressed, or its list of being on screen. */
export async function isListOpen(subject: Subject): Promise<boolean> {
  if (isOn(await now(subject), 'expanded')) return true
  const parts = await twigsOf(subject, subject.ref, () => false)
  const inner = await Promise.all(parts.map(({ ref }) => twigsOf(subject, ref, () => false)))
  return [...parts, ...inner.flat()].some((twig) =>
    openers.has(twig.role)
      ? hasState(twig, State.pressed)
      : lists.has(twig.role) && !isHidden(twig, subject.access.toolkit),
  )
}

const openers: ReadonlySet<number> = new Set<number>([Role.pushButton, Role.toggleButton])
/** GTK 4 keeps what its lists are made of when they are closed. */
const lists: ReadonlySet<number> = new Set<number>([Role.menu, Role.popupMenu])

/** Opens or closes the list of a combo box. */
export async function expandList(subject: Subject, wanted: boolean): Promise<Performed> {
  if ((await isListOpen(subject)) === wanted) return noop
  if (wanted) await openList(subject)
  else await closeList(subject)
  const route = wanted || isToggled(subject) ? 'native' : 'keys'
  if (await listBecomes(subject, wanted)) return { route, seen: true }
  return { route, refused: `Its list did not ${wanted ? 'open' : 'close'}.` }
}

/**
 * As it was opened, where a second press closes it: a field in the list may want Escape for itself. Returns when it is
 * gone, or will not go. Never throws.
 */
export async function closeList(subject: Subject): Promise<void> {
  if (!isToggled(subject)) return await putAway(subject)
  try {
    if ((await isListOpen(subject)) && (await pressOpener(subject))) await listBecomes(subject, false)
  } catch {
    subject.signal.throwIfAborted()
  }
}

function isToggled({ access }: Subject): boolean {
  return access.toolkit.startsWith('gtk')
}

async function listBecomes(subject: Subject, open: boolean): Promise<boolean> {
  for (const until = performance.now() + movedMs; ; await new Promise((done) => setTimeout(done, 20))) {
    if ((await isListOpen(subject)) === open) return true
    if (performance.now() > until) return false
  }
}

async function pressOpener(subject: Subject): Promise<boolean> {
  if ((await pressNatively(subject)) !== undefined) return true
  for (const { ref, role } of (await twigsOf(subject, subject.ref)).slice(0, 20)) {
    if (!openers.has(role)) continue
    const button = { ...subject, ref, facts: { ...subject.facts, ref, role, interfaces: -1 } }
    const index = await actionIndex(button, 'AXPress')
    if (index !== undefined && (await doAction(button, index))) return true
  }
  return false
}
