/** Parses the arguments of a command that is a method. */
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
  const given = read(rest, flags, `ix ${command.name}`, (unknown) => {
    const meant = otherNames(unknown)
    return command.options.find(({ path }) => meant.includes(path))?.flag
  })
  return flags.out === undefined || given.typed.out !== undefined ? given : withFile(given)
}

/** `ix screenshot page.png`, as other tools take it: none of their other arguments is a path. */
function withFile({ typed, words }: Arguments): Arguments {
  const at = words.findIndex((word) => /[/\\]|\.(?:png|jpe?g|webp|pdf|json|har)$/i.test(word))
  return at < 0 ? { typed, words } : { typed: { ...typed, out: words[at]! }, words: words.toSpliced(at, 1) }
}

function configOf({ schema }: Option): FlagConfig {
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'boolean') return { type: 'boolean' }
  return { type: 'string', multiple: type === 'array' || '$ref' in schema }
}
