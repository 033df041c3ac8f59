/** A look of a trace, as the panes take it. */
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import type { TraceLook, TracePicture } from '../../../api-schema/trace.ts'
import { areaOf, around, type Box, boxesIn } from '../places.ts'
import { lineOf, type Picture, urlOf } from './look.ts'
import type { Look } from './use-look.ts'

/** Cached: there are few, and each is shown repeatedly. */
const urls = new WeakMap<TracePicture, string>()

/** With words, only the lines that hold them. */
export function lookOf(look: TraceLook | undefined, words: string): Look {
  const never = { failure: undefined, unseen: 'Nothing had been looked at by then.', stir: () => {} }
  if (look === undefined) return { outline: undefined, boxes: [], picture: undefined, ...never }
  const wanted = words.trim().toLowerCase()
  const all = linesApart(look.outline)
  const isTail = (line: string) => /^\((?!\[)/.test(line)
  const lines = all.filter((line) => !isTail(line) && line.toLowerCase().includes(wanted)).map(lineOf)
  const boxes = look.elements.flatMap(boxesIn)
  const ids = new Set(lines.map(({ id }) => id))
  const { tokens, matched } = look
  return {
    outline: { lines, tail: all.filter(isTail).join('\n'), tokens, matched, revision: undefined },
    boxes: wanted === '' ? boxes : boxes.filter(({ id }) => ids.has(id)),
    picture: pictureOf(look, boxes),
    ...never,
  }
}

function pictureOf({ picture, kind }: TraceLook, boxes: readonly Box[]): Picture {
  if (picture === undefined) return { url: undefined, area: around(boxes) }
  const { data, format, width, height, scale = 1 } = picture
  const url = urls.get(picture) ?? readable(data, format)
  if (url === undefined) return { url, area: around(boxes) }
  urls.set(picture, url)
  return { url, area: areaOf(kind === 'tab', { width: width * scale, height: height * scale }, boxes) }
}

/** The author of a trace may have written anything. */
function readable(data: string, format: string): string | undefined {
  try {
    return urlOf(data, format)
  } catch {
    return undefined
  }
}
