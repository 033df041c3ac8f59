/** One entry in a host's file; everything else in it, comments and order too, stays as it is. */
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { UsageError } from '../../api-schema/cli/usage-error.ts'

export interface Place {
  readonly format: 'json' | 'toml'
  /** Names that lead to the entry. */
  readonly path: readonly string[]
}

/** The text with the entry, or without it if there is none to write. Throws UsageError if it cannot be read. */
export function withEntry(text: string, { format, path }: Place, entry: object | undefined): string {
  return format === 'json' ? inJson(text, path, entry) : inToml(text, path, entry)
}

function inJson(text: string, path: readonly string[], entry: object | undefined): string {
  const errors: ParseError[] = []
  const before: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors.filter(({ error }) => text.trim() !== '' || printParseErrorCode(error) !== 'ValueExpected')
  if (error !== undefined)
    throw new UsageError(
      `${printParseErrorCode(error.error)} in line ${text.slice(0, error.offset).split('\n').length}`,
    )
  if (entry === undefined && valueAt(before, path) === undefined) return text
  const options = { formattingOptions: { insertSpaces: !/^\t/m.test(text), tabSize: indentOf(text), eol: '\n' } }
  const base = text.trim() === '' ? '{}\n' : text
  return applyEdits(base, modify(base, [...path], entry, options))
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as { [name: string]: unknown } | undefined)?.[name], value)
}

function indentOf(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2
}

/** A table of its own: from its head to the next head that is not of a table in it. */
function inToml(text: string, path: readonly string[], entry: object | undefined): string {
  const name = path.join('.')
  const lines = text.split('\n')
  const isOwn = (line: string) => {
    const head = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)?.[1]?.replace(/["'\s]/g, '')
    return head === undefined ? undefined : head === name || head.startsWith(`${name}.`)
  }
  let isInside = false
  const others = lines.filter((line) => {
    isInside = isOwn(line) ?? isInside
    return !isInside
  })
  if (others.some((line) => new RegExp(`^\\s*${path[0]}\\s*=`).test(line)))
    throw new UsageError(`${path[0]} is written in one line there, which cannot be added to`)
  if (entry === undefined) return others.length === lines.length ? text : ended(others.join('\n'))
  const table = [`[${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)]
  const rest = others.join('\n').trimEnd()
  return `${rest === '' ? '' : `${rest}\n\n`}${table.join('\n')}\n`
}

function ended(text: string): string {
  return text.trim() === '' ? '' : `${text.trimEnd()}\n`
}
