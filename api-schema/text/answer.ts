/** An answer as text, the same over MCP and in the shell. */
import type { Method } from '../method.ts'
import { methods } from '../methods.ts'
import { plain } from '../plain.ts'
import { parted, withAdded } from './included.ts'
import { stepText } from './step.ts'
import { type Fields, isFields, itemText, viewText } from './view.ts'

export function answerText(name: string, result: unknown): string {
  if (!isFields(result)) return JSON.stringify(result) ?? ''
  const { own, added } = parted(name, result)
  const method = Object.hasOwn(methods, name) ? (methods as { readonly [name: string]: Method })[name] : undefined
  const toText = (method?.text ?? JSON.stringify) as (fields: Fields) => string
  const marks = [own.recorded === true && 'recorded', own.tab !== undefined && `tab ${own.tab}`].filter(Boolean)
  const mark = marks.length > 0 && toText !== viewText ? `\n(${marks.join(', ')})` : ''
  const text = toText(own) + mark
  if (Object.keys(added).length === 0) return text
  return withAdded(text, method?.isVerbatim === true || own.text !== undefined || own.html !== undefined, added)
}

/** The application refused, or a page's tool failed: a failure to the caller, although the method was carried out. */
export function isRefused(result: unknown): boolean {
  return isFields(result) && (result.effect === 'refused' || result.isError === true)
}

export interface Failure {
  readonly name: string
  readonly message: string
  readonly hint?: string | undefined
  readonly data?: Fields | undefined
}

/** An error as text: name and message, similar names or candidates, and the next call. */
export function failureText({ name, message, hint, data }: Failure): string {
  const { steps, now, changes, says } = data ?? {}
  const read = Array.isArray(steps) ? steps.filter(isFields) : []
  const shown = typeof now === 'string' ? now.split('\n').map((line) => line.trim()) : []
  const lists = (['near', 'candidates'] as const).flatMap((key) => {
    const items = (Array.isArray(data?.[key]) ? (data[key] as readonly unknown[]) : []).map(itemText)
    const told = key === 'near' ? items.filter((item) => !shown.includes(item)) : items
    return told.length > 0 ? [`${key}: ${told.join('; ')}`] : []
  })
  const isTold = read.at(-1)?.outline === now
  const there = typeof now === 'string' && now !== '' && !isTold ? [`there now:\n${now}`] : []
  const said = Array.isArray(says) ? says.map((text) => `| ${plain(String(text))}`) : []
  return [
    `${name}: ${plain(message)}`,
    ...read.map(stepText),
    ...(typeof changes === 'string' ? [changes] : []),
    ...lists,
    ...there,
    ...said,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ].join('\n')
}
