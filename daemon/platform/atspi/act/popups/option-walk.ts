/** An option of a combo box whose list cannot be read: the arrow keys show one after the other, as they do to a person. */
import { plainWords } from '../../../acting/choosing.ts'
import { byKeys } from '../../../acting/performed.ts'
import type { Performed } from '../../../platform.ts'
import { Role } from '../../read/roles.ts'
import { shownIn } from '../fields/inner-field.ts'
import { focusedRecipient, grabFocus, inFront } from '../reach/reach.ts'
import { type Subject, soon } from '../subject/subject.ts'

const most = 200
/** How long it may take to show the next one. */
const shownMs = 300

/**
 * Up to its beginning, and from there to its end. Where the option does not come, it shows what it showed before, and
 * undefined is returned; programs hear of each one on the way.
 */
export async function walkToOption(subject: Subject, value: string): Promise<Performed | undefined> {
  const { facts, input, signal } = subject
  if (facts.role !== Role.comboBox || input.missing !== undefined) return undefined
  const first = await shownIn(subject)
  if (first === undefined || !(await grabFocus(subject))) return undefined
  const walk = async (arrow: 'ArrowUp' | 'ArrowDown', wanted: string): Promise<boolean> => {
    for (let steps = 0; steps < most; steps++) {
      const before = await shownIn(subject)
      await inFront(subject, ({ keyboard }, x) => keyboard.keys(arrow, focusedRecipient(subject, x), signal))
      if (!(await soon(subject, shownMs, async () => (await shownIn(subject)) !== before))) return false
      if (plainWords((await shownIn(subject)) ?? '') === plainWords(wanted)) return true
    }
    return false
  }
  if ((await walk('ArrowUp', value)) || (await walk('ArrowDown', value))) return { ...byKeys, seen: true }
  await walk('ArrowUp', first)
  return undefined
}
