/** A step that failed: which one, what was done before it, and what is there now. */
import { given } from '../../../api-schema/given.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { reportEffect } from '../../answers/included/effect.ts'
import type { Call, World } from '../../dispatch.ts'
import { Problem } from '../../problem.ts'
import type { Progress } from './progress.ts'
import type { Step } from './step.ts'
import { thereNow } from './there-now.ts'

/** Most tokens for what earlier steps changed, and for what is there now: after a wait for words, and after an act. */
const changesTokens = 300
const nowTokens = { words: 80, act: 200 } as const

/** The steps before the failure were done; what they changed and read must not be lost. `index`: the failed step. */
export async function unmet(
  error: Problem,
  steps: readonly Step[],
  index: number,
  { told, touched, said }: Progress,
  { format, maxTokens }: Params<'interact'>,
  call: Call,
  world: World,
): Promise<Problem> {
  const acted = told.filter(({ effect }) => effect !== undefined).length
  const message = error.message.replace(/ Nothing was done\.$/, '')
  // Each step that was done has a line that says so.
  const isNothing = acted === 0 && error.name !== 'unknown_outcome'
  const isUsage = error.name === 'invalid_params'
  const { action } = steps[index]!
  const most = nowTokens[action === 'wait' || action === 'expect' ? 'words' : 'act']
  const { now, says } = acted === 0 || isUsage ? {} : await thereNow(steps[index]!, most, call, world)
  if (now !== undefined) said.add({ outline: now }, touched)
  const options = { format, maxTokens: Math.min(maxTokens, changesTokens), said }
  const { changed, outline: changes = '' } = reportEffect(touched, options, world)
  const unsaid = says?.filter((words) => !changes.includes(words) && !now?.includes(words))
  return new Problem(error.name, {
    message: `Step ${index + 1} of ${steps.length}: ${message}${isNothing ? ' Nothing was done.' : ''}`,
    hint: now !== undefined && error.name === 'not_as_expected' ? 'Go on from what is there now.' : error.advice,
    retryable: error.retryable,
    data: {
      ...error.data,
      step: index + 1,
      done: index,
      ...(told.length > 0 && { steps: told }),
      ...given({ changed, now, says: unsaid }),
      ...(changes !== '' && { changes }),
    },
  })
}
