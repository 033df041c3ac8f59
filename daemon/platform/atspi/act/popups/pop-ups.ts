/** Presses entries of an open menu or list that may not have been read yet, and closes it again. */
import { Problem } from '../../../../problem.ts'
import { byPointer, native, noop } from '../../../acting/performed.ts'
import { changed, unsupported } from '../../../acting/problems.ts'
import { common } from '../../../element/rectangle.ts'
import type { Key } from '../../../element/row.ts'
import type { Performed } from '../../../platform.ts'
import type { Aim, Point } from '../../desktop/input.ts'
import { unsupportedBy } from '../../desktop/missing.ts'
import { buttons, Role, roles } from '../../read/roles.ts'
import { isWithoutRoom } from '../../read/room.ts'
import { hasState, isHidden, State } from '../../read/states.ts'
import { needsPointer, pointAndPress, pressNatively } from '../press/press.ts'
import { pointAt } from '../reach/aim.ts'
import { requireAt } from '../reach/at-point.ts'
import { inFront, recipient } from '../reach/reach.ts'
import { type LiveElement, liveElementsIn } from '../subject/live-elements.ts'
import { does, isOn, now, type Subject, soon } from '../subject/subject.ts'

const drawnMs = 300

/** By its own action, otherwise by the pointer. */
export async function pressEntry(subject: Subject, { ref, role, parent }: LiveElement): Promise<Performed> {
  const { access, geometry, input, signal, windows } = subject
  const entry = { ...subject, ref, facts: { ...subject.facts, ref, role, interfaces: -1 } }
  const isOption = subject.facts.role === Role.comboBox && access.toolkit.optionsNeedInput === true
  if (!isOption && !needsPointer(entry) && (await does(entry, 'AXPress'))) return native
  if (input.missing !== undefined)
    throw unsupported(`The entry has no action of its own, and the pointer cannot be used: ${input.missing.why}`)
  const locate = async (): Promise<Aim> => {
    const { popupsMissing } = windows
    const isUnknown = access.toolkit.popoversInside && popupsMissing !== undefined
    let why = isUnknown
      ? unsupportedBy(popupsMissing)
      : changed('outside', 'The entry is not visible in the open list.')
    const seen = async () => {
      const [box, around] = await Promise.all(
        [ref, parent?.ref].map((one) => one && geometry.frameAt(access, one, signal)),
      )
      // Qt keeps the boxes of a list that used to be wider.
      const frame = (box && around && common(box, around)) ?? box
      const point = frame && { x: Math.floor(frame.x + frame.width / 2), y: Math.floor(frame.y + frame.height / 2) }
      const there = point && (await windows.at(point.x, point.y, signal))
      if (there?.owner !== access.owner || there.top === undefined) return false
      // If only windows are known, the window beneath the popup.
      const beneath = popupsMissing === undefined ? there.window : undefined
      const window = beneath && (await geometry.windowOf(access, beneath, signal))
      const obstacle = await obstacleAt(entry, point!, window)
      if (obstacle !== undefined) {
        why = obstacle
        return false
      }
      // Open lists do not respond for their application; its windows do.
      const [front] = await windows.windowsOf(access.owner, signal)
      return { point: point!, top: there.top, window: front?.id ?? there.top }
    }
    // It is announced a little before it is drawn.
    const aim = await soon(subject, drawnMs, seen)
    if (aim === undefined) throw why
    return aim
  }
  await input.use(signal, (devices) =>
    pointAt(devices, signal, locate, (hand) => hand.press('left', 1), subject.arrived),
  )
  return byPointer
}

/** What the toolkit reports there instead; undefined if it is the entry. */
async function obstacleAt(entry: Subject, point: Point, window: Key | undefined): Promise<Problem | undefined> {
  try {
    await requireAt(entry, point, window)
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.name === 'element_changed') return error
    throw error
  }
}

