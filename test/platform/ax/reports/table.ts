/** Public reports of tools for macOS: a program of the stub, what is done, and what the program holds then. */
import { fields } from './fields.ts'
import { menus } from './menus.ts'
import { presses, windows } from './presses.ts'
import type { Reported } from './report.ts'

export const programs: readonly Reported[] = [...fields, ...presses, ...windows, ...menus]
