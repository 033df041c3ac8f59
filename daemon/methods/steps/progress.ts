/** What the steps of a call have done so far. */
import type { DownloadReport } from '../../../api-schema/included.ts'
import type { ActBefore } from '../../answers/find/opened.ts'
import type { AlreadySaid } from '../../answers/included/already-said.ts'
import type { newTabs, Touched } from '../../answers/included/effect.ts'
import type { Outcome } from '../../effect/act.ts'
import type { Aim } from './aim.ts'
import type { Place } from './place.ts'
import type { ActStep, StepReport } from './step.ts'

export interface Done {
  readonly step: ActStep
  readonly aim: Aim
  readonly outcome: Outcome
  /** For a drag: where the element is now. */
  readonly at?: string | undefined
}

export interface Progress {
  readonly done: Done[]
  readonly touched: Touched[]
  readonly opened: ReturnType<typeof newTabs>
  /** Downloads that have begun. */
  readonly saved: DownloadReport[]
  readonly told: StepReport[]
  readonly said: AlreadySaid
  /** The place for a step that names none: that of the step before. */
  place: Place | undefined
  /** The open box of the browser; the last step that did something has opened it. */
  box: StepReport['dialog'] | undefined
  /** Number of the step, from 1, whose effect is unknown, and which no wait or expect has checked since. */
  doubted: number | undefined
}

/** The act before the next step, if there was one. */
export function lastOf({ done }: Progress): ActBefore | undefined {
  const last = done.at(-1)
  return last && { warm: last.aim.warm, before: last.outcome.before }
}
