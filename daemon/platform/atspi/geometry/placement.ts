/**
 * From a toolkit's units to pixels of the screen. Toolkits measure in units of their own, which scaling makes larger
 * than a pixel, and count them from the screen, the monitor or the window. Both follow from the window: its box in the
 * toolkit's units is one of the rectangles that the window system has for it.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import type { DesktopWindow } from '../desktop/windows.ts'

/** Pixels are `scale` times units, plus this offset. */
export interface Placement {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

type Rectangles = Pick<DesktopWindow, 'frame' | 'outer' | 'surface'>

/** Scales that people set; others follow from a monitor's dots per inch. */
const usual = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4]
const [least, most] = [0.5, 8]
/** In smaller windows rounding to units is too coarse to find a scale that nobody sets. */
const leastUnits = 60
/** Units of a border that a toolkit draws around the window, equal on all sides, and leaves out of its box. */
const thickest = 12

/**
 * Undefined if the box matches none of the window's rectangles at any scale. `known`: a scale found for its
 * application.
 */
export function placementOf(box: Frame, window: Rectangles, known?: number): Placement | undefined {
  const { outer, frame, surface } = window
  const rectangles = [outer, frame, ...(surface === undefined ? [] : [surface])]
  const best = (scales: readonly number[], fit: (scale: number, rectangle: Frame) => Fit | undefined) =>
    closest(scales.flatMap((scale) => rectangles.map((one) => fit(scale, one))))
  const exact = (scale: number, rectangle: Frame) => fitOf(box, rectangle, scale, 0)
  const bordered = (scale: number, rectangle: Frame) => borderFit(box, rectangle, scale)
  const before = known === undefined ? [] : [known]
  return (
    best(before, exact) ??
    best(usual, exact) ??
    best(before, bordered) ??
    best(usual, bordered) ??
    best([1], (_, rectangle) => ratioFit(box, rectangle))
  )
}

interface Fit extends Placement {
  /** Pixels by which the sizes differ. */
  readonly apart: number
}

function closest(fits: readonly (Fit | undefined)[]): Placement | undefined {
  const found = fits.filter((fit) => fit !== undefined)
  const first = found.toSorted((a, b) => a.apart - b.apart)[0]
  return first && { scale: first.scale, x: first.x, y: first.y }
}

function fitOf(box: Frame, rectangle: Frame, scale: number, border: number): Fit | undefined {
  const [across, down] = [rectangle.width - scale * box.width, rectangle.height - scale * box.height]
  const apart = Math.abs(across - 2 * border) + Math.abs(down - 2 * border)
  // GTK rounds each of the four borders up to a unit; others round the whole size (test/laws/desktop-scale).
  const isRounding = (over: number) => over >= -2 * scale && over <= scale
  if (!isRounding(across - 2 * border) || !isRounding(down - 2 * border)) return undefined
  return { scale, apart, x: rectangle.x + border - scale * box.x, y: rectangle.y + border - scale * box.y }
}

function borderFit(box: Frame, rectangle: Frame, scale: number): Fit | undefined {
  const border = Math.round((rectangle.width - scale * box.width) / 2)
  return border > 0 && border <= thickest * scale ? fitOf(box, rectangle, scale, border) : undefined
}

function ratioFit(box: Frame, rectangle: Frame): Fit | undefined {
  const isWide = box.width > box.height
  const scale = isWide ? rectangle.width / box.width : rectangle.height / box.height
  const isPossible = Math.max(box.width, box.height) >= leastUnits && scale >= least && scale <= most
  return isPossible ? fitOf(box, rectangle, scale, 0) : undefined
}

/** Pixels between the window's place and where it would be if its units were counted from the screen. */
export function shiftOf({ x, y }: Placement): number {
  return Math.abs(x) + Math.abs(y)
}

/** By a window's own box and by that of its contents: Swing may say that a window is somewhere else than they are. */
export function leastShifted(own: Placement | undefined, contents: Placement | undefined): Placement | undefined {
  if (own === undefined || contents === undefined) return own ?? contents
  return shiftOf(contents) < shiftOf(own) ? contents : own
}

/** In whole pixels. */
export function onScreen({ x, y, width, height }: Frame, at: Placement): Frame {
  const [left, top] = [Math.round(at.x + at.scale * x), Math.round(at.y + at.scale * y)]
  const [right, bottom] = [Math.round(at.x + at.scale * (x + width)), Math.round(at.y + at.scale * (y + height))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The unit that contains a pixel. */
export function inUnits({ x, y }: Point, at: Placement): Point {
  return { x: Math.floor((x + 0.5 - at.x) / at.scale), y: Math.floor((y + 0.5 - at.y) / at.scale) }
}
