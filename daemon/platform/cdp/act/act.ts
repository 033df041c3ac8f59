/** Every action a tab's element can take: the most semantic way first, then the pointer or the keyboard. */
import { Problem } from '../../../problem.ts'
import { byKeys, native, noop } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { dialogOpen, losesFocus, unsupported } from '../../acting/problems.ts'
import { handlerFor } from '../../acting/requests.ts'
import { spotOf } from '../../acting/spot.ts'
import { type Switch, switchOf, toggle } from '../../acting/toggling.ts'
import { Flag } from '../../element/flags.ts'
import type { Key } from '../../element/row.ts'
import { parseKeys } from '../../keys/chords.ts'
import type { Act, Performed } from '../../platform.ts'
import {
  type ControlState,
  contextMenuScript,
  controlScript,
  openDetailsScript,
  pressScript,
  stepSelectScript,
  stepsItselfScript,
  summaryScript,
} from '../injected/act/controls.ts'
import { focusScript, takesKeysScript } from '../injected/act/focus.ts'
import { oneFrameScript } from '../injected/frames.ts'
import { pressKeys, typeText } from '../input/keyboard.ts'
import { rememberSecure } from '../read/secure-memory.ts'
import { arm, disarm } from '../watch/quiet.ts'
import type { TabAccess } from '../wire/access.ts'
import { evaluate, type Held, hold, isDialog, isGone, withNode } from '../wire/world.ts'
import { atOnce, probe } from './aim.ts'
import { setValue, typeOver } from './fields.ts'
import { InputGate } from './input-gate.ts'
import { guardKeys, sendGuarded } from './keys-sent.ts'
import { chooseIn, type Hands } from './lists.ts'
import { takeOption } from './options.ts'
import { dragTo, hover, scroll, type Target, withInterest } from './pointing.ts'
import { changedProblem, pressOn } from './press.ts'
import { selectText } from './selection.ts'
import { stepped } from './steppers.ts'
import { upload } from './upload.ts'

/** A press opens its list at once, or not at all. */
const openMs = 500

const actions: { readonly [action in Act['action']]?: (target: Target) => Promise<Performed> } = {
  click: (target) => click(target),
  double_click: (target) => click(target, 'left', 2),
  right_click: (target) => click(target, 'right'),
  hover,
  drag: dragTo,
  scroll,
  set_value: setTo,
  type,
  key: pressed,
  select,
  toggle: (target) => toggleTo(target, target.act.value),
  expand: (target) => expandTo(target, true),
  collapse: (target) => expandTo(target, false),
  increment: (target) => step(target, 1),
  decrement: (target) => step(target, -1),
  focus,
  show_menu: showMenu,
  upload: (target) => upload(target.held, target.act.files ?? [], () => click(target), target.signal),
}

/** Throws element_gone, element_changed (`data.reason`), dialog_open, unsupported_here, invalid_params, not_found. */
export async function perform(access: TabAccess, key: Key, act: Act, signal: AbortSignal): Promise<Performed> {
  const action = handlerFor(actions, act.action, 'a tab')
  const { dialog } = access
  if (dialog !== undefined) throw dialogOpen(dialog)
  const place = access.place(key)
  if (place === undefined) throw changedProblem({ reason: 'gone' })
  arm(access, place.session)
  const gate = InputGate.begin(access, signal)
  try {
    const held = await hold(access, place, signal).catch((error) => {
      throw isGone(error) ? changedProblem({ reason: 'gone' }) : error
    })
    try {
      await gate.closed()
      return await action({ access, key, place, held, act, signal })
    } finally {
      held.release()
    }
  } catch (error) {
    disarm(access)
    throw error
  } finally {
    const opened = gate.open()
    // A page that has not answered in time will not answer this either.
    if (!signal.aborted) await opened
  }
}

