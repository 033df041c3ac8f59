/** Switches on and off, opens and closes: only if the state differs. */
import { byKeys, native, noop } from '../../acting/performed.ts'
import { unsupported } from '../../acting/problems.ts'
import { switchOf, toggle } from '../../acting/toggling.ts'
import type { Performed } from '../../platform.ts'
import { Role } from '../read/roles.ts'
import { expandList } from './popups/pop-ups.ts'
import { becomes } from './press/choose.ts'
import { click, needsPointer, pressNatively, rows } from './press/press.ts'
import { pointWith } from './reach/pointing.ts'
import { grabFocus, inFront, recipient } from './reach/reach.ts'
import { bringIntoView } from './reach/scroll.ts'
import { holderOf } from './subject/menu-button.ts'
import { does, isOn, now, type Subject } from './subject/subject.ts'

export async function toggleTo(subject: Subject, value: string | undefined): Promise<Performed> {
  const read = async () => switchOf(await now(subject))
  const { role } = subject.facts
  if (!needsPointer(subject) || !(rows.has(role) || role === Role.listItem))
    return await toggle(value, { read, press: () => click(subject), signal: subject.signal })
  return await toggleItem(subject, value)
}

/** Qt reports an item's check box only while it is checked, and not where it is; Space switches it. */
async function toggleItem(subject: Subject, value: string | undefined): Promise<Performed> {
  const isChecked = isOn(await now(subject), 'checked')
  const read = async () => ({ state: isChecked ? ('on' as const) : ('off' as const), isRadio: false })
  const press = async (): Promise<Performed> => {
    await pressKeysFor(subject, 'Space')
    if (await becomes(subject, 'checked', !isChecked)) return { ...byKeys, seen: true }
    return { ...byKeys, refused: `It has no check box that Space turns ${isChecked ? 'off' : 'on'}.` }
  }
  return await toggle(value, { read, press, signal: subject.signal })
}

export async function expandTo(subject: Subject, wanted: boolean): Promise<Performed> {
  if (subject.facts.role === Role.comboBox) return await expandList(subject, wanted)
  const holder = holderOf(subject)
  const row = await now(holder)
  const expandable = isOn(row, 'expandable')
  const hasMenu = isOn(await now(subject), 'hasMenu')
  if (!expandable && !hasMenu) throw unsupported(`It cannot be ${wanted ? 'expanded' : 'collapsed'}.`, 'Use click.')
  if (isOn(row, 'expanded') === wanted && (expandable || !wanted)) return noop
  if ((await does(subject, 'AXPress', /expand/i)) && (await becomes(holder, 'expanded', wanted)))
    return { ...native, seen: true }
  const isRow = rows.has(subject.facts.role)
  // An element's own menu is closed with Escape: a press might open a second one.
  const press = isRow ? undefined : wanted ? click : holder === subject ? undefined : pressNatively
  const pressed = await press?.(subject)
  if (pressed !== undefined && !expandable) return pressed
  if (pressed !== undefined && (await becomes(holder, 'expanded', wanted))) return { ...pressed, seen: true }
  await pressKeysFor(subject, isRow ? (wanted ? 'ArrowRight' : 'ArrowLeft') : wanted ? 'Alt+ArrowDown' : 'Escape')
  if (await becomes(holder, 'expanded', wanted)) return { ...byKeys, seen: true }
  return { ...byKeys, refused: `It stayed ${wanted ? 'collapsed' : 'expanded'}.` }
}

async function pressKeysFor(subject: Subject, keys: string): Promise<void> {
  await bringIntoView(subject)
  await inFront(subject, async (devices, x) => {
    // Qt reports the current row as focused wherever the keys go.
    const isItem = needsPointer(subject)
    if (keys !== 'Escape' && (isItem || !(await grabFocus(subject)))) {
      if (!isItem && !rows.has(subject.facts.role))
        throw unsupported('It does not open or close by itself, and does not take the keyboard focus.', 'Use click.')
      // The arrow keys go to the row that was pressed last.
      await pointWith(devices, subject, (hand) => hand.press('left', 1))
    }
    await devices.keyboard.keys(keys, recipient(x), subject.signal)
  })
}
