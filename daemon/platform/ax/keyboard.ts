/** Keys, pressed for whatever has the focus: the element is given it first. */
import { Problem } from '../../problem.ts'
import { parseKeys } from '../key-chords.ts'
import type { Performed } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { canSet, tried } from './attempt.ts'
import { Fault } from './faults.ts'
import { stepsOf } from './keys-map.ts'
import type { KeyStep } from './messages.ts'
import { front } from './pointer.ts'
import type { Ref } from './raw-element.ts'

/** What some keys mean to the element that has the focus, for systems that offer no keyboard. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['Enter', 'AXConfirm'],
  ['Escape', 'AXCancel'],
  [' ', 'AXPress'],
  ['ArrowUp', 'AXIncrement'],
  ['ArrowDown', 'AXDecrement'],
])
const unfocusable: ReadonlySet<string> = new Set(['AXApplication', 'AXWindow', 'AXSheet', 'AXMenuBar'])

export async function pressKeys(app: AppAccess, ref: Ref, keys: string, signal: AbortSignal): Promise<Performed> {
  const chords = parseKeys(keys)
  const steps: KeyStep[] = []
  for (const chord of chords) {
    const own = stepsOf(chord)
    if (own === undefined)
      throw new Problem('unsupported_here', { message: `A Mac's keyboard has no key ${chord.stroke.key}.` })
    steps.push(...own)
  }
  if (!unfocusable.has(app.mirror.roleOf(ref) ?? '')) await canSet(app, ref, 'AXFocused', true, signal)
  try {
    await front(app, signal)
    await app.call('keys', { steps }, signal, 3000)
    return { route: 'keys' }
  } catch (error) {
    if (!(error instanceof Fault) || error.error.kind !== 'unsupported') throw error
    const only = chords.length === 1 && chords[0]?.bits === 0 ? meanings.get(chords[0].stroke.key) : undefined
    const done = only === undefined ? undefined : await tried(app, ref, only, signal)
    if (done === undefined) throw error
    return done
  }
}
