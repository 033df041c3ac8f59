/** Pressing: by the element's own action, by choosing it in its list, by keys or pointer where it has neither. */
import { Problem } from '../../problem.ts'
import type { Performed } from '../platform.ts'
import { choose } from './choose.ts'
import type { Hands } from './input.ts'
import { type Button, drag, hover as hoverAt, type Point, press } from './pointer.ts'
import { bringToFront, grabFocus, pointOn, recipient } from './reach.ts'
import { Role } from './roles.ts'
import { isEntry } from './states.ts'
import { actionIndex, byKeys, byPointer, doAction, native, type Subject, subjectOf, unsupported } from './subject.ts'
import type { XConnection } from './x11.ts'

export async function click(subject: Subject): Promise<Performed> {
  // A field is pressed to write in it, and a cell of a spreadsheet to be where the keys go.
  const takesFocus = isEntry(subject.facts.role) || isSheetCell(subject)
  if (takesFocus && (await grabFocus(subject))) return native
  return (await pressNatively(subject)) ?? (await pressAsPerson(subject))
}

function isSheetCell({ access, facts }: Subject): boolean {
  return access.toolkit === 'libreoffice' && facts.role === Role.tableCell
}

/** By the element's own action, or as an entry of its list; undefined where it has neither. */
export async function pressNatively(subject: Subject): Promise<Performed | undefined> {
  if (needsPointer(subject)) return undefined
  const { access, facts } = subject
  // The action of a row is what a second press does, and in Qt marks it beside others.
  const isRow = rows.has(facts.role) || (access.toolkit === 'qt' && facts.role === Role.listItem)
  const chosen = isRow ? await choose(subject) : undefined
  if (chosen !== undefined) return chosen
  const index = await actionIndex(subject, 'AXPress')
  if (index !== undefined && (await doAction(subject, index))) return native
  return await choose(subject)
}

const rows: ReadonlySet<number> = new Set<number>([Role.tableCell, Role.tableRow, Role.treeItem])

/**
 * Where there is a pointer, what Qt does otherwise than a press: an entry's own action leaves its menu open, and a row's
 * marks it beside those that are marked.
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
  // GTK 4 tells no action of its check boxes, and presses them by Space.
  if (subject.access.toolkit === 'gtk4' && pressedBySpace.has(facts.role)) {
    const isPressed = await input.use(signal, async ({ keyboard }) => {
      const { x } = await bringToFront(subject)
      const focused = await grabFocus(subject)
      if (focused) await keyboard.keys('Space', recipient(subject, x), signal)
      return focused
    })
    if (isPressed) return byKeys
  }
  return await pointAndPress(subject, 'left', 1)
}

export async function pointAndPress(subject: Subject, button: Button, count: 1 | 2): Promise<Performed> {
  return await withPointer(subject, async ({ point, connection }) => press(connection, point, button, count))
}

export async function hover(subject: Subject): Promise<Performed> {
  return await withPointer(subject, async ({ point, connection }) => hoverAt(connection, point))
}

export async function dragTo(subject: Subject): Promise<Performed> {
  const { act, signal } = subject
  const { key, x, y } = act.to ?? {}
  if (key === undefined && (x === undefined || y === undefined)) {
    throw new Problem('invalid_params', {
      message: 'drag needs to know where.',
      hint: 'Pass to with an elementId, or with x and y on the screen.',
      data: { path: 'to' },
    })
  }
  const to = key === undefined ? { x: x!, y: y! } : (await pointOn(subjectOf(subject, key))).point
  return await withPointer(subject, async ({ point, connection, window }) =>
    drag(connection, point, to, window, signal),
  )
}

interface Pointing {
  readonly point: Point
  readonly window: number
  readonly connection: XConnection
}

/** Where the element is seen is looked for when the pointer is free, and the window manager ready. */
export async function withPointer(subject: Subject, work: (at: Pointing) => Promise<void>): Promise<Performed> {
  await subject.input.use(subject.signal, (hands) => pointWith(hands, subject, work))
  return byPointer
}

/** For who has the pointer already. */
export async function pointWith(
  { connection, keyboard }: Hands,
  subject: Subject,
  work: (at: Pointing) => Promise<void>,
): Promise<void> {
  await keyboard.known(subject.signal)
  const { point, window } = await pointOn(subject)
  await work({ point, window: window.id, connection })
}

export async function rightClick(subject: Subject): Promise<Performed> {
  const { input } = subject
  if (input.missing === undefined) return await pointAndPress(subject, 'right', 1)
  const index = await actionIndex(subject, 'AXShowMenu')
  if (index !== undefined && (await doAction(subject, index))) return native
  throw unsupported(`It has no menu of its own, and the pointer cannot be used: ${input.missing}`)
}
