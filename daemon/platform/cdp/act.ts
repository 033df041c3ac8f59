/** Every action that an element of a tab can take: the most semantic way first, then the pointer or the keyboard. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import { parseKeys } from '../key-chords.ts'
import type { Act, Key, Performed } from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import { type Aim, aim } from './aim.ts'
import { type Point, placingOf, pointToTab } from './box.ts'
import { aimFor } from './check.ts'
import {
  findOptionScript,
  focusScript,
  optionScript,
  scrollScript,
  stateScript,
  steppedScript,
  stepSelectScript,
} from './field-scripts.ts'
import { booleanOf, setValue } from './fields.ts'
import { pressKeys, typeText } from './keys.ts'
import { drag, moveTo, press, wheel } from './pointer.ts'
import { arm, disarm } from './quiet.ts'
import { upload } from './upload.ts'
import { type Held, isDialog, placeOf, withNode } from './world.ts'

interface Target {
  readonly access: TabAccess
  readonly key: Key
  readonly place: Place
  readonly held: Held
  readonly act: Act
  readonly signal: AbortSignal
}

interface State {
  readonly checked?: boolean
  readonly expanded?: boolean
  readonly selected?: boolean
  readonly popup: boolean
  readonly tag: string
  readonly radio: boolean
}

const native: Performed = { route: 'native' }
const byKeys: Performed = { route: 'keys' }
const noop: Performed = { route: 'native', noop: true }

const actions: { readonly [action in Act['action']]?: (target: Target) => Promise<Performed> } = {
  click: (target) => click(target),
  double_click: (target) => click(target, 'left', 2),
  right_click: (target) => click(target, 'right'),
  hover,
  drag: dragTo,
  scroll,
  set_value: (target) =>
    setValue(target.access, target.held, textOf(target), (wanted) => toggleTo(target, wanted), target.signal),
  type,
  key: pressed,
  select,
  toggle: (target) => toggleTo(target, target.act.value === undefined ? undefined : booleanOf(target.act.value)),
  expand: (target) => expandTo(target, true),
  collapse: (target) => expandTo(target, false),
  increment: (target) => step(target, 1),
  decrement: (target) => step(target, -1),
  focus,
  show_menu: showMenu,
  upload: (target) => upload(target.access, target.held, target.act.files ?? [], () => click(target), target.signal),
}

/** Throws element_gone, element_changed (`data.reason`), dialog_open, unsupported_here, invalid_params, not_found. */
export async function perform(access: TabAccess, key: Key, act: Act, signal: AbortSignal): Promise<Performed> {
  const action = actions[act.action]
  if (action === undefined) {
    throw new Problem('unsupported_here', {
      message: `An element of a tab cannot ${act.action}.`,
      hint: `Use one of: ${Object.keys(actions).join(', ')}.`,
    })
  }
  if (access.dialog !== undefined) {
    const { type, message } = access.dialog
    throw new Problem('dialog_open', {
      message: `A dialog (${type}) is open: ${JSON.stringify(message)}.`,
      data: { dialog: access.dialog },
    })
  }
  const place = placeOf(access, key)
  arm(access, place.session)
  try {
    return await withNode(access, place, signal, (held) => action({ access, key, place, held, act, signal }))
  } catch (error) {
    disarm(access)
    throw error
  }
}

function textOf({ act }: Target): string {
  if (act.value !== undefined) return act.value
  throw new Problem('invalid_params', {
    message: `${act.action} needs a value.`,
    hint: 'Pass value.',
    data: { path: 'value' },
  })
}

/** Where to press; undefined for what has no box. Throws element_changed. */
async function pointOf({ access, place, act, signal }: Target, at: Place = place): Promise<Point | undefined> {
  // Pressing is verified here as well as in `check`: the page may have changed since.
  const found = await aim(access, at, { ...aimFor(act.action, false), point: true, ifHidden: false }, signal)
  if (found.reason === undefined) return found.point
  throw changedProblem(found)
}

function changedProblem({ reason, by, byKey }: Aim): Problem {
  if (reason === 'gone') return new Problem('element_gone')
  return new Problem('element_changed', {
    message: `The element is ${reason}${by === undefined ? '' : ` by ${by}`}; nothing was done.`,
    data: { reason, ...(by !== undefined && { by }), ...(byKey !== undefined && { byKey }) },
  })
}

