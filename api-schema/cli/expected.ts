/**
 * `--expect` of a command that acts: what must be true afterwards, in the words of the step `expect`, and what to add
 * to the answer.
 */

import { stepSchema } from '../methods/interact.ts'
import { nearNames } from '../near-names.ts'
import { paramsOf, type Typed } from './params.ts'
import { stepIn } from './steps.ts'
import { type Command, commandNamed, expectWords } from './usage.ts'

type Params = { [name: string]: unknown }

/** The method's parameters; those of a program if something must be true afterwards. */
export function callOf(command: Command, typed: Typed, words: readonly string[], steps?: readonly object[]): Params {
  const asked = [typed.expect ?? []].flat().map(String)
  const wanted = command.method === 'interact' ? asked.filter(isSentence) : []
  if (wanted.length === 0) return { ...paramsOf(command, typed, words), ...(steps !== undefined && { steps }) }
  const added = asked.filter((one) => !wanted.includes(one))
  const params = paramsOf(command, { ...typed, expect: added.length === 0 ? undefined : added }, words)
  const isOfStep = (name: string) => Object.hasOwn(stepSchema.properties, name)
  const entries = Object.entries(params)
  const step = Object.fromEntries(entries.filter(([name]) => isOfStep(name)))
  const { tab, bundleId } = (params.find ?? {}) as Params
  const interact = commandNamed('interact')!
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isOfStep(name))),
    ...(tab !== undefined && { tab }),
    ...(bundleId !== undefined && { bundleId }),
    steps: [
      ...(steps ?? (params.steps as readonly object[] | undefined) ?? [step]),
      ...wanted.map((sentence) => stepIn(`expect ${sentence}`, interact)),
    ],
  }
}

/**
 * A list of words for the answer may contain a typo: a single word that resembles one of them must be quoted to be a
 * sentence.
 */
function isSentence(text: string): boolean {
  const known = Object.keys(expectWords)
  const words = text.split(',').map((word) => word.trim().replace(/^no-/, ''))
  if (text.trimStart().startsWith('{') || words.some((word) => known.includes(word))) return false
  return /[\s"'=]/.test(text.trim()) || nearNames(text, known).length === 0
}
