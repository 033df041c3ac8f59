/** The usual results of `perform`. */
import type { Performed } from '../platform.ts'

export const native: Performed = { route: 'native' }
export const byKeys: Performed = { route: 'keys' }
export const byPointer: Performed = { route: 'pointer' }
export const noop: Performed = { route: 'native', noop: true }
/** Of what was to be clicked. */
export const onlyChosen: Performed = {
  route: 'native',
  doubt: 'it was only chosen, which may not do what a click does',
}

/** Something was entered into a field, which has the keyboard: no field tells what its program has taken from it. */
export function unleft(done: Performed): Performed {
  if (done.noop === true || done.refused !== undefined) return done
  return { ...done, untaken: 'the program may take it only when the field is left' }
}

/** Something else was done, and a field that was filled before still has the keyboard. */
export function withField(done: Performed, name: string | undefined): Performed {
  const field = name === undefined ? 'a field' : `the field ${JSON.stringify(name)}`
  return { ...done, untaken: `${field} still has the keyboard, and the program may not have taken what it shows` }
}