async function click(
  target: Target,
  button: 'left' | 'right' = 'left',
  count: 1 | 2 = 1,
  at?: Place,
): Promise<Performed> {
  const { access, held, signal } = target
  if (button === 'left' && count === 1 && at === undefined) {
    const option = await held.call<{ kind: string }>(optionScript, [], signal).catch(dialogIsDone)
    if (option.kind !== 'none') return optionDone(option.kind)
  }
  const point = await pointOf(target, at)
  if (point !== undefined) {
    await press(access, held.session, point, button, count, signal)
    return { route: 'pointer' }
  }
  // Nothing to point at (an area of a map, content of a canvas): the element's own press is all there is.
  const script =
    button === 'right'
      ? 'function () { this.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, composed: true })) }'
      : `function () { for (let i = 0; i < ${count}; i++) this.click() }`
  await held.call(script, [], signal).catch(dialogIsDone)
  return native
}

/** A dialog that an action opens is its effect. */
function dialogIsDone(error: unknown): { kind: string } {
  if (!isDialog(error)) throw error
  return { kind: 'set' }
}

function optionDone(kind: string): Performed {
  if (kind === 'same') return noop
  if (kind === 'disabled') throw changedProblem({ reason: 'disabled' })
  return native
}

async function hover(target: Target): Promise<Performed> {
  const point = await pointOf(target)
  if (point === undefined) throw unsupported('It has no place on the page where a pointer could be.')
  await moveTo(target.access, target.held.session, point, target.signal)
  return { route: 'pointer' }
}

function unsupported(message: string, hint = 'Call expand to see what the element can do.'): Problem {
  return new Problem('unsupported_here', { message, hint })
}

/** `to` is an element, or a point of the tab's viewport. */
async function dragTo(target: Target): Promise<Performed> {
  const { access, act, place, signal } = target
  const from = await pointOf(target)
  if (from === undefined) throw unsupported('It has no place on the page from which it could be dragged.')
  const { key, x, y } = act.to ?? {}
  const end = key === undefined ? undefined : placeOf(access, key)
  if (end === undefined && (x === undefined || y === undefined)) {
    throw new Problem('invalid_params', {
      message: 'drag needs to know where.',
      hint: 'Pass to with an elementId, or with x and y.',
      data: { path: 'to' },
    })
  }
  let to: Point = { x: x ?? 0, y: y ?? 0 }
  if (end !== undefined) {
    const found = await aim(access, end, { point: true, ifDisabled: true, ifReadonly: true, still: false }, signal)
    if (found.reason === 'gone') throw new Problem('element_gone', { message: 'The element to drag to is gone.' })
    if (found.point === undefined) throw changedProblem({ ...found, reason: found.reason ?? 'hidden' })
    to = found.point
  }
  if (end?.session === place.session) await drag(access, place.session, (await pointOf(target)) ?? from, to, signal)
  else {
    // From one process to another the pointer can only go over the tab as a whole.
    const fromTab = pointToTab(from, await placingOf(access, place.session, signal))
    const toTab = end === undefined ? to : pointToTab(to, await placingOf(access, end.session, signal))
    await drag(access, access.session, fromTab, toTab, signal)
  }
  return { route: 'pointer' }
}

const directions = new Set(['up', 'down', 'left', 'right', 'top', 'bottom'])

/** By pixels, by a page (`value` up, down, left, right), to an edge (top, bottom), to an element, or into view. */
async function scroll(target: Target): Promise<Performed> {
  const { access, act, held, signal } = target
  const { key, x, y } = act.to ?? {}
  if (key !== undefined)
    return await withNode(access, placeOf(access, key), signal, (other) => scrollBy(target, other, null, null))
  if (act.value !== undefined && !directions.has(act.value)) {
    throw new Problem('invalid_params', {
      message: `scroll does not know ${JSON.stringify(act.value.slice(0, 40))}.`,
      hint: `Pass to {x, y} in pixels, or value ${[...directions].join(', ')}.`,
      data: { path: 'value' },
    })
  }
  const pixels = x !== undefined || y !== undefined
  return await scrollBy(target, held, pixels ? (x ?? 0) : null, pixels ? (y ?? 0) : null)
}

async function scrollBy(target: Target, held: Held, x: number | null, y: number | null): Promise<Performed> {
  const { access, act, signal } = target
  const done = await held.call<string>(scrollScript, [x, y, act.value ?? null], signal)
  if (done === 'moved') return native
  if (done === 'still' || x === null || y === null) return noop
  // Maps and canvases scroll by the wheel alone.
  const point = await pointOf(target)
  if (point === undefined) return noop
  await wheel(access, held.session, point, x, y, signal)
  return { route: 'pointer' }
}

/** Puts the focus on the element, by a press where it cannot be had otherwise. */
async function takeFocus(target: Target, caret: boolean, mayPress: boolean): Promise<void> {
  const { access, held, signal } = target
  if (await held.call<boolean>(focusScript, [caret], signal)) return
  const point = mayPress ? await pointOf(target) : undefined
  if (point === undefined)
    throw unsupported('It cannot take the keyboard focus.', 'Act on the field or control within it, or click it first.')
  await press(access, held.session, point, 'left', 1, signal)
}

