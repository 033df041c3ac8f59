/** Writes screen texts into lines so that none can be mistaken for structure. */
import { cutAt } from '../../api-schema/cut.ts'

/**
 * Characters that are invisible or reorder others: control, format, zero-width, direction and tag characters, line and
 * paragraph separators, lone surrogates. A single emoji selector is left alone.
 */
const unseen = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|[\uFE0E\uFE0F]{2,}|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u
const allUnseen = new RegExp(unseen.source, 'gu')
const toEscape = new RegExp(`${unseen.source}|["\\\\]`, 'gu')

/** What could be mistaken for structure within a line: see `outline.ts` and `difference.ts` for the syntax. */
const structural =
  /["[\]→]| =| @-?\d| \{| \((?:[a-z]+|\d+ options?)(?:, (?:[a-z]+|\d+ options?))*\)|^[+~\-=(@{#…\s]|\s$|: $|^$/

export function isPlain(text: string): boolean {
  return !structural.test(text) && !unseen.test(text)
}

/** Verbatim if that is safe, otherwise in double quotes with escapes. `…` after the quotes stands for what was cut. */
export function write(text: string, most: number): string {
  const shown = cutAt(text, most)
  if (shown.length < text.length) return `${quote(shown)}…`
  return isPlain(text) ? text : quote(text)
}

export function quote(text: string): string {
  return `"${text.replace(toEscape, escaped)}"`
}

/** Text with its own quotes, with invisible characters made visible: it stays on its line. */
export function onOneLine(text: string): string {
  return text.replace(allUnseen, escaped)
}

function escaped(found: string): string {
  if (found === '"' || found === '\\') return `\\${found}`
  if (found === '\n') return '\\n'
  if (found === '\t') return '\\t'
  let codes = ''
  for (let i = 0; i < found.length; i++) codes += `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`
  return codes
}