async function click(
  target: Target,
  button: 'left' | 'right' = 'left',
  count: 1 | 2 = 1,
  at?: Held,
): Promise<Performed> {
  const { access, held, act, signal } = target
  const spot = spotOf(act)
  let asked: ReturnType<typeof probe> | undefined
  if (button === 'left' && count === 1 && at === undefined && spot === undefined) {
    await rememberSecure(access, signal)
    const taken = takeOption(held, 'add', signal)
    asked = probe(held, atOnce, signal)
    const done = await taken
    if (done !== undefined) return done
  }
  const place = at === undefined ? target.place : await at.place(signal)
  const mark = { access, place, held: at ?? held, action: act.action, spot }
  const done = await pressOn(mark, button, count, signal, asked)
  if (done !== undefined) return done
  // Nothing to point at (an image map area, canvas content): the element's own press is the only way.
  const pressed =
    button === 'right' ? held.call(contextMenuScript, [], signal) : held.call(pressScript, [count], signal)
  await pressed.catch((error) => {
    // A dialog that the action opens is its effect.
    if (!isDialog(error)) throw error
  })
  return native
}

interface Focused {
  readonly isPressed: boolean
  /** What an editor draws next to the element. */
  readonly drawn?: string
}

/** Focuses the element, by a press if nothing else works. */
async function takeFocus(target: Target, caret: boolean, mayPress: boolean): Promise<Focused> {
  const { access, place, held, act, signal } = target
  const { isTaken, ...found } = await held.call(focusScript, [caret], signal)
  if (isTaken) return { isPressed: false, ...found }
  const done = mayPress ? await pressOn({ access, place, held, action: act.action }, 'left', 1, signal) : undefined
  if (done === undefined)
    throw unsupported('It cannot take the keyboard focus.', 'Act on the field or control within it, or click it first.')
  return { isPressed: true }
}

/** Throws unless keys that are sent now reach the element. An editor may take them in a field of its own next to it. */
async function takeKeys(target: Target, caret: boolean, mayPress: boolean): Promise<Focused> {
  const { access, signal } = target
  const focused = await takeFocus(target, caret, mayPress)
  const { isPressed } = focused
  let takes = await reachesKeys(target, isPressed)
  // A frame of another process gets the focus a moment later.
  for (let waited = 0; !takes && waited < focusFrames; waited++) {
    await evaluate(access, access.session, oneFrameScript, signal)
    takes = await reachesKeys(target, isPressed)
  }
  if (!takes) throw losesFocus()
  return focused
}

const focusFrames = 5

async function reachesKeys({ access, act, place, held, signal }: Target, wherever: boolean): Promise<boolean> {
  for (let owner = access.owner(place.session); owner !== undefined; owner = access.owner(owner.session)) {
    const takes = await withNode(access, owner, signal, (frame) => frame.call(takesKeysScript, [false], signal))
    if (!takes) return false
  }
  // Last, since a frame that has just got the focus may only now pass it on.
  return await guardKeys(held, { wherever, isText: act.action === 'type' }, signal)
}

async function type(target: Target): Promise<Performed> {
  const { drawn } = await takeKeys(target, true, true)
  const { held, act, signal } = target
  await sendGuarded(held, signal, () => typeText(held, act.value!, signal))
  return drawn === undefined ? byKeys : { ...byKeys, drawn }
}

async function pressed(target: Target): Promise<Performed> {
  const { access, held, act, signal } = target
  const chords = parseKeys(act.keys!)
  await rememberSecure(access, signal)
  await takeKeys(target, false, false)
  const doubt = await sendGuarded(held, signal, () => pressKeys(held, chords, signal))
  return doubt === undefined ? byKeys : { ...byKeys, doubt }
}

async function focus(target: Target): Promise<Performed> {
  return await withInterest(target, async () => {
    await takeFocus(target, false, false)
    return native
  })
}

async function stateOf({ access, key, held, signal }: Target): Promise<ControlState> {
  const state = await held.call(controlScript, [], signal)
  const flags = access.row(key)?.flags ?? 0
  // The browser may know what the page's markup does not say: native popovers, dialogs, menus.
  const expanded = state.expanded ?? (flags & Flag.expandable ? (flags & Flag.expanded) !== 0 : undefined)
  return { ...state, ...(expanded !== undefined && { expanded }) }
}

async function toggleTo(target: Target, value: string | undefined): Promise<Performed> {
  const read = async () => {
    const { checked, mixed, radio } = await stateOf(target)
    // A state that an element sets by its `ElementInternals` is in no attribute.
    if (checked === undefined) return await toldState(target)
    return { state: mixed ? 'mixed' : checked ? 'on' : 'off', isRadio: radio } as const
  }
  const press = async () => (await takeOption(target.held, 'flip', target.signal)) ?? (await click(target))
  return await toggle(value, { read, press, signal: target.signal })
}

