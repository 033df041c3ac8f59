/** What a terminal, a model, or whoever reads it, could be misled by: texts of the screen may hold anything. */

/**
 * Characters that are invisible, reorder others or are none: control (escape sequences, also of one byte), format,
 * zero-width, direction and tag characters, line and paragraph separators, lone surrogates. A single emoji selector is
 * left alone.
 */
export const unseen =
  /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|[\uFE0E\uFE0F]{2,}|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u
const allUnseen = new RegExp(unseen.source, 'gu')

/** Line breaks and tabs stay; all else that nobody sees is written out, so that it can be seen. */
export function harmless(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(allUnseen, (found) => (/^[\n\t]/.test(found) ? found : escaped(found)))
}

/** The same value as JSON. */
export function harmlessJson(json: string): string {
  return json.replace(allUnseen, (found) => (found === '\n' ? found : escaped(found)))
}

/** In the escapes of JSON. */
export function escaped(found: string): string {
  let codes = ''
  for (let i = 0; i < found.length; i++) codes += `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`
  return codes
}
