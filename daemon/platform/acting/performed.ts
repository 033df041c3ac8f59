/** The usual results of `perform`. */
import type { Performed } from '../platform.ts'

export const native: Performed = { route: 'native' }
export const byKeys: Performed = { route: 'keys' }
export const byPointer: Performed = { route: 'pointer' }
export const noop: Performed = { route: 'native', noop: true }
