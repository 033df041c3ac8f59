/** A trace without screen texts: keeps ids, roles, states, positions and the lengths of texts. */

import { type CallEvent, refusals } from '../../api-schema/call-event.ts'
import { type Element, stateWords } from '../../api-schema/element.ts'
import { methods } from '../../api-schema/methods.ts'
import { apart, linesApart } from '../../api-schema/text/shared-lines.ts'
import type { TraceLook } from '../../api-schema/trace.ts'

/** Parameters whose values are words of the interface itself. */
const kept = new Set([
  'action',
  'scope',
  'tab',
  'elementId',
  'otherId',
  'role',
  'elementTypes',
  'format',
  'until',
  'state',
])
const names = new Set(Object.values(methods).flatMap(({ params }) => namesIn(params)))
const states = stateWords.join('|')
const ending = new RegExp(`( \\((?:(?:${states})(?:, )?(?: → )?)+\\))?$`)

export function maskedCall(call: CallEvent): CallEvent {
  const { method, params, target, changed, ...rest } = call
  return {
    ...rest,
    method: Object.hasOwn(methods, method) ? method : maskedText(method),
    params: refusals.has(call.outcome) ? (maskedAll(params) as CallEvent['params']) : maskedParams(params),
    ...(target !== undefined && { target: maskedTarget(target) }),
    ...(changed !== undefined && { changed: changed.flatMap(apart).map(maskedLine) }),
  }
}

export function maskedLook({ picture: _, ...look }: TraceLook): TraceLook {
  return {
    ...look,
    target: maskedTarget(look.target),
    outline: linesApart(look.outline).map(maskedLine).join('\n'),
    elements: look.elements.map(maskedElement),
  }
}

/** Ids of tabs are the daemon's own. */
function maskedTarget(target: string): string {
  return /^t\d+$/.test(target) ? target : maskedText(target)
}

export function maskedText(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[\p{L}\p{M}]/gu, (letter) => (letter === 'X' ? 'X' : 'x'))
    .replace(/\p{N}/gu, '0')
}

/** `[436] checkbox: xxxxxxxx xx (checked)` */
export function maskedLine(line: string): string {
  const [, start = '', role = '', rest = ''] =
    /^(\s*(?:[~+-] +)?\[\d+\] )([a-z]+(?: [a-z]+)?(?=[:=" (]|$)|)(.*)$/s.exec(line) ?? []
  if (start === '') return /^\s*…|^\(/.test(line) ? line.replace(/"[^"]*"/g, maskedText) : maskedText(line)
  const [end] = ending.exec(rest)!
  return start + role + maskedText(rest.slice(0, rest.length - end.length)) + end
}

function maskedElement(element: Element): Element {
  const own = ['id', 'role', 'subrole', 'state', 'capabilities', 'frame', 'pageFrame', 'more']
  const entries = Object.entries(element).map(([key, value]) => {
    if (key === 'children') return [key, (value as readonly Element[]).map(maskedElement)]
    return [key, own.includes(key) ? value : masked(value)]
  })
  return Object.fromEntries(entries)
}

function maskedParams(params: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, kept.has(name) ? value : masked(value)]),
  )
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (Array.isArray(value)) return value.map(masked)
  return typeof value === 'object' && value !== null
    ? maskedParams(value as { readonly [name: string]: unknown })
    : value
}

/** Masks everything in unchecked parameters: an agent may have put any text anywhere. */
function maskedAll(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (Array.isArray(value)) return value.map(maskedAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names.has(name) ? name : maskedText(name), maskedAll(inner)]),
  )
}

/** The names of all properties in a schema. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { readonly properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)]
}
