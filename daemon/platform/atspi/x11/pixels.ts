/** Converts the X server's pixels to red, green and blue. */
import { Problem } from '../../../problem.ts'
import type { XConnection } from './connection.ts'

/** GetImage's reply: rows of whole pixels, each padded to `scanline_pad` bits. */
export interface Image {
  readonly depth: number
  readonly data: Buffer
}

/** Rows of red, green and blue, one byte each, without gaps. */
export interface Pixels {
  readonly raw: { readonly width: number; readonly height: number }
  readonly data: Buffer
}

const rowsATurn = 64
const bytesAPixel = 3

/** Throws unsupported_here for screens without 24 bits per pixel, which are extinct. */
export async function rgb({ display }: XConnection, { depth, data }: Image, width: number): Promise<Pixels> {
  const format = display.format[depth]
  const { red_mask: red, blue_mask: blue } = visualOf(display)
  const isUsual = format?.bits_per_pixel === 32 && display.image_byte_order === 0
  if (!isUsual || red !== 0xff0000 || blue !== 0xff) {
    throw new Problem('unsupported_here', {
      message: `The screen has ${format?.bits_per_pixel ?? depth} bits per pixel in an unknown order.`,
      hint: 'Pictures need a screen with 24 bits of colour.',
    })
  }
  const height = Math.floor(data.length / (width * 4))
  const pixels = Buffer.allocUnsafe(width * height * bytesAPixel)
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % rowsATurn === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    let from = y * width * 4
    let to = y * width * bytesAPixel
    for (let x = 0; x < width; x++, from += 4, to += bytesAPixel) {
      pixels[to] = data[from + 2]!
      pixels[to + 1] = data[from + 1]!
      pixels[to + 2] = data[from]!
    }
  }
  return { raw: { width, height }, data: pixels }
}

function visualOf({ screen }: XConnection['display']) {
  const { depths, root_depth, root_visual } = screen[0]!
  return depths[root_depth]?.[root_visual] ?? { red_mask: 0, green_mask: 0, blue_mask: 0 }
}
