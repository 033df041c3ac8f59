/** Completions for shells, generated from the commands. */
import { flagsOf } from './help.ts'
import { localCommands } from './local-commands.ts'
import { aliases, type Command, commandNamed, commands } from './usage.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Entry {
  readonly name: string
  readonly summary: string
  readonly flags: readonly { readonly flag: string; readonly takesValue: boolean; readonly help: string }[]
  /** What can follow the command. */
  readonly words: readonly string[]
}

export function completions(shell: Shell): string {
  return { bash, zsh, fish }[shell](entries())
}

/** A shell completes one word at a time: a second word of a command is one of its choices. */
const local = Object.keys(localCommands).filter((name) => !name.includes(' '))
const seconds = (name: string) =>
  Object.keys(localCommands).flatMap((two) => (two.startsWith(`${name} `) ? two.slice(name.length + 1) : []))

function entries(): Entry[] {
  const all = [
    ...commands.map(entryOf),
    ...Object.keys(aliases).map((alias) => ({ ...entryOf(commandNamed(alias)!), name: alias })),
    ...local
      .map((name) => [name, localCommands[name]!] as const)
      .map(([name, { usage, summary }]) => ({
        name,
        summary: firstSentence(summary),
        flags: [...usage.matchAll(/--([a-z-]+)( [A-Z])?/g)].map(([, flag, value]) => ({
          flag: flag!,
          takesValue: value !== undefined,
          help: '',
        })),
        words: name === 'help' ? [...commands.map((command) => command.name), ...local] : choices(usage),
      })),
  ]
  return all.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function entryOf(command: Command): Entry {
  const first = command.positional[0]
  const schema = command.options.find(({ path }) => path === first?.path)?.schema
  return {
    name: command.name,
    summary: firstSentence(command.summary),
    flags: flagsOf(command).map(({ usage, help }) => ({
      flag: usage.split(' ')[0]!.slice(2),
      takesValue: usage.includes(' '),
      help: firstSentence(help),
    })),
    words: [...(schema !== undefined && 'enum' in schema ? schema.enum : []), ...seconds(command.name)],
  }
}

/** `ix service install|start`: the words between the bars. */
function choices(usage: string): string[] {
  return /\b[a-z]+(?:\|[a-z]+)+/.exec(usage)?.[0].split('|') ?? []
}

function firstSentence(text: string): string {
  return text.split(/[.;:](?: |$)/, 1)[0]!
}

function bash(all: readonly Entry[]): string {
  const cases = all.map(({ name, flags, words }) => {
    const known = flags.map(({ flag }) => `--${flag}`)
    return `    ${name}) known="${[...words, ...known].join(' ')}" ;;`
  })
  const valued = new Set(
    all.flatMap(({ flags }) => flags.filter(({ takesValue }) => takesValue).map(({ flag }) => `--${flag}`)),
  )
  return `# Completions of ix for bash: source <(ix completions bash)
_ix() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" known
  case "$before" in
    --out|--files|--folders) COMPREPLY=($(compgen -f -- "$word")); return ;;
    ${[...valued].filter((flag) => !['--out', '--files', '--folders'].includes(flag)).join('|')}) return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${all.map(({ name }) => name).join(' ')}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$known" -- "$word"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _ix ix
`
}

function zsh(all: readonly Entry[]): string {
  const named = all.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`)
  const cases = all.map(({ name, flags, words }) => {
    const specs = flags.map(({ flag, takesValue, help }) =>
      quoted(`--${flag}[${help.replace(/[[\]]/g, '')}]${takesValue ? `:${flag}:_files` : ''}`),
    )
    const first = words.length > 0 ? [quoted(`2:word:(${words.join(' ')})`)] : []
    return `    ${name}) _arguments ${[...specs, ...first, quoted('*:file:_files')].join(' ')} ;;`
  })
  return `#compdef ix
# Completions of ix for zsh: source <(ix completions zsh)
_ix() {
  local -a named
  named=(
${named.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command named
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _ix ix
`
}

function fish(all: readonly Entry[]): string {
  const lines = all.flatMap(({ name, summary, flags, words }) => {
    const when = quoted(`__fish_seen_subcommand_from ${name}`)
    return [
      `complete -c ix -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...words.map((word) => `complete -c ix -n ${when} -a ${word}`),
      ...flags.map(
        ({ flag, takesValue, help }) =>
          `complete -c ix -n ${when} -l ${flag}${takesValue ? ' -r' : ''}${help === '' ? '' : ` -d ${quoted(help)}`}`,
      ),
    ]
  })
  return `# Completions of ix for fish: ix completions fish | source\n${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
