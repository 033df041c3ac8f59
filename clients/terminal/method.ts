/** A command that is a method: the call that its arguments make, and the answer in a form that suits the reader. */
import { resolve } from 'node:path'
import { callOf } from '../../api-schema/cli/expected.ts'
import { hintsInFlags, inFlags } from '../../api-schema/cli/in-flags.ts'
import { type Command, commandNamed, typedUnseen } from '../../api-schema/cli/usage.ts'
import { harmless, harmlessJson } from '../../api-schema/harmless.ts'
import type { Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { answerText, isRefused } from '../../api-schema/text/answer.ts'
import { CallError } from '../reach/call.ts'
import { commandArguments } from './arguments.ts'
import { type Look, paint } from './paint.ts'
import { lookStep, programOf } from './program.ts'
import { pictureWish, save } from './save.ts'
import { saveDownloads } from './save-downloads.ts'
import { exit } from './told.ts'

export interface Terminal {
  call(method: string, params: object): Promise<unknown>
  useSession(name: string): void
  /** Everything on stdin. */
  read(): Promise<string>
  readonly look: Look
  /** For a person, JSON is indented. */
  readonly isPersons: boolean
}

export interface Answered {
  readonly text: string
  /** Lines for stderr. */
  readonly advice: readonly string[]
  readonly code: number
}

export async function answerTo(command: Command, rest: string[], terminal: Terminal): Promise<Answered> {
  const { typed, words } = commandArguments(rest, command)
  if (command.method === 'explore' && words.length > 0)
    return await answerTo(commandNamed('do')!, lookStep(typed, words), terminal)
  if (typeof typed.session === 'string') terminal.useSession(typed.session)
  // A value from stdin, which others cannot read as they can a command line. The line end that `echo` adds is dropped.
  const read = async () => (await terminal.read()).replace(/\r?\n$/, '')
  const unseen = typed.stdin === true ? await read() : undefined
  const isWord = typedUnseen(command) === 'value'
  const params =
    command.name === 'do'
      ? await programOf(command, typed, words, read)
      : callOf(command, typed, unseen !== undefined && isWord ? [...words, unseen] : words)
  if (unseen !== undefined && !isWord) params.password = unseen
  if ('format' in methods[command.method].params.properties && params.format === undefined) {
    params.format = typed.json === true ? 'json' : 'outline'
  }
  // Relative to the person's working directory, which the daemon does not know.
  if (Array.isArray(params.files)) params.files = params.files.map((file) => resolve(String(file)))
  if (Array.isArray(params.folders)) params.folders = params.folders.map((folder) => resolve(String(folder)))
  if (command.method === 'storage' && typeof params.file === 'string') params.file = resolve(params.file)
  if (typeof params.picture === 'string') params.picture = resolve(params.picture)
  if (command.method === 'screenshot' && typeof typed.out === 'string')
    Object.assign(params, pictureWish(typed.out, params))
  if (command.method === 'network' && typeof typed.out === 'string') params.har = true
  if (command.method === 'pdf' && typeof typed.out === 'string') params.inline = true
  const result = await saveDownloads(params, () => terminal.call(command.method, params)).catch(spoken(command))
  const answer = hintsInFlags(result, command)
  if (typeof typed.out === 'string')
    return { text: harmless(await save(typed.out, answer)), advice: [], code: exit.done }
  if (typed.json === true) return asJson(result, terminal)
  const { piped, advice } = forPipes(command, answer)
  const text = paint(harmless(answerText(command.method, piped)), terminal.look)
  return { text, advice: advice.map(harmless), code: codeOf(result) }
}

/** Indented for a person, one line for a program. */
export function asJson(value: unknown, { isPersons }: Pick<Terminal, 'isPersons'>): Answered {
  return { text: harmlessJson(JSON.stringify(value, null, isPersons ? 2 : 0)), advice: [], code: codeOf(value) }
}

/** Hints name flags, as the command line does, instead of parameters. */
function spoken(command: Command): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CallError)) throw error
    const { name, message, code, hint, data } = error
    throw new CallError(name, inFlags(message, command), {
      code,
      data,
      ...(hint !== undefined && { hint: inFlags(hint, command) }),
    })
  }
}

/** If a text or a value can be piped on, only that is printed; advice goes to stderr. */
function forPipes(
  { method }: Command,
  result: unknown,
): { readonly piped: unknown; readonly advice: readonly string[] } {
  const { isVerbatim, isValue } = methods[method] as Method
  if (isVerbatim !== true && isValue !== true) return { piped: result, advice: [] }
  const { tab: _, tips = [], ...piped } = result as { readonly tab?: string; readonly tips?: readonly string[] }
  return { piped, advice: tips }
}

/** A program that ended before its last step has failed too. */
function codeOf(result: unknown): number {
  const isCutShort = typeof result === 'object' && result !== null && 'effect' in result && 'left' in result
  return isRefused(result) || isCutShort ? exit.failed : exit.done
}
