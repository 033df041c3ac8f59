/** Pixels as the X server has them, made into red, green and blue, and into fewer. */
import { Problem } from '../../problem.ts'
import { type Pixels, turn } from './png.ts'
import type { XConnection } from './x11.ts'

/** What GetImage answers: rows of whole pixels, each row filled up to `scanline_pad` bits. */
export interface Image {
  readonly depth: number
  readonly data: Buffer
}

const rowsATurn = 64
const bytesAPixel = 3

/** Throws unsupported_here for screens that are not of 24 bits a pixel, which nobody has any more. */
export async function rgb({ display }: XConnection, { depth, data }: Image, width: number): Promise<Pixels> {
  const format = display.format[depth]
  const { red_mask: red, blue_mask: blue } = visualOf(display)
  const isUsual = format?.bits_per_pixel === 32 && display.image_byte_order === 0
  if (!isUsual || red !== 0xff0000 || blue !== 0xff) {
    throw new Problem('unsupported_here', {
      message: `The screen has ${format?.bits_per_pixel ?? depth} bits a pixel in an order that is not known here.`,
      hint: 'Pictures need a screen with 24 bits of colour.',
    })
  }
  const height = Math.floor(data.length / (width * 4))
  const pixels = Buffer.allocUnsafe(width * height * bytesAPixel)
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % rowsATurn === 0) await turn()
    let from = y * width * 4
    let to = y * width * bytesAPixel
    for (let x = 0; x < width; x++, from += 4, to += bytesAPixel) {
      pixels[to] = data[from + 2]!
      pixels[to + 1] = data[from + 1]!
      pixels[to + 2] = data[from]!
    }
  }
  return { width, height, data: pixels }
}

function visualOf({ screen }: XConnection['display']) {
  const { depths, root_depth, root_visual } = screen[0]!
  return depths[root_depth]?.[root_visual] ?? { red_mask: 0, green_mask: 0, blue_mask: 0 }
}

/** Smaller by the mean of the pixels that fall on one (a box filter). */
export async function shrink(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  const { data } = pixels
  const row = pixels.width * bytesAPixel
  const small = Buffer.allocUnsafe(width * height * bytesAPixel)
  const columns = edges(pixels.width, width)
  const rows = edges(pixels.height, height)
  const turns = Math.max(1, Math.floor((rowsATurn * height) / pixels.height))
  let to = 0
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % turns === 0) await turn()
    for (let x = 0; x < width; x++) {
      let [red, green, blue, count] = [0, 0, 0, 0]
      for (let line = rows[y]!; line < rows[y + 1]!; line++) {
        const end = line * row + columns[x + 1]! * bytesAPixel
        for (let at = line * row + columns[x]! * bytesAPixel; at < end; at += bytesAPixel) {
          red += data[at]!
          green += data[at + 1]!
          blue += data[at + 2]!
          count++
        }
      }
      small[to++] = red / count
      small[to++] = green / count
      small[to++] = blue / count
    }
  }
  return { width, height, data: small }
}

/** Where each of `few` pixels begins among `many`, and where the last one ends. */
function edges(many: number, few: number): Int32Array {
  return Int32Array.from({ length: few + 1 }, (_, at) => Math.round((at * many) / few))
}
