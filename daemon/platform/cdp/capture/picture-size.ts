/** Width and height in pixels, from the header of an encoded picture. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** For PNG, JPEG and WebP as browsers write them; undefined for anything else. */
export function sizeOf(picture: Buffer): Size | undefined {
  try {
    if (picture.readUInt32BE(0) === 0x89504e47) {
      return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }
    }
    if (picture.readUInt16BE(0) === 0xffd8) return jpegSize(picture)
    const isWebp = picture.toString('latin1', 0, 4) === 'RIFF' && picture.toString('latin1', 8, 12) === 'WEBP'
    return isWebp ? webpSize(picture) : undefined
  } catch (error) {
    // Truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Segments follow one another up to the frame header, which has the size. */
function jpegSize(picture: Buffer): Size | undefined {
  for (let at = 2; picture[at] === 0xff; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: picture.readUInt16BE(at + 7), height: picture.readUInt16BE(at + 5) }
  }
  return undefined
}

/** Extended, lossy and lossless each store the size differently. */
function webpSize(picture: Buffer): Size | undefined {
  switch (picture.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + picture.readUIntLE(24, 3), height: 1 + picture.readUIntLE(27, 3) }
    case 'VP8 ':
      return { width: picture.readUInt16LE(26) & 0x3fff, height: picture.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = picture.readUInt32LE(21)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    default:
      return undefined
  }
}
