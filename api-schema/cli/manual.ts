/** The manual page ix(1), generated from the commands (`npm run gen`). */
import { exitCodes, type Flag, flagsOf, signature } from './help.ts'
import { localCommands } from './local-commands.ts'
import { aliases, type Command, commandNamed, commands } from './usage.ts'

export function manual(version: string): string {
  const shared = sharedFlags()
  return `${[
    `.TH IX 1 "" "interface-explorer ${version}"`,
    '.SH NAME',
    "ix \\- see and use what is on a person's screen",
    '.SH SYNOPSIS',
    '.B ix',
    '[\\-\\-session NAME] [\\-\\-agent NAME] COMMAND [ARGUMENTS]',
    '.SH DESCRIPTION',
    'Sends one request to the daemon ixd, which is started if none runs, and prints the answer. Elements are shown as',
    '[ID] role: name; an ID stays valid while its element lives. Commands that act on an element take its ID, or flags',
    'that describe it.',
    '.SH COMMANDS',
    ...commands.flatMap((command) => entry(command, shared)),
    ...Object.values(localCommands).flatMap(({ usage, summary }) => [...title(usage), ...prose(summary)]),
    '.SH FLAGS OF SEVERAL COMMANDS',
    ...[...shared.values()].flatMap(item),
    '.SH OTHER NAMES',
    ...prose(
      `${Object.entries(aliases)
        .map(([alias, name]) => `${alias} for ${name}`)
        .join(', ')}.`,
    ),
    '.SH ENVIRONMENT',
    ...pairs([
      ['IX_SESSION', 'The session that commands belong to.'],
      ['IX_AGENT', 'The agent whose rights commands have.'],
      ['IX_URL, IX_TOKEN', 'A daemon that runs elsewhere, and what it is called with.'],
      ['NO_COLOR', 'No colours.'],
    ]),
    '.SH EXIT STATUS',
    ...prose(`${exitCodes}.`),
    '.SH EXAMPLES',
    '.nf',
    ...['navigate', 'explore', 'click', 'set'].flatMap((name) => (commandNamed(name)?.examples ?? []).map(escaped)),
    '.fi',
  ].join('\n')}\n`
}

/** Flags that several commands have, described once. */
function sharedFlags(): ReadonlyMap<string, Flag> {
  const seen = new Map<string, { flag: Flag; times: number }>()
  for (const command of commands)
    for (const flag of flagsOf(command)) {
      const key = `${flag.usage} ${flag.help}`
      seen.set(key, { flag, times: (seen.get(key)?.times ?? 0) + 1 })
    }
  return new Map([...seen].filter(([, { times }]) => times > 1).map(([key, { flag }]) => [key, flag]))
}

function entry(command: Command, shared: ReadonlyMap<string, Flag>): string[] {
  const all = flagsOf(command)
  const own = all.filter(({ usage, help }) => !shared.has(`${usage} ${help}`))
  const others = all.filter((flag) => !own.includes(flag)).map(({ usage }) => usage.split(' ')[0]!)
  return [
    ...title(signature(command)),
    ...prose(command.summary),
    '.RS',
    ...own.flatMap(item),
    '.RE',
    '.IP',
    `Also: ${escaped(others.join(', '))}.`,
  ]
}

function title(usage: string): string[] {
  return ['.TP', `.B ${escaped(usage)}`]
}

function item({ usage, help }: Flag): string[] {
  const [flag = '', value] = usage.split(' ')
  return ['.TP', `.BR ${escaped(flag)}${value === undefined ? '' : ` " ${escaped(value)}"`}`, ...prose(help)]
}

function pairs(list: readonly (readonly [string, string])[]): string[] {
  return list.flatMap(([name, text]) => ['.TP', `.B ${name}`, ...prose(text)])
}

/** A line that begins with a full stop or an apostrophe would be a command of troff. */
function prose(text: string): string[] {
  return text === '' ? ['\\&'] : [escaped(text).replace(/^(?=[.'])/, '\\&')]
}

/** For troff, which reads ASCII. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll("'", '\\(aq')
    .replace(/[^\0-\x7f]/gu, (letter) => `\\[u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
}
