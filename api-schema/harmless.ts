/** What a terminal, or whoever reads it, could be misled by: texts of the screen may hold anything. */

/** Control characters (escape sequences, also of one byte), marks that reorder text, separators of lines, invisible tags. */
const misleading = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Line breaks and tabs stay; all else that misleads is written out, so that it can be seen. */
export function harmless(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(misleading, (found) => (/[\n\t]/.test(found) ? found : escaped(found)))
}

/** The same value as JSON. */
export function harmlessJson(json: string): string {
  return json.replace(misleading, (found) => (found === '\n' ? found : escaped(found)))
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
