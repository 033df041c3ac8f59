/** Which application or tab a call is about: where what its `expectation` asks for is looked at. */
import type { Call, World } from '../dispatch.ts'
import type { Warm } from '../tree/sync.ts'
import { appTarget, focusedTarget, selectedTab } from './scope.ts'

/** The parameters by which methods name a target. */
export interface Naming {
  readonly scope?: string
  readonly tab?: string
  readonly bundleId?: string
  readonly elementId?: string
  readonly find?: Naming
  readonly steps?: readonly Naming[]
}

type Name = Pick<Naming, 'tab' | 'bundleId' | 'elementId'>

/** The one that is named, else the one in front. None where it is not there: the method itself says so better. */
export async function subjectOf(method: string, params: Naming, call: Call, world: World): Promise<Warm | undefined> {
  try {
    const name = nameIn(params)
    return name === undefined ? await front(method, params, call, world) : await named(name, call, world)
  } catch {
    call.signal.throwIfAborted()
    return undefined
  }
}

/** The one from before where the call goes on being about it; else the one that the result names, or what is in front now. */
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
  const { scope, tab, bundleId, elementId, find, steps } = params
  if (scope === 'focused' || scope === 'system') return undefined
  if (elementId !== undefined && (scope === undefined || scope === 'element')) return { elementId }
  if (tab !== undefined && scope !== 'application') return { tab }
  if (bundleId !== undefined) return { bundleId }
  for (const one of [find, ...(steps ?? [])]) {
    const name = one && nameIn(one)
    if (name !== undefined) return name
  }
  return undefined
}

async function named({ tab, bundleId, elementId }: Name, call: Call, world: World): Promise<Warm> {
  if (elementId !== undefined) return world.ids.home(elementId).warm
  const target = tab === undefined ? await appTarget(bundleId!, call, world) : await world.trees.tab(tab, call.signal)
  return await world.trees.warm(target, call.signal)
}

/** What has the focus for calls that go there; for all others the selected tab, where there is one. */
async function front(method: string, { scope }: Naming, call: Call, world: World): Promise<Warm> {
  const focused = () => focusedTarget(call, world)
  const goesToFocus = scope !== undefined || method === 'interact'
  const target = await (goesToFocus ? focused() : selectedTab(call, world).catch(focused))
  return await world.trees.warm(target, call.signal)
}
