/** On and off, open and closed: set only where they differ. */
import { Problem } from '../../problem.ts'
import type { Performed } from '../platform.ts'
import { becomes } from './choose.ts'
import { click, pressNatively } from './press.ts'
import { bringToFront, grabFocus, recipient } from './reach.ts'
import { Role } from './roles.ts'
import { actionIndex, byKeys, doAction, isOn, native, noop, now, type Subject, unsupported } from './subject.ts'

export async function toggleTo(subject: Subject, wanted: boolean | undefined): Promise<Performed> {
  const row = await now(subject)
  if (wanted !== undefined && !isOn(row, 'checkable'))
    throw unsupported('It has no on and off to be set.', 'Use click.')
  if (wanted !== undefined && !isOn(row, 'mixed') && isOn(row, 'checked') === wanted) return noop
  if (wanted === false && subject.facts.role === Role.radioButton)
    throw unsupported('A radio button is switched off by selecting another one.')
  return await click(subject)
}

/** The words that a check box can be set by. Throws invalid_params. */
export function booleanOf(value: string): boolean {
  const word = value.trim().toLowerCase()
  if (['true', 'on', 'yes', '1', 'checked'].includes(word)) return true
  if (['false', 'off', 'no', '0', 'unchecked'].includes(word)) return false
  throw new Problem('invalid_params', {
    message: `${JSON.stringify(value.slice(0, 40))} is neither on nor off.`,
    hint: 'Pass true or false.',
    data: { path: 'value' },
  })
}

export async function expandTo(subject: Subject, wanted: boolean): Promise<Performed> {
  const row = await now(subject)
  const expandable = isOn(row, 'expandable')
  if (!expandable && !(wanted && isOn(row, 'hasMenu')))
    throw unsupported(`It cannot be ${wanted ? 'expanded' : 'collapsed'}.`, 'Use click.')
  if (expandable && isOn(row, 'expanded') === wanted) return noop
  const own = await actionIndex(subject, 'AXPress', /expand/i)
  if (own !== undefined && (await doAction(subject, own)) && (await becomes(subject, 'expanded', wanted)))
    return { ...native, seen: true }
  const isRow = subject.facts.role === Role.treeItem || subject.facts.role === Role.tableCell
  // What opens a menu of its own closes by Escape; a press may open a second one.
  const pressed = isRow || !wanted ? undefined : await pressNatively(subject)
  if (pressed !== undefined && (!expandable || (await becomes(subject, 'expanded', wanted)))) return pressed
  return await byArrows(subject, isRow ? (wanted ? 'ArrowRight' : 'ArrowLeft') : wanted ? 'Alt+ArrowDown' : 'Escape')
}

async function byArrows(subject: Subject, keys: string): Promise<Performed> {
  const { input, signal } = subject
  return await input.use(signal, async ({ keyboard }) => {
    const { x } = await bringToFront(subject)
    if (keys !== 'Escape' && !(await grabFocus(subject)))
      throw unsupported('It does not open or close by itself, and does not take the keyboard focus.', 'Use click.')
    await keyboard.keys(keys, recipient(subject, x), signal)
    return byKeys
  })
}
