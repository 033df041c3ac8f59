/** A step as it was sent, and what is reported of it afterwards. */
import { given } from '../../../api-schema/given.ts'
import type { ActionWord } from '../../../api-schema/methods/interact.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { type CalledVerb, isCalled } from '../../../api-schema/step.ts'
import type { OpenDialog } from '../../platform/tab/dialog.ts'
import { Problem } from '../../problem.ts'

type Asked = NonNullable<Params<'interact'>['steps']>[number]
export type ActStep = Omit<Asked, 'action'> & { readonly action: ActionWord }
export type CalledStep = Omit<Asked, 'action'> & { readonly action: CalledVerb }
export type Step = ActStep | CalledStep

export function isCalledStep(step: Step): step is CalledStep {
  return isCalled(step.action)
}

/** One line of the answer; texts and views that the step has read follow it. */
export type StepReport = {
  /** Number of the step, from 1. */
  readonly step: number
  readonly action: Step['action']
  /** What the step named, in its own words: never a value. */
  readonly on?: string | undefined
  readonly effect?: string | undefined
  readonly why?: string | undefined
  readonly at?: string | undefined
  readonly url?: string | undefined
  readonly title?: string | undefined
  readonly tab?: string | undefined
  /** A tab that it opened: later steps act there. */
  readonly opened?: string | undefined
  readonly loading?: boolean | undefined
  readonly path?: string | undefined
  readonly outline?: string | undefined
  readonly text?: string | undefined
  readonly error?: string | undefined
  /** A box of the browser that it opened. */
  readonly dialog?: Pick<OpenDialog, 'type' | 'message'> | undefined
  /** The box could be answered in only one way, and was. */
  readonly answered?: boolean
}

/** What a called step found. */
export type StepResult = Partial<StepReport>

/** The requested words, or the id. */
export function wordsOf({ not, ...step }: Step): string | undefined {
  const words = namedBy(step as Step)
  return not ? ['not', words].filter(Boolean).join(' ') : words
}

function namedBy({ elementId, find, url, tool, action }: Step): string | undefined {
  if (elementId !== undefined) return `[${elementId}]`
  if (action === 'goto') return url
  if (action === 'call') return tool
  const { filter = {}, elementTypes = [], near, nth, elementId: within } = find ?? {}
  const { role, ...texts } = filter
  const words = [
    nth !== undefined && `${nth}.`,
    role ?? elementTypes.find((type) => type !== 'any'),
    ...Object.values(texts).map((text) => JSON.stringify(text)),
    near !== undefined && `near ${JSON.stringify(near)}`,
    within !== undefined && `in [${within}]`,
  ].filter(Boolean)
  return words.length === 0 ? undefined : words.join(' ')
}

/** The step's element as parameters of methods that read one thing. */
export function subjectOf({ elementId, find, action }: CalledStep): object {
  if (elementId !== undefined) return { elementId }
  if (find === undefined) return {}
  const { includeHidden: _, includeDisabled: __, includeNonInteractable: ___, ...described } = find
  const isWhole =
    find.filter === undefined &&
    find.elementTypes.includes('any') &&
    find.elementId === undefined &&
    find.x === undefined
  if (!isWhole || action === 'expect') return { find: described }
  const { tab, bundleId } = find
  return given({ tab, bundleId })
}

/** Words alone name a part to look at; types mean all elements of them. */
export function isPart({ filter, elementTypes }: NonNullable<CalledStep['find']>): boolean {
  return filter !== undefined && elementTypes.includes('any')
}

/** The step's find as parameters of methods that look for several. */
export function placeOf(find: NonNullable<CalledStep['find']>): object {
  const { near, nth, includeHidden, includeDisabled, includeNonInteractable, ...where } = find
  if (near !== undefined || nth !== undefined)
    throw new Problem('invalid_params', {
      message: 'near and nth say which one of several is acted on; here all that match count.',
      hint: 'Leave them out, or name the element by its id.',
      data: { path: 'params.steps' },
    })
  return {
    ...where,
    ...(includeHidden && { includeHidden }),
    ...(includeDisabled && { includeDisabled }),
    ...(includeNonInteractable && { includeNonInteractable }),
  }
}

/** The line of the last element that a view shows; containers stand above it. */
export function lastLine(outline = ''): string {
  const lines = outline.split('\n').map((line) => line.trim())
  return lines.findLast((one) => /^\[\d+\]/.test(one)) ?? lines.findLast((one) => one !== '') ?? ''
}
