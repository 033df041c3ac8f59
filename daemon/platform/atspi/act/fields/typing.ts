/** Keys for an element: sent while it has the focus, and waited for. */
import { unsupported } from '../../../acting/problems.ts'
import { type Devices, lostKeyboard, type Recipient } from '../../desktop/input.ts'
import { ask, property } from '../../wire/access.ts'
import { pointAndPress } from '../press/press.ts'
import { frontWindow } from '../reach/front-window.ts'
import { pointWith } from '../reach/pointing.ts'
import { comesToFocus, focusedRecipient, grabFocus, inFront, isFocused, recipient, viewOf } from '../reach/reach.ts'
import { isOn, now, type Subject, soon, subjectOf } from '../subject/subject.ts'
import { textIn } from './selection.ts'

/** How long an element may take to show what was typed. */
const takenMs = 600
export const focusHint = 'Act on the field or control within it, or click it first.'

export type Typing = (devices: Devices, to: Recipient) => Promise<void>

export interface TypingOptions {
  /** Move the caret to the end of the text if the focus has to be moved. */
  readonly atEnd?: boolean
  /** The typed text may move the focus, as Tab does. */
  readonly movesFocus?: boolean
}

/** Focuses the element if it can have the focus; for a window, dialog or group the focus stays where it is. */
export async function withKeyboard(subject: Subject, work: Typing, options: TypingOptions): Promise<void> {
  const { access, key } = subject
  const target = key === access.root ? subjectOf(subject, await frontWindow(subject)) : subject
  const isWindow = access.parent(target.key) === access.root
  if (!isWindow && isOn(await now(target), 'focusable')) return await whileFocused(target, work, options)
  if (!isWindow && options.atEnd === true) await pointAndPress(target, 'left', 1)
  await inFront(target, (devices, x) => work(devices, recipient(x)))
}

/** Types only while the element has the focus: text for one field must not go into another. */
export async function whileFocused(subject: Subject, work: Typing, options: TypingOptions = {}): Promise<void> {
  await inFront(subject, async (devices, x) => {
    const row = await now(subject)
    if (!(await isFocused(subject, row))) {
      const isPressed = isOn(row, 'editable') || viewOf(subject) !== undefined
      const taken = (await grabFocus(subject)) || (isPressed && (await pressToFocus(devices, subject)))
      if (!taken) {
        // While another window has the keyboard an element takes no focus.
        if (!(await devices.keyboard.isOn(x.id))) throw lostKeyboard('The window', 0)
        throw unsupported('It does not take the keyboard focus.', focusHint)
      }
      // Fields select their content on focus, so typing would replace it.
      if (options.atEnd === true) await caretToEnd(subject)
    }
    await work(devices, focusedRecipient(subject, x, options.movesFocus))
  })
}

async function pressToFocus(devices: Devices, subject: Subject): Promise<boolean> {
  await pointWith(devices, subject, (hand) => hand.press('left', 1))
  subject.brought.pressed = true
  return await comesToFocus(subject)
}

export async function caretToEnd(subject: Subject): Promise<void> {
  const count = await property(subject, 'Text', 'CharacterCount')
  if (typeof count === 'number') await ask(subject, 'Text', 'SetCaretOffset', 'i', [count])
}

/**
 * Returns when what was typed shows, or nothing has come in time. Qt 6 says that it has taken its keys before it has: if
 * the keyboard were then given to another field, they would go there.
 */
export async function arrives(subject: Subject, value: string, before: string | undefined): Promise<void> {
  let last = before
  await soon(subject, takenMs, async () => {
    const now = await textIn(subject)
    const isStill = now !== before && now === last
    last = now
    return now === value || isStill
  })
}
