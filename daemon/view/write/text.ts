/** Writes screen texts into lines so that none can be mistaken for structure. */
import { cutAt } from '../../../api-schema/cut.ts'
import { escaped, unseen } from '../../../api-schema/harmless.ts'

const allUnseen = new RegExp(unseen.source, 'gu')
const toEscape = new RegExp(`${unseen.source}|["\\\\]`, 'gu')

/** Text that could be mistaken for structure within a line; see `outline.ts` and `difference.ts` for the syntax. */
const structural =
  /["[\]→]| =| @-?\d| \{| \((?:[a-z]+|\d+ options?)(?:, (?:[a-z]+|\d+ options?))*\)|^[+~\-=(@{#…\s]|\s$|: $|^$/

export function isPlain(text: string): boolean {
  return !structural.test(text) && !unseen.test(text)
}

/** Verbatim if safe, otherwise in double quotes with escapes. `…` after the quotes marks a cut. */
export function write(text: string, most: number): string {
  const shown = cutAt(text, most)
  if (shown.length < text.length) return `${quote(shown)}…`
  return isPlain(text) ? text : quote(text)
}

export function quote(text: string): string {
  return `"${text.replace(toEscape, withNames)}"`
}

/** For text in its own quotes: shows invisible characters, and keeps it on its line. */
export function onOneLine(text: string): string {
  return text.replace(allUnseen, withNames)
}

function withNames(found: string): string {
  if (found === '"' || found === '\\') return `\\${found}`
  if (found === '\n') return '\\n'
  if (found === '\t') return '\\t'
  return escaped(found)
}
