/** Splits what was typed into flags and words. */
import { parseArgs } from 'node:util'
import { type Typed, UsageError } from '../api-schema/cli/params.ts'
import { type Command, type Option, takesPoint, typedUnseen } from '../api-schema/cli/usage.ts'
import { nearNames } from '../api-schema/near-names.ts'

interface FlagConfig {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
}

export interface Arguments {
  readonly typed: Typed
  readonly words: readonly string[]
}

/** Methods whose answers `--out` saves. */
const savable: readonly string[] = ['record', 'screenshot', 'pdf', 'network']

export function commandArguments(rest: readonly string[], command: Command): Arguments {
  const flags: { [flag: string]: FlagConfig } = { json: { type: 'boolean' }, session: { type: 'string' } }
  if (command.scopeAt !== undefined) flags.all = { type: 'boolean' }
  if (typedUnseen(command) !== undefined) flags.stdin = { type: 'boolean' }
  if (takesPoint(command)) flags.at = { type: 'string' }
  if (savable.includes(command.method)) flags.out = { type: 'string' }
  for (const option of command.options) flags[option.flag] = configOf(option)
  return read(rest, flags, `ix ${command.name}`)
}

/** For the commands that are not methods: the flags they know; all but the switches take a value, and lists several. */
export function localArguments(
  rest: readonly string[],
  name: string,
  switches: readonly string[],
  values: readonly string[] = [],
  lists: readonly string[] = [],
): Arguments {
  const entries = [
    ...switches.map((flag) => [flag, { type: 'boolean' }] as const),
    ...values.map((flag) => [flag, { type: 'string' }] as const),
    ...lists.map((flag) => [flag, { type: 'string', multiple: true }] as const),
  ]
  return read(rest, Object.fromEntries(entries), `ix ${name}`)
}

function configOf({ schema }: Option): FlagConfig {
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'boolean') return { type: 'boolean' }
  return { type: 'string', multiple: type === 'array' }
}

function read(rest: readonly string[], options: { [flag: string]: FlagConfig }, who: string): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, strict: true, allowPositionals: true })
    return { typed: values as Typed, words: positionals }
  } catch (error) {
    throw new UsageError(saidBetter((error as Error).message, Object.keys(options), who))
  }
}

/** For an unknown flag, Node's message is about its API; ours lists similar flags. */
function saidBetter(message: string, known: readonly string[], who: string): string {
  const unknown = /Unknown option '-{1,2}([^']*)'/.exec(message)?.[1]
  if (unknown === undefined) return `${message.split('\n', 1)[0]} ${who} --help shows the flags.`
  const near = nearNames(unknown, known)[0]
  const instead = near === undefined ? '' : ` Did you mean --${near}?`
  const number = /^\d/.test(unknown) ? ` Put text that starts with - after --: ${who} … -- -${unknown}` : ''
  return `There is no flag --${unknown}.${instead}${number} ${who} --help lists the flags.`
}
