/** Converts the X server's pixels to red, green and blue. */
import { Problem } from '../../../problem.ts'
import type { Shot } from '../../pictures/encode.ts'
import { rgb } from '../desktop/rgb.ts'
import type { XConnection } from './connection.ts'

/** GetImage's reply: rows of whole pixels, each padded to `scanline_pad` bits. */
export interface Image {
  readonly depth: number
  readonly data: Buffer
}

/** Throws unsupported_here for screens without 24 bits per pixel, which are extinct. */
export async function pixelsOf(
  { display }: XConnection,
  { depth, data }: Image,
  width: number,
): Promise<Omit<Shot, 'area'>> {
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
  const layout = { width, height, stride: width * 4, isSwapped: false, isTurned: false }
  return { raw: { width, height }, data: await rgb(data, layout) }
}

function visualOf({ screen }: XConnection['display']) {
  const { depths, root_depth, root_visual } = screen[0]!
  return depths[root_depth]?.[root_visual] ?? { red_mask: 0, green_mask: 0, blue_mask: 0 }
}
