/** Labels on a picture: which elements get one, and where it goes. */
import type { Frame } from '../../../api-schema/element.ts'
import { common } from '../element/rectangle.ts'
import type { Key } from '../element/row.ts'
import type { Marking } from '../picture.ts'

export interface Mark {
  readonly frame: Frame
  readonly label: string
}

export interface Marks {
  readonly marks: readonly Mark[]
  /** How many labels were left out. */
  readonly left: number
}

/** A mark, with the rectangle of its label in whole pixels. */
export interface PlacedMark extends Mark {
  readonly at: Frame
}

/** More labels would be unreadable. */
const most = 500
const height = 13
export const letterWidth = 7
/** Free pixels around the text of a label. */
export const margin = 3

/** Those within the area, clipped to it. Frames stay in screen coordinates. */
export function marksIn(
  area: Frame,
  wanted: readonly Marking[],
  frames: ReadonlyMap<Key, { readonly frame: Frame }>,
): Marks {
  const seen = wanted.flatMap((one) => {
    const own = frames.get(one.key)?.frame
    const frame = own && common(own, area)
    return frame === undefined ? [] : [{ one, frame }]
  })
  const marks = seen.slice(0, most).map(({ one, frame }) => ({ frame, label: one.label() }))
  return { marks, left: seen.length - marks.length }
}

/** Frames in picture pixels. */
export function placed(
  size: { readonly width: number; readonly height: number },
  marks: readonly Mark[],
): readonly PlacedMark[] {
  const taken: Frame[] = []
  return marks.map(({ frame, label }) => {
    const at = placeOf(frame, label.length * letterWidth - 1 + 2 * margin, size, taken)
    taken.push(at)
    return { frame, label, at }
  })
}

/** At a corner of the box where no other label is; outside the box if possible. */
function placeOf(
  { x, y, width, height: tall }: Frame,
  label: number,
  size: { readonly width: number; readonly height: number },
  taken: readonly Frame[],
): Frame {
  const within = (value: number, end: number) => Math.max(0, Math.min(Math.round(value), end))
  const [left, right] = [x, x + width - label].map((at) => within(at, size.width - label))
  const [over, top, bottom, under] = [y - height, y, y + tall - height, y + tall].map((at) =>
    within(at, size.height - height),
  )
  const places = [over, top, under, bottom].flatMap((down) =>
    [left, right].map((across) => ({ x: across!, y: down!, width: label, height })),
  )
  return places.find((place) => taken.every((other) => common(place, other) === undefined)) ?? places[2]!
}
