/** The help of `ix`, generated from its commands. */
import { type Command, commandNamed, commands, localCommands, type Option, takesText } from './usage.ts'

/** The most used commands, listed under these headings in this order; the rest follows on one line. */
const first = [
  'apps',
  'explore',
  'expand',
  'click',
  'set',
  'type',
  'key',
  'wait',
  'tabs',
  'navigate',
  'dialog',
  'status',
  'record',
]

export const exitCodes =
  '0 done, 1 the method failed or the application refused, 2 wrong usage, 3 no daemon, 4 not allowed'

export function overview(): string {
  const rest = commands.filter(({ name }) => !first.includes(name)).map(({ name }) => name)
  return [
    "ix: see and use what is on a person's screen",
    '',
    ...first.flatMap((name) => {
      const command = commandNamed(name)
      return command ? [row(signature(command), command.summary)] : []
    }),
    ...Object.values(localCommands).map(({ usage, summary }) => row(usage, summary)),
    '',
    `Also: ${rest.join(', ')}.`,
    '',
    'A command that needs a scope but gets none (--app, --tab, --id) uses the focused application, or the only one.',
    '--session NAME (or IX_SESSION) gives the command a session of its own: a current tab, functions and more.',
    '--json prints the result as JSON. ix help COMMAND shows its flags.',
    `Exit codes: ${exitCodes}.`,
  ].join('\n')
}

/** Help for one command; `undefined` if there is no such command. */
export function helpFor(name: string): string | undefined {
  const local = localCommands[name]
  if (local) return `${local.usage}\n\n${local.summary}`
  const command = commandNamed(name)
  return command && commandHelp(command)
}

function commandHelp(command: Command): string {
  const all =
    command.scopeAt === undefined ? [] : [row('  --all', 'Include hidden, disabled and non-interactable elements.')]
  return [
    signature(command),
    '',
    command.summary,
    '',
    ...(command.fixed.action === undefined
      ? []
      : ['  Without ID the element is found by --any, --role and the like; exactly one must match.', '']),
    ...command.options.map((option) => row(`  ${flagOf(option)}`, option.help)),
    ...all,
    ...(takesText(command)
      ? [row('  --stdin', 'Read the text from stdin: other users can see what is typed here.')]
      : []),
    ...(command.method === 'record' ? [row('  --out FILE', 'Write the recording to a file.')] : []),
    ...(command.method === 'screenshot' ? [row('  --out FILE', 'Write the picture to a file.')] : []),
    row('  --session NAME', 'The session that the command belongs to; also IX_SESSION.'),
    row('  --json', 'Print the result as JSON.'),
    ...(command.examples.length > 0 ? ['', ...command.examples.map((example) => `  ${example}`)] : []),
  ].join('\n')
}

export function signature(command: Command): string {
  const words = command.positional.map(({ label, required }) => (required ? label : `[${label}]`))
  return ['ix', command.name, ...words].join(' ')
}

function flagOf({ flag, schema }: Option): string {
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'boolean') return `--${flag}`
  const taken = type === 'integer' || type === 'number' ? 'N' : type === 'object' ? 'JSON' : 'TEXT'
  return `--${flag} ${taken}`
}

function row(left: string, right: string): string {
  return left.length > 32 ? `${left}\n${' '.repeat(34)}${right}` : `${left.padEnd(34)}${right}`.trimEnd()
}