async function type(target: Target): Promise<Performed> {
  const text = textOf(target)
  await takeFocus(target, true, true)
  await typeText(target.access, target.held.session, text, target.signal)
  return byKeys
}

async function pressed(target: Target): Promise<Performed> {
  const keys = target.act.keys ?? target.act.value
  if (keys === undefined)
    throw new Problem('invalid_params', {
      message: 'key needs keys.',
      hint: 'Pass keys, such as Enter.',
      data: { path: 'keys' },
    })
  const chords = parseKeys(keys)
  await takeFocus(target, false, false)
  await pressKeys(target.access, target.held.session, chords, target.signal)
  return byKeys
}

async function focus(target: Target): Promise<Performed> {
  await takeFocus(target, false, false)
  return native
}

async function stateOf({ access, key, held, signal }: Target): Promise<State> {
  const state = await held.call<State>(stateScript, [], signal)
  const flags = access.row(key)?.flags ?? 0
  // What the page's markup does not tell the browser may: native popovers, dialogs, menus.
  const expanded = state.expanded ?? (flags & Flag.expandable ? (flags & Flag.expanded) !== 0 : undefined)
  return { ...state, ...(expanded !== undefined && { expanded }) }
}

async function toggleTo(target: Target, wanted: boolean | undefined): Promise<Performed> {
  const { checked, radio } = await stateOf(target)
  if (wanted !== undefined && checked === wanted) return noop
  if (wanted !== undefined && checked === undefined) throw unsupported('It has no on and off to be set.', 'Use click.')
  if (wanted === false && radio) throw unsupported('A radio button is switched off by selecting another one.')
  return await click(target)
}

async function expandTo(target: Target, wanted: boolean): Promise<Performed> {
  const { held, signal } = target
  const { expanded, tag } = await stateOf(target)
  if (expanded === wanted) return noop
  if (expanded === undefined) {
    throw unsupported(
      `It cannot be ${wanted ? 'expanded' : 'collapsed'}.`,
      tag === 'select' ? 'Use select with the option as value.' : 'Use click.',
    )
  }
  if (tag !== 'details') return await click(target)
  const summary = await held.callForNode('function () { return this.querySelector(":scope > summary") }', [], signal)
  if (summary !== undefined) return await click(target, 'left', 1, await summary.place(signal))
  await held.call('function (open) { this.open = open }', [wanted], signal)
  return native
}

/** An option, tab or radio button itself; or, with a value, the option of a list of that name. */
async function select(target: Target): Promise<Performed> {
  const { access, act, held, signal } = target
  const option = await held.call<{ kind: string }>(optionScript, [], signal).catch(dialogIsDone)
  if (option.kind !== 'none') return optionDone(option.kind)
  const { selected, tag } = await stateOf(target)
  if (act.value === undefined) {
    if (selected === true) return noop
    return await click(target)
  }
  if (tag === 'select') return await setValue(access, held, act.value, (wanted) => toggleTo(target, wanted), signal)
  const found = await held.callForNode(findOptionScript, [act.value], signal)
  if (found === undefined) {
    throw new Problem('not_found', {
      message: `It has no option called ${JSON.stringify(act.value.slice(0, 60))}.`,
      hint: 'Expand it, then select or click the option itself.',
    })
  }
  const state = await found.call<State>(stateScript, [], signal)
  if (state.selected === true) return noop
  return await click(target, 'left', 1, await found.place(signal))
}

async function step(target: Target, by: 1 | -1): Promise<Performed> {
  const { access, held, signal } = target
  const stepped = await held.call<boolean | null>(stepSelectScript, [by], signal)
  if (stepped !== null) return stepped ? native : noop
  const before = await held.call<string | null>(steppedScript, [], signal)
  if (before === null) throw unsupported('It has no value that goes up and down.')
  await takeFocus(target, false, false)
  await pressKeys(access, held.session, parseKeys(by > 0 ? 'ArrowUp' : 'ArrowDown'), signal)
  if (access.dialog !== undefined) return byKeys
  const isNative = await held.call<boolean>('function () { return this.localName === "input" }', [], signal)
  const after = isNative ? await held.call<string | null>(steppedScript, [], signal) : undefined
  return after === before ? { ...byKeys, noop: true } : byKeys
}

async function showMenu(target: Target): Promise<Performed> {
  const { popup, expanded } = await stateOf(target)
  if (popup && expanded === true) return noop
  return await click(target, popup ? 'left' : 'right')
}
