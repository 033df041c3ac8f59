#!/usr/bin/env node
/** `ix`: one command, one call. Prints the answer in a form that suits the reader. */
import { helpFor, overview } from '../api-schema/cli/help.ts'
import { localCommands } from '../api-schema/cli/local-commands.ts'
import { otherCommand } from '../api-schema/cli/other-commands.ts'
import { aliases, type Command, commandNamed, commands } from '../api-schema/cli/usage.ts'
import { UsageError } from '../api-schema/cli/usage-error.ts'
import { harmless } from '../api-schema/harmless.ts'
import { nearNames } from '../api-schema/near-names.ts'
import { type CallOptions, call } from './reach/call.ts'
import { type Answered, answerTo, asJson } from './terminal/method.ts'
import './terminal/end-with-reader.ts'
import { ownVersion } from './reach/place.ts'
import { localArguments } from './terminal/local-arguments.ts'
import { lookOf } from './terminal/paint.ts'
import { withSpinner } from './terminal/spinner.ts'
import { exit, told } from './terminal/told.ts'

const onWarning = (warning: string) => console.error(`ix: ${harmless(warning)}`)
let options: CallOptions = {
  onWarning,
  onQuestion: (question, over) => void import('./terminal/ask.ts').then(({ askHere }) => askHere(question, over)),
}

async function main(words: string[]): Promise<number> {
  try {
    const [name = 'help', ...rest] = withoutCaller(words)
    return await run(name, rest)
  } catch (error) {
    return told(error)
  }
}

async function run(name: string, rest: string[]): Promise<number> {
  // The other actions of `browser` belong to the daemon.
  const pair = `${name} ${rest[0]}`
  if (Object.hasOwn(localCommands, pair)) return await run(pair, rest.slice(1))
  if (name === '--version' || name === '-v' || name === 'version') return say(ownVersion())
  if (name === 'help' || name === '--help' || name === '-h')
    return help(Object.hasOwn(localCommands, rest.join(' ')) ? rest.join(' ') : rest[0])
  if (rest.includes('--help') || rest.includes('-h')) return help(name)
  const local = locals[name]
  if (local) return await local(rest)
  const command = commandNamed(name)
  if (command === undefined) throw unknownCommand(name, rest)
  return await runMethod(command, rest)
}

/**
 * `ix --session NAME --agent NAME COMMAND`: the session that the call belongs to, and the agent whose rights it has.
 * The environment sets them for a whole terminal.
 */
function withoutCaller(words: readonly string[]): readonly string[] {
  useSession(process.env.IX_SESSION)
  let rest = words
  for (;;) {
    const [, flag, own] = /^--(session|agent)(?:=(.*))?$/s.exec(rest[0] ?? '') ?? []
    if (flag === undefined) return rest
    const name = own ?? rest[1]
    if (name === undefined) throw new UsageError(`--${flag} needs a name.`)
    if (flag === 'agent') process.env.IX_AGENT = name
    else useSession(name)
    rest = rest.slice(own === undefined ? 2 : 1)
  }
}

function useSession(name: string | undefined): void {
  if (name === undefined || name === '') return
  if (!/^[\x21-\x7e]{1,128}$/.test(name))
    throw new UsageError('A session is named by up to 128 letters, digits and signs without spaces, such as shop-1.')
  options = { ...options, session: name }
}

/** Limit on stdin, in characters: more than any request takes. */
const mostTyped = 1024 * 1024

