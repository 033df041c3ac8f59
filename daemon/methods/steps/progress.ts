/** What the steps of a call have done so far. */
import type { AlreadySaid } from '../../answers/included/already-said.ts'
import type { newTabs, Touched } from '../../answers/included/effect.ts'
import type { Outcome } from '../../effect/act.ts'
import type { Aim } from './aim.ts'
import type { Place } from './place.ts'
import type { ActStep, Told } from './step.ts'

export interface Done {
  readonly step: ActStep
  readonly aim: Aim
  readonly outcome: Outcome
  /** Of a drag: where the element is now. */
  readonly at?: string | undefined
}

export interface Progress {
  readonly done: Done[]
  readonly touched: Touched[]
  readonly opened: ReturnType<typeof newTabs>
  readonly told: Told[]
  readonly said: AlreadySaid
  /** Where a step looks that names no place: where the one before it did. */
  place: Place | undefined
  /** Of the browser, and open: it was opened by the last step that did something. */
  box: Told['dialog'] | undefined
  /** From 1: what this step brought about is not known, and no wait or expect has said since that it is well. */
  doubted: number | undefined
}