async function toldState({ access, key, signal }: Target): Promise<Switch | undefined> {
  const row = await access.reread(key, signal)
  return row && switchOf(row)
}

async function expandTo(target: Target, wanted: boolean): Promise<Performed> {
  const { held, signal } = target
  const { expanded, tag, treeItem } = await stateOf(target)
  if (expanded === wanted) return noop
  if (expanded === undefined) {
    throw unsupported(
      `It cannot be ${wanted ? 'expanded' : 'collapsed'}.`,
      tag === 'select' ? 'Use select with the option as value.' : 'Use click.',
    )
  }
  if (treeItem && (await turnByKeys(target, wanted))) return byKeys
  if (tag !== 'details') return await click(target)
  const summary = await held.callForNode(summaryScript, [], signal)
  if (summary !== undefined) return await click(target, 'left', 1, summary)
  await held.call(openDetailsScript, [wanted], signal)
  return native
}

/** For items of a tree that only a mark opens: a press would choose the item, while the keys of trees just open it. */
async function turnByKeys(target: Target, wanted: boolean): Promise<boolean> {
  const { held, signal } = target
  const takes = await takeKeys(target, false, false).catch(() => undefined)
  signal.throwIfAborted()
  if (takes === undefined) return false
  await pressKeys(held, parseKeys(wanted ? 'ArrowRight' : 'ArrowLeft'), signal)
  // A tree may redraw an item for each of its states.
  const isTurned = async () => {
    const { gone, expanded } = await stateOf(target)
    return gone || expanded === wanted
  }
  return (await until(isTurned, { ms: openMs, signal })) === true
}

/**
 * An option, tab or radio button itself; or, with a value, the list's option of that name. In a multiple choice it is
 * added: `set_value` replaces the others, `toggle` removes one. In a text it selects words; those that a read-only field does
 * not have are of the list that its press opens.
 */
async function select(target: Target): Promise<Performed> {
  const { access, act, held, signal } = target
  await rememberSecure(access, signal)
  const done = await takeOption(held, 'add', signal)
  if (done !== undefined) return done
  const selected = await selectText(held, act.value, signal).catch(async (error: unknown) => {
    if (error instanceof Problem && error.name === 'not_found' && (await stateOf(target)).readonly) return undefined
    throw error
  })
  if (selected !== undefined) return selected
  if (act.value === undefined) return (await stateOf(target)).selected === true ? noop : await click(target)
  return await chooseIn(target, act.value, handsOn(target))
}

async function setTo(target: Target): Promise<Performed> {
  const toggle = (value: string) => toggleTo(target, value)
  return await setValue(target, target.act.value!, { toggle, ...handsOn(target) })
}

function handsOn(target: Target): Hands {
  return {
    state: () => stateOf(target),
    press: (at) => click(target, 'left', 1, at),
    keys: async (keys) => {
      await takeKeys(target, false, false)
      await pressKeys(target.held, parseKeys(keys), target.signal)
    },
    write: (text) => typeOver(target.held, text, target.signal),
  }
}

async function step(target: Target, by: 1 | -1): Promise<Performed> {
  const { access, held, signal } = target
  const isStepped = await held.call(stepSelectScript, [by], signal)
  if (isStepped !== null) return isStepped ? native : noop
  const before = await stepped(held, signal)
  if (before === null) throw unsupported('It has no value to step up or down.')
  await takeKeys(target, false, false)
  await pressKeys(held, parseKeys(by > 0 ? 'ArrowUp' : 'ArrowDown'), signal)
  if (access.dialog !== undefined) return byKeys
  const isNative = await held.call(stepsItselfScript, [], signal)
  const after = isNative ? await stepped(held, signal) : undefined
  return after === before ? { ...byKeys, noop: true } : byKeys
}

async function showMenu(target: Target): Promise<Performed> {
  const { popup, expanded } = await stateOf(target)
  if (popup && expanded === true) return noop
  return await click(target, popup ? 'left' : 'right')
}
