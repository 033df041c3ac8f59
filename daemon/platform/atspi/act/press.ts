/** Presses an element: by its own action, by selecting it in its list, otherwise by keys or pointer. */
import { Problem } from '../../../problem.ts'
import { byKeys, native } from '../../acting/performed.ts'
import { unsupported } from '../../acting/problems.ts'
import { spotOf } from '../../acting/spot.ts'
import { Flag } from '../../flags.ts'
import type { Performed } from '../../platform.ts'
import { type Button, drag, hover as hoverAt, press } from '../input/pointer.ts'
import { Role } from '../read/roles.ts'
import { isEntry } from '../read/states.ts'
import { Has } from '../wire/facts.ts'
import { choose } from './choose.ts'
import { pressTitle } from './menu-title.ts'
import { withPointer } from './pointing.ts'
import { bringToFront, focusedRecipient, grabFocus, pointOn } from './reach.ts'
import { bringIntoView } from './scroll.ts'
import { actionIndex, doAction, isOn, now, type Subject, soon, subjectOf } from './subject.ts'

export async function click(subject: Subject): Promise<Performed> {
  // A field is pressed to type into it, a spreadsheet cell to direct the keys there.
  if (spotOf(subject.act) !== undefined) return await pointAndPress(subject, 'left', 1)
  const takesFocus = isEntry(subject.facts.role) || isSheetCell(subject)
  if (takesFocus && (await grabFocus(subject))) return native
  if (opensByClick(subject)) return await pressItem(subject)
  const press = async () => (await pressNatively(subject)) ?? (await pressAsPerson(subject))
  return subject.access.toolkit === 'qt' ? await pressTitle(subject, press) : await press()
}

function isSheetCell({ access, facts }: Subject): boolean {
  return access.toolkit === 'libreoffice' && facts.role === Role.tableCell
}

/** By its own action, or as an entry of its list; undefined where it has neither. */
export async function pressNatively(subject: Subject): Promise<Performed | undefined> {
  if (needsPointer(subject) || isIconInField(subject)) return undefined
  const { access, facts, input } = subject
  // A row's action is a second press; in Qt it adds the row to the selection.
  const isRow = rows.has(facts.role) || (access.toolkit === 'qt' && facts.role === Role.listItem)
  // A check box in a cell of GTK 3 ignores its own action.
  if (isRow && input.missing === undefined && isOn(await now(subject), 'checkable')) return undefined
  const chosen = isRow ? await choose(subject) : undefined
  if (chosen !== undefined) return chosen
  const index = await actionIndex(subject, 'AXPress')
  if (index !== undefined && (await doAction(subject, index))) return native
  return await choose(subject)
}

/** In the lists and boxes of GTK a click also opens an item, which choosing it does not. */
function opensByClick({ access, facts, key, input }: Subject): boolean {
  if ((access.toolkit !== 'gtk3' && access.toolkit !== 'gtk4') || input.missing !== undefined) return false
  if (facts.role === Role.listItem) return true
  const holder = access.facts(access.parent(key) ?? key)
  return (
    facts.role === Role.tableCell &&
    holder !== undefined &&
    (holder.interfaces & (Has.Selection | Has.Table)) === Has.Selection
  )
}

/** GTK 4 scrolls nothing into view from outside: what is out of sight can be chosen. */
async function pressItem(subject: Subject): Promise<Performed> {
  try {
    return await pointAndPress(subject, 'left', 1)
  } catch (error) {
    const isOutside = error instanceof Problem && error.data.reason === 'outside'
    const chosen = isOutside ? await choose(subject) : undefined
    if (chosen === undefined) throw error
    return chosen.noop === true ? chosen : { ...native, doubt: onlyChosen }
  }
}

const onlyChosen = 'it is out of sight and was only chosen, which may not do what a click does'

/**
 * GTK 3 answers its action with a made-up event that has neither a window nor a device: programs that look at it crash
 * (Thunar, Gnumeric).
 */
