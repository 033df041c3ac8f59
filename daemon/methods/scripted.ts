/** What the methods that run scripts have in common: where they run, and how a value is answered. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, World } from '../dispatch.ts'
import type { Page } from '../platform/page.ts'
import type { Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { lessOf, shownOf, type Value } from '../shape/preview.ts'
import type { Warm } from '../tree/sync.ts'
import { dialogOf } from './effect.ts'
import { guarded, previewLength } from './preview.ts'
import { placesOf, selectedTab } from './scope.ts'

export type Scripts = Page['scripts']
export type Outcome = Awaited<ReturnType<Scripts['run']>>
type Options = Parameters<Scripts['run']>[1]
/** Their common part. */
type Answer = Omit<Result<'evaluate'>, 'tips'>

export interface Scene {
  readonly warm: Warm
  readonly scripts: Scripts
  readonly tab: string
  readonly element?: Key
}

/** The tab that is meant: of the element, the named one, else the selected one. */
export async function sceneOf(
  { tab, elementId }: Pick<Params<'evaluate'>, 'tab' | 'elementId'>,
  call: Call,
  world: World,
): Promise<Scene> {
  if (elementId === undefined) {
    const target = tab === undefined ? await selectedTab(call, world) : await world.trees.tab(tab, call.signal)
    return sceneIn(await world.trees.warm(target, call.signal))
  }
  const [place] = await placesOf({ scope: 'element', elementId }, 'auto', call, world)
  const { warm, from } = place!
  const { id, aliases = [] } = warm.target
  if (tab !== undefined && tab !== id && !aliases.includes(tab))
    throw new Problem('invalid_params', {
      message: `params.tab: the element ${elementId} is in ${id}, not in ${tab}.`,
      hint: 'Leave tab out where elementId is given.',
      data: { path: 'params.tab' },
    })
  return { ...sceneIn(warm), element: from! }
}

function sceneIn(warm: Warm): Scene {
  const { page } = warm.source
  if (page !== undefined) return { warm, scripts: page.scripts, tab: warm.target.id }
  throw new Problem('unsupported_here', {
    message: `${warm.target.id} is not a tab: scripts run in pages only.`,
    hint: 'Call tabs for the tabs that there are, or navigate to open one.',
  })
}

export function optionsOf({ element }: Partial<Scene>, { signal, deadline }: Call, { sessions }: World): Options {
  const limits = { most: sessions.longest, shown: previewLength, deadline, signal }
  return element === undefined ? limits : { ...limits, element }
}

/** The value itself where it is small and plain; else what a console would show, and over the limit a preview of that. */
export function answerOf(outcome: Outcome, call: Call, world: World): Answer {
  if ('dialog' in outcome)
    return {
      dialog: dialogOf(outcome.dialog),
      hint: 'The script goes on when the dialog is answered: call dialog. Its value is lost.',
    }
  const { value, valueless } = outcome
  const { type } = value
  const { isWhole, ...shown } = shownOf(value, previewLength)
  if (isWhole) return { ...shown, type, ...(valueless && { hint: noValue }) }
  return { ...shown, type, ...partOf(value, shown.preview ?? '', call, world) }
}

const noValue = 'The last statement has no value: end with an expression, or use return.'

function partOf(value: Value & { readonly more?: boolean }, shown: string, call: Call, world: World) {
  const less = lessOf(value)
  if (value.whole !== undefined) return guarded(value.whole, { less, shown }, call, world).preview
  const counted = `${value.more ? 'more than ' : ''}${value.total}`
  return {
    totalLength: value.total,
    shownLength: shown.length,
    truncated: true,
    hint: `The whole has ${counted} characters, and at most ${world.sessions.longest} are kept: ${less}.`,
  }
}
