/** The result of a script, as text: the value on its line, then what was left out, then the tips. */
import { openText } from './dialog.ts'
import type { Fields } from './view.ts'

export function scriptText(fields: Fields): string {
  const { tips } = fields
  const lines = [...valueLines(fields), tailOf(fields), ...(Array.isArray(tips) ? tips.map(String) : [])]
  return lines.filter((line) => line !== '').join('\n')
}

function valueLines({ result, preview, type, dialog }: Fields): string[] {
  if (typeof dialog === 'object' && dialog !== null) {
    return [openText(dialog as Fields)]
  }
  if (result !== undefined) return [jsonLine(result)]
  // The beginning of a text is a JSON string; everything else has no line that the page could have made.
  return [type === 'string' ? `${jsonLine(preview)}…` : String(preview ?? '')]
}

function tailOf({ shownLength, totalLength, confirmToken, hint }: Fields): string {
  const parts = [
    totalLength !== undefined && `${shownLength} of ${totalLength} characters`,
    confirmToken !== undefined && `confirmToken ${confirmToken}`,
    hint !== undefined && String(hint),
  ]
  const text = parts.filter(Boolean).join(', ')
  return text === '' ? '' : `(${text})`
}

/** JSON escapes line breaks itself; this also escapes invisible characters and those that reorder text. */
function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    [...found]
      .flatMap((character) => character.split(''))
      .map((unit) => `\\u${hex(unit)}`)
      .join(''),
  )
}

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0')
}
