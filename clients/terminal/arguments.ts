/** Splits what was typed after a command that is a method. */
import { type Command, type Option, takesPoint, typedUnseen } from '../../api-schema/cli/usage.ts'
import { otherNames } from '../../api-schema/understood.ts'
import { type Arguments, type FlagConfig, read } from './local-arguments.ts'

/** Methods whose answers `--out` saves. */
const savable: readonly string[] = ['record', 'screenshot', 'pdf', 'network']

export function commandArguments(rest: readonly string[], command: Command): Arguments {
  const flags: { [flag: string]: FlagConfig } = { json: { type: 'boolean' }, session: { type: 'string' } }
  if (command.scopeAt !== undefined) flags.all = { type: 'boolean' }
  if (typedUnseen(command) !== undefined) flags.stdin = { type: 'boolean' }
  if (takesPoint(command)) flags.at = { type: 'string' }
  if (savable.includes(command.method)) flags.out = { type: 'string' }
  for (const option of command.options) flags[option.flag] = configOf(option)
  return read(rest, flags, `ix ${command.name}`, (unknown) => {
    const meant = otherNames(unknown)
    return command.options.find(({ path }) => meant.includes(path))?.flag
  })
}

function configOf({ schema }: Option): FlagConfig {
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'boolean') return { type: 'boolean' }
  return { type: 'string', multiple: type === 'array' || '$ref' in schema }
}
