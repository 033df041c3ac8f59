/** One entry in a host's file; everything else in it, comments and order too, stays as it is. */
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { UsageError } from '../../api-schema/cli/usage-error.ts'

export interface Place {
  readonly format: 'json' | 'toml'
  /** Names that lead to the entry. */
  readonly path: readonly string[]
}

type Entry = { readonly [key: string]: unknown }

/** The text with the entry, or without it if there is none to write. Throws UsageError if it cannot be read. */
export function withEntry(text: string, { format, path }: Place, entry: object | undefined): string {
  return format === 'json' ? inJson(text, path, entry) : inToml(text, path, entry)
}

/** The entry, or undefined if there is none, or it is not an object. Throws UsageError if the text cannot be read. */
export function entryIn(text: string, { format, path }: Place): Entry | undefined {
  const entry = format === 'json' ? valueAt(jsonIn(text), path) : tableIn(text, path)
  return typeof entry === 'object' && entry !== null ? (entry as Entry) : undefined
}

function inJson(text: string, path: readonly string[], entry: object | undefined): string {
  const before = jsonIn(text)
  if (entry === undefined && valueAt(before, path) === undefined) return text
  const options = { formattingOptions: { insertSpaces: !/^\t/m.test(text), tabSize: indentOf(text), eol: '\n' } }
  const base = text.trim() === '' ? '{}\n' : text
  return applyEdits(base, modify(base, [...path], entry, options))
}

function jsonIn(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors.filter(({ error }) => text.trim() !== '' || printParseErrorCode(error) !== 'ValueExpected')
  if (error === undefined) return value
  throw new UsageError(`${printParseErrorCode(error.error)} in line ${text.slice(0, error.offset).split('\n').length}`)
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as { [name: string]: unknown } | undefined)?.[name], value)
}

function indentOf(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2
}

/** A table of its own: from its head to the next head that is not of a table inside it. */
function inToml(text: string, path: readonly string[], entry: object | undefined): string {
  const { others } = tomlIn(text, path)
  if (others.some((line) => new RegExp(`^\\s*${path[0]}\\s*=`).test(line)))
    throw new UsageError(`${path[0]} is written in one line there, which cannot be added to`)
  if (entry === undefined) return others.join('\n') === text ? text : ended(others.join('\n'))
  const table = [
    `[${path.join('.')}]`,
    ...Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ]
  const rest = others.join('\n').trimEnd()
  return `${rest === '' ? '' : `${rest}\n\n`}${table.join('\n')}\n`
}

/** The entry as `inToml` wrote it: anything that somebody wrote there in another form is left out. */
function tableIn(text: string, path: readonly string[]): Entry | undefined {
  const { own } = tomlIn(text, path)
  const pairs = own.map((line) => /^(\w+) = (.*)$/.exec(line)).filter((pair) => pair !== null)
  const values = pairs.flatMap(([, key, value]) => {
    try {
      return [[key!, JSON.parse(value!)] as const]
    } catch {
      return []
    }
  })
  return own.length === 0 ? undefined : Object.fromEntries(values)
}

function tomlIn(text: string, path: readonly string[]): { readonly own: string[]; readonly others: string[] } {
  const name = path.join('.')
  const own: string[] = []
  const others: string[] = []
  let isInside = false
  for (const line of text.split('\n')) {
    const head = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)?.[1]?.replace(/["'\s]/g, '')
    if (head !== undefined) isInside = head === name || head.startsWith(`${name}.`)
    ;(isInside ? own : others).push(line)
  }
  return { own, others }
}

function ended(text: string): string {
  return text.trim() === '' ? '' : `${text.trimEnd()}\n`
}