function isIconInField({ access, key, facts }: Pick<Subject, 'access' | 'key' | 'facts'>): boolean {
  if (facts.role !== Role.icon && facts.role !== Role.image) return false
  const parent = access.parent(key)
  const field = parent === undefined ? undefined : access.facts(parent)?.role
  return field !== undefined && (isEntry(field) || field === Role.spinButton)
}

export const rows: ReadonlySet<number> = new Set<number>([Role.tableCell, Role.tableRow, Role.treeItem])

/**
 * Qt elements whose own action differs from a press, if there is a pointer: an entry's action leaves its menu open, a
 * row's adds it to the selection.
 */
export function needsPointer({ access, facts, input }: Pick<Subject, 'access' | 'facts' | 'input'>): boolean {
  return access.toolkit === 'qt' && (entries.has(facts.role) || rows.has(facts.role)) && input.missing === undefined
}

const entries: ReadonlySet<number> = new Set<number>([
  Role.menuItem,
  Role.checkMenuItem,
  Role.radioMenuItem,
  Role.listItem,
])

const pressedBySpace: ReadonlySet<number> = new Set<number>([
  Role.checkBox,
  Role.radioButton,
  Role.toggleButton,
  Role.switch,
  Role.pushButton,
])

async function pressAsPerson(subject: Subject): Promise<Performed> {
  const { facts, input, signal } = subject
  if (input.missing !== undefined)
    throw unsupported(`It has no action of its own, and keys and pointer cannot be used: ${input.missing}`)
  // GTK 4 lists no action for its check boxes, but Space presses them.
  if (subject.access.toolkit === 'gtk4' && pressedBySpace.has(facts.role)) {
    const isPressed = await input.use(signal, async ({ keyboard }) => {
      const { x } = await bringToFront(subject)
      const focused = await grabFocus(subject)
      if (focused) await keyboard.keys('Space', focusedRecipient(subject, x), signal)
      return focused
    })
    if (isPressed) return byKeys
  }
  return await pointAndPress(subject, 'left', 1)
}

export async function pointAndPress(subject: Subject, button: Button, count: 1 | 2): Promise<Performed> {
  const scrolled = await bringIntoView(subject)
  const before = scrolled ? (await now(subject)).flags & reacting : 0
  const done = await withPointer(subject, async ({ point, connection }) => press(connection, point, button, count))
  if (!scrolled) return done
  // Scrolling alone has changed what is shown: only what the item tells of itself can confirm the press.
  const hasReacted = async () => ((await now(subject)).flags & reacting) !== before
  return (await soon(subject, reactMs, hasReacted)) ? { ...done, seen: true } : { ...done, doubt: onlyScrolled }
}

const reacting = Flag.selected | Flag.checked | Flag.expanded | Flag.focused
const reactMs = 500
const onlyScrolled = 'it had to be scrolled to, and does not show that it was pressed'

export async function hover(subject: Subject): Promise<Performed> {
  const scrolled = await bringIntoView(subject)
  const done = await withPointer(subject, async ({ point, connection }) => hoverAt(connection, point))
  return scrolled ? { ...done, doubt: onlyScrolled } : done
}

export async function dragTo(subject: Subject): Promise<Performed> {
  await bringIntoView(subject)
  const { act, signal } = subject
  const { key, x, y } = act.to ?? {}
  const to = key === undefined ? { x: x!, y: y! } : (await pointOn(subjectOf(subject, key))).point
  const done = await withPointer(subject, async ({ point, connection, window }) =>
    drag(connection, point, to, window, signal),
  )
  return { ...done, dropped: to }
}

export async function rightClick(subject: Subject): Promise<Performed> {
  const { input } = subject
  if (input.missing === undefined || spotOf(subject.act) !== undefined) return await pointAndPress(subject, 'right', 1)
  const index = await actionIndex(subject, 'AXShowMenu')
  if (index !== undefined && (await doAction(subject, index))) return native
  throw unsupported(`It has no menu of its own, and the pointer cannot be used: ${input.missing}`)
}
