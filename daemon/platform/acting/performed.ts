/** The usual results of `perform`. */
import type { Performed } from '../platform.ts'

export const native: Performed = { route: 'native' }
export const byKeys: Performed = { route: 'keys' }
export const byPointer: Performed = { route: 'pointer' }
export const noop: Performed = { route: 'native', noop: true }
/** For something that should have been clicked. */
export const onlyChosen: Performed = {
  route: 'native',
  doubt: 'it was only chosen, which may not do what a click does',
}

/** After entering text in a field that keeps the focus: no field says what its program has accepted. */
export function unleft(done: Performed): Performed {
  if (done.noop === true || done.refused !== undefined) return done
  return { ...done, untaken: 'the program may take it only when the field is left' }
}

/** After another action, while a field filled earlier still has the focus. */
export function withField(done: Performed, name: string | undefined): Performed {
  const field = name === undefined ? 'a field' : `the field ${JSON.stringify(name)}`
  return { ...done, untaken: `${field} still has the keyboard, and the program may not have taken what it shows` }
}
