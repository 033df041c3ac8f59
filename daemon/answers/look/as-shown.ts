/** Understands words copied from a view, `button: Search "Perform search" (focused)`, if no text has them. */
import { stateWords } from '../../../api-schema/element.ts'
import type { Params } from '../../../api-schema/methods.ts'
import { redacted } from '../../platform/element/flags.ts'

type Filter = NonNullable<Params<'explore'>['filter']>

const quoted = '"(?:[^"\\\\]|\\\\.)*"…?'
const state = `(?:${stateWords.join('|')}|\\d+ options?)`
/** Everything after the id, as `outline.ts` writes it. */
const line = new RegExp(
  [
    `^(?:(?<role>[a-z][a-z ]*): )?(?<name>${quoted}|[^\\s"].*?)(?: =(?<value>${quoted}|.+?))?(?: (?<description>${quoted}))?`,
    `(?: (?:near|under|in [a-z ]+) (?<near>${quoted}))?(?: \\(${state}(?:, ${state})*\\))?(?: @-?\\d+,-?\\d+ \\d+x\\d+)?(?: \\{.*\\})?$`,
  ].join(''),
  's',
)

/** An unnamed element is shown by its identifier: `textarea#body =Dear all (focused)`. */
const unnamed = /^(?<role>[a-z][a-z ]*)?#(?:"(?<quoted>[^"]+)"|(?<plain>[\w.-]+))(?: [=("].*)?$/s

/** Long texts are shown by their beginning, as `"beginning"…` in an outline. */
function wordsOf(shown: string): string {
  const whole = shown.replace(/…$/, '')
  try {
    return /^".*"$/s.test(whole) ? JSON.parse(whole) : whole
  } catch {
    // The quotes belong to the text itself.
    return whole.slice(1, -1)
  }
}

/** The mark of an element named by words next to it. */
const beside = /^near “(.*)”$/s

interface Meant {
  readonly filter: Filter
  /** The words that set it apart from look-alikes. */
  readonly near?: string
  /** It is named by words next to it, and not by its own. */
  readonly isBeside: boolean
}

/** `undefined` if the text is not such a line, or is only a whole name. */
export function asShown(filter: Filter | undefined): Meant | undefined {
  const text = filter?.anyFieldContains?.replace(/^\s*\[\d+\] /, '').trim()
  const { groups: byIdentifier } = unnamed.exec(text ?? '') ?? {}
  if (byIdentifier !== undefined) {
    const { role, quoted, plain } = byIdentifier
    const identifier = quoted ?? plain!
    return {
      filter: {
        ...filter,
        ...(role !== undefined && { role }),
        anyFieldContains: identifier,
        identifierContains: identifier,
      },
      isBeside: false,
    }
  }
  const { role, name, value, description, near } = (text === undefined ? undefined : line.exec(text)?.groups) ?? {}
  const shown = name === undefined ? undefined : wordsOf(name)
  const words = shown?.replace(beside, '$1')
  if (words === undefined || words === filter!.anyFieldContains || filter!.descriptionContains !== undefined)
    return undefined
  const held = value === undefined ? undefined : wordsOf(value)
  return {
    filter: {
      ...filter,
      ...(role !== undefined && { role }),
      anyFieldContains: words,
      ...(held !== undefined && held !== redacted && { valueContains: held }),
      ...(description !== undefined && { descriptionContains: wordsOf(description) }),
    },
    ...(near !== undefined && { near: wordsOf(near) }),
    isBeside: words !== shown,
  }
}
