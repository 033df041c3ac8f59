/** Labels on a picture: which elements get one, where it goes, and the drawing as SVG. */
import type { Frame } from '../../../api-schema/element.ts'
import type { Marking } from '../picture.ts'
import type { Key } from '../row.ts'
import { common } from './rectangle.ts'

export interface Mark {
  readonly frame: Frame
  readonly label: string
}

export interface Marks {
  readonly marks: readonly Mark[]
  /** How many labels were left out. */
  readonly left: number
}

/** More would be unreadable. */
const most = 500
const colours = ['#c2185b', '#1565c0', '#2e7d32', '#6a1b9a', '#bf360c', '#00695c']
const height = 14
const letterWidth = 7

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
export function marksSvg(size: { readonly width: number; readonly height: number }, marks: readonly Mark[]): string {
  const taken: Frame[] = []
  const drawn = marks.map(({ frame, label }, index) => {
    const colour = colours[index % colours.length]
    const at = placeOf(frame, label.length * letterWidth + 6, size, taken)
    taken.push(at)
    const x = Math.round(frame.x) + 0.5
    const y = Math.round(frame.y) + 0.5
    const box = `width="${Math.max(1, Math.round(frame.width) - 1)}" height="${Math.max(1, Math.round(frame.height) - 1)}"`
    return (
      `<rect x="${x}" y="${y}" ${box} fill="none" stroke="${colour}"/>` +
      `<rect x="${at.x}" y="${at.y}" width="${at.width}" height="${height}" fill="${colour}"/>` +
      `<text x="${at.x + 3}" y="${at.y + height - 3.5}" textLength="${at.width - 6}" fill="#fff">${escaped(label)}</text>`
    )
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `font-family="sans-serif" font-weight="bold" font-size="11">${drawn.join('')}</svg>`
  )
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

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
