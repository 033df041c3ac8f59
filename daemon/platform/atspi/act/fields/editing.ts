/**
 * Cells and rows that are edited in place: a person opens a field over their text, fills it in and confirms with Enter.
 */
import { byKeys } from '../../../acting/performed.ts'
import { takesNoValue } from '../../../acting/problems.ts'
import { Flag } from '../../../element/flags.ts'
import type { Performed } from '../../../platform.ts'
import { lostKeyboard } from '../../desktop/input.ts'
import { roles } from '../../read/roles.ts'
import { hasState, State } from '../../read/states.ts'
import { ask, property } from '../../wire/access.ts'
import { statesOf } from '../../wire/cache-items.ts'
import type { Ref } from '../../wire/facts.ts'
import { pointAndPress } from '../press/press.ts'
import { attempted } from '../reach/leaving.ts'
import { grabFocus, inFront, isWithin, recipient } from '../reach/reach.ts'
import { type Subject, soon } from '../subject/subject.ts'
import { textIn } from './selection.ts'

/** How long the field may take to open, and the program to take over what was entered. */
const openMs = 600
const takenMs = 1000

const edited = roles('tableCell listItem treeItem')

export function isEditedInPlace({ facts, access }: Subject): boolean {
  return edited.has(facts.role) && access.toolkit.cellsTakeKeys !== true
}

/** Throws unsupported_here if no field opens. */
export async function editInPlace(subject: Subject, value: string): Promise<Performed> {
  const { input, signal } = subject
  const said = () => Promise.all([textIn(subject), property(subject, 'Accessible', 'Name')])
  const before = await said()
  const field = input.missing === undefined ? await openField(subject) : undefined
  if (field === undefined) throw takesNoValue()
  await inFront(subject, async ({ keyboard }, { id: window }) => {
    const verify = async (pressed: number) => {
      if (!(await isFilled(subject, field))) throw lostKeyboard('The element', pressed)
    }
    const to = { window, verify }
    await keyboard.keys(value === '' ? 'Control+A Delete' : 'Control+A', to, signal)
    if (value !== '') await keyboard.text(value, to, signal)
    await keyboard.keys('Enter', to, signal)
  })
  const isTaken = await soon(subject, takenMs, async () => (await said()).includes(value))
  if (isTaken === true) return { ...byKeys, seen: true }
  const isSilent = (await said()).every((one, at) => one === before[at])
  return isSilent && (await isInField(subject, value)) ? { ...byKeys, seen: true } : byKeys
}

/**
 * A cell of wxWidgets keeps reporting its original text (wxWidgets draws a new value without telling GTK). Its real
 * value is in its field, so that is opened once more and left by Escape.
 */
async function isInField(subject: Subject, value: string): Promise<boolean> {
  let isSame = false
  await attempted(async () => {
    const field = await openField(subject)
    if (field === undefined) return
    isSame = (await textIn({ ...subject, ref: field })) === value
    await inFront(subject, ({ keyboard }, x) => keyboard.keys('Escape', recipient(x), subject.signal))
  })
  return isSame
}

/**
 * By F2, by another press of what has the cursor already, or by a double click if the cell says that it can be edited:
 * elsewhere a double click may open it.
 */
async function openField(subject: Subject): Promise<Ref | undefined> {
  const byKey = async () => {
    if (!(await grabFocus(subject))) await pointAndPress(subject, 'left', 1)
    await inFront(subject, ({ keyboard }, x) => keyboard.keys('F2', recipient(x), subject.signal))
  }
  const byPress = () => pointAndPress(subject, 'left', 1)
  const byDoublePress = () => pointAndPress(subject, 'left', 2)
  const found = (await opened(subject, byKey)) ?? (await opened(subject, byPress))
  if (found !== undefined || !hasState(subject.facts, State.editable)) return found
  return await opened(subject, byDoublePress)
}

/** The field that has got the keyboard through this: it lies over the cell, and may be nobody's child. */
async function opened(subject: Subject, open: () => Promise<unknown>): Promise<Ref | undefined> {
  const { access } = subject
  const before = access.lastFocused
  await open()
  return await soon(subject, openMs, async () => {
    const at = access.lastFocused
    if (at === undefined || at.path === before?.path || stoodElsewhere(subject, at)) return false
    return (await isFilled(subject, at)) && at
  })
}

/**
 * A field that was shown before does not belong to the cell, such as a search field that takes what is typed in a list.
 */
function stoodElsewhere({ access, key }: Subject, field: Ref): boolean {
  const known = access.key(field)
  const view = access.parent(key)
  if (known === undefined || ((access.row(known)?.flags ?? 0) & Flag.hidden) !== 0) return false
  return view === undefined || !isWithin(access, known, view)
}

async function isFilled(subject: Subject, ref: Ref): Promise<boolean> {
  const [words] = await ask({ ...subject, ref }, 'Accessible', 'GetState')
  const states = statesOf(words)
  return hasState(states, State.focused) && hasState(states, State.editable)
}
