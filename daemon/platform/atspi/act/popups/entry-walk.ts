/**
 * Presses an entry of an open menu whose position is unknown: the arrow keys move from entry to entry, as for a person.
 */
import { quoted } from '../../../../../api-schema/quoted.ts'
import { Problem } from '../../../../problem.ts'
import { byKeys } from '../../../acting/performed.ts'
import { unsupported } from '../../../acting/problems.ts'
import type { Performed } from '../../../platform.ts'
import { isBorrowed } from '../../read/room.ts'
import { isHidden } from '../../read/states.ts'
import { ask } from '../../wire/access.ts'
import { statesOf } from '../../wire/cache-items.ts'
import type { Facts } from '../../wire/facts.ts'
import { frontWindow } from '../reach/front-window.ts'
import { inFront, recipient } from '../reach/reach.ts'
import { type Subject, soon, subjectOf } from '../subject/subject.ts'

/** How long it may take until the next entry is announced. */
const saidMs = 300
/** How long the menu may take to close. */
const closedMs = 1500

/**
 * Starts from the entry announced last. `shown`: what is hidden once the entry has been pressed. The keys go to the
 * window of `at`.
 */
export async function pressByKeys(
  at: Subject,
  { ref, name }: Pick<Facts, 'ref' | 'name'>,
  shown: Pick<Facts, 'ref' | 'role'>,
): Promise<Performed> {
  const { access } = at
  const passed = new Set<string | undefined>()
  while (access.lastFocused?.path !== ref.path) {
    passed.add(access.lastFocused?.path)
    if (!(await isNextSaid(at, saidMs)) || passed.has(access.lastFocused?.path))
      throw unsupported(`The arrow keys do not lead to ${quoted(name)}.`)
  }
  const last = access.lastFocused
  await press(at, 'Enter')
  const isTaken = await soon(at, closedMs, async () => {
    // It opens another menu, whose first entry is announced.
    if (access.lastFocused !== last) return true
    const [words] = await ask({ ...at, ref: shown.ref }, 'Accessible', 'GetState')
    return words === undefined || isHidden({ role: shown.role, ...statesOf(words) }, access.toolkit)
  })
  if (!isTaken)
    throw new Problem('unknown_outcome', { message: `Enter was pressed, and ${quoted(name)} is still shown.` })
  return byKeys
}

/** Moves to the next entry, or the first; true if one is announced within this many milliseconds. */
export async function isNextSaid(at: Subject, ms: number): Promise<boolean> {
  const before = at.access.lastFocused
  await press(at, 'ArrowDown')
  return (await soon(at, ms, async () => at.access.lastFocused !== before)) === true
}

async function press(at: Subject, keys: string): Promise<void> {
  await inFront(at, ({ keyboard }, x) => keyboard.keys(keys, recipient(x), at.signal))
}

/** Presses an entry that a closed menu also has, and reports as being there; undefined for any other. */
export async function pressBorrowed(subject: Subject): Promise<Performed | undefined> {
  const { access, key, facts, input } = subject
  const menu = access.parent(key)
  const around = menu === undefined ? undefined : access.facts(menu)
  if (around === undefined || !isBorrowed(facts, around, access.toolkit) || input.missing !== undefined)
    return undefined
  const at = subjectOf(subject, await frontWindow(subject))
  if (!(await isNextSaid(at, closedMs))) throw unsupported('The arrow keys do not lead into its menu.')
  return await pressByKeys(at, facts, around)
}
