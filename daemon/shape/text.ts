/** Writes texts of the screen into lines so that none can be taken for structure, and reads them back. */

/**
 * Characters that are not seen, or turn others around: control, format, zero-width, direction and tag characters,
 * line and paragraph separators, lone surrogates. One emoji selector is left alone; several are not.
 */
const unseen = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|[\uFE0E\uFE0F]{2,}|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u
const allUnseen = new RegExp(unseen.source, 'gu')
const toEscape = new RegExp(`${unseen.source}|["\\\\]`, 'gu')

/** What could be taken for structure within a line: see `outline.ts` and `difference.ts` for the marks. */
const structural = /["[→]| [=(@{#]|^[+~\-=(@{#…\s]|\s$|: $|^$/

export function isPlain(text: string): boolean {
  return !structural.test(text) && !unseen.test(text)
}

/** As it is where that is safe, else in double quotes with escapes. `…` after the quotes stands for what was cut. */
export function write(text: string, most: number): string {
  const shown = cutAt(text, most)
  if (shown.length < text.length) return `${quote(shown)}…`
  return isPlain(text) ? text : quote(text)
}

export function quote(text: string): string {
  return `"${text.replace(toEscape, escaped)}"`
}

/** Text that has quotes of its own, with what is not seen in it made visible: it stays on its line. */
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

/** Never within a surrogate pair. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  return text.slice(0, (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 ? most - 1 : most)
}

export interface ReadText {
  readonly text: string
  readonly cut: boolean
  /** Where what follows begins. */
  readonly end: number
}

/** A quoted text at a place, or `undefined` where there is none. */
export function readQuoted(line: string, from: number): ReadText | undefined {
  if (line[from] !== '"') return undefined
  let text = ''
  for (let at = from + 1; at < line.length; at++) {
    const character = line[at]!
    if (character === '"') return { text, cut: line[at + 1] === '…', end: at + (line[at + 1] === '…' ? 2 : 1) }
    if (character !== '\\') text += character
    else {
      const escaped = line[++at]
      if (escaped === 'u') {
        text += String.fromCharCode(Number.parseInt(line.slice(at + 1, at + 5), 16))
        at += 4
      } else text += escaped === 'n' ? '\n' : escaped === 't' ? '\t' : (escaped ?? '')
    }
  }
  return undefined
}
