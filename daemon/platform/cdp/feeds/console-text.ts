/** What the console would show, as text: messages with their arguments, exceptions. Pure. */

import type { Protocol } from 'devtools-protocol'
import { cut } from '../../../../api-schema/cut.ts'
import type { ConsoleLevel } from '../../../../api-schema/methods/console.ts'

type RemoteObject = Protocol.Runtime.RemoteObject
type ObjectPreview = Protocol.Runtime.ObjectPreview
type PropertyPreview = Protocol.Runtime.PropertyPreview

const longest = 10_000

const levels: { readonly [type: string]: ConsoleLevel } = {
  verbose: 'debug',
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  assert: 'error',
}

/** For a message type, or a level of the browser's log. */
export const levelOf = (word: string): ConsoleLevel => levels[word] ?? 'log'

/** Joins arguments as the console does: the first may be a format string for the rest. */
export function messageText(type: string, args: readonly RemoteObject[]): string {
  const text = formatted(args)
  return cut(type === 'assert' ? `Assertion failed: ${text}` : text, longest)
}

function formatted(args: readonly RemoteObject[]): string {
  const [first, ...rest] = args
  if (first?.type !== 'string') return args.map(shown).join(' ')
  let used = 0
  const text = String(first.value).replace(/%([%sdifoOc])/g, (specifier, letter: string) => {
    if (letter === '%') return '%'
    const value = rest[used]
    if (value === undefined) return specifier
    used++
    return filled(letter, value)
  })
  return [text, ...rest.slice(used).map(shown)].join(' ')
}

function filled(letter: string, value: RemoteObject): string {
  switch (letter) {
    case 'c':
      return ''
    case 'd':
    case 'i':
      return numeric(value, Math.trunc)
    case 'f':
      return numeric(value, (number) => number)
    default:
      return shown(value)
  }
}

function numeric(value: RemoteObject, round: (number: number) => number): string {
  if (value.type === 'bigint' || value.type === 'object') return shown(value)
  return String(round(Number(value.value ?? value.unserializableValue)))
}

function shown(value: RemoteObject): string {
  const { type, subtype, description = '', preview } = value
  if (type === 'string') return String(value.value)
  if (subtype === 'error') return withoutStack(description)
  if (type === 'function') return nameOfFunction(description)
  if (preview === undefined || opaque.has(subtype ?? '')) return plainValue(value)
  return previewed(preview)
}

/** Kinds of objects fully expressed by their description. */
const opaque = new Set(['node', 'regexp', 'date', 'error', 'promise', 'proxy', 'weakmap', 'weakset', 'arraybuffer'])

function plainValue({ type, value, unserializableValue, description }: RemoteObject): string {
  return type === 'undefined' ? 'undefined' : String(unserializableValue ?? description ?? value)
}

/** The message without its stack trace. */
function withoutStack(description: string): string {
  const stack = description.search(/\n[^\S\n]+at /)
  return stack < 0 ? description : description.slice(0, stack)
}

function nameOfFunction(source: string): string {
  const name = /^(?:async\s+)?(class|function)?\s*\*?\s*([\w$]*)/.exec(source)
  return name?.[1] === 'class' ? `class ${name[2]}` : `ƒ ${name?.[1] === 'function' ? name[2] : ''}()`
}

function previewed(preview: ObjectPreview): string {
  const { subtype, description = 'Object', properties, entries, overflow } = preview
  const more = overflow ? ['…'] : []
  if (subtype === 'array' || subtype === 'typedarray') {
    const isTyped = subtype === 'typedarray'
    const items = properties.flatMap((property) => {
      if (/^\d+$/.test(property.name)) return [inner(property)]
      return isTyped ? [] : [pair(property)]
    })
    const name = isTyped || overflow ? description : ''
    return `${name && `${name} `}[${[...items, ...more].join(', ')}]`
  }
  if (entries !== undefined) {
    const items = entries.map(({ key, value }) => (key ? `${member(key)} => ${member(value)}` : member(value)))
    return `${description} {${[...items, ...more].join(', ')}}`
  }
  const items = [...properties.map(pair), ...more].join(', ')
  return `${description === 'Object' ? '' : `${description} `}{${items}}`
}

const pair = (property: PropertyPreview) => `${property.name}: ${inner(property)}`

/** A nested member, which only has a type and a description. */
function member(preview: ObjectPreview): string {
  if (preview.type === 'string') return quoted(preview.description ?? '')
  return preview.type === 'object' && preview.properties.length > 0 ? previewed(preview) : (preview.description ?? '')
}

function inner({ type, subtype, value = '', valuePreview }: PropertyPreview): string {
  if (valuePreview !== undefined) return previewed(valuePreview)
  switch (type) {
    case 'string':
      return quoted(value)
    case 'function':
      return 'ƒ'
    case 'accessor':
      return '(…)'
    case 'object':
      if (subtype === 'error') return withoutStack(value)
      return value === 'Object' ? '{…}' : value
    default:
      return value
  }
}

const quoted = (text: string) => `'${text}'`

export function exceptionText({ text }: Protocol.Runtime.ExceptionDetails, thrown: RemoteObject | undefined): string {
  const value = thrown === undefined ? '' : shown(thrown)
  return cut([text, value].filter((part) => part !== '').join(' '), longest)
}

/** The browser's own messages; their text is a format string only if there are arguments. */
export function remarkText(text: string, args: readonly RemoteObject[]): string {
  return cut(args.length === 0 ? text : formatted([{ type: 'string', value: text }, ...args]), longest)
}
