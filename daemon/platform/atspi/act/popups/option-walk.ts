/**
 * Chooses an option of a combo box whose list cannot be read: the arrow keys show one after the other, as for a person.
 */
import { plainWords } from '../../../acting/choosing.ts'
import { byKeys } from '../../../acting/performed.ts'
import type { Performed } from '../../../platform.ts'
import { Role } from '../../read/roles.ts'
import { ask } from '../../wire/access.ts'
import { fieldOf, shownIn } from '../fields/inner-field.ts'
import { pointAndPress } from '../press/press.ts'
import { enter } from '../reach/leaving.ts'
import { focusedRecipient, grabFocus, inFront } from '../reach/reach.ts'
import { now, type Subject, soon, subjectOf } from '../subject/subject.ts'

const most = 200
/** How long it may take to show the next option. */
const shownMs = 300

/**
 * Moves to the first option and from there to the last. If the option is not found, shows the old one again and returns
 * undefined. Programs notice each option on the way.
 */
export async function walkToOption(subject: Subject, value: string): Promise<Performed | undefined> {
  const { facts, input, signal } = subject
  if (facts.role !== Role.comboBox || input.missing !== undefined) return undefined
  const first = await shownIn(subject)
  // The keys go to the field inside, if it has one.
  const field = await fieldOf(subject, await now(subject))
  const at = field === undefined ? subject : subjectOf(subject, field)
  const takesKeys = () => (at === subject ? grabFocus(at) : enter(at, () => pointAndPress(at, 'left', 1)))
  if (first === undefined || !(await takesKeys())) return undefined
  const walk = async (arrow: 'ArrowUp' | 'ArrowDown', wanted: string): Promise<boolean> => {
    for (let steps = 0; steps < most; steps++) {
      const before = await shownIn(subject)
      await inFront(subject, ({ keyboard }, x) => keyboard.keys(arrow, focusedRecipient(at, x), signal))
      if (!(await soon(subject, shownMs, async () => (await shownIn(subject)) !== before))) return false
      if (plainWords((await shownIn(subject)) ?? '') === plainWords(wanted)) return true
    }
    return false
  }
  if ((await walk('ArrowUp', value)) || (await walk('ArrowDown', value))) return { ...byKeys, seen: true }
  const isBack = await walk('ArrowUp', first)
  // What was typed is not an option, so it is restored as text.
  if (!isBack && at !== subject) await ask(at, 'EditableText', 'SetTextContents', 's', [first])
  return undefined
}
