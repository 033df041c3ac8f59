/** A request written as the `ix` command that makes it. */
import { impliedScope } from '../understood.ts'
import { type Command, commands, type Option, takesPoint } from './usage.ts'

type Params = { readonly [name: string]: unknown }

/** Quoted for a shell. Uses `ix call` for what no flag covers, and for unknown methods. */
export function commandLine(method: string, params: Params): string {
  const command = commandOf(method, params)
  const flat = command && flatten(params)
  if (command === undefined || flat === undefined) return raw(method, params)
  for (const [name, value] of Object.entries(command.fixed)) if (flat.get(name) === value) flat.delete(name)
  const words: string[] = []
  for (const { path, required } of command.positional) {
    if (flat.has(path)) words.push(...textsOf(flat.get(path), path))
    else if (required && !(path === 'elementId' && isFound(flat))) return raw(method, params)
    else if (path !== 'elementId') break
    flat.delete(path)
  }
  const flags = pointOf(command, flat)
  for (const [path, value] of flat) {
    const option = command.options.find((one) => one.path === path) ?? innerOption(command, path)
    if (option === undefined) {
      if (path === 'format') continue
      return raw(method, params)
    }
    flags.push(...flagsOf(option, value))
  }
  const guard = words.some((word) => word.startsWith('-')) ? ['--'] : []
  return [
    'ix',
    command.name,
    ...(guard.length > 0 ? [...flags, ...guard, ...words.map(quoted)] : [...words.map(quoted), ...flags]),
  ].join(' ')
}

/** `--at 120,80`; takes the point out of the parameters. */
function pointOf(command: Command, flat: Map<string, unknown>): string[] {
  const [x, y] = [flat.get('find.x'), flat.get('find.y')]
  if (typeof x !== 'number' || typeof y !== 'number' || !takesPoint(command)) return []
  flat.delete('find.x')
  flat.delete('find.y')
  return [x < 0 ? `--at=${x},${y}` : `--at ${x},${y}`]
}

function raw(method: string, params: Params): string {
  return `ix call ${quoted(method)} ${quoted(JSON.stringify(params))}`
}

/** `ix click` for an interact with action click: of the commands that fit, the most specific one. */
function commandOf(method: string, params: Params): Command | undefined {
  const fits = ({ method: own, fixed }: Command) =>
    own === method && Object.entries(fixed).every(([name, value]) => params[name] === value)
  return commands.filter(fits).sort((a, b) => Object.keys(b.fixed).length - Object.keys(a.fixed).length)[0]
}

/** By path; `find` and `filter` are spread. */
function flatten(params: Params, prefix = ''): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || (name === 'scope' && value === impliedScope({ ...params }))) continue
    if ((name === 'find' || name === 'filter') && typeof value === 'object' && value !== null)
      for (const [path, inner] of flatten(value as Params, `${prefix}${name}.`)) flat.set(path, inner)
    else flat.set(`${prefix}${name}`, value)
  }
  return flat
}

function isFound(flat: ReadonlyMap<string, unknown>): boolean {
  return [...flat.keys()].some((path) => path.startsWith('find.'))
}

/** A find looks where the call itself does: `ix text --tab t1 --any Results`. */
function innerOption({ options }: Command, path: string): Option | undefined {
  const inner = /^find\.(tab|bundleId)$/.exec(path)?.[1]
  return inner === undefined ? undefined : options.find((one) => one.path === inner)
}

function flagsOf({ flag, schema }: Option, value: unknown): string[] {
  if (value === true) return [`--${flag}`]
  if (value === false) return []
  const isJson = 'type' in schema && schema.type === 'array' && 'type' in schema.items && schema.items.type === 'object'
  const texts = isJson ? [JSON.stringify(value)] : textsOf(value, flag)
  return texts.map((text) => `--${flag} ${quoted(text)}`)
}

function textsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.map(String)
  if (path === 'accept') return [value === true ? 'accept' : 'dismiss']
  if (path === 'to' && typeof value === 'object' && value !== null) {
    const { elementId, x, y, ...others } = value as Params
    const isPlain = Object.keys(others).length === 0
    if (isPlain && elementId !== undefined && x === undefined) return [String(elementId)]
    if (isPlain && elementId === undefined) return [`${x},${y}`]
  }
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
