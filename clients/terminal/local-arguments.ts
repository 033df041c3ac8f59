/** Parses the arguments of commands that are not methods. Imports little: `ix mcp` starts with it. */
import { parseArgs } from 'node:util'
import type { Typed } from '../../api-schema/cli/params.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { nearNames } from '../../api-schema/near-names.ts'

export interface FlagConfig {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
}

export interface Arguments {
  readonly typed: Typed
  readonly words: readonly string[]
}

/** The flags that the command knows; all except switches take a value, and lists take several. */
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

/** `meaning`: the flag that another tool's name probably means. */
export function read(
  rest: readonly string[],
  options: { [flag: string]: FlagConfig },
  who: string,
  meaning?: (unknown: string) => string | undefined,
): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, strict: true, allowPositionals: true })
    return { typed: values as Typed, words: positionals }
  } catch (error) {
    throw new UsageError(saidBetter((error as Error).message, Object.keys(options), who, meaning))
  }
}

/** Longer lists of flags are left to the help. */
const mostListed = 30

/** For an unknown flag, Node's message is about its API; ours names the flag that was probably meant. */
function saidBetter(
  message: string,
  known: readonly string[],
  who: string,
  meaning?: (unknown: string) => string | undefined,
): string {
  const [, dashes = '', unknown] = /Unknown option '(-{1,2})([^']*)'/.exec(message) ?? []
  if (unknown === undefined) return `${ofValue(message)} ${who} --help shows the flags.`
  const near = meaning?.(unknown) ?? nearNames(unknown, known)[0]
  const instead = near === undefined ? '' : ` Did you mean --${near}?`
  const number = /^\d/.test(unknown) ? ` Put text that starts with - after --: ${who} … -- -${unknown}` : ''
  const flags =
    near !== undefined || known.length > mostListed
      ? `${who} --help lists the flags.`
      : `${who} takes ${known.map((flag) => `--${flag}`).join(', ')}.`
  return `There is no flag ${dashes}${unknown}.${instead}${number} ${flags}`
}

function ofValue(message: string): string {
  const [, flag, isMissing] =
    /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument (?:(missing)|is ambiguous)/.exec(message) ?? []
  if (flag === undefined) return message.split('\n', 1)[0]!
  return isMissing
    ? `${flag} needs a value.`
    : `${flag} needs a value; one that starts with - goes after =: ${flag}=-1.`
}
