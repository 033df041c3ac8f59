/** What a step requires, and what it does not take: checked before anything is done. */
import { dialogWords } from '../../../api-schema/methods/interact.ts'
import { calledParts, takenBy } from '../../../api-schema/step.ts'
import { absolute } from '../../answers/where/tabs.ts'
import { rowOf } from '../../effect/actions.ts'
import { checkRequest, exampleOf } from '../../platform/acting/requests.ts'
import { parseKeys } from '../../platform/keys/chords.ts'
import { Problem } from '../../problem.ts'
import { isCalledStep, isPart, placeOf, type Step } from './step.ts'

export const ofDialog: ReadonlySet<string> = new Set(dialogWords)

const typing: ReadonlySet<string> = new Set(['set_value', 'type'])

/** Throws invalid_params. */
export function checkStep(step: Step, path: string): void {
  const wrong = (what: string): Problem =>
    invalid(what, path, isCalledStep(step) ? exampleOfCalled(step) : exampleOf(step))
  const { elementId, find, action } = step
  if (elementId !== undefined && find !== undefined) throw wrong('give elementId or find, not both.')
  const untaken = Object.keys(step).find((part) => step[part as keyof Step] !== undefined && !takes(step, part))
  if (untaken !== undefined) throw wrong(`${action} takes no ${untaken}.`)
  if (!isCalledStep(step)) {
    const isNamed = elementId !== undefined || find !== undefined || rowOf(step.action).ofFocus || ofDialog.has(action)
    if (!isNamed) throw wrong(`${action} needs an elementId or a find.`)
    if (step.fromPerson && (step.value !== undefined || !typing.has(action)))
      throw wrong('fromPerson goes with set_value and type, instead of a value.')
    checkRequest(step.fromPerson ? { ...step, value: '' } : step, path)
    if (action === 'key') at(path, () => parseKeys(step.keys!))
  } else if (action === 'goto' && step.url === undefined) throw wrong('goto needs a url.')
  else if (action === 'goto') at(path, () => absolute(step.url!))
  else if (action === 'call' && step.tool === undefined) throw wrong('call needs a tool.')
  else if (action === 'download' && elementId === undefined && find === undefined)
    throw wrong('download needs an elementId or a find: what starts it.')
  else if (action === 'expect') checkExpect(step, wrong)
  const { value, state, count } = step
  const isOfAll =
    action === 'wait' ||
    (action === 'look' && find !== undefined && !isPart(find)) ||
    (action === 'expect' && value === undefined && state === undefined)
  const isJudged = action !== 'look' && count === undefined
  if (find !== undefined && isOfAll) at(path, () => placeOf(isJudged ? { ...find, near: undefined } : find))
}

/** Reports a fault in a part of a step with the path of that step. */
function at(path: string, read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { name, message, advice: hint, data } = error
    throw new Problem(name, {
      message: `${path}: ${message.replace(/^params\.\w+: /, '')}`,
      hint,
      data: { ...data, path },
    })
  }
}

function takes(step: Step, part: string): boolean {
  if (part === 'action') return true
  return isCalledStep(step) ? takenBy[step.action].includes(part) : !Object.hasOwn(calledParts, part)
}

function checkExpect({ elementId, find, value, state, url, count }: Step, wrong: (what: string) => Problem): void {
  const asked = [value, state, url, count].filter((one) => one !== undefined).length
  if (asked > 1) throw wrong('expect takes one of value, state, url and count.')
  const isOfElement = elementId !== undefined || find !== undefined
  if (!isOfElement && url === undefined) throw wrong('expect needs an elementId, a find or a url.')
}

function exampleOfCalled({ action }: Step): object {
  if (action === 'goto') return { steps: [{ action, url: 'https://example.com' }] }
  if (action === 'call') return { steps: [{ action, tool: 'search', input: { q: 'tea' } }] }
  return { steps: [{ action, find: 'Saved' }] }
}

export function invalid(
  what: string,
  path = 'params',
  example: object = { elementId: '436', action: 'click' },
): Problem {
  return new Problem('invalid_params', {
    message: `${path}: ${what}`,
    hint: `For example: {interact} ${JSON.stringify(example)}`,
    data: { path },
  })
}
