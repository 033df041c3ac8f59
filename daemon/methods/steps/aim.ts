/** What a step acts on, and how: the element that it names, a point of it, or whatever has the focus. */
import { given } from '../../../api-schema/given.ts'
import type { ElementWord } from '../../../api-schema/methods/interact.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { found } from '../../answers/find/find.ts'
import type { ActBefore } from '../../answers/find/opened.ts'
import { elementAt, placesOf } from '../../answers/where/scope.ts'
import type { Call, World } from '../../dispatch.ts'
import { rowOf } from '../../effect/actions.ts'
import { unsupported } from '../../platform/acting/problems.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Act } from '../../platform/platform.ts'
import { isOfType, type Node } from '../../tree/model/node.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { invalid, ofDialog } from './check.ts'
import type { ActStep, Step } from './step.ts'

type Format = Params<'interact'>['format']

export interface Aim {
  readonly warm: Warm
  readonly key: Key
  /** The named point, relative to the top left corner of the element. */
  readonly spot?: { readonly x: number; readonly y: number }
}

export function isNamed(step: ActStep): boolean {
  const { action, elementId, find } = step
  if (ofDialog.has(action)) return false
  return elementId !== undefined || (find !== undefined && !isOfWhole(step))
}

export async function wishOf(step: ActStep, aim: Aim, format: Format, call: Call, world: World): Promise<Act> {
  const { value, keys, path, files } = step
  const isDrag = step.action === 'drag'
  const to: Step['to'] = pointIn(step.to) ?? (isDrag ? undefined : aim.spot)
  const action = step.action as ElementWord
  const target = await targetOf(step, to, aim, format, call, world)
  if (target !== undefined && target.warm !== aim.warm) throw invalid('to is in another application or tab.')
  return {
    action,
    ...given({ value, keys, path, files }),
    ...(to !== undefined && {
      to: {
        ...(target !== undefined && { key: target.key }),
        ...given({ x: to.x, y: to.y, via: to.via }),
      },
    }),
    ...(isDrag && aim.spot !== undefined && { from: aim.spot }),
  }
}

/** A find that names only a point stands for that point. */
function pointIn(to: Step['to']): Step['to'] {
  const { filter, x, y, elementTypes = ['any'] } = to?.find ?? {}
  const isPoint = x !== undefined && y !== undefined && filter === undefined && elementTypes.includes('any')
  return isPoint ? { x, y, ...(to?.via !== undefined && { via: to.via }) } : to
}

/** The element that something is dropped on, searched for where the dragged one is, and by the same rules. */
async function targetOf({ action }: ActStep, to: Step['to'], { warm }: Aim, format: Format, call: Call, world: World) {
  if (to?.elementId !== undefined) {
    const { warm, node } = world.ids.resolve(to.elementId)
    return { warm, key: node.key }
  }
  if (to?.find === undefined) return undefined
  const place = warm.source.page === undefined ? undefined : { scope: 'tab' as const, tab: warm.target.id }
  const find = { includeHidden: false, includeDisabled: false, includeNonInteractable: true, ...place, ...to.find }
  return await found(find, { format, outcome: 'Nothing was done.', action }, call, world)
}

/** `last`: the act before, in the same call. */
export async function aimOf(
  step: ActStep,
  format: Format,
  last: ActBefore | undefined,
  call: Call,
  world: World,
): Promise<Aim> {
  const { find, elementId, action, value } = step
  if (find !== undefined && isOfPoint(step)) return await aimAt(find, call, world)
  if (find !== undefined && !isOfWhole(step))
    return listOf(await found(find, { format, outcome: 'Nothing was done.', action, value, last }, call, world), step)
  if (elementId !== undefined) return listOf(await elementAt(elementId, call, world), step)
  const { warm } = (await placesOf(find ?? {}, 'auto', call, world))[0]!
  const focused = rowOf(action).ofFocus ? await warm.source.focused(call.signal) : undefined
  return { warm, key: focused ?? warm.tree.root }
}

/** With a value the list around an option is meant: a list may have the name of the option that it shows. */
function listOf({ warm, key }: Aim, { action, value }: ActStep): Aim {
  const node = warm.tree.node(key)
  if (action !== 'select' || value === undefined || node === undefined) return { warm, key }
  const isOption = node.role === 'AXOption'
  // The options of a desktop's dropdown are rows or menu entries.
  const isList = (at: Node) => isOfType(at, 'dropdown') || (isOption && at.subrole === 'AXListBox')
  const list = warm.tree.ancestors(node).find(isList)
  if (list === undefined && !isOption) return { warm, key }
  if (list === undefined) throw unsupported('It is an option, which has none itself: select in its list.')
  return { warm, key: list.key }
}

/** Its find names only a point. */
function isOfPoint({ find, action, to }: ActStep): boolean {
  // For a drag, `to` is where it ends; for a press, where in the element it is.
  const isTaken = to !== undefined && action !== 'drag'
  if (find?.scope !== 'position' || isTaken || !rowOf(action).atPoint) return false
  return Object.keys(find.filter ?? {}).length === 0 && find.elementTypes.includes('any')
}

/** The point itself is pressed, whatever the size of the element there. */
async function aimAt(find: NonNullable<Step['find']>, call: Call, world: World): Promise<Aim> {
  const { warm, from = warm.tree.root } = (await placesOf(find, 'auto', call, world))[0]!
  const frames = (await warm.source.frames([from], call.signal)).get(from)
  const frame = find.tab === undefined ? frames?.frame : frames?.pageFrame
  const aim = { warm, key: from }
  return frame === undefined ? aim : { ...aim, spot: { x: find.x! - frame.x, y: find.y! - frame.y } }
}

/** Its find only names an application or tab, which is enough for the action. */
function isOfWhole({ find, action }: ActStep): boolean {
  if (find === undefined || !(rowOf(action).ofFocus || rowOf(action).ofWindow)) return false
  const { scope, filter = {}, elementTypes } = find
  const isOne = scope === undefined || scope === 'application' || scope === 'tab' || scope === 'focused'
  return isOne && Object.keys(filter).length === 0 && elementTypes.includes('any')
}
