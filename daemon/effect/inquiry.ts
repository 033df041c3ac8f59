/** How more evidence about an effect is gathered. */
import type { Warm } from '../tree/warm/sync.ts'
import type { Doubt, Evidence } from './evidence.ts'
import type { Patience } from './settle.ts'

/** A target as it is read after an action. */
export interface Reading {
  readonly warm: Warm
  readonly options: Patience
  /** The revision before the pointer went there. */
  readonly approached: number
  /** Reads the evidence that the target gives without being asked. */
  readonly read: (late: Evidence['late']) => Promise<Evidence>
  /** How many changes had been reported when it was last read. */
  seen: number
  /** When the wait for late effects began. */
  begun: number
  /** The pointer has been moved away. */
  hasLeft: boolean
}

/**
 * Gathers evidence that the target does not give by itself. `find` is called only if `isFor` accepts the evidence so
 * far and the doubt it leaves; what it answers is added, and everything is judged again. Undefined if the verdict
 * stands. It may wait and read on, and keeps `seen` and `begun` true. It throws only the signal's reason: what fails
 * stays unknown.
 */
export interface Inquiry {
  readonly why: string
  readonly isFor: (known: Evidence, doubt: Doubt, reading: Reading) => boolean
  readonly find: (known: Evidence, reading: Reading) => Promise<Partial<Evidence> | undefined>
}
