/** `interact`: one action or several steps, verified before and read back after. */
import { given } from '../../api-schema/given.ts'
import type { Params } from '../../api-schema/methods.ts'
import type { Handler } from '../dispatch.ts'
import { answer } from './steps/answer.ts'
import { checkStep, invalid } from './steps/check.ts'
import { lookAgain } from './steps/look-again.ts'
import { placedIn } from './steps/place.ts'
import { Program } from './steps/program.ts'
import { isCalledStep, type Step } from './steps/step.ts'

export const interact: Handler<'interact'> = async (params, call, world) => {
  const steps = stepsOf(params).map((step) => placedIn(step, params))
  for (const [index, step] of steps.entries())
    checkStep(step, params.steps === undefined ? 'params' : `params.steps[${index}]`)
  const program = new Program(steps, params, call, world)
  for (const [index, listed] of steps.entries()) {
    let step = listed
    try {
      step = await program.placed(listed)
      const isBarred = program.isSaid(step)
        ? await program.pass(step)
        : isCalledStep(step)
          ? await program.readOrMove(step)
          : await program.act(step)
      if (isBarred) break
    } catch (error) {
      await program.miss(index, step, error)
    }
  }
  await lookAgain(program)
  return answer(params, steps, program, call, world)
}

function stepsOf(params: Params<'interact'>): readonly Step[] {
  const { steps, action, elementId, find, value, fromPerson, keys, to, path, files } = params
  if (steps !== undefined) {
    if (action === undefined && elementId === undefined && find === undefined) return steps as readonly Step[]
    throw invalid('steps replace action, elementId and find; give one or the other.')
  }
  if (action === undefined) throw invalid('action (or steps) is missing.')
  return [{ action, ...given({ elementId, find, value, fromPerson: fromPerson || undefined, keys, to, path, files }) }]
}
