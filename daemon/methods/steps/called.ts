/** Steps that are calls of other methods, through the dispatcher: each is checked as if it came alone. */
import { cut, longestTold } from '../../../api-schema/cut.ts'
import { given } from '../../../api-schema/given.ts'
import type { Params, Result } from '../../../api-schema/methods.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import { calledVerbs, isCalled } from '../../../api-schema/step.ts'
import type { Call, World } from '../../dispatch.ts'
import { Problem } from '../../problem.ts'
import { downloaded } from './downloaded.ts'
import { expected } from './expected.ts'
import { type CalledStep, isPart, lastLine, placeOf, type StepReport, type StepResult, subjectOf } from './step.ts'

/** How long to wait for an element that must be near some words. */
const waitMs = 10_000

type Asked = Pick<Params<'interact'>, 'maxTokens' | 'format'>

export async function calledStep(
  step: CalledStep,
  isLast: boolean,
  { maxTokens }: Asked,
  call: Call,
  world: World,
): Promise<StepResult> {
  switch (step.action) {
    case 'goto':
    case 'back':
    case 'forward':
    case 'reload':
      return await moved(step, isLast, maxTokens, call)
    case 'call':
      return await toolCalled(step, call)
    case 'download':
      return await downloaded(step, call)
    case 'wait': {
      const left = call.deadline - performance.now()
      return await (step.find?.near === undefined
        ? waited(step, call)
        : expected(step, call, world, Math.min(waitMs, left)))
    }
    case 'expect':
      return await expected(step, call, world)
    case 'text':
      return await read(step, call)
    case 'look':
      return await looked(step, maxTokens, call)
    case 'screenshot':
      return { path: (await call.run('screenshot', subjectOf(step))).path }
  }
}

/** Whether the program ends where this one fails. */
export function stops({ action }: CalledStep): boolean {
  return calledVerbs[action] !== 'reads'
}

/** Whether what was to be seen is all that follows the last act. */
export function endsWithLook(told: readonly StepReport[]): boolean {
  const lastAct = told.findLastIndex(({ action }) => !isCalled(action) || action === 'call')
  return told.slice(lastAct + 1).some(({ action }) => action === 'look' || action === 'text')
}

/** The page itself is shown if no step follows. */
async function moved(
  { action, url, find }: CalledStep,
  isLast: boolean,
  maxTokens: number,
  call: Call,
): Promise<StepResult> {
  const wish = { action, ...(url !== undefined && { url }), ...(find?.tab !== undefined && { tab: find.tab }) }
  const shown = { format: 'outline', maxTokens, expectation: { includeSnapshot: isLast } }
  const { effect, why, url: at, dialog, ...now } = await call.run('navigate', { ...wish, ...shown })
  const isStill = dialog?.type === 'beforeunload'
  const { tab, title, loading, outline } = now
  return {
    tab,
    url: at,
    title,
    loading,
    outline,
    effect: isStill ? 'unverified' : (effect ?? 'confirmed'),
    dialog,
    why: isStill ? 'the page asks whether it may be left' : why,
  }
}

/** Its changes are reported with the others, at the end. */
async function toolCalled({ tool, input, frame, find }: CalledStep, call: Call): Promise<StepResult> {
  const { text, isError, filled, dialog, url, confirmToken, shownLength, totalLength } = await call.run('call_tool', {
    name: tool!,
    ...given({ input, frame }),
    ...(find?.tab !== undefined && { tab: find.tab }),
    expectation: { diff: false },
  })
  if (isError)
    throw new Problem('not_as_expected', {
      message: `The tool ${quoted(tool!)} says that it failed: ${cut(text ?? '', longestTold)}`,
    })
  const why = lengths(confirmToken, shownLength, totalLength)
  const effect = filled ? 'filled, not sent' : dialog === undefined ? 'answered' : 'unverified'
  return { text, url, why, dialog, effect }
}

async function waited(step: CalledStep, call: Call): Promise<StepResult> {
  const { elementId, find, state, not } = step
  const until = state !== undefined ? 'state' : isSettling(step) ? 'settled' : not ? 'absent' : 'present'
  const where = elementId !== undefined ? { scope: 'element', elementId } : find === undefined ? {} : placeOf(find)
  const { outline } = await call.run('wait', {
    ...where,
    until,
    ...(state !== undefined && { state }),
    format: 'outline',
  })
  if (until === 'settled') return { effect: 'confirmed', why: 'the page is at rest' }
  return { effect: 'confirmed', ...given({ outline: lastLine(outline) || undefined }) }
}

/** Waits for nothing in particular. */
export function isSettling({ elementId, find, not }: CalledStep): boolean {
  const isNamed = Object.keys(find?.filter ?? {}).length > 0 || find?.elementTypes.includes('any') === false
  return elementId === undefined && !isNamed && !not
}

async function read(step: CalledStep, call: Call): Promise<StepResult> {
  const { text, totalLength, shownLength, confirmToken } = await call.run('text', subjectOf(step))
  return { text, why: lengths(confirmToken, shownLength, totalLength) }
}

function lengths(token: string | undefined, shown: number | undefined, total: number | undefined): string | undefined {
  return token === undefined ? undefined : `${shown} of ${total} characters, confirmToken ${token}`
}

/** A part that is named by its words is shown with its contents; several matches, or types, are shown themselves. */
async function looked(step: CalledStep, maxTokens: number, call: Call): Promise<StepResult> {
  const { elementId, find } = step
  const options = { format: 'outline', maxTokens: step.maxTokens ?? maxTokens }
  if (elementId !== undefined) return shown(await call.run('explore', { elementId, ...options }))
  if (find === undefined) return shown(await call.run('explore', options))
  const part = isPart(find) ? await partOf(step, call) : undefined
  if (part !== undefined) return shown(await call.run('explore', { elementId: part, ...options }))
  const seen = shown(await call.run('explore', { ...placeOf(find), ...options }))
  if (seen.outline !== 'nothing' || find.filter === undefined) return seen
  // Words that no control has are shown too.
  return shown(await call.run('explore', { ...placeOf(find), ...options, includeNonInteractable: true }))
}

async function partOf(step: CalledStep, call: Call): Promise<string | undefined> {
  try {
    const { element } = await call.run('expand', subjectOf(step))
    return element?.capabilities?.includes('hasChildren') ? element.id : undefined
  } catch (error) {
    if (error instanceof Problem && (error.name === 'element_ambiguous' || error.name === 'not_found')) return undefined
    throw error
  }
}

function shown({
  outline,
  truncated,
  cursor,
}: Pick<Result<'explore'>, 'outline' | 'truncated' | 'cursor'>): StepResult {
  return {
    outline: outline === '' ? 'nothing' : outline,
    ...(truncated !== undefined && { why: moreOf(truncated, cursor) }),
  }
}

/** That something comes after it, and how to see that. */
function moreOf({ hidden, where = [] }: NonNullable<Result<'explore'>['truncated']>, cursor?: string): string {
  const most = where.length > 0 ? `, most in ${where.join(', ')}` : ''
  const count = hidden === undefined ? 'more follows' : `${hidden} more follow${hidden === 1 ? 's' : ''}`
  return `${count}${most}: look at a part or with more tokens${cursor === undefined ? '' : `, cursor ${cursor}`}`
}
