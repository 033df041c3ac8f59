/** Brings a control of two or three states to the requested one, with as many presses as necessary. */
import { quoted } from '../../../api-schema/quoted.ts'
import { Flag } from '../element/flags.ts'
import type { Row } from '../element/row.ts'
import type { Performed } from '../platform.ts'
import { noop } from './performed.ts'
import { until } from './polling.ts'
import { invalidValue, unsupported } from './problems.ts'
import { type Setting, settingOf } from './value-words.ts'

export interface Switch {
  readonly state: Setting
  readonly isRadio: boolean
}

export interface Toggling {
  /** The current state; undefined if it is not a switch. */
  readonly read: () => Promise<Switch | undefined>
  readonly press: () => Promise<Performed>
  readonly signal: AbortSignal
}

/** How long the new state may take to appear after a press. */
const pressedMs = 400

/** Without a value, flips it. Throws unsupported_here, invalid_params. */
export async function toggle(value: string | undefined, { read, press, signal }: Toggling): Promise<Performed> {
  const now = await read()
  if (!mustPress(now, value)) return noop
  const done = await press()
  if (now?.state !== 'mixed' || value === undefined || done.refused !== undefined) return done
  // A press turns mixed into on or off.
  const next = await until(
    async () => {
      const state = (await read())?.state
      return state !== 'mixed' && state
    },
    { ms: pressedMs, signal },
  )
  return next === undefined || next === settingOf(value) ? done : await press()
}

/** False when it is already in that state. Throws unsupported_here, invalid_params. */
export function mustPress(now: Switch | undefined, value: string | undefined): boolean {
  if (now === undefined) {
    throw unsupported(
      'It has no on and off states to switch between.',
      'Use click to press it, select to choose one of its options, expand or collapse to open or close it.',
    )
  }
  if (value === undefined) return true
  const wanted = settingOf(value)
  if (wanted === undefined) {
    throw invalidValue(
      `It can be switched on or off (true or false), not to ${quoted(value)}.`,
      'Pass value on or off; true and false, yes and no, checked and unchecked, 1 and 0 mean the same.',
    )
  }
  if (now.state === wanted) return false
  if (wanted === 'off' && now.isRadio)
    throw unsupported('A radio button is switched off by selecting another one.', 'Use select on the other one.')
  if (wanted === 'mixed')
    throw unsupported('It is not mixed, and pressing it may not make it so.', 'Toggle the items it represents.')
  return true
}

/** For controls whose state is in their flags. */
export function switchOf({ flags, role, subrole }: Row): Switch | undefined {
  if ((flags & Flag.checkable) === 0) return undefined
  const state = (flags & Flag.mixed) !== 0 ? 'mixed' : (flags & Flag.checked) !== 0 ? 'on' : 'off'
  return { state, isRadio: role === 'AXRadioButton' || subrole === 'AXMenuItemRadio' }
}
