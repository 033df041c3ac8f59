/** Acting: by the element's own action where it has one, then by its value, then by keys and pointer. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Act, Performed } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { canSet, freshRaw, native, press, tried } from './attempt.ts'
import { choose } from './choose.ts'
import { pressKeys } from './keyboard.ts'
import { chooseFromMenu } from './menus.ts'
import { click, drag, hover, scroll } from './pointer.ts'
import type { Ref } from './raw-element.ts'
import { isSliderRole } from './roles.ts'
import { setValue, type } from './text.ts'
import { numberOf, truthOf } from './values.ts'
import { actOnWindow } from './window.ts'

export async function perform(app: AppAccess, ref: Ref, act: Act, signal: AbortSignal): Promise<Performed> {
  switch (act.action) {
    case 'click':
      return await press(app, ref, signal)
    case 'double_click':
      return (await tried(app, ref, 'AXOpen', signal)) ?? (await click(app, ref, { times: 2 }, signal))
    case 'right_click':
    case 'show_menu':
      return (await tried(app, ref, 'AXShowMenu', signal)) ?? (await click(app, ref, { button: 'right' }, signal))
    case 'hover':
      return await hover(app, ref, signal)
    case 'drag':
      return await drag(app, ref, act, signal)
    case 'scroll':
      return await scroll(app, ref, act, signal)
    case 'set_value':
      return await setValue(app, ref, act.value ?? '', signal)
    case 'type':
      return await type(app, ref, act.value ?? '', signal)
    case 'key':
      return await pressKeys(app, ref, act.keys ?? '', signal)
    case 'select':
      return await choose(app, ref, act.value, signal)
    case 'toggle':
      return await toggle(app, ref, act.value, signal)
    case 'expand':
    case 'collapse':
      return await expand(app, ref, act.action === 'expand', signal)
    case 'increment':
    case 'decrement':
      return await step(app, ref, act.action === 'increment' ? 1 : -1, signal)
    case 'focus':
      return await focus(app, ref, signal)
    case 'menu':
      return await chooseFromMenu(app, act.path ?? '', signal)
    case 'raise':
    case 'minimize':
    case 'maximize':
    case 'close':
    case 'move':
    case 'resize':
      return await actOnWindow(app, ref, act, signal)
    case 'upload':
      throw new Problem('unsupported_here', {
        message: 'Applications take files by their own open panels, not by upload.',
      })
  }
}

async function toggle(app: AppAccess, ref: Ref, wanted: string | undefined, signal: AbortSignal): Promise<Performed> {
  const { flags } = app.mirror.rowFor(await freshRaw(app, ref, signal))
  const isOn = (flags & (Flag.checked | Flag.expanded | Flag.selected)) !== 0
  if (wanted !== undefined && /^(on|true|1|checked)$/i.test(wanted) === isOn) return { ...native, noop: true }
  return await press(app, ref, signal)
}

/** By its own attribute, its disclosure triangle, or a press. */
async function expand(app: AppAccess, ref: Ref, open: boolean, signal: AbortSignal): Promise<Performed> {
  const raw = await freshRaw(app, ref, signal)
  const row = app.mirror.rowFor(raw)
  if (row.flags & Flag.expandable && ((row.flags & Flag.expanded) !== 0) === open) return { ...native, noop: true }
  app.mark(app.mirror.parent(ref) ?? ref, 'subtree')
  for (const attribute of ['AXExpanded', 'AXDisclosing'])
    if (truthOf(raw.facts[attribute]) !== undefined && (await canSet(app, ref, attribute, open, signal))) return native
  const triangle = app.mirror.children(ref).find((one) => app.mirror.roleOf(one) === 'AXDisclosureTriangle')
  if (triangle !== undefined) {
    const state = app.mirror.rowFor(await freshRaw(app, triangle, signal)).flags & Flag.expanded
    return (state !== 0) === open ? { ...native, noop: true } : await press(app, triangle, signal)
  }
  if (!open && (row.flags & Flag.expandable) === 0) {
    const cancelled = await tried(app, ref, 'AXCancel', signal)
    if (cancelled !== undefined) return cancelled
  }
  return (open ? await tried(app, ref, 'AXShowMenu', signal) : undefined) ?? (await press(app, ref, signal))
}

async function step(app: AppAccess, ref: Ref, sign: 1 | -1, signal: AbortSignal): Promise<Performed> {
  const before = await freshRaw(app, ref, signal)
  const was = numberOf(before.facts.AXValue)
  const done = await tried(app, ref, sign > 0 ? 'AXIncrement' : 'AXDecrement', signal)
  if (done !== undefined && was === undefined) return done
  const now = done === undefined ? was : numberOf((await freshRaw(app, ref, signal)).facts.AXValue)
  if (done !== undefined && now !== was) return { ...done, seen: true }
  const least = numberOf(before.facts.AXMinValue)
  const greatest = numberOf(before.facts.AXMaxValue)
  if (was !== undefined && was === (sign > 0 ? greatest : least)) return { ...native, noop: true }
  if (done !== undefined) return done
  if (was === undefined || !isSliderRole(app.mirror.roleOf(ref) ?? ''))
    throw new Problem('unsupported_here', { message: 'The element has no value that goes up and down in steps.' })
  const size = least !== undefined && greatest !== undefined ? (greatest - least) / 20 : 1
  const next = Math.min(greatest ?? Infinity, Math.max(least ?? -Infinity, was + sign * size))
  if (await canSet(app, ref, 'AXValue', next, signal)) return native
  return { ...native, refused: 'its value cannot be set' }
}

export async function focus(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<Performed> {
  if (app.mirror.roleOf(ref) === 'AXWindow' || app.mirror.roleOf(ref) === 'AXApplication')
    return await actOnWindow(app, ref, { action: 'raise' }, signal)
  const raw = await freshRaw(app, ref, signal)
  if (truthOf(raw.facts.AXFocused) === true) return { ...native, noop: true }
  if (await canSet(app, ref, 'AXFocused', true, signal)) return native
  throw new Problem('unsupported_here', { message: 'The element cannot have the keyboard focus.' })
}
