/** Judges an act again whose effect comes late, for example after a server was asked, before the answer ends. */
import type { Outcome } from '../../effect/act.ts'
import type { StepReport } from './step.ts'

interface Judged {
  readonly outcome: Outcome
  readonly at?: string | undefined
}

/** Must run before anything else is done: later nobody could tell which act caused the effect. */
export async function lookAgain<Done extends Judged>(progress: {
  readonly done: Done[]
  readonly told: StepReport[]
  doubted: number | undefined
}): Promise<void> {
  const { done, told } = progress
  const last = done.at(-1)
  if (last?.outcome.again === undefined || (await last.outcome.again()) !== undefined) return
  const { doubt: _, again: __, ...outcome } = last.outcome
  done[done.length - 1] = { ...last, at: undefined, outcome: { ...outcome, effect: 'confirmed' } }
  const index = told.findLastIndex(({ effect, why }) => effect === 'unverified' && why === last.outcome.doubt)
  if (index < 0) return
  told[index] = { ...told[index]!, effect: 'confirmed', why: undefined, at: undefined }
  if (progress.doubted === index + 1) progress.doubted = undefined
}
