/** What a script gave, as text: the value on its line, then what is left unsaid, then the tips. */
import type { Result } from './methods.ts'
import { plain } from './plain.ts'

type Fields = { readonly [name: string]: unknown }

export function scriptText(fields: Fields): string {
  const { tips } = fields
  const lines = [...valueLines(fields), tailOf(fields), ...(Array.isArray(tips) ? tips.map(String) : [])]
  return lines.filter((line) => line !== '').join('\n')
}

function valueLines({ result, preview, type, dialog }: Fields): string[] {
  if (typeof dialog === 'object' && dialog !== null) {
    const { type: kind, message } = dialog as Fields
    return [`${kind} open: ${plain(String(message))}`]
  }
  if (result !== undefined) return [jsonLine(result)]
  // The beginning of a text is as it was; all else has no line that the page could have made.
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

/** JSON has its own signs for line breaks; those for what is not seen, or turns text around, are put in. */
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

export function functionLines({ functions }: Result<'eval_list_functions'>): string {
  if (functions.length === 0) return 'No functions.'
  return functions.map(({ name, source }) => `${name}: ${plain(source)}`).join('\n')
}
