/** Pictures of screens and windows, scaled, marked and encoded by sharp. A browser does that itself. */
import type { Frame } from '../../../api-schema/element.ts'
import type { Picture, PictureOptions } from '../picture.ts'
import { type Marks, marksSvg } from './labels.ts'

export interface Shot {
  /** A file's content; or, if `raw` gives the dimensions, rows of RGB bytes without gaps. */
  readonly data: Buffer
  readonly raw?: { readonly width: number; readonly height: number }
  /** The captured area in screen pixels; on a dense screen the picture has more. */
  readonly area: Frame
}

/** `marks` in screen pixels. */
export async function encodePicture(shot: Shot, wish: PictureOptions, marks?: Marks): Promise<Picture> {
  // Loaded by the first picture: most daemons never take one.
  const { default: sharp } = await import('sharp')
  const { area, raw } = shot
  const source = sharp(shot.data, raw && { raw: { ...raw, channels: 3 } })
  const { width: wide = 1, height: tall = 1 } = raw ?? (await source.metadata())
  const factor = Math.min(1, (wish.maxWidth ?? wide) / wide, (wish.maxHeight ?? tall) / tall)
  const size = { width: atLeastOne(wide * factor), height: atLeastOne(tall * factor) }
  let image = factor === 1 ? source : source.resize({ ...size, fit: 'fill' })
  if (marks !== undefined && marks.marks.length > 0) {
    const [across, down] = [size.width / area.width, size.height / area.height]
    const placed = marks.marks.map(({ label, frame }) => ({
      label,
      frame: {
        x: (frame.x - area.x) * across,
        y: (frame.y - area.y) * down,
        width: frame.width * across,
        height: frame.height * down,
      },
    }))
    image = image.composite([{ input: Buffer.from(marksSvg(size, placed)) }])
  }
  const { format, quality } = wish
  // Screens are flat areas and repeated rows: more effort costs much time for few bytes.
  const options = format === 'png' ? { compressionLevel: 3 } : quality === undefined ? {} : { quality }
  return {
    data: await image.toFormat(format, options).toBuffer(),
    ...size,
    scale: 1 / factor,
    area: { width: area.width, height: area.height },
    limited: false,
    ...(marks !== undefined && { marked: marks.marks.length, unmarked: marks.left }),
  }
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}

/** Colours of a point differ by less where the same is drawn once more. */
const sameColour = 24
/** A cursor that blinks or a smoothed edge is smaller. */
const fewestPoints = 12

/** Do two pictures show the same? */
export async function areAlike(one: Buffer, other: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  const raw = (data: Buffer) => sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [a, b] = await Promise.all([raw(one), raw(other)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return false
  let points = 0
  for (let at = 0; at < a.data.length; at += 3) {
    const isOther = [0, 1, 2].some((colour) => Math.abs(a.data[at + colour]! - b.data[at + colour]!) > sameColour)
    if (isOther && ++points >= fewestPoints) return false
  }
  return true
}
