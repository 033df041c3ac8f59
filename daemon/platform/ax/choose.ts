/** Choices: of pop-up buttons and their menus, of combo boxes, tabs and rows. */
import { setTimeout } from 'node:timers/promises'
import { Flag } from '../flags.ts'
import type { Performed } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { canSet, freshRaw, native, press, tried } from './attempt.ts'
import { type Entry, entriesOf, matchIn } from './menus.ts'
import type { Ref } from './raw-element.ts'
import { isTableRole } from './roles.ts'
import { nameText } from './values.ts'

/** A menu opens within so long, or not at all. */
const opening = { tries: 10, everyMs: 50 } as const
const listed = 12

/** Without a value the element itself is what is chosen. */
export async function choose(
  app: AppAccess,
  ref: Ref,
  value: string | undefined,
  signal: AbortSignal,
): Promise<Performed> {
  const raw = await freshRaw(app, ref, signal)
  const row = app.mirror.rowFor(raw)
  if (value === undefined) {
    if (row.flags & Flag.selected) return { ...native, noop: true }
    if (
      row.flags & Flag.selectable &&
      row.subrole !== 'AXTabButton' &&
      (await canSet(app, ref, 'AXSelected', true, signal))
    )
      return native
    return await press(app, ref, signal)
  }
  if (nameText(raw.facts.AXValue) === value && row.role !== 'AXTable') return { ...native, noop: true }
  if (row.role === 'AXComboBox') {
    if (await canSet(app, ref, 'AXValue', value, signal)) return native
  }
  const inside = isTableRole(row.role) || row.role === 'AXTabGroup' || row.role === 'AXRadioGroup'
  return inside ? await chooseInside(app, ref, value, signal) : await chooseFromPopUp(app, ref, value, signal)
}

async function chooseFromPopUp(app: AppAccess, ref: Ref, value: string, signal: AbortSignal): Promise<Performed> {
  let entries = await entriesOf(app, ref, signal)
  let opened = false
  if (entries.length === 0) {
    await press(app, ref, signal)
    opened = true
    for (let tries = 0; tries < opening.tries && entries.length === 0; tries++) {
      if (tries > 0) await setTimeout(opening.everyMs, undefined, { signal })
      entries = await entriesOf(app, ref, signal)
    }
  }
  const entry = matchIn(entries, value)
  if (entry === undefined || !entry.enabled) {
    if (opened) await close(app, ref, signal)
    return { ...native, refused: entry === undefined ? lacking(value, entries) : `“${entry.title}” is disabled` }
  }
  const done = (await tried(app, entry.ref, 'AXPress', signal)) ?? (await tried(app, entry.ref, 'AXPick', signal))
  if (done === undefined) return { ...native, refused: `“${entry.title}” cannot be pressed` }
  app.mark(ref, 'subtree')
  return done
}

/** A row whose text it is, or a tab of that name. */
async function chooseInside(app: AppAccess, ref: Ref, value: string, signal: AbortSignal): Promise<Performed> {
  const { mirror } = app
  const entries = mirror.children(ref).map((child): Entry => {
    return {
      ref: child,
      title: textUnder(app, child) ?? '',
      enabled: ((mirror.row(child)?.flags ?? 0) & Flag.disabled) === 0,
    }
  })
  const entry = matchIn(entries, value)
  if (entry === undefined)
    return {
      ...native,
      refused: lacking(
        value,
        entries.filter(({ title }) => title !== ''),
      ),
    }
  app.mark(ref, 'subtree')
  if (mirror.row(entry.ref)?.role !== 'AXRadioButton' && (await canSet(app, entry.ref, 'AXSelected', true, signal)))
    return native
  return await press(app, entry.ref, signal)
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

async function close(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<void> {
  for (const child of [...app.mirror.children(ref), ref]) {
    const done = await tried(app, child, 'AXCancel', signal).catch(() => undefined)
    if (done !== undefined) return
  }
}

function lacking(value: string, entries: readonly Entry[]): string {
  const names = entries.slice(0, listed).map(({ title }) => title)
  const there =
    names.length === 0 ? 'there are none' : `there are ${names.join(', ')}${entries.length > listed ? ', …' : ''}`
  return `no option “${value.slice(0, 80)}”; ${there}`
}
