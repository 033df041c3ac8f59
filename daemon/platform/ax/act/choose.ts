/** Choosing: in pop-up buttons and their menus, combo boxes, tabs and rows; words in a text. */
import { type Choices, pick } from '../../acting/choosing.ts'
import { native, noop } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { Flag } from '../../element/flags.ts'
import type { Performed } from '../../platform.ts'
import { freshRaw, tried } from '../input/attempt.ts'
import { press } from '../input/press.ts'
import { selectAlone, selectedBeside } from '../input/select.ts'
import type { AppAccess } from '../read/access.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isTableRole } from '../wire/roles.ts'
import { nameText } from '../wire/values.ts'
import { fill } from './fill.ts'
import { type Entry, entriesOf } from './menu.ts'
import { selectText } from './selection.ts'

/** If a menu has not opened by then, it will not. */
const openMs = 500
const options: Choices<Entry> = {
  where: 'The list',
  each: 'option',
  names: ({ title }) => [title],
  isDisabled: ({ enabled }) => !enabled,
}

/** Without a value, chooses the element itself. */
export async function choose(app: AppAccess, ref: Ref, value: string | undefined): Promise<Performed> {
  const raw = await freshRaw(app, ref)
  const row = app.mirror.rowFor(raw)
  const words = await selectText(app, raw, value)
  if (words !== undefined) return words
  if (value === undefined) {
    if (row.flags & Flag.selected && selectedBeside(app, ref).length === 0) return noop
    if (row.flags & Flag.selectable && row.subrole !== 'AXTabButton' && (await selectAlone(app, ref))) return native
    return await press(app, ref)
  }
  if (nameText(raw.facts.AXValue) === value && row.role !== 'AXTable') return noop
  if (row.role === 'AXComboBox' && (row.flags & Flag.editable) !== 0) return await fill(app, raw, value)
  const inside = isTableRole(row.role) || row.role === 'AXTabGroup' || row.role === 'AXRadioGroup'
  return inside ? await chooseInside(app, ref, value) : await chooseFromPopUp(app, ref, value)
}

async function chooseFromPopUp(app: AppAccess, ref: Ref, value: string): Promise<Performed> {
  const look = async () => {
    const entries = await entriesOf(app, ref)
    return entries.length > 0 && entries
  }
  const shut = await look()
  if (!shut) await press(app, ref)
  try {
    const entries = shut || (await until(look, { ms: openMs, everyMs: 50, signal: app.signal })) || []
    const entry = pick(entries, value, options)
    const done = (await tried(app, entry.ref, 'AXPress')) ?? (await tried(app, entry.ref, 'AXPick'))
    if (done === undefined) return { ...native, refused: `“${entry.title}” cannot be pressed` }
    app.mark(ref, 'subtree')
    return done
  } catch (error) {
    if (!shut) await close(app, ref)
    throw error
  }
}

/** A row with this text, or a tab with this name. */
async function chooseInside(app: AppAccess, ref: Ref, value: string): Promise<Performed> {
  const { mirror } = app
  const entries = mirror.children(ref).map((child): Entry => {
    return {
      ref: child,
      title: textUnder(app, child) ?? '',
      enabled: ((mirror.row(child)?.flags ?? 0) & Flag.disabled) === 0,
    }
  })
  const entry = pick(entries, value, options)
  app.mark(ref, 'subtree')
  if (mirror.row(entry.ref)?.role !== 'AXRadioButton' && (await selectAlone(app, entry.ref))) return native
  return await press(app, entry.ref)
}

function textUnder(app: AppAccess, ref: Ref): string | undefined {
  const queue = [ref]
  for (let at = 0; at < queue.length && at < 30; at++) {
    const row = app.mirror.row(queue[at]!)
    const text = row?.title ?? row?.value ?? row?.description
    if (text !== undefined) return text
    queue.push(...app.mirror.children(queue[at]!))
  }
  return undefined
}

async function close(app: AppAccess, ref: Ref): Promise<void> {
  for (const child of [...app.mirror.children(ref), ref]) {
    const done = await tried(app, child, 'AXCancel').catch(() => undefined)
    if (done !== undefined) return
  }
}
