/** Public reports of tools that act on pages, each as a page with that difficulty. Only the facts are theirs. */
import { fields } from './fields.ts'
import { found } from './found.ts'
import { presses } from './presses.ts'
import type { Report } from './report.ts'

export const reports: readonly Report[] = [...presses, ...fields, ...found]
