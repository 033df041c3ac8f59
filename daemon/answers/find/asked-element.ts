/** The element that a reading call names by id or describes. */
import { given } from '../../../api-schema/given.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { impliedScope } from '../../../api-schema/understood.ts'
import type { Call, World } from '../../dispatch.ts'
import type { Key } from '../../platform/element/row.ts'
import { Problem } from '../../problem.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { elementAt } from '../where/scope.ts'
import { found } from './find.ts'

type Asked = Pick<Params<'text'>, 'elementId' | 'find' | 'tab' | 'bundleId'>

export interface AskedElement {
  readonly warm: Warm
  readonly key: Key
  readonly elementId: string
}

/** `undefined` if the call names no element. A `find` without a scope searches the call's own tab or application. */
export async function askedElement(asked: Asked, call: Call, world: World): Promise<AskedElement | undefined> {
  const { elementId, find } = asked
  if (elementId !== undefined && find !== undefined) throw wrong('params: give elementId or find, not both.')
  if (elementId !== undefined) return { ...(await elementAt(elementId, call, world)), elementId }
  if (find === undefined) return undefined
  const { warm, key } = await described({ ...outer(asked), ...find }, call, world)
  return { warm, key, elementId: world.ids.idOf(warm, warm.tree.node(key)!) }
}

/** Throws invalid_params if the call names none. */
export async function requiredElement(asked: Asked, call: Call, world: World): Promise<AskedElement> {
  const element = await askedElement(asked, call, world)
  if (element === undefined) throw wrong('params: expected elementId or find, found neither.')
  return element
}

function outer({ tab, bundleId }: Asked) {
  const scope = impliedScope({ tab, bundleId }) as 'tab' | 'application' | undefined
  return given({ scope, tab, bundleId })
}

/** Includes hidden and disabled elements. Prefers a control to the texts in it. */
async function described(find: NonNullable<Asked['find']>, call: Call, world: World) {
  const wish = { ...find, includeHidden: true, includeDisabled: true, includeNonInteractable: false }
  try {
    return await found(wish, { format: 'json' }, call, world)
  } catch (error) {
    if (!(error instanceof Problem) || error.name !== 'not_found') throw error
    return await found({ ...wish, includeNonInteractable: true }, { format: 'json' }, call, world)
  }
}

function wrong(message: string): Problem {
  return new Problem('invalid_params', {
    message,
    hint: 'For example: {"elementId":"436"} or {"find":{"filter":{"anyFieldContains":"Save"}}}',
    data: { path: 'params.elementId' },
  })
}
