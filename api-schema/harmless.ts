/** Disarms what could mislead a terminal, a model or a reader: texts of the screen may contain anything. */

/**
 * Characters that are invisible, that reorder others, or that are not characters: control (escape sequences, also of
 * one byte), format, zero-width, direction and tag characters, line and paragraph separators, lone surrogates. A single
 * emoji selector is left alone.
 */
export const unseen =
  /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|[\uFE0E\uFE0F]{2,}|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u
const allUnseen = new RegExp(unseen.source, 'gu')

/** Line breaks and tabs stay; every other invisible character is written out as an escape. */
export function harmless(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(allUnseen, (found) => (/^[\n\t]/.test(found) ? found : escaped(found)))
}

/** The same for JSON: the value stays the same. */
export function harmlessJson(json: string): string {
  return json.replace(allUnseen, (found) => (found === '\n' ? found : escaped(found)))
}

/** As JSON escapes. */
export function escaped(found: string): string {
  let codes = ''
  for (let i = 0; i < found.length; i++) codes += `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`
  return codes
}
