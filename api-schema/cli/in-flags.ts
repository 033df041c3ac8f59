/** Rewords what the daemon says about parameters in terms of flags and commands, which is what the caller typed. */
import { type MethodName, methods } from '../methods.ts'
import { commandLine } from './command-line.ts'
import { type Command, commands } from './usage.ts'

const names = Object.keys(methods).sort((a, b) => b.length - a.length)
const methodWord = names.map((name) => name.replaceAll('.', '\\.')).join('|')
/** An example without a method, which belongs to the command itself, has no name. */
const calls = new RegExp(`(?:\\b(${methodWord}) |(?<=^For example: (?:.* or )?))(?=\\{)`, 'g')
const asked = new RegExp(`(?<!ix )\\b([Cc]all) (${methodWord})\\b(?! with the (?:id|token) )`, 'g')
/** Further methods offered after a command in the same sentence; the words around them make other meanings unlikely. */
const offered = new RegExp(
  `(?<=[Rr]un ix [^.;]*)(\\b(?:or|and|then) )(${methodWord})(?= (?:to|for|with|again)\\b)`,
  'g',
)
const acted = /\bix ([a-z-]+) with action ("?[a-z_]+"?(?:(?:, "?[a-z_]+"?)* or "?[a-z_]+"?)?)/g

/** Parameters whose names are recognisable as code anywhere. */
const flagOf: ReadonlyMap<string, string> = new Map(
  commands.flatMap(({ options }) =>
    options.flatMap(({ path, flag }) => {
      const name = path.split('.').at(-1)!
      return /[A-Z]/.test(name) ? [[name, name === 'elementId' ? 'ID' : `--${flag}`] as const] : []
    }),
  ),
)

export function inFlags(text: string, command: Command): string {
  return withActions(asCommands(withCommands(text, command)))
    .replace(/\bparams\.([a-zA-Z]+(?:\.[a-zA-Z]+)*)/g, (whole, path: string) => placeOf(path, command) ?? whole)
    .replace(/^params: /, '')
    .replace(/\belementId or (a )?find\b/g, 'ID or --any and the like')
    .replace(
      /(?<![-."'\w])[a-z]+[A-Z][A-Za-z]*(?!["'\w])/g,
      (name) => placeOf(name, command) ?? flagOf.get(name) ?? name,
    )
    .replace(
      /\b(with|without|omit|leave out) (?:`([a-z]+)`|([a-z]+))(?= true\b|[.,;]| to\b| or\b)( true\b)?/gi,
      (whole, how: string, quoted: string | undefined, bare: string | undefined) =>
        withFlag(how, quoted ?? bare!, command) ?? whole,
    )
    .replace(/`([a-z]+)`/g, (whole, name: string) => placeOf(name, command) ?? whole)
    .replace(/\bset (--[-a-z]+(?: and --[-a-z]+)*) to true\b/g, 'add $1')
}

/** Rewords the hints of an answer; what it shows of the screen stays as it is. */
export function hintsInFlags(result: unknown, command: Command): unknown {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result
  const told: { [name: string]: unknown } = { ...result }
  if (typeof told.hint === 'string') told.hint = inFlags(told.hint, command)
  if (Array.isArray(told.tips)) told.tips = told.tips.map((tip) => inFlags(String(tip), command))
  for (const part of ['preview', 'snapshot', 'console', 'truncated'])
    if (part in told) told[part] = hintsInFlags(told[part], command)
  return told
}

/** `Call explore`, and what else the sentence offers: `or tabs for the list`. */
function asCommands(text: string): string {
  return text
    .replace(/\bCall (?=ix )/g, 'Run ')
    .replace(/\bcall (?=ix )/g, 'run ')
    .replace(asked, (_, call: string, method: MethodName) => `${call === 'Call' ? 'Run' : 'run'} ${commandOf(method)}`)
    .replace(offered, (_, before: string, method: MethodName) => `${before}${commandOf(method)}`)
}

/** `ix interact with action accept or dismiss` as `ix accept or ix dismiss`. */
function withActions(text: string): string {
  return text.replace(acted, (whole, name: string, actions: string) => {
    const { method } = commands.find((one) => one.name === name) ?? {}
    if (method === undefined) return whole
    return actions.replace(/"?([a-z_]+)"?(, | or |$)/g, (_, action: string, end: string) => {
      const own = commands.find((one) => one.method === method && one.fixed.action === action)
      return (own === undefined ? commandLine(method, { action }) : `ix ${own.name}`) + end
    })
  })
}

function withFlag(how: string, name: string, command: Command): string | undefined {
  const place = placeOf(name, command)
  return place?.startsWith('--') === true ? `${how} ${place}` : undefined
}

function commandOf(method: MethodName): string {
  return `ix ${commands.find((one) => one.method === method)?.name}`
}

function placeOf(path: string, { positional, options }: Command): string | undefined {
  const word = positional.find((one) => one.path === path)
  if (word !== undefined) return word.label
  const option = options.find((one) => one.path === path) ?? options.find((one) => one.path === `find.${path}`)
  return option && `--${option.flag}`
}

/** `explore {"scope":"system"}` as the command that does it. */
function withCommands(text: string, { method, fixed }: Command): string {
  let out = ''
  let from = 0
  for (const found of text.matchAll(calls)) {
    const start = found.index + found[0].length
    const end = endOfJson(text, start)
    if (found.index < from || end === undefined) continue
    try {
      const params = JSON.parse(text.slice(start, end)) as { [name: string]: unknown }
      const named = found[1] as MethodName | undefined
      out += text.slice(from, found.index) + commandLine(named ?? method, named ? params : { ...fixed, ...params })
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
