/**
 * Moves the keyboard along with the actions, as a person would: to a field before it is filled, and away from it before
 * anything else is pressed. Many programs take over a field's content only when it loses the keyboard.
 */
import { Problem } from '../../../../problem.ts'
import { withField } from '../../../acting/performed.ts'
import { Flag } from '../../../element/flags.ts'
import type { Key, Row } from '../../../element/row.ts'
import type { Performed } from '../../../platform.ts'
import { Role } from '../../read/roles.ts'
import type { AppAccess } from '../../wire/access.ts'
import { now, type Subject, soon, subjectOf } from '../subject/subject.ts'
import { bringToFront, comesToFocus, grabFocus, isFocused, isWithin } from './reach.ts'

/** The field of each application that was filled last: events may not have reported where the keyboard is. */
const filled = new WeakMap<AppAccess, Key>()

/** Roles that do nothing on receiving the keyboard. */
const restingPlaces: ReadonlySet<string> = new Set(['AXButton', 'AXCheckBox', 'AXTextField', 'AXTextArea', 'AXSlider'])
/** How many elements to look through for one of these. */
const mostInWindow = 1000
const mostTries = 3

/** How long a program may take to react to a press. */
const leftMs = 300

/** `press` gives it the keyboard if the toolkit does not. False if it is not known to have it afterwards. */
export async function enter(subject: Subject, press: () => Promise<unknown>): Promise<boolean> {
  filled.set(subject.access, subject.key)
  const isThere = await attempted(async () => {
    if (subject.windows.missing === undefined) await bringToFront(subject)
    if (!(await grabFocus(subject))) await press()
  })
  return isThere && (await comesToFocus(subject))
}

/** Gives the keyboard to something else in its window. False if nothing is known to have taken it. */
export async function leave(subject: Subject): Promise<boolean> {
  const { access, key } = subject
  let window = key
  for (let up = access.parent(key); up !== undefined && up !== access.root; up = access.parent(up)) window = up
  const keys = [window]
  let tries = 0
  for (let at = 0; at < Math.min(keys.length, mostInWindow) && tries < mostTries; at++) {
    const other = keys[at]!
    const { flags, role, children } = access.row(other) ?? { flags: Flag.hidden, role: '', children: [] }
    if ((flags & Flag.hidden) === 0) keys.push(...children)
    const mayTake = (flags & (Flag.focusable | Flag.hidden | Flag.disabled)) === Flag.focusable
    if (!mayTake || !restingPlaces.has(role) || isWithin(access, other, key) || isWithin(access, key, other)) continue
    tries++
    if (await grabFocus(subjectOf(subject, other))) return true
  }
  return false
}

/** The field other than the element itself that has the keyboard, or is part of what has it. */
export async function otherField(subject: Subject): Promise<Subject | undefined> {
  const { access, key, signal } = subject
  for (const at of new Set([filled.get(access), await access.focused(signal)])) {
    if (at === undefined || access.facts(at) === undefined) continue
    if (isWithin(access, at, key) || isWithin(access, key, at)) continue
    const row = await access.reread(at, signal)
    const field = row !== undefined && isFilled(access, at, row) ? subjectOf(subject, at) : undefined
    if (field !== undefined && (await isFocused(field, row!))) return field
  }
  return undefined
}

function isFilled(access: AppAccess, key: Key, { flags, role }: Row): boolean {
  return (flags & Flag.editable) !== 0 || role === 'AXComboBox' || access.facts(key)?.role === Role.spinButton
}

/** Takes the keyboard from the field that has it, before an action that presses nothing. */
export async function takeOver(subject: Subject): Promise<void> {
  if ((await otherField(subject)) === undefined) return
  await attempted(async () => {
    if (subject.windows.missing === undefined) await bringToFront(subject)
    await grabFocus(subject)
  })
}

/** Adds a note if the field that was filled has kept the keyboard all the same. */
export async function withKept(subject: Subject, done: Performed): Promise<Performed> {
  const last = filled.get(subject.access)
  if (last === undefined || done.noop === true) return done
  let field: Subject | undefined
  const hasLeft = async () => {
    field = await otherField(subject)
    return field?.key !== last
  }
  try {
    if ((await soon(subject, leftMs, hasLeft)) || field === undefined) return done
    return withField(done, (await now(field)).title)
  } catch (error) {
    // The action may have ended the application or closed its window: it counts as done.
    if (error instanceof Problem) return done
    throw error
  }
}

/** False if the window system or the element does not allow it: the caller goes on without. */
export async function attempted(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Problem && (error.name === 'unsupported_here' || error.name === 'element_changed'))
      return false
    throw error
  }
}
