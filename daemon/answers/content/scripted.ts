/** Shared by methods that run scripts: where a script runs, and how its value is returned. */
import { advise } from '../../../api-schema/advice.ts'
import type { Params, Result } from '../../../api-schema/methods.ts'
import type { Call, World } from '../../dispatch.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Page } from '../../platform/tab/page.ts'
import type { Described } from '../../platform/tab/scripts.ts'
import { Problem } from '../../problem.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { lessOf, shownOf } from '../../view/write/preview.ts'
import { askedElement } from '../find/asked-element.ts'
import { tabTarget } from '../where/scope.ts'
import { dialogOf } from './dialogs.ts'
import { guarded, previewLength } from './preview.ts'

type Scripts = Page['scripts']
export type Outcome = Awaited<ReturnType<Scripts['run']>>
type Options = Parameters<Scripts['run']>[1]
/** The part of the result that all of them have. */
type Answer = Omit<Result<'evaluate'>, 'tips'>

export interface Scene {
  readonly warm: Warm
  readonly scripts: Scripts
  readonly tab: string
  readonly element?: Key
}

/** The tab to use: the element's, the named one, or the selected one. */
export async function sceneOf(
  asked: Pick<Params<'evaluate'>, 'tab' | 'elementId' | 'find'>,
  call: Call,
  world: World,
): Promise<Scene> {
  const { tab } = asked
  const element = await askedElement(asked, call, world)
  if (element === undefined) return sceneIn(await world.trees.warm(await tabTarget(tab, call, world), call.signal))
  const { warm, key, elementId } = element
  const { id, aliases = [] } = warm.target
  if (tab !== undefined && tab !== id && !aliases.includes(tab))
    throw new Problem('invalid_params', {
      message: `params.tab: the element ${elementId} is in ${id}, not in ${tab}.`,
      hint: 'Omit tab when elementId is given.',
      data: { path: 'params.tab' },
    })
  return { ...sceneIn(warm), element: key }
}

function sceneIn(warm: Warm): Scene {
  const { page } = warm.source
  if (page !== undefined) return { warm, scripts: page.scripts, tab: warm.target.id }
  throw new Problem('unsupported_here', {
    message: `${warm.target.id} is not a tab: scripts run in pages only.`,
    hint: 'Call {tabs} to list the tabs, or {navigate} to open one.',
  })
}

export function optionsOf({ element }: Partial<Scene>, { signal, deadline }: Call, { sessions }: World): Options {
  const limits = { most: sessions.longest, shown: previewLength, deadline, signal }
  return element === undefined ? limits : { ...limits, element }
}

/** Small plain values unchanged; others as a console shows them, with a preview above the limit. */
export function answerOf(outcome: Outcome, call: Call, world: World): Answer {
  if ('dialog' in outcome)
    return {
      dialog: dialogOf(outcome.dialog),
      hint: advise(
        'The script continues once the dialog is answered: call {interact} with action accept or dismiss. Its value is lost.',
        call.has,
      ),
    }
  const { value, valueless } = outcome
  const { type } = value
  const { isWhole, ...shown } = shownOf(value, previewLength)
  if (isWhole) return { ...shown, type, ...(valueless && { hint: noValue }) }
  return { ...shown, type, ...partOf(value, shown.preview ?? '', call, world) }
}

const noValue = 'The last statement has no value: end with an expression, or use return.'

function partOf(value: Described, shown: string, call: Call, world: World) {
  const less = lessOf(value)
  if (value.whole !== undefined) return guarded(value.whole, { less, shown }, call, world).preview
  const counted = `${value.more ? 'more than ' : ''}${value.total}`
  return {
    totalLength: value.total,
    shownLength: shown.length,
    truncated: true,
    hint: advise(
      `The whole has ${counted} characters; the most that can be kept is ${world.sessions.longest}: ${less}.`,
      call.has,
    ),
  }
}
