/** Steps that come to a box of the browser: its buttons are no elements, and what is behind it stands still. */
import { calledVerbs } from '../../../api-schema/step.ts'
import type { OpenDialog } from '../../platform/dialog.ts'
import { ofDialog } from './check.ts'
import { type ActStep, isCalledStep, type Step } from './step.ts'

const accepts = /^(ok|okay|enter)$/i
const dismisses = /^(cancel|escape)$/i

/** How the step answers the box, in its own words or by what a person would press there. */
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

/** An alert can be answered in one way, and what comes next only looks: what it says is in the step's line. */
export function isPassed({ type }: Pick<OpenDialog, 'type'>, next: Step | undefined): boolean {
  if (type !== 'alert' || next === undefined || !isCalledStep(next)) return false
  const kind = calledVerbs[next.action]
  return kind === 'reads' || kind === 'checks'
}
