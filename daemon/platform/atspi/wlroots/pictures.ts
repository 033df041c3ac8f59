/** Pictures of the screen as shown, by wlroots' screencopy. */
import { readSync } from 'node:fs'
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { common } from '../../element/rectangle.ts'
import type { Shot } from '../../pictures/encode.ts'
import type { Pictures } from '../desktop/desktop.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import { bytesAPixel, rgb } from '../desktop/rgb.ts'
import type { WlConnection, WlObject } from '../wayland/connection.ts'
import { type Output, outputsOf, release } from '../wayland/outputs.ts'

/** Formats with four bytes a pixel: blue, green, red, and one unused; if true, red and blue change places. */
const formats = new Map([
  [0, false],
  [1, false],
  [0x34324258, true],
  [0x34324241, true],
])
const manager = 'zwlr_screencopy_manager_v1'
const upsideDown = 1

/** The part of a picture that one monitor shows. */
interface Part {
  readonly area: Frame
  readonly width: number
  readonly height: number
  readonly data: Buffer
}

export class WlPictures implements Pictures {
  readonly missing: Missing | undefined
  readonly #connection: WlConnection

  constructor(connection: WlConnection) {
    this.#connection = connection
    const why = `The compositor has no ${manager}: it shows its screen to no program.`
    if (!connection.has(manager)) this.missing = { why, remedy: 'Read with {explore}.' }
  }

  async take(area: Frame, signal: AbortSignal): Promise<Shot> {
    if (this.missing !== undefined) throw unsupportedBy(this.missing)
    const outputs = await outputsOf(this.#connection)
    try {
      const parts: Part[] = []
      for (const output of outputs) {
        signal.throwIfAborted()
        const seen = common(area, output.frame)
        if (seen !== undefined) parts.push(await this.#partOf(output, seen))
      }
      return await composed(area, parts)
    } finally {
      release(outputs)
    }
  }

  async #partOf({ output, frame, isTurned }: Output, area: Frame): Promise<Part> {
    if (isTurned)
      throw new Problem('unsupported_here', { message: 'The monitor is turned: pictures of it would be, too.' })
    const connection = this.#connection
    const copier = connection.bind(manager, 3)
    const { x, y, width: wide, height: tall } = area
    const shot = copier.send('capture_output_region', 0, output, x - frame.x, y - frame.y, wide, tall)
    try {
      const [format, width, height, stride] = await offered(connection, shot)
      const isSwapped = formats.get(format)
      if (isSwapped === undefined)
        throw new Problem('unsupported_here', { message: `The screen has pixels of an unknown kind (${format}).` })
      return await connection.withFile(stride * height, async (fd) => {
        const pool = connection.bind('wl_shm', 1).send('create_pool', fd, stride * height)
        const buffer = pool.send('create_buffer', 0, width, height, stride, format)
        let flags = 0
        shot.on({ flags: (bits: number) => (flags = bits) })
        await connection.until<void>((resolve, reject) => {
          shot.on({ ready: () => resolve(), failed: () => reject(refused()) })
          shot.send('copy', buffer)
        })
        const bytes = Buffer.alloc(stride * height)
        readSync(fd, bytes, 0, bytes.length, 0)
        buffer.send('destroy')
        pool.send('destroy')
        const isTurned = (flags & upsideDown) !== 0
        return { area, width, height, data: await rgb(bytes, { width, height, stride, isSwapped, isTurned }) }
      })
    } finally {
      if (connection.closed === undefined) {
        shot.send('destroy')
        copier.send('destroy')
      }
    }
  }
}

type Offer = readonly [format: number, width: number, height: number, stride: number]

async function offered(connection: WlConnection, shot: WlObject): Promise<Offer> {
  return await connection.until<Offer>((resolve, reject) => {
    let offer: Offer | undefined
    shot.on({
      buffer: (...of: [number, number, number, number]) => {
        offer = of
      },
      buffer_done: () => (offer === undefined ? reject(refused()) : resolve(offer)),
      failed: () => reject(refused()),
    })
  })
}

function refused(): Problem {
  return new Problem('unresponsive', { message: 'The compositor did not give the picture.', hint: 'Try again.' })
}

/** Monitors of different scales are combined at the finest; what lies outside all of them stays black. */
async function composed(area: Frame, parts: readonly Part[]): Promise<Shot> {
  const [first] = parts
  if (first === undefined) throw refused()
  if (parts.length === 1 && first.area.width === area.width && first.area.height === area.height)
    return { data: first.data, raw: { width: first.width, height: first.height }, area }
  const scale = Math.max(...parts.map((part) => part.width / part.area.width))
  const [width, height] = [Math.round(area.width * scale), Math.round(area.height * scale)]
  const data = Buffer.alloc(width * height * bytesAPixel)
  for (const part of parts) {
    const [left, top] = [(part.area.x - area.x) * scale, (part.area.y - area.y) * scale]
    const [wide, tall] = [part.area.width * scale, part.area.height * scale]
    for (let y = 0; y < Math.floor(tall); y++) {
      const row = Math.floor((y * part.height) / tall) * part.width
      for (let x = 0; x < Math.floor(wide); x++) {
        const from = (row + Math.floor((x * part.width) / wide)) * bytesAPixel
        const to = ((Math.floor(top) + y) * width + Math.floor(left) + x) * bytesAPixel
        part.data.copy(data, to, from, from + bytesAPixel)
      }
    }
  }
  return { data, raw: { width, height }, area }
}
