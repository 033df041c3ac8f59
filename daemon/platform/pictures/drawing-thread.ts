/** A thread that makes one picture: decodes, scales, marks and encodes it, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { PNG } from 'pngjs'
import type { Drawing, Drawn } from './encode.ts'
import { draw, type Pixels, shrunk } from './pixels.ts'

/** Screens are flat areas and repeated rows: more effort costs much time for few bytes. */
const effort = { deflateLevel: 3, filterType: 0 } as const

// Does nothing when loaded other than as a thread.
parentPort?.postMessage(drawn(workerData as Drawing))

function drawn({ shot, wish, marks }: Drawing): Drawn {
  const source = pixelsOf(shot)
  const { width: wide, height: tall } = source
  const factor = Math.min(1, (wish.maxWidth ?? wide) / wide, (wish.maxHeight ?? tall) / tall)
  const pixels = shrunk(source, atLeastOne(wide * factor), atLeastOne(tall * factor))
  const { width, height, channels } = pixels
  const { area } = shot
  const [across, down] = [width / area.width, height / area.height]
  const placed = marks.map(({ label, frame }) => ({
    label,
    frame: {
      x: (frame.x - area.x) * across,
      y: (frame.y - area.y) * down,
      width: frame.width * across,
      height: frame.height * down,
    },
  }))
  draw(pixels, placed)
  const data = wish.format === 'png' ? encoded(pixels) : pixels.data
  return { data, width, height, channels, scale: 1 / factor }
}

function pixelsOf({ data, raw }: Drawing['shot']): Pixels {
  if (raw !== undefined) return { data, ...raw, channels: 3 }
  const file = PNG.sync.read(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
  return { data: file.data, width: file.width, height: file.height, channels: 4 }
}

function encoded({ data, width, height, channels }: Pixels): Uint8Array {
  const picture = new PNG({ width, height })
  picture.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const isOpaque = channels === 3
  const colorType = isOpaque ? 2 : 6
  return PNG.sync.write(picture, { ...effort, colorType, inputColorType: colorType, inputHasAlpha: !isOpaque })
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}
