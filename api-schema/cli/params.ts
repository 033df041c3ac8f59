/** Turns what was typed into the method's parameters. */

import type { Schema } from '../schema.ts'
import { meantWord } from '../understood.ts'
import { kinds } from './kinds.ts'
import { otherCommand } from './other-commands.ts'
import { allFlags, type Command, expectWords, type Option, type Positional } from './usage.ts'
import { UsageError } from './usage-error.ts'
import { isPause, isPoint } from './words.ts'

export type Typed = { readonly [flag: string]: string | boolean | readonly (string | boolean)[] | undefined }
type Params = { [name: string]: unknown }

/** The method's parameters. If none says where to look, the daemon decides. */
export function paramsOf(command: Command, typed: Typed, words: readonly string[]): Params {
  const params: Params = { ...command.fixed }
  for (const option of command.options) {
    const value = typed[option.flag]
    if (value !== undefined) put(params, option.path, typedValue(option, value))
  }
  if (typed.at !== undefined) atPoint(params, String(typed.at))
  const all = typed.all === true ? allFlags.map((name) => `${command.scopeAt ?? ''}${name}`) : []
  // A method that always covers everything has none of them.
  for (const path of all) if (command.options.some((option) => option.path === path)) put(params, path, true)
  // A wait for a time only, as in a step of a program.
  if (command.name === 'wait' && isPause(typedWords(words))) params.until ??= 'settled'
  else takeWords(command, params, command.name === 'find' ? kindTaken(params, words) : words)
  shortForms(command, params)
  return params
}

const typedWords = (words: readonly string[]) => words.map((text) => ({ text, quoted: false }))

/** `--at 120,80` */
function atPoint(params: Params, text: string): void {
  const [x, y, ...more] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (x === undefined || y === undefined || more.length > 0 || !Number.isFinite(x + y))
    throw new UsageError(`--at must be a point, such as 120,80, not "${text}".`)
  for (const [name, value] of Object.entries({ scope: 'position', x, y })) put(params, `find.${name}`, value)
}

/**
 * `ix find button Save`, or `ix find role button` as in other tools: takes out the kind and returns the remaining text.
 */
function kindTaken(params: Params, [first = '', ...rest]: readonly string[]): readonly string[] {
  const isRole = first === 'role' && rest.length > 0
  const [kind, ...said] = isRole ? rest : [first, ...rest]
  if (!isRole && (said.length === 0 || !kinds.has(kind!))) return first === '' ? [] : [[first, ...rest].join(' ')]
  put(params, 'filter.role', kind)
  return said.length === 0 ? [] : [said.join(' ')]
}

function takeWords(command: Command, params: Params, words: readonly string[]): void {
  const isFound = isFoundBy(params.find as Params | undefined, command, words)
  const wanted = command.positional.filter(({ path }) => path !== 'elementId' || !isFound)
  if (words.length > wanted.length && !takesSeveral(command, wanted.at(-1)?.path)) {
    const meant = otherCommand([command.name, ...words])
    const near = meant === undefined ? '' : ` Did you mean ix ${meant}?`
    throw new UsageError(`"${words[wanted.length]}" is one word too many for ix ${command.name}.${near}`)
  }
  for (const [index, positional] of wanted.entries()) {
    const { path, required } = positional
    const isLast = index === wanted.length - 1
    const word =
      isLast && takesSeveral(command, path) && words.length > wanted.length ? words.slice(index) : words[index]
    const isText = path === 'elementId' && isNarrowed(params.find as Params | undefined)
    if (word !== undefined)
      put(params, isText ? 'find.filter.anyFieldContains' : path, wordValue(command, positional, word))
    else if (required && params[path] === undefined && !(path.startsWith('filter.') && params.filter !== undefined))
      throw new UsageError(`ix ${command.name} needs ${needed(command, positional)}.`)
  }
}

/**
 * Do flags say which element is meant, so that the words are the remaining arguments: `ix set --any Search tea`? Flags
 * that say only where to look leave it to the words, if there are enough of them: `ix set User ann --tab t1`; so do those
 * that only narrow it, if the words are more than the remaining arguments: `ix click 7 --type button`.
 */
function isFoundBy(find: Params | undefined, { positional }: Command, words: readonly string[]): boolean {
  if (find === undefined) return false
  const isSaid = find.scope === 'position' || Object.keys((find.filter ?? {}) as Params).some((name) => name !== 'role')
  if (isSaid || isPoint(typedWords(words))) return true
  const isNeeded = ({ required, label }: Positional) => (isNarrowed(find) ? label !== 'X,Y' : required)
  return words.length < positional.filter(isNeeded).length
}

/** Beside a kind or a row even a number is text, not an id. */
function isNarrowed(find: Params = {}): boolean {
  return Object.keys(find).some((name) => name !== 'tab' && name !== 'bundleId')
}

function needed({ name, scopeAt }: Command, { path, label }: Positional): string {
  if (path !== 'elementId' || scopeAt === undefined) return label
  return `an ID, or words of the element. ix help ${name} shows more`
}

