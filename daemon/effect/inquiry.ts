/** What finding out more about an effect rests on. */
import type { Warm } from '../tree/warm/sync.ts'
import type { Doubt, Evidence } from './evidence.ts'
import type { Patience } from './settle.ts'

/** A target as it is read after an action. */
export interface Reading {
  readonly warm: Warm
  readonly options: Patience
  /** Before the pointer went there. */
  readonly approached: number
  /** All that the target tells by itself by now. */
  readonly read: (late: Evidence['late']) => Promise<Evidence>
  /** The changes that were reported when it was last read. */
  seen: number
  /** From then on what comes late is waited for. */
  begun: number
  /** The pointer is elsewhere by now. */
  hasLeft: boolean
}

/**
 * Finds out what the target does not tell by itself. `find` is called only where `isFor` says so, by what is known and the
 * doubt that it leaves, and answers what it adds: all is judged once more by that. Undefined if the verdict stands. It may
 * wait and read on, and keeps `seen` and `begun` true. It throws only the signal's reason: what fails stays unknown.
 */
export interface Inquiry {
  readonly why: string
  readonly isFor: (known: Evidence, doubt: Doubt, reading: Reading) => boolean
  readonly find: (known: Evidence, reading: Reading) => Promise<Partial<Evidence> | undefined>
}