/**
 * Closes what was opened as a person would, with Escape: again only while some of it is left, since one more would go
 * to what is beneath. Returns when it is closed. `left`: how much is still open. Never throws.
 */
export async function putAway(subject: Subject, left: () => Promise<number>): Promise<void> {
  const { signal } = subject
  if (subject.windows.missing !== undefined) return
  try {
    let before = Number.POSITIVE_INFINITY
    for (let open = await left(); open > 0 && open < before; ) {
      await inFront(subject, ({ keyboard }, x) => keyboard.keys('Escape', recipient(x), signal))
      before = open
      await soon(subject, movedMs, async () => {
        open = await left()
        return open < before
      })
    }
  } catch {
    signal.throwIfAborted()
  }
}

/** How long a list may take to open or close and report it. */
const movedMs = 800

/** Opens it by its own action, or by a button inside it. */
export async function openList(subject: Subject): Promise<boolean> {
  return (await isListOpen(subject)) || (await pressOpener(subject))
}

/**
 * Judged by the room its list takes, if that tells, by its own state, by a pressed button, or by its list on screen.
 */
export async function isListOpen(subject: Subject): Promise<boolean> {
  const { toolkit } = subject.access
  const parts = await liveElementsIn(subject, subject.ref, () => false)
  const list = toolkit.roomless?.has(Role.list) ? parts.find(({ role }) => role === Role.list) : undefined
  if (list !== undefined) {
    return !isHidden(list, toolkit) && !(await isWithoutRoom({ ...subject, ref: list.ref }))
  }
  if (isOn(await now(subject), 'expanded')) return true
  const inner = (await Promise.all(parts.map(({ ref }) => liveElementsIn(subject, ref, () => false)))).flat()
  const isOpen = [...parts, ...inner].some((element) =>
    buttons.has(element.role)
      ? hasState(element, State.pressed)
      : lists.has(element.role) && !isHidden(element, toolkit),
  )
  return isOpen || (await isRowOpen(subject, [...parts, ...inner]))
}

/** It is open if it lists more than the value it shows. */
async function isRowOpen(subject: Subject, parts: readonly LiveElement[]): Promise<boolean> {
  if (!subject.access.toolkit.rowsOfOptions || parts.some(({ role }) => buttons.has(role))) return false
  const all = await liveElementsIn(subject, subject.ref)
  return all.filter(({ role }) => role === Role.listItem).length > 1
}

/** GTK 4 keeps the parts of a closed list. */
const lists = roles('menu popupMenu')

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
 * By a second press if that closes the list, since a field in the list may use Escape itself. Returns once it has
 * closed, or will not. Never throws.
 */
export async function closeList(subject: Subject): Promise<void> {
  if (!isToggled(subject)) return await putAway(subject, async () => Number(await isListOpen(subject)))
  try {
    if ((await isListOpen(subject)) && (await pressOpener(subject))) await listBecomes(subject, false)
  } catch {
    subject.signal.throwIfAborted()
  }
}

function isToggled({ access }: Subject): boolean {
  return access.toolkit.togglesLists === true
}

async function listBecomes(subject: Subject, open: boolean): Promise<boolean> {
  return (await soon(subject, movedMs, async () => (await isListOpen(subject)) === open)) === true
}

async function pressOpener(subject: Subject): Promise<boolean> {
  if ((await pressNatively(subject)) !== undefined) return true
  for (const element of (await liveElementsIn(subject, subject.ref)).slice(0, 20)) {
    const { ref, role } = element
    // The scroll bar of a closed list has buttons too.
    if (!buttons.has(role) || isHidden(element, subject.access.toolkit)) continue
    const button = { ...subject, ref, facts: { ...subject.facts, ref, role, interfaces: -1 } }
    if (await does(button, 'AXPress')) return true
  }
  if (!subject.access.toolkit.rowsOfOptions || subject.input.missing !== undefined) return false
  await pointAndPress(subject, 'left', 1)
  return true
}
