/** The answer of a call: the outcome of its acts, and a line for each step. */
import { advise } from '../../../api-schema/advice.ts'
import { cut, longestTold } from '../../../api-schema/cut.ts'
import { given } from '../../../api-schema/given.ts'
import type { Params, Result } from '../../../api-schema/methods.ts'
import { calledVerbs, isCalled } from '../../../api-schema/step.ts'
import { openedDialog } from '../../answers/content/dialogs.ts'
import { reportEffect } from '../../answers/included/effect.ts'
import { expectedBy } from '../../answers/included/expected.ts'
import type { Call, World } from '../../dispatch.ts'
import type { Outcome } from '../../effect/act.ts'
import { isNamed } from './aim.ts'
import { endsWithLook } from './called.ts'
import type { Progress } from './progress.ts'
import type { Step } from './step.ts'

function doubtHint(step: number): string {
  return `What step ${step} did is not known: check it with a wait or expect step before you go on from there.`
}

/** The outcome of a program: a noop says nothing about what the other steps have done. */
function wholeOf({ done, told }: Progress): Pick<Outcome, 'effect' | 'doubt'> & { readonly route?: string } {
  const last = done.findLast(({ outcome }) => outcome.effect !== 'noop') ?? done.at(-1)!
  const hasMoved = told.some(
    ({ action, effect }) => isCalled(action) && calledVerbs[action] === 'moves' && effect === 'confirmed',
  )
  return last.outcome.effect === 'noop' && hasMoved ? { effect: 'confirmed' } : last.outcome
}

export function answer(
  params: Params<'interact'>,
  steps: readonly Step[],
  progress: Progress,
  call: Call,
  world: World,
): Result<'interact'> {
  const { done, touched, opened, saved, told, said, doubted } = progress
  const program = params.steps !== undefined && {
    steps: told,
    ...(told.length < steps.length && { left: steps.length - told.length }),
    ...(told.length < steps.length && doubted !== undefined && { hint: advise(doubtHint(doubted), call.has) }),
  }
  const { format, maxTokens } = params
  const { diff } = expectedBy('interact', params.expectation)
  const hasCalled = told.some(({ action }) => action === 'call')
  // If nothing was acted on, the steps' own lines say it all.
  if (done.length === 0)
    return { ...program, ...(hasCalled && reportEffect(touched, { format, maxTokens, diff }, world)) }
  const { step, aim, outcome, at } = done.at(-1)!
  const { effect, doubt, route } = wholeOf(progress)
  const target = isNamed(step) ? aim : undefined
  const files = done.flatMap((one) => one.outcome.files ?? [])
  const { pending } = outcome
  const stopped = done.find((one) => one.outcome.stopped !== undefined)?.outcome.stopped
  const isSettled = done.every((one) => one.outcome.settled)
  const untaken = done.findLast(
    (one, at) => one.outcome.untaken !== undefined && !done.slice(at + 1).some(({ aim }) => aim.warm === one.aim.warm),
  )
  const isConfirmed = done.every((one) => one.outcome.effect === 'confirmed')
  const options = { format, maxTokens, target, diff, isConfirmed, said, isAside: endsWithLook(told) }
  const report = reportEffect(touched, options, world)
  return {
    effect,
    ...(doubt !== undefined && { why: doubt }),
    ...given({ route }),
    ...(at !== undefined && { at }),
    ...(done.some((one) => one.outcome.front) && { front: true }),
    ...program,
    ...(untaken !== undefined && { untaken: untaken.outcome.untaken }),
    ...(outcome.refused !== undefined && { refused: outcome.refused }),
    ...(outcome.dialog !== undefined && openedDialog(outcome.dialog, call)),
    ...(opened.length > 0 && { opened }),
    ...(saved.length > 0 && { downloads: saved }),
    ...(pending !== undefined && { pending: { url: cut(pending.url, longestTold), frame: pending.isOfFrame } }),
    ...(stopped !== undefined && { stopped: cut(stopped, longestTold) }),
    ...(files.length > 0 && { files }),
    ...(params.front && done.every((one) => one.outcome.front === undefined) && { ignored: ['front'] }),
    ...report,
    ...(outcome.loading && { loading: true }),
    ...(!isSettled && { settled: false }),
    ...(diff && { revision: aim.warm.tree.revision }),
  }
}