function wordValue(command: Command, { path, label }: Positional, word: string | readonly string[]): unknown {
  const option = optionOf(command, path)
  if (path === 'accept') return acceptance(String(word))
  if (path === 'to') return targetOf(String(word))
  return option ? typedValue({ ...option, flag: label }, word) : String(word)
}

/** The last argument may take several words: `ix upload 436 a.jpg b.jpg`. */
function takesSeveral(command: Command, path: string | undefined): boolean {
  const schema = path === undefined ? undefined : optionOf(command, path)?.schema
  return schema !== undefined && 'type' in schema && schema.type === 'array'
}

function optionOf({ options }: Command, path: string): Option | undefined {
  return options.find((option) => option.path === path)
}

function acceptance(word: string): boolean {
  if (word === 'accept' || word === 'dismiss') return word === 'accept'
  throw new UsageError(`"${word}" is neither accept nor dismiss.`)
}

/** `ix tabs open URL`, `ix route remove r1`, `ix navigate back`. */
function shortForms({ method, options }: Command, params: Params): void {
  if (method === 'tabs' && params.action === 'open' && params.url === undefined) {
    params.url = params.tab
    delete params.tab
  }
  const idle = method === 'tabs' && params.action !== 'open' ? ['url', 'context', 'bundleId'] : []
  for (const { path, flag } of options)
    if (idle.includes(path) && params[path] !== undefined)
      throw new UsageError(`ix tabs ${params.action ?? 'list'} takes no --${flag}; ix tabs open does.`)
  if (method === 'route' && params.action === 'remove' && params.id === undefined && params.url !== undefined) {
    params.id = params.url
    delete params.url
  }
  if (method === 'navigate' && ['back', 'forward', 'reload'].includes(String(params.url))) {
    params.action = params.url
    delete params.url
  }
}

function typedValue({ flag, schema }: Option, typed: NonNullable<Typed[string]>): unknown {
  if ('$ref' in schema) return expectationOf(flag, String(typed))
  if (!('type' in schema) || schema.type === undefined) return String(typed)
  switch (schema.type) {
    case 'boolean':
      return typed === true || typed === 'true'
    case 'integer':
    case 'number':
      return numberOf(flag, schema.type, String(typed))
    case 'array':
      return listOf(flag, schema.items, typed)
    case 'object':
      return flag === 'to' ? targetOf(String(typed)) : jsonOf(flag, String(typed))
    case 'string':
      return choiceOf(flag, schema, String(typed))
  }
}

function numberOf(flag: string, type: 'integer' | 'number', text: string): number {
  const number = Number(text)
  if (text.trim() === '' || (type === 'integer' ? !Number.isInteger(number) : !Number.isFinite(number))) {
    throw new UsageError(
      `${typedAs(flag)} must be ${type === 'integer' ? 'a whole number' : 'a number'}, not "${text}".`,
    )
  }
  return number
}

function listOf(flag: string, items: Schema, typed: NonNullable<Typed[string]>): unknown[] {
  const words = (Array.isArray(typed) ? typed : [typed]).map(String)
  // `--steps` once with all steps, or once per step.
  if ('type' in items && items.type === 'object') return words.flatMap((word) => jsonOf(flag, word))
  // A file name may contain a comma.
  if (!('enum' in items)) return words
  return words.flatMap((word) => word.split(',')).map((word) => choiceOf(flag, items, word.trim()))
}

function choiceOf(flag: string, schema: Schema, word: string): string {
  if (!('enum' in schema)) return word
  const meant = String(meantWord(schema.enum, word))
  if (schema.enum.includes(meant)) return meant
  throw new UsageError(`"${word}" is no ${flag.toLowerCase()}. Known: ${schema.enum.join(', ')}.`)
}

/** `console,no-snapshot`, or an object. */
function expectationOf(flag: string, text: string): unknown {
  if (text.trimStart().startsWith('{')) return jsonOf(flag, text)
  const words = text.split(',').map((word) => word.trim())
  return Object.fromEntries(
    words.map((word) => {
      const name = expectWords[word.replace(/^no-/, '')]
      if (name !== undefined) return [name, !word.startsWith('no-')]
      throw new UsageError(`"${word}" is no ${flag}. Known: ${Object.keys(expectWords).join(', ')}, and no- of each.`)
    }),
  )
}

export function targetOf(text: string): Params {
  const point = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text)
  if (point) return { x: Number(point[1]), y: Number(point[2]) }
  return text.startsWith('{') ? (jsonOf('to', text) as Params) : { elementId: text }
}

/** Positional arguments are named by their labels, in capitals. */
function typedAs(flag: string): string {
  return /^[A-Z]/.test(flag) ? flag : `--${flag}`
}

function jsonOf(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${typedAs(flag)} must be JSON, not "${text}".`)
  }
}

function put(params: Params, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() as string
  let at = params
  for (const name of names) {
    const next = at[name]
    const inner = isParams(next) ? next : {}
    at[name] = inner
    at = inner
  }
  at[last] = value
}

function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null
}
