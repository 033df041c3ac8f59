/** Every action that an application's element can take: by the most semantic way first, then by keys and pointer. */
import { handlerFor } from '../../acting/requests.ts'
import type { Key } from '../../element/row.ts'
import type { Act, Performed } from '../../platform.ts'
import type { AppAccess } from '../wire/access.ts'
import { focus, pressKeys, setValue, step, type } from './fields.ts'
import { pressBorrowed } from './popups/entry-walk.ts'
import { menu, showMenu } from './popups/menu.ts'
import { pressOption, select } from './popups/options.ts'
import { dragTo, hover, pointAndPress, rightClick } from './press/press.ts'
import { frontWindow } from './reach/front-window.ts'
import { takeOver, withKept } from './reach/leaving.ts'
import { bringToFront } from './reach/reach.ts'
import { scroll } from './reach/scroll.ts'
import { type Subject, subjectOf, type Tools } from './subject/subject.ts'
import { expandTo, toggleTo } from './toggle.ts'
import { actOnWindow } from './window-acts.ts'

const actions: { readonly [action in Act['action']]?: (subject: Subject) => Promise<Performed> } = {
  click: async (subject) => (await pressBorrowed(subject)) ?? (await pressOption(subject)),
  double_click: (subject) => pointAndPress(subject, 'left', 2),
  right_click: rightClick,
  hover,
  drag: dragTo,
  scroll,
  set_value: setValue,
  type,
  key: pressKeys,
  select,
  toggle: (subject) => toggleTo(subject, subject.act.value),
  expand: (subject) => expandTo(subject, true),
  collapse: (subject) => expandTo(subject, false),
  increment: (subject) => step(subject, 1),
  decrement: (subject) => step(subject, -1),
  focus,
  show_menu: showMenu,
  menu,
  raise: actOnWindow,
  minimize: actOnWindow,
  maximize: actOnWindow,
  close: actOnWindow,
  move: actOnWindow,
  resize: actOnWindow,
}

/** Actions that do not press anything and still take the keyboard from a field. */
const takingOver: ReadonlySet<Act['action']> = new Set([
  ...(['set_value', 'select', 'toggle', 'expand', 'collapse', 'increment', 'decrement', 'show_menu'] as const),
])
const leaving: ReadonlySet<Act['action']> = new Set([...takingOver, 'click', 'double_click', 'type'])

/** Throws element_gone, element_changed (`data.reason`), unsupported_here, invalid_params, not_found. */
export async function perform(
  access: AppAccess,
  tools: Tools,
  key: Key,
  act: Act,
  signal: AbortSignal,
  arrived: Subject['arrived'] = async () => {},
): Promise<Performed> {
  const action = handlerFor(actions, act.action, 'an application')
  const brought = { front: false }
  const subject = subjectOf({ ...tools, access, act, signal, arrived, brought }, key)
  if (act.front) await bringToFront(key === access.root ? subjectOf(subject, await frontWindow(subject)) : subject)
  if (takingOver.has(act.action)) await takeOver(subject)
  const acted = await action(subject)
  const done = leaving.has(act.action) && acted.untaken === undefined ? await withKept(subject, acted) : acted
  return brought.front || act.front ? { ...done, front: brought.front } : done
}
