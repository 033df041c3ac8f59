/** A screen's pixels of four bytes each, turned into rows of red, green and blue without gaps. */

export const bytesAPixel = 3
const rowsATurn = 64

interface Layout {
  readonly width: number
  readonly height: number
  /** Bytes per row. */
  readonly stride: number
  readonly isSwapped: boolean
  readonly isTurned: boolean
}

export async function rgb(bytes: Buffer, { width, height, stride, isSwapped, isTurned }: Layout): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(width * height * bytesAPixel)
  const [red, blue] = isSwapped ? [0, 2] : [2, 0]
  for (let y = 0, to = 0; y < height; y++) {
    if (y > 0 && y % rowsATurn === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    let from = (isTurned ? height - 1 - y : y) * stride
    for (let x = 0; x < width; x++, from += 4, to += bytesAPixel) {
      pixels[to] = bytes[from + red]!
      pixels[to + 1] = bytes[from + 1]!
      pixels[to + 2] = bytes[from + blue]!
    }
  }
  return pixels
}
