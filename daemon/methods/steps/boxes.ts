/** Steps that meet a box of the browser: its buttons are not elements, and the page behind it stands still. */
import { calledVerbs } from '../../../api-schema/step.ts'
import type { Call } from '../../dispatch.ts'
import type { OpenDialog } from '../../platform/tab/dialog.ts'
import { withTimeLimit } from '../../time-limit.ts'
import { holdsWords } from '../../tree/index/words.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { untilChanged } from '../until-changed.ts'
import { isSettling } from './called.ts'
import { ofDialog } from './check.ts'
import { type ActStep, isCalledStep, type Step } from './step.ts'

const accepts = /^(ok|okay|enter)$/i
const dismisses = /^(cancel|escape)$/i

/** How the step answers the box: with accept or dismiss, or by what a person would press there. */
export function answering(step: Step | undefined): ActStep | undefined {
  if (step === undefined || isCalledStep(step)) return undefined
  const { action, find, keys } = step
  if (ofDialog.has(action)) return step
  const said = action === 'key' ? keys : action === 'click' ? find?.filter?.anyFieldContains : undefined
  if (said === undefined) return undefined
  const { tab } = find ?? {}
  const where = { ...(tab !== undefined && { find: { ...find!, filter: undefined } }) }
  if (accepts.test(said)) return { ...where, action: 'accept' }
  return dismisses.test(said) ? { ...where, action: 'dismiss' } : undefined
}

/** Whether the box says what the step awaits or expects. If only quiet, it has it: the page stands still. */
export function isSaidBy({ message }: Pick<OpenDialog, 'message'>, step: Step | undefined): boolean {
  if (step === undefined || !isCalledStep(step) || calledVerbs[step.action] !== 'checks') return false
  if (step.action === 'wait' && isSettling(step)) return true
  const { anyFieldContains, ...others } = step.find?.filter ?? {}
  const asked = [step.value, step.state, step.url, step.count, step.find?.near, ...Object.values(others)]
  const isOfWords = !step.not && asked.every((one) => one === undefined)
  return isOfWords && anyFieldContains !== undefined && holdsWords(message, anyFieldContains)
}

/** For a step that answers a box: the step before it may open the box this late. */
export async function untilOpen(warm: Warm, call: Call, ms: number): Promise<boolean> {
  const { page } = warm.source
  const limited = { signal: withTimeLimit(call.signal, ms) }
  while (page !== undefined && page.dialog === undefined && !limited.signal.aborted) {
    const freshness = { settled: false, seen: warm.reported }
    await untilChanged([{ warm, freshness }], limited, true).catch(() => call.signal.throwIfAborted())
  }
  return page?.dialog !== undefined
}

/** An alert has only one answer: if the next step only looks, it is passed over, and its text is in the step's line. */
export function isPassed({ type }: Pick<OpenDialog, 'type'>, next: Step | undefined): boolean {
  if (type !== 'alert' || next === undefined || !isCalledStep(next)) return false
  const kind = calledVerbs[next.action]
  return kind === 'reads' || kind === 'checks'
}
