/** Why a part of a desktop cannot be used, and what to do instead. */
import { Problem } from '../../../problem.ts'

export interface Missing {
  /** A full sentence. */
  readonly why: string
  /** What to do instead, as an error's hint. */
  readonly remedy: string
}

/** Actions that need neither keys nor pointer. */
const ownActions = 'click, set_value, type, toggle, select, expand, menu'
export const byOwnActions = `Read with {explore}, and act by what elements can do themselves: ${ownActions}.`

export function unsupportedBy({ why, remedy }: Missing): Problem {
  return new Problem('unsupported_here', { message: why, hint: remedy })
}
