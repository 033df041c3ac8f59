/**
 * Finds where, in the stream of a window, its application's coordinates begin. The stream starts with the window's
 * shadow, whose size nobody reports; on the stream's black it is black too. So the window is what is not black, if that
 * has its size.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import type { WindowMeasure } from '../toolkits/toolkit.ts'
import type { Still } from '../wayland/still.ts'

export interface Origin {
  /** In the application's units, from the stream's corner. */
  readonly x: number
  readonly y: number
  /** Pixels of the stream per unit. */
  readonly scale: number
}

const pixel = 4
/** The colour bytes of a pixel. */
const colours = 0xffffff

/** Undefined if the picture does not show which part of it is the window. */
export function originIn(
  still: Still,
  { width, height }: Pick<Frame, 'width' | 'height'>,
  measure: WindowMeasure,
): Origin | undefined {
  const { x, y, width: wide, height: tall } = outlineOf(still)
  // A shadow is as wide on the left as on the right.
  const scale = (measure === 'frame' ? wide : wide + 2 * x) / width
  const left = height * scale - tall
  const fits = measure === 'frame' ? Math.abs(left) <= 1 : left >= y && left <= 4 * y + 1
  if (scale < 1 || !fits) return undefined
  return measure === 'frame' ? { x: x / scale, y: y / scale, scale } : { x: 0, y: 0, scale }
}

/** The smallest area that contains everything that is not black. */
function outlineOf({ width, height, bytes }: Still): Frame {
  const isBlack = (x: number, y: number) => (bytes.readUInt32LE((y * width + x) * pixel) & colours) === 0
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    let first = 0
    while (first < width && isBlack(first, y)) first++
    if (first === width) continue
    let last = width - 1
    while (isBlack(last, y)) last--
    left = Math.min(left, first)
    right = Math.max(right, last)
    top = Math.min(top, y)
    bottom = y
  }
  return { x: left, y: top, width: Math.max(0, right - left + 1), height: Math.max(0, bottom - top + 1) }
}
