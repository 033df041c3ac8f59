/** Acting: by the element's own action if it has one, then by its value, then by keys and pointer. */
import { native, noop } from '../../acting/performed.ts'
import { unsupported } from '../../acting/problems.ts'
import { handlerFor } from '../../acting/requests.ts'
import { spotOf } from '../../acting/spot.ts'
import { Flag } from '../../element/flags.ts'
import type { Act, Performed } from '../../platform.ts'
import { canSet, freshRaw, tried } from '../input/attempt.ts'
import { bringToFront } from '../input/front.ts'
import { pressKeys } from '../input/keyboard.ts'
import { click, drag, hover, scroll } from '../input/pointer.ts'
import { press } from '../input/press.ts'
import { type AppAccess, windowOf } from '../read/access.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isSliderRole } from '../wire/roles.ts'
import { numberOf, truthOf } from '../wire/values.ts'
import { choose } from './choose.ts'
import { rightClick, showMenu } from './context-menu.ts'
import { setValue, toggleTo, type } from './fields.ts'
import { takeOver, withKept } from './leaving.ts'
import { chooseFromMenu } from './menu.ts'
import { actOnWindow } from './window-acts.ts'

type Action = (app: AppAccess, ref: Ref, act: Act) => Promise<Performed>

const actions: { readonly [A in Act['action']]?: Action } = {
  click: (app, ref, act) => {
    const spot = spotOf(act)
    return spot === undefined ? press(app, ref) : click(app, ref, { spot })
  },
  double_click: async (app, ref, act) => {
    const spot = spotOf(act)
    const opened = spot === undefined ? await tried(app, ref, 'AXOpen') : undefined
    return opened ?? (await click(app, ref, { times: 2, spot }))
  },
  right_click: rightClick,
  show_menu: showMenu,
  hover,
  drag,
  scroll,
  set_value: (app, ref, { value }) => setValue(app, ref, value!),
  type: (app, ref, { value }) => type(app, ref, value!),
  key: (app, ref, { keys }) => pressKeys(app, ref, keys!),
  select: (app, ref, { value }) => choose(app, ref, value),
  toggle: (app, ref, { value }) => toggleTo(app, ref, value),
  expand: (app, ref, _) => expand(app, ref, true),
  collapse: (app, ref, _) => expand(app, ref, false),
  increment: (app, ref, _) => step(app, ref, 1),
  decrement: (app, ref, _) => step(app, ref, -1),
  focus: (app, ref, _) => focus(app, ref),
  menu: (app, ref, { path }) => chooseFromMenu(app, ref, path!),
  raise: actOnWindow,
  minimize: actOnWindow,
  maximize: actOnWindow,
  close: actOnWindow,
  move: actOnWindow,
  resize: actOnWindow,
}

/** Actions that take the focus from a field that was filled before. */
const leaving: ReadonlySet<Act['action']> = new Set([
  ...(['click', 'set_value', 'select', 'toggle', 'expand', 'collapse', 'increment', 'decrement'] as const),
])

export async function perform(app: AppAccess, ref: Ref, act: Act): Promise<Performed> {
  const action = handlerFor(actions, act.action, 'an application')
  const isLeaving = leaving.has(act.action)
  const acted = async () => {
    if (isLeaving) await takeOver(app, ref)
    const done = await action(app, ref, act)
    return isLeaving && done.untaken === undefined ? await withKept(app, ref, done) : done
  }
  if (!act.front) return await acted()
  const brought = await bringToFront(app, windowOf(app, ref))
  const done = await acted()
  return { ...done, front: brought || done.front === true }
}

/** By its own attribute, its disclosure triangle, or a press. */
async function expand(app: AppAccess, ref: Ref, open: boolean): Promise<Performed> {
  const raw = await freshRaw(app, ref)
  const row = app.mirror.rowFor(raw)
  if (row.flags & Flag.expandable && ((row.flags & Flag.expanded) !== 0) === open) return noop
  app.mark(app.mirror.parent(ref) ?? ref, 'subtree')
  for (const attribute of ['AXExpanded', 'AXDisclosing'])
    if (truthOf(raw.facts[attribute]) !== undefined && (await canSet(app, ref, attribute, open))) return native
  const triangle = app.mirror.children(ref).find((one) => app.mirror.roleOf(one) === 'AXDisclosureTriangle')
  if (triangle !== undefined) {
    const state = app.mirror.rowFor(await freshRaw(app, triangle)).flags & Flag.expanded
    return (state !== 0) === open ? noop : await press(app, triangle)
  }
  if (!open && (row.flags & Flag.expandable) === 0) {
    const cancelled = await tried(app, ref, 'AXCancel')
    if (cancelled !== undefined) return cancelled
  }
  return (open ? await tried(app, ref, 'AXShowMenu') : undefined) ?? (await press(app, ref))
}

async function step(app: AppAccess, ref: Ref, sign: 1 | -1): Promise<Performed> {
  const before = await freshRaw(app, ref)
  const was = numberOf(before.facts.AXValue)
  const done = await tried(app, ref, sign > 0 ? 'AXIncrement' : 'AXDecrement')
  if (done !== undefined && was === undefined) return done
  const now = done === undefined ? was : numberOf((await freshRaw(app, ref)).facts.AXValue)
  if (done !== undefined && now !== was) return { ...done, seen: true }
  const least = numberOf(before.facts.AXMinValue)
  const greatest = numberOf(before.facts.AXMaxValue)
  if (was !== undefined && was === (sign > 0 ? greatest : least)) return noop
  if (done !== undefined) return done
  if (was === undefined || !isSliderRole(app.mirror.roleOf(ref) ?? ''))
    throw unsupported('It has no value to step up or down.')
  const size = least !== undefined && greatest !== undefined ? (greatest - least) / 20 : 1
  const next = Math.min(greatest ?? Infinity, Math.max(least ?? -Infinity, was + sign * size))
  if (await canSet(app, ref, 'AXValue', next)) return native
  return { ...native, refused: 'its value cannot be set' }
}

export async function focus(app: AppAccess, ref: Ref): Promise<Performed> {
  if (app.mirror.roleOf(ref) === 'AXWindow' || app.mirror.roleOf(ref) === 'AXApplication')
    return await actOnWindow(app, ref, { action: 'raise' })
  const raw = await freshRaw(app, ref)
  if (truthOf(raw.facts.AXFocused) === true) return noop
  if (await canSet(app, ref, 'AXFocused', true)) return native
  throw unsupported('It cannot take the keyboard focus.')
}
