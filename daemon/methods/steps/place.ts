/** Where the steps of a call look: the place that each names, else that of the call, or of a step before. */
import { given } from '../../../api-schema/given.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { focusedWord } from '../../../api-schema/params.ts'
import { placesOf } from '../../answers/where/scope.ts'
import type { Call, World } from '../../dispatch.ts'
import type { Target } from '../../platform/platform.ts'
import { Problem } from '../../problem.ts'
import type { Step } from './step.ts'

type Find = NonNullable<Step['find']>

export type Place = Pick<Params<'interact'>, 'tab' | 'bundleId'>

/** The place of a step that named one, also by an id. */
export function placeNamed({ elementId, find }: Step, { id, kind }: Target): Place | undefined {
  if (elementId === undefined && find?.tab === undefined && find?.bundleId === undefined) return undefined
  return kind === 'tab' ? { tab: id } : { bundleId: id }
}

export function placedIn(step: Step, { tab, bundleId }: Place): Step {
  if (step.elementId !== undefined || (tab === undefined && bundleId === undefined)) return step
  const find: Find = step.find ?? {
    elementTypes: ['any'],
    includeHidden: false,
    includeDisabled: false,
    includeNonInteractable: false,
  }
  const { scope } = find
  const isOwn = find.tab !== undefined || find.bundleId !== undefined || find.elementId !== undefined
  if (isOwn || (scope !== undefined && scope !== 'position' && scope !== 'tab')) return step
  if (tab !== undefined) return { ...step, find: { ...find, tab, scope: scope ?? 'tab' } }
  return scope === undefined ? { ...step, find: { ...find, bundleId: bundleId!, scope: 'application' } } : step
}

/** Replaces the word for the focus by the id of the element that has it when the step is reached. Throws not_found. */
export async function withFocus(step: Step, { tab, bundleId }: Place, call: Call, world: World): Promise<Step> {
  if (step.elementId !== focusedWord) return step
  const scope = tab !== undefined ? 'tab' : bundleId !== undefined ? 'application' : undefined
  const { warm } = (await placesOf(given({ scope, tab, bundleId }), 'auto', call, world))[0]!
  const key = await warm.source.focused(call.signal)
  const node = key === undefined || key === warm.tree.root ? undefined : warm.tree.node(key)
  if (node !== undefined) return { ...step, elementId: world.ids.idOf(warm, node) }
  throw new Problem('not_found', {
    message: 'Nothing has the focus. Nothing was done.',
    hint: 'Click or name what is meant.',
  })
}

/** The find as `wait` takes it, for an element that an action needs: a control, unless it says otherwise. */
export function waitable({ near: _, nth: __, ...find }: Find) {
  return { ...find, until: 'present', format: 'outline' } as const
}

/** Waits for the page of a tab that a step has opened; a step that looks there finds out what is wrong with it. */
export async function hasCome(tab: string, call: Call): Promise<void> {
  await call.run('wait', { scope: 'tab', tab, until: 'settled', format: 'outline' }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
  })
}
