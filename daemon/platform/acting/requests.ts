/** What each action requires of the request and of the element. */
import type { ActionWord } from '../../../api-schema/methods/interact.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import { Problem } from '../../problem.ts'
import { menuSteps } from './choosing.ts'
import { unsupported } from './problems.ts'
import { isOnOrRestored, settingOf } from './value-words.ts'

/** An action as requested. */
type Step = NonNullable<Params<'interact'>['steps']>[number]
type Request = Omit<Step, 'action'> & { readonly action: ActionWord }
type State = 'visible' | 'enabled' | 'editable'

interface Needs {
  /** States the element must be in before the action starts. */
  readonly states: readonly State[]
  readonly request?: {
    /** A valid request: the part the action needs. */
    readonly example: Omit<Request, 'action'>
    readonly isValid: (request: Request) => boolean
    /** The requirement, shown to callers who got it wrong. */
    readonly what: string
  }
}

const directions = ['up', 'down', 'left', 'right', 'top', 'bottom'] as const
export type Direction = (typeof directions)[number]

const any: readonly State[] = []
const seen = ['visible'] as const
const usable = ['visible', 'enabled'] as const
const editable = ['visible', 'enabled', 'editable'] as const

function rule(
  states: readonly State[],
  example: Omit<Request, 'action'>,
  what: string,
  isValid: (request: Request) => boolean,
): Needs {
  return { states, request: { example, isValid, what } }
}

const text = rule(editable, { value: 'tea' }, 'needs a value', ({ value }) => value !== undefined)
const sizing = rule(
  any,
  { value: 'restore' },
  'takes on, off or restore',
  ({ value }) => isOnOrRestored(value) !== undefined,
)
const switching = 'takes on or off (also true, yes, 1, checked; false, no, 0, unchecked; mixed)'
/** Anywhere on the element, or at a point of it. */
const pressing = (states: readonly State[]) =>
  rule(
    states,
    { to: { x: 10, y: 10 } },
    'takes to: x and y, from the top left corner of the element',
    ({ to }) =>
      to === undefined ||
      (Object.keys(to).every((part) => part === 'x' || part === 'y') && isGiven(to.x) && isGiven(to.y)),
  )
const isGiven = (...sides: readonly (number | undefined)[]) => sides.some((side) => side !== undefined)

const table: { readonly [A in ActionWord]: Needs } = {
  click: pressing(usable),
  double_click: pressing(usable),
  right_click: pressing(usable),
  hover: pressing(seen),
  drag: rule(
    usable,
    { to: { x: 400, y: 300 } },
    'needs to know where: to, with an elementId, a find, or x and y',
    ({ to: { elementId, find, x, y } = {} }) =>
      elementId !== undefined || find !== undefined || (isGiven(x) && isGiven(y)),
  ),
  scroll: rule(
    seen,
    { value: 'down' },
    `goes ${directions.join(', ')}, or by to {x, y} in pixels`,
    ({ value }) => value === undefined || directions.some((one) => one === value),
  ),
  set_value: text,
  type: text,
  key: rule(seen, { keys: 'Enter' }, 'needs keys, such as Enter or Control+A', ({ keys }) => keys !== undefined),
  select: { states: usable },
  toggle: rule(
    usable,
    { value: 'on' },
    switching,
    ({ value }) => value === undefined || settingOf(value) !== undefined,
  ),
  expand: { states: usable },
  collapse: { states: usable },
  increment: { states: editable },
  decrement: { states: editable },
  focus: { states: seen },
  show_menu: { states: usable },
  menu: rule(
    any,
    { path: 'File > Save As' },
    'needs a path, such as File > Save As',
    ({ path = '' }) => menuSteps(path).length > 0,
  ),
  raise: { states: any },
  minimize: sizing,
  maximize: sizing,
  close: { states: any },
  move: rule(any, { to: { x: 0, y: 0 } }, 'needs to: x and y of its top left corner', ({ to: { x, y } = {} }) =>
    isGiven(x, y),
  ),
  resize: rule(
    any,
    { to: { x: 800, y: 600 } },
    'needs to: x and y, its width and height, from 1',
    ({ to: { x, y } = {} }) => isGiven(x, y) && (x ?? 1) >= 1 && (y ?? 1) >= 1,
  ),
  upload: rule(
    ['enabled'],
    { files: ['/home/me/picture.png'] },
    'needs files: absolute paths',
    ({ files }) => files !== undefined,
  ),
  accept: { states: any },
  dismiss: { states: any },
}

/** Whether the action requires this state of the element. */
export function needs(action: ActionWord, state: State): boolean {
  return table[action].states.includes(state)
}

/** A minimal call with this action, on the named element. */
export function exampleOf({ action, elementId = '436' }: Request): object {
  const { request } = table[action]
  return { elementId, action, ...(request?.isValid({ action }) === false && request.example) }
}

/** Called before a platform sees the request. `place` is its position in the call. Throws invalid_params. */
export function checkRequest(request: Request, place = 'params'): void {
  const { action, value } = request
  const { request: needed } = table[action]
  if (needed === undefined || needed.isValid(request)) return
  const [part] = Object.keys(needed.example)
  const path = `${place}.${part}`
  const given = part === 'value' && value !== undefined ? `, not ${quoted(value)}` : ''
  throw new Problem('invalid_params', {
    message: `${path}: ${action} ${needed.what}${given}.`,
    hint: `For example: {interact} ${JSON.stringify({ ...exampleOf(request), ...needed.example })}`,
    data: { path },
  })
}

/** What does the same where an action is only for others. */
const instead: { readonly [A in ActionWord]?: string } = {
  menu: 'Click its entries in turn, which can be steps of one call: click "File", click "Rename".',
}

/** The platform's function for the action. Throws unsupported_here. */
export function handlerFor<H>(
  handlers: { readonly [A in ActionWord]?: H },
  action: ActionWord,
  target: 'a tab' | 'an application',
): H {
  const handler = handlers[action]
  if (handler !== undefined) return handler
  throw unsupported(
    `An element of ${target} has no action ${action}.`,
    instead[action] ?? `Use one of: ${Object.keys(handlers).join(', ')}.`,
  )
}
