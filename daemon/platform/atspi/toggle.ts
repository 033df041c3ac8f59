/** On and off, open and closed: set only where they differ. */
import { Problem } from '../../problem.ts'
import type { Performed } from '../platform.ts'
import { becomes } from './choose.ts'
import { holderOf } from './menu-button.ts'
import { press as pressAt } from './pointer.ts'
import { expandList } from './pop-ups.ts'
import { click, pointWith, pressNatively } from './press.ts'
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
  if (subject.facts.role === Role.comboBox) return await expandList(subject, wanted)
  const holder = holderOf(subject)
  const row = await now(holder)
  const expandable = isOn(row, 'expandable')
  const hasMenu = isOn(await now(subject), 'hasMenu')
  if (!expandable && !hasMenu) throw unsupported(`It cannot be ${wanted ? 'expanded' : 'collapsed'}.`, 'Use click.')
  if (isOn(row, 'expanded') === wanted && (expandable || !wanted)) return noop
  const own = await actionIndex(subject, 'AXPress', /expand/i)
  if (own !== undefined && (await doAction(subject, own)) && (await becomes(holder, 'expanded', wanted)))
    return { ...native, seen: true }
  const isRow = rows.has(subject.facts.role)
  // What opens a menu of its own closes by Escape; a press may open a second one.
  const press = isRow ? undefined : wanted ? click : holder === subject ? undefined : pressNatively
  const pressed = await press?.(subject)
  if (pressed !== undefined && !expandable) return pressed
  if (pressed !== undefined && (await becomes(holder, 'expanded', wanted))) return { ...pressed, seen: true }
  await pressKeysFor(subject, isRow ? (wanted ? 'ArrowRight' : 'ArrowLeft') : wanted ? 'Alt+ArrowDown' : 'Escape')
  if (await becomes(holder, 'expanded', wanted)) return { ...byKeys, seen: true }
  return { ...byKeys, refused: `It stayed ${wanted ? 'collapsed' : 'expanded'}.` }
}

const rows: ReadonlySet<number> = new Set<number>([Role.treeItem, Role.tableCell, Role.tableRow])

async function pressKeysFor(subject: Subject, keys: string): Promise<void> {
  const { input, signal } = subject
  await input.use(signal, async (hands) => {
    const { x } = await bringToFront(subject)
    if (keys !== 'Escape' && !(await grabFocus(subject))) {
      if (!rows.has(subject.facts.role))
        throw unsupported('It does not open or close by itself, and does not take the keyboard focus.', 'Use click.')
      // The arrows go to the row that was pressed last.
      await pointWith(hands, subject, ({ connection, point }) => pressAt(connection, point, 'left', 1))
    }
    await hands.keyboard.keys(keys, recipient(subject, x), signal)
  })
}
