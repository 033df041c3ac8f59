/** Which application or tab a call's `expectation` looks at. */
import type { Call, World } from '../../dispatch.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { appTarget, focusedTarget, frontTarget, unnamedTarget } from './scope.ts'

/** The parameters by which methods name a target. */
export interface Naming {
  readonly scope?: string
  readonly tab?: string
  readonly bundleId?: string
  readonly elementId?: string
  readonly find?: Naming
  readonly steps?: readonly Naming[]
}

export type Name = Pick<Naming, 'tab' | 'bundleId' | 'elementId'>

/** The named target, or the front one. Undefined if it does not exist: the method reports that better. */
export async function subjectOf(method: string, params: Naming, call: Call, world: World): Promise<Warm | undefined> {
  try {
    const name = nameIn(params)
    return name === undefined ? await front(method, params, call, world) : await named(name, call, world)
  } catch {
    call.signal.throwIfAborted()
    return undefined
  }
}

/** The target before the call if it is still the subject; otherwise the one in the result, or the front one. */
export async function subjectAfter(
  method: string,
  params: Naming,
  before: Warm | undefined,
  result: { readonly tab?: unknown },
  call: Call,
  world: World,
): Promise<Warm | undefined> {
  const tab = typeof result.tab === 'string' ? result.tab : undefined
  if (tab !== undefined && tab !== before?.target.id) return await subjectOf(method, { tab }, call, world)
  const stays = tab !== undefined || method === 'interact' || nameIn(params) !== undefined
  if (before !== undefined && !before.closed && stays) return before
  return await subjectOf(method, params, call, world)
}

function nameIn(params: Naming): Name | undefined {
  return namesIn(params)[0]
}

/** The targets that the parameters name, in order of precedence. */
export function namesIn({ scope, tab, bundleId, elementId, find, steps = [] }: Naming): readonly Name[] {
  if (scope === 'focused' || scope === 'system') return []
  if (elementId !== undefined && (scope === undefined || scope === 'element')) return [{ elementId }]
  if (tab !== undefined && scope !== 'application') return [{ tab }]
  if (bundleId !== undefined) return [{ bundleId }]
  return [...(find === undefined ? [] : [find]), ...steps].flatMap(namesIn)
}

async function named({ tab, bundleId, elementId }: Name, call: Call, world: World): Promise<Warm> {
  if (elementId !== undefined) return world.ids.home(elementId).warm
  const target = tab === undefined ? await appTarget(bundleId!, call, world) : await world.trees.tab(tab, call.signal)
  return await world.trees.warm(target, call.signal)
}

/** As the method itself finds it: the focused target, where the session went last, or the session's tab, if any. */
async function front(method: string, { scope }: Naming, call: Call, world: World): Promise<Warm> {
  const of = scope !== undefined ? focusedTarget : method === 'interact' ? unnamedTarget : frontTarget
  const target = await of(call, world)
  return await world.trees.warm(target, call.signal)
}
