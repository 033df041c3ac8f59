/** The help of `ix`, generated from its commands; lines fit 80 columns. */

import { stepWords } from './examples.ts'
import { localCommands } from './local-commands.ts'
import { aliases, type Command, commandNamed, commands, type Option, takesPoint, typedUnseen } from './usage.ts'

/** The most used commands, listed under these headings in this order; the rest follows on one line. */
const first = [
  'do',
  'explore',
  'find',
  'expand',
  'click',
  'set',
  'type',
  'key',
  'wait',
  'apps',
  'tabs',
  'navigate',
  'dialog',
  'status',
  'record',
]

const columns = 80
/** Width of a list's left column. */
const leftColumn = 26

export const exitCodes =
  '0 done, 1 the method failed or the application refused, 2 wrong usage, 3 no daemon, 4 not allowed'

export interface Flag {
  /** `--limit N` */
  readonly usage: string
  readonly help: string
}

export function overview(): string {
  const rest = commands.filter(({ name }) => !first.includes(name)).map(({ name }) => name)
  return [
    "ix: see and use what is on a person's screen",
    '',
    `  ix do 'open https://example.com' 'click "Learn more"' 'text main'`,
    '  ix explore --any more',
    '  ix click --any "Learn more"',
    '  ix set --any Search "green tea"',
    '',
    ...first.flatMap((name) => {
      const command = commandNamed(name)
      return command ? [row(signature(command), command.summary)] : []
    }),
    ...Object.values(localCommands).map(({ usage, summary }) => row(usage, summary)),
    '',
    wrapped(`Also: ${rest.join(', ')}.`),
    '',
    wrapped(
      `Other names: ${Object.entries(aliases)
        .map(([alias, name]) => `${alias} for ${name}`)
        .join(', ')}.`,
    ),
    '',
    wrapped(
      'Without --app, --tab or --id a command is about what has the focus, or about the tab that was gone to since it has it; with --session NAME (or IX_SESSION), about the current tab of that session, which is its own.',
    ),
    wrapped('--json prints the result as JSON. ix help COMMAND shows its flags.'),
    wrapped(`Exit codes: ${exitCodes}.`),
  ].join('\n')
}

/** Help for one command; `undefined` if there is no such command. */
export function helpFor(name: string): string | undefined {
  const local = localCommands[name]
  if (local) return `${wrapped(local.usage)}\n\n${wrapped(local.summary)}`
  const command = commandNamed(name)
  return command && commandHelp(command)
}

function commandHelp(command: Command): string {
  return [
    signature(command),
    '',
    ...(command.examples.length > 0 ? [...command.examples.map((example) => `  ${example}`), ''] : []),
    wrapped(command.summary),
    ...(findsElement(command)
      ? [wrapped('Without ID the element is found by --any, --role and the like; exactly one must match.')]
      : []),
    ...(command.name === 'do' ? ['', ...stepWords.map((words) => wrapped(words))] : []),
    '',
    ...flagsOf(command).map(({ usage, help }) => row(`  ${usage}`, help)),
  ].join('\n')
}

function findsElement({ positional, scopeAt }: Command): boolean {
  return scopeAt === 'find.' && positional.some(({ path }) => path === 'elementId')
}

/** All flags of a command, including those that are not parameters of its method. */
export function flagsOf(command: Command): Flag[] {
  const { options, method } = command
  const local: [boolean, string, string][] = [
    [
      options.some(({ path }) => path.endsWith('includeHidden')),
      '--all',
      'Include hidden, disabled and non-interactable elements.',
    ],
    [
      typedUnseen(command) !== undefined,
      '--stdin',
      `Read the ${typedUnseen(command) === 'value' ? 'text' : 'password'} from stdin: other users can see what is typed here.`,
    ],
    [method === 'record', '--out FILE', 'Write the recording to a file.'],
    [method === 'screenshot', '--out FILE', 'Write the picture to a file.'],
    [method === 'network', '--out FILE', 'Write the requests to a HAR file.'],
    [method === 'pdf', '--out FILE', 'Write the PDF to a file.'],
    [takesPoint(command), '--at X,Y', 'The point itself: page pixels with --tab, otherwise of the screen.'],
    [true, '--session NAME', 'The session that the command belongs to; also IX_SESSION.'],
    [true, '--json', 'Print the result as JSON.'],
  ]
  return [
    ...options.map((option) => ({ usage: usageOf(option), help: option.help })),
    ...local.filter(([applies]) => applies).map(([, usage, help]) => ({ usage, help })),
  ]
}

export function signature(command: Command): string {
  const words = command.positional.map(({ label, required }) => (required ? label : `[${label}]`))
  return ['ix', command.name, ...words].join(' ')
}

function usageOf({ flag, schema }: Option): string {
  const type = 'type' in schema ? schema.type : undefined
  if (type === 'boolean') return `--${flag}`
  const taken = type === 'integer' || type === 'number' ? 'N' : type === 'object' ? 'JSON' : 'TEXT'
  return `--${flag} ${taken}`
}

function row(left: string, right: string): string {
  const lines = linesOf(right, columns - leftColumn)
  const rest = lines.map((line) => ' '.repeat(leftColumn) + line)
  if (left.length > leftColumn - 2) return [...linesOf(left, columns), ...rest].join('\n')
  return [left.padEnd(leftColumn) + (lines[0] ?? ''), ...rest.slice(1)].join('\n').trimEnd()
}

function wrapped(text: string): string {
  return linesOf(text, columns).join('\n')
}

/** Breaks lines at spaces; a longer word gets a line of its own. */
function linesOf(text: string, width: number): string[] {
  const indent = /^ */.exec(text)![0]
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(' ')) {
    const longer = line === '' ? indent + word : `${line} ${word}`
    if (longer.length <= width || line === '') line = longer
    else {
      lines.push(line)
      line = indent + word
    }
  }
  return line === '' ? lines : [...lines, line]
}
