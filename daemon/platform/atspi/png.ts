/** Writes PNG pictures, by what Node has for deflating: there is no need of an image library for screenshots. */
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

/** Rows of red, green, blue, three bytes a pixel, without gaps. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Buffer
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const deflated = promisify(deflate)
/** Screens are flat areas and repeated rows: more effort costs much time for few bytes. */
const effort = 3
/** Bytes that are worked on before others get their turn. */
const portion = 1 << 20
const bytesAPixel = 3

export async function encodePng({ width, height, data }: Pixels): Promise<Buffer> {
  const row = width * bytesAPixel
  const filtered = Buffer.allocUnsafe(height * (row + 1))
  const rowsATurn = Math.max(1, Math.floor(portion / row))
  for (let first = 0; first < height; first += rowsATurn) {
    if (first > 0) await turn()
    filter(data, filtered, row, first, Math.min(height, first + rowsATurn))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    ...chunk('IHDR', header),
    ...chunk('IDAT', await deflated(filtered, { level: effort })),
    ...chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each row as its difference from the one above (filter `Up`): of most of a screen nothing is left but zeros. */
function filter(data: Buffer, filtered: Buffer, row: number, first: number, end: number): void {
  for (let y = first; y < end; y++) {
    const from = y * row
    let to = y * (row + 1)
    filtered[to++] = y === 0 ? 0 : 2
    if (y === 0) data.copy(filtered, to, 0, row)
    else for (let x = 0; x < row; x++) filtered[to + x] = data[from + x]! - data[from + x - row]!
  }
}

function chunk(type: string, data: Buffer): Buffer[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((crc(data, crc(head.subarray(4), 0xffffffff)) ^ 0xffffffff) >>> 0, 0)
  return [head, data, sum]
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc(data: Buffer, before: number): number {
  let sum = before
  for (const byte of data) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8)
  return sum
}

/** Lets others have their turn on the loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