/** Each is loaded on demand, so that no call pays for another. */
const locals: { readonly [name: string]: (rest: string[]) => Promise<number> } = {
  call: callRaw,
  attach: async (rest) => (await import('./commands/attach.ts')).attach(rest, options),
  detach: async (rest) => (await import('./commands/attach.ts')).detach(rest, options),
  desktop: async (rest) => (await import('./commands/desktop.ts')).desktop(rest, options),
  status: async (rest) =>
    (await import('./commands/doctor.ts')).status(switchesOf(rest, 'status', ['json']).json, options),
  doctor: async (rest) =>
    (await import('./commands/doctor.ts')).doctor(switchesOf(rest, 'doctor', ['json', 'prompt']), options),
  mcp: async (rest) => (await import('./mcp/mcp.ts')).serveMcp(rest),
  completions: async ([shell, ...more]) => {
    const { completions, shells } = await import('../api-schema/cli/completions.ts')
    const known = shells.find((one) => one === shell)
    if (known === undefined || more.length > 0) throw new UsageError(`Usage: ${localCommands.completions?.usage}`)
    process.stdout.write(completions(known))
    return exit.done
  },
  extension: async (rest) => (await import('./extension/extension.ts')).extension(rest),
  download: async (rest) => {
    const { download } = await import('./commands/download.ts')
    return say(harmless(await withSpinner('download', () => download(rest, options))))
  },
  'browser install': async (rest) => await (await import('./commands/browser.ts')).installBrowser(rest),
  install: async (rest) => say((await import('./install/install.ts')).install(rest)),
  logs: async (rest) => (await import('./commands/logs.ts')).logs(switchesOf(rest, 'logs', ['follow']).follow),
  trace: async (rest) => (await import('./trace/trace.ts')).trace(rest, options),
  view: async (rest) => (await import('./view/view.ts')).view(rest, options),
  watch: async (rest) => (await import('./commands/watch.ts')).watch(rest, options),
  stop: async (rest) => (await import('./commands/lifecycle.ts')).stop(rest),
  service: async (rest) => (await import('./service/service.ts')).service(rest),
  replay: async (rest) => (await import('./commands/lifecycle.ts')).replay(rest),
}

function switchesOf<S extends string>(rest: readonly string[], name: string, known: readonly S[]): Record<S, boolean> {
  const { typed, words } = localArguments(rest, name, known)
  if (words.length > 0) throw new UsageError(`ix ${name} takes no arguments.`)
  return Object.fromEntries(known.map((one) => [one, typed[one] === true])) as Record<S, boolean>
}

async function callRaw([method, given = '{}', ...more]: string[]): Promise<number> {
  if (method === undefined || more.length > 0) throw new UsageError(`Usage: ${localCommands.call?.usage}`)
  const params = jsonOf(given === '-' ? await textOfStdin() : given)
  return print(
    asJson(await withSpinner(method, () => call(method, params, options)), { isPersons: process.stdout.isTTY }),
  )
}

async function runMethod(command: Command, rest: string[]): Promise<number> {
  return print(
    await answerTo(command, rest, {
      call: (method, params) => withSpinner(command.name, () => call(method, params, options)),
      useSession,
      read: textOfStdin,
      look: lookOf(process.stdout, process.env),
      isPersons: process.stdout.isTTY,
    }),
  )
}

/** Stdin may have no end, so the length is limited. */
async function textOfStdin(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk
    if (text.length > mostTyped) throw new UsageError(`There are more than ${mostTyped} characters on stdin.`)
  }
  return text
}

function help(name: string | undefined): number {
  if (name === undefined) return say(overview())
  const page = helpFor(name)
  if (page === undefined) throw unknownCommand(name)
  return say(page)
}

function unknownCommand(name: string, rest: readonly string[] = []): UsageError {
  if (name.startsWith('-'))
    return new UsageError(`${name} goes after a command, such as ix explore ${name}. ix help lists the commands.`)
  const known = [...commands.map((command) => command.name), ...Object.keys(aliases), ...Object.keys(localCommands)]
  const near = otherCommand([name, ...rest]) ?? nearNames(name, known)[0]
  return new UsageError(
    `Unknown command "${name}".${near === undefined ? '' : ` Did you mean ${near}?`} ix help lists the commands.`,
  )
}

function jsonOf(given: string): object {
  try {
    const params: unknown = JSON.parse(given)
    if (typeof params === 'object' && params !== null) return params
  } catch {}
  throw new UsageError(`The parameters must be a JSON object, not: ${given.slice(0, 200)}`)
}

function say(output: string): number {
  process.stdout.write(`${output}\n`)
  return exit.done
}

function print({ text, advice, code }: Answered): number {
  say(text)
  for (const line of advice) console.error(line)
  return code
}

process.exitCode = await main(process.argv.slice(2))
