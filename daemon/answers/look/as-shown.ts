/** Understands words that were copied from a view: `button: Search "Perform search" (focused)`. Tried where no text has them as they are. */
import { stateWords } from '../../../api-schema/element.ts'
import type { Params } from '../../../api-schema/methods.ts'

type Filter = NonNullable<Params<'explore'>['filter']>

const line = new RegExp(
  `^(?:(?<role>[a-z][a-z ]*): )?(?<name>\\S.*?)(?: =(?<value>.+?))?(?: "(?<description>(?:[^"\\\\]|\\\\.)+)")?(?: \\((?:(?:${stateWords.join('|')})(?:, )?)+\\))?$`,
  's',
)

/** What has no name is shown by its identifier: `textarea#body =Dear all (focused)`. */
const unnamed = /^(?<role>[a-z][a-z ]*)?#(?:"(?<quoted>[^"]+)"|(?<plain>[\w.-]+))(?: [=("].*)?$/s

/** `undefined` if the text is no such line, or only a name. */
export function asShown(filter: Filter | undefined): Filter | undefined {
  const text = filter?.anyFieldContains?.replace(/^\s*\[\d+\] /, '').trim()
  const { groups: byIdentifier } = unnamed.exec(text ?? '') ?? {}
  if (byIdentifier !== undefined) {
    const { role, quoted, plain } = byIdentifier
    const identifier = quoted ?? plain!
    return {
      ...filter,
      ...(role !== undefined && { role }),
      anyFieldContains: identifier,
      identifierContains: identifier,
    }
  }
  const { role, name, value, description } = (text === undefined ? undefined : line.exec(text)?.groups) ?? {}
  if (name === undefined || name === filter!.anyFieldContains || filter!.descriptionContains !== undefined)
    return undefined
  return {
    ...filter,
    ...(role !== undefined && { role }),
    anyFieldContains: name.replace(/^"(.*)"$/, '$1'),
    ...(value !== undefined && { valueContains: value }),
    ...(description !== undefined && { descriptionContains: description.replace(/\\(.)/g, '$1') }),
  }
}
