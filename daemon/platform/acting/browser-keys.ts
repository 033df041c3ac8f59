/** Keys that a browser handles itself. A tab gets them as a page sees them, so the browser does nothing. */
import { chordNames, keyAliases } from '../../../api-schema/key-names.ts'

/** The verb that does the same. On macOS Meta is held instead of Control. */
const verbs: { readonly [chord: string]: string } = {
  'alt+arrowleft': 'back',
  'alt+arrowright': 'forward',
  f5: 'reload',
  'control+f5': 'reload',
  'control+r': 'reload',
  'control+l': 'goto (in a shell: open URL)',
  'control+t': 'tabs open',
  'control+w': 'tabs close',
}

/** Why the last key had no effect, if it is one of these. */
export function browserKeyDoubt(keys: string): string | undefined {
  const names = chordNames(keys.trim().split(/\s+/).at(-1)!).map((name) => {
    const own = name.toLowerCase()
    return (Object.hasOwn(keyAliases, own) ? keyAliases[own]! : own).toLowerCase()
  })
  const chord = names.join('+').replace('meta+', 'control+')
  const verb = Object.hasOwn(verbs, chord) ? verbs[chord] : undefined
  return verb && `a key of the browser goes to the page alone, which did nothing: use ${verb}`
}
