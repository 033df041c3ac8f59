/** `ix do`: the steps of a program from its arguments, with values from stdin. */
import { resolve } from 'node:path'
import { callOf } from '../../api-schema/cli/expected.ts'
import type { Typed } from '../../api-schema/cli/params.ts'
import { fromPerson, fromStdin, stepIn } from '../../api-schema/cli/steps.ts'
import { type Command, commandNamed } from '../../api-schema/cli/usage.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'

type Params = { [name: string]: unknown }

/** `read` returns what is on stdin, once. */
export async function programOf(
  command: Command,
  typed: Typed,
  words: readonly string[],
  read: () => Promise<string>,
): Promise<Params> {
  if (words.length === 0)
    throw new UsageError(`ix do needs steps, such as ix do 'open https://example.com' 'click "More"'.`)
  const interact = commandNamed('interact')!
  const steps = words.map((word) => stepIn(word, interact))
  const unseen = steps.filter(({ value }) => value === fromStdin)
  const lines = unseen.length > 1 ? (await read()).split(/\r?\n/) : unseen.length === 1 ? [await read()] : []
  if (lines.length < unseen.length)
    throw new UsageError(`${unseen.length} values come from stdin, a line each, and it has ${lines.length}.`)
  for (const step of steps.filter(({ value }) => value === fromPerson)) {
    delete step.value
    step.fromPerson = true
  }
  for (const [at, step] of unseen.entries()) step.value = lines[at]
  for (const step of steps) if (Array.isArray(step.files)) step.files = step.files.map((file) => resolve(String(file)))
  return callOf({ ...command, positional: [] }, typed, [], steps)
}

/** `ix look focused`, `ix look 33`, `ix look dialog "Sign in"`: the command takes what the step takes. */
export function lookStep(typed: Typed, words: readonly string[]): string[] {
  const step = ['look', ...words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))].join(' ')
  const flags = Object.entries(typed).flatMap(([flag, values]) =>
    [values ?? []].flat().map((value) => (value === true ? `--${flag}` : `--${flag}=${value}`)),
  )
  return [step, ...flags]
}
