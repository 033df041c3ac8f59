/** Rows of pixels: scaled down, and drawn on. */
import type { Frame } from '../../../api-schema/element.ts'
import { letterWidth, type Mark, margin, placed } from './labels.ts'

export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  /** Bytes per pixel: red, green, blue, and alpha if there are four. */
  readonly channels: 3 | 4
}

type Colour = readonly [number, number, number]

const white: Colour = [255, 255, 255]
const colours: readonly Colour[] = [
  [0xc2, 0x18, 0x5b],
  [0x15, 0x65, 0xc0],
  [0x2e, 0x7d, 0x32],
  [0x6a, 0x1b, 0x9a],
  [0xbf, 0x36, 0x0c],
  [0x00, 0x69, 0x5c],
]

/** Labels are ids, so only digits are needed. Seven rows of five bits, each written in base 32. */
const digits = [
  'ehhhhhe',
  '4c4444e',
  'eh1248v',
  'v2421he',
  '26aiv22',
  'vgu11he',
  '68guhhe',
  'v124888',
  'ehhehhe',
  'ehhf12c',
]
const digitBits = 5

/** Each pixel is the average of those it replaces. */
export function shrunk(source: Pixels, width: number, height: number): Pixels {
  if (width === source.width && height === source.height) return source
  const { channels } = source
  const [across, down] = [spans(source.width, width), spans(source.height, height)]
  const data = new Uint8Array(width * height * channels)
  const sums = new Float64Array(width * channels)
  down.forEach(({ start, weights }, row) => {
    sums.fill(0)
    weights.forEach((weight, line) => {
      addRow(sums, source, (start + line) * source.width * channels, weight, across)
    })
    for (let at = 0; at < sums.length; at++) data[row * sums.length + at] = Math.round(sums[at]!)
  })
  return { data, width, height, channels }
}

function addRow(sums: Float64Array, { data, channels }: Pixels, base: number, factor: number, spans: readonly Span[]) {
  let to = 0
  for (const { start, weights } of spans) {
    let from = base + start * channels
    for (const weight of weights) for (let c = 0; c < channels; c++) sums[to + c]! += data[from++]! * weight * factor
    to += channels
  }
}

/** The pixels that become one: the first, and the share of each. */
interface Span {
  readonly start: number
  readonly weights: readonly number[]
}

function spans(source: number, wanted: number): readonly Span[] {
  const size = source / wanted
  return Array.from({ length: wanted }, (_, index) => {
    const [from, to] = [index * size, Math.min(source, (index + 1) * size)]
    const start = Math.floor(from)
    const weights = Array.from({ length: Math.max(1, Math.ceil(to - 1e-9) - start) }, (_, at) => {
      const share = Math.min(to, start + at + 1) - Math.max(from, start + at)
      return share / (to - from)
    })
    return { start, weights }
  })
}

/** Boxes and labels; frames in pixels of the picture. */
export function draw(pixels: Pixels, marks: readonly Mark[]): void {
  placed(pixels, marks).forEach(({ frame, label, at }, index) => {
    const colour = colours[index % colours.length]!
    outline(pixels, frame, colour)
    fill(pixels, at, colour)
    write(pixels, label, at.x + margin, at.y + margin)
  })
}

function outline(pixels: Pixels, frame: Frame, colour: Colour): void {
  const [x, y] = [Math.round(frame.x), Math.round(frame.y)]
  const [width, height] = [Math.max(2, Math.round(frame.width)), Math.max(2, Math.round(frame.height))]
  for (const side of [0, height - 1]) fill(pixels, { x, y: y + side, width, height: 1 }, colour)
  for (const side of [0, width - 1]) fill(pixels, { x: x + side, y, width: 1, height }, colour)
}

/** In white, each dot two pixels wide, so that it can be read on any colour. */
function write(pixels: Pixels, text: string, x: number, y: number): void {
  Array.from(text).forEach((letter, place) => {
    Array.from(digits[Number(letter)] ?? '').forEach((row, line) => {
      for (let bit = 0; bit < digitBits; bit++) {
        if (((Number.parseInt(row, 32) >> (digitBits - 1 - bit)) & 1) === 0) continue
        fill(pixels, { x: x + place * letterWidth + bit, y: y + line, width: 2, height: 1 }, white)
      }
    })
  })
}

/** The part within the picture, opaque. */
function fill({ data, width, height, channels }: Pixels, frame: Frame, [red, green, blue]: Colour): void {
  for (let y = Math.max(0, frame.y); y < Math.min(height, frame.y + frame.height); y++)
    for (let x = Math.max(0, frame.x); x < Math.min(width, frame.x + frame.width); x++)
      data.set(channels === 3 ? [red, green, blue] : [red, green, blue, 255], (y * width + x) * channels)
}
