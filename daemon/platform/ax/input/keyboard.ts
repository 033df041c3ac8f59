/** Keys, sent to the application's process once the element has the focus: it may stay in the background. */
import { byKeys } from '../../acting/performed.ts'
import { unsupported } from '../../acting/problems.ts'
import { parseKeys } from '../../keys/chords.ts'
import type { Performed } from '../../platform.ts'
import type { AppAccess } from '../read/access.ts'
import { Fault } from '../wire/faults.ts'
import type { KeyStep } from '../wire/messages.ts'
import type { Ref } from '../wire/raw-element.ts'
import { tried } from './attempt.ts'
import { takeFocus } from './focus.ts'
import { stepsOf } from './keymap.ts'

/** What some keys mean to the focused element, for systems without a keyboard. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['Enter', 'AXConfirm'],
  ['Escape', 'AXCancel'],
  [' ', 'AXPress'],
  ['ArrowUp', 'AXIncrement'],
  ['ArrowDown', 'AXDecrement'],
])

export async function pressKeys(app: AppAccess, ref: Ref, keys: string): Promise<Performed> {
  const chords = parseKeys(keys)
  const steps: KeyStep[] = []
  for (const chord of chords) {
    const own = stepsOf(chord)
    if (own === undefined) throw unsupported(`A Mac's keyboard has no key ${JSON.stringify(chord.stroke.key)}.`)
    steps.push(...own)
  }
  try {
    const front = await takeFocus(app, ref)
    await sendKeys(app, steps)
    return { ...byKeys, ...(front && { front }) }
  } catch (error) {
    if (!(error instanceof Fault) || error.error.kind !== 'unsupported') throw error
    const only = chords.length === 1 && chords[0]?.bits === 0 ? meanings.get(chords[0].stroke.key) : undefined
    const done = only === undefined ? undefined : await tried(app, ref, only)
    if (done === undefined) throw error
    return done
  }
}

/** Only to its process. */
export async function sendKeys(app: AppAccess, steps: readonly KeyStep[]): Promise<void> {
  await app.call('keys', { steps, pid: app.pid }, 3000)
}
