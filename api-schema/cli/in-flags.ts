/** What the daemon says about parameters, said about flags and commands: for who typed those. */
import { type MethodName, methods } from '../methods.ts'
import { commandLine } from './command-line.ts'
import { type Command, commands } from './usage.ts'

const names = Object.keys(methods).sort((a, b) => b.length - a.length)
const methodWord = names.map((name) => name.replaceAll('.', '\\.')).join('|')
const calls = new RegExp(`\\b(${methodWord}) (?=\\{)`, 'g')
const asked = new RegExp(`\\bCall (${methodWord})\\b`, 'g')

/** Parameters that read as code wherever they stand. */
const flagOf: ReadonlyMap<string, string> = new Map(
  commands.flatMap(({ options }) =>
    options.flatMap(({ path, flag }) => {
      const name = path.split('.').at(-1)!
      return /[A-Z]/.test(name) ? [[name, name === 'elementId' ? 'ID' : `--${flag}`] as const] : []
    }),
  ),
)

export function inFlags(text: string, command: Command): string {
  return withCommands(text)
    .replace(asked, (_, method: MethodName) => `Run ix ${commands.find((one) => one.method === method)?.name}`)
    .replace(/\bparams\.([a-zA-Z]+(?:\.[a-zA-Z]+)*)/g, (whole, path: string) => placeOf(path, command) ?? whole)
    .replace(/^params: /, '')
    .replace(/\belementId or (a )?find\b/g, 'ID or --any and the like')
    .replace(
      /(?<![-."'\w])[a-z]+[A-Z][A-Za-z]*(?!["'\w])/g,
      (name) => placeOf(name, command) ?? flagOf.get(name) ?? name,
    )
}

function placeOf(path: string, { positional, options }: Command): string | undefined {
  const word = positional.find((one) => one.path === path)
  if (word !== undefined) return word.label
  const option = options.find((one) => one.path === path) ?? options.find((one) => one.path === `find.${path}`)
  return option && `--${option.flag}`
}

/** `explore {"scope":"system"}` as the command that says it. */
function withCommands(text: string): string {
  let out = ''
  let from = 0
  for (const found of text.matchAll(calls)) {
    const start = found.index + found[0].length
    const end = endOfJson(text, start)
    if (found.index < from || end === undefined) continue
    try {
      const params = JSON.parse(text.slice(start, end)) as { [name: string]: unknown }
      out += text.slice(from, found.index) + commandLine(found[1] as MethodName, params)
      from = end
    } catch {}
  }
  return out + text.slice(from)
}

function endOfJson(text: string, start: number): number | undefined {
  let depth = 0
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '"') while (++i < text.length && text[i] !== '"') if (text[i] === '\\') i += 1
    if (text[i] === '{') depth += 1
    if (text[i] === '}' && --depth === 0) return i + 1
  }
  return undefined
}
