/** Pictures of a tab, its whole page or one element: scaled, encoded and labelled by the browser itself. */

import { Problem } from '../../../problem.ts'
import { Turns } from '../../../time-limit.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Key } from '../../element/row.ts'
import type { Capture, Picture } from '../../picture.ts'
import { type Box, clip, type Viewport } from '../geometry/box.ts'
import { reveal } from '../geometry/reveal.ts'
import { type Seen, type Subject, seenOf } from '../geometry/seen.ts'
import { drawScript } from '../injected/draw.ts'
import { elementScript, oneFrameScript, restoreScript, windowMetricsScript } from '../injected/frames.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { CommandError, type Session } from '../wire/connection.ts'
import { contextOf, evaluate, withNode } from '../wire/world.ts'
import { labelsOn } from './labels.ts'

/** Chromium repeats or cuts anything larger than a texture. */
const largestSide = 16_384
/** Decoding takes several copies of four bytes a pixel. */
const mostPixels = 64_000_000

/** Page pixels. */
const gridStep = 100
/** Time to restore the page. */
const restoreMs = 1000

/** `placeOf` throws element_gone. */
export async function capture(
  access: TabAccess,
  placeOf: (key: Key) => Place,
  request: Capture,
  signal: AbortSignal,
): Promise<Picture> {
  return await getOrCreate(queues, access.session, () => new Turns()).run(signal, () =>
    drawn(access, () => new Shot(access, placeOf, request, signal).take(), signal),
  )
}

/** Pictures are taken one at a time, since each changes settings of the tab that the end of another would reset. */
const queues = new WeakMap<Session, Turns>()

/**
 * A background tab draws no frames, and usually a picture of it would never arrive. A screencast makes it draw, without
 * any change that the page or the user could see.
 */
async function drawn<T>(access: TabAccess, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { session } = access
  const smallest = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16, everyNthFrame: 1000 } as const
  const casting = access.send(session, 'Page.startScreencast', smallest, signal)
  casting.catch(() => undefined)
  try {
    return await work()
  } finally {
    session.send('Page.stopScreencast').catch(() => undefined)
  }
}

/** Page pixels from the top left of the document. */
interface Area extends Box {
  /** Part of it is outside the viewport. */
  readonly beyond: boolean
}

interface View {
  readonly area: Area
  readonly viewport: Viewport
  readonly zoom: number
  /** Device pixels in a page pixel: pictures are measured in those. */
  readonly density: number
}

/** One picture. */
class Shot {
  readonly #access: TabAccess
  readonly #placeOf: (key: Key) => Place
  readonly #request: Capture
  readonly #signal: AbortSignal

  constructor(access: TabAccess, placeOf: (key: Key) => Place, request: Capture, signal: AbortSignal) {
    this.#access = access
    this.#placeOf = placeOf
    this.#request = request
    this.#signal = signal
  }

  async take(): Promise<Picture> {
    if (this.#request.of !== 'page') {
      const view = await this.#view()
      if (!view.area.beyond) return await this.#picture(view)
    }
    // Anything larger than the viewport is drawn without scrollbars, which causes a new layout: a first, tiny picture
    // triggers it before anything is measured.
    try {
      await this.#shoot(corner, 1, { format: 'jpeg', quality: 1 })
      return await this.#picture(await this.#view())
    } finally {
      const patience = AbortSignal.timeout(restoreMs)
      await evaluate(this.#access, this.#access.session, restoreScript, patience).catch(() => undefined)
    }
  }

  async #view(): Promise<View> {
    const { of } = this.#request
    const part = typeof of === 'object' ? await this.#partOf(this.#placeOf(of.key)) : undefined
    const [{ viewport, content, zoom }, { devicePixelRatio: density }] = await Promise.all([
      this.#metrics(),
      evaluate(this.#access, this.#access.session, windowMetricsScript, this.#signal),
    ])
    const area = part === undefined ? areaOfTab(of === 'page', viewport, content) : areaOf(part, viewport)
    return { area, viewport, zoom, density }
  }

  async #picture(view: View): Promise<Picture> {
    const { marks, of } = this.#request
    const { area, viewport } = view
    const { scale, limited } = scaleOf(area, this.#request)
    const found = marks && (await labelsOn(this.#access, marks, area, viewport, of === 'page', this.#signal))
    const isPlain = found === undefined && this.#request.grid !== true
    const plain = await this.#shoot(view, scale, isPlain ? this.#request : { format: 'png' })
    const { width, height } = measured(plain)
    const across = width / area.width
    const grid = { step: gridStep, left: area.x - viewport.x, top: area.y - viewport.y, across }
    const labels = found?.labels.map(({ label, ...box }) => ({ label, ...scaled(box, across) }))
    const drawing = { ...(this.#request.grid && { grid }), ...(labels && { labels }) }
    return {
      data: isPlain ? plain : await this.#draw(plain, drawing),
      width,
      height,
      scale: 1 / across,
      area: { width: area.width, height: area.height },
      limited,
      ...(found !== undefined && { marked: found.labels.length, unmarked: found.left }),
    }
  }

  async #metrics(): Promise<{ readonly viewport: Viewport; readonly content: Size; readonly zoom: number }> {
    const { session } = this.#access
    const metrics = await this.#access.send(session, 'Page.getLayoutMetrics', undefined, this.#signal)
    const { clientWidth: width, clientHeight: height } = metrics.cssLayoutViewport
    // Only these metrics give fractional scroll offsets.
    const { pageX, pageY, offsetX, offsetY, zoom = 1 } = metrics.cssVisualViewport
    return {
      viewport: { x: pageX - offsetX, y: pageY - offsetY, width, height },
      content: metrics.cssContentSize,
      zoom,
    }
  }

  /** The visible part of an element, in viewport pixels. */
  async #partOf(place: Place): Promise<Box> {
    const [access, signal] = [this.#access, this.#signal]
    return await withNode(access, place, signal, async (held) => {
      const element = await held.callForNode(elementScript, [], signal)
      if (element === undefined) throw new Problem('element_gone')
      const subject: Subject = { place: await element.place(signal), held: element }
      let [seen] = await seenOf(access, [subject], false, signal)
      if (!isWhole(seen)) {
        await reveal(subject.place, element, signal)
        // Frames in other processes learn what is visible of them with the next frame.
        await evaluate(access, access.session, oneFrameScript, signal)
        seen = (await seenOf(access, [subject], true, signal))[0]
      }
      if (seen === undefined) throw unseen()
      return seen.part
    })
  }

  async #shoot(
    { area, zoom, density }: View,
    scale: number,
    { format, quality }: Pick<Capture, 'format' | 'quality'>,
  ): Promise<Buffer> {
    // A strip is at least one pixel wide, however small the picture.
    const [width, height] = [Math.max(area.width, 1 / scale), Math.max(area.height, 1 / scale)]
    const asked = {
      format,
      ...(quality !== undefined && format !== 'png' && { quality }),
      // In pixels scaled by the tab's zoom, but not by the screen's density.
      clip: { x: area.x * zoom, y: area.y * zoom, width: width * zoom, height: height * zoom, scale: scale / density },
      ...(area.beyond && { captureBeyondViewport: true }),
    }
    try {
      const { data } = await this.#access.send(this.#access.session, 'Page.captureScreenshot', asked, this.#signal)
      return Buffer.from(data, 'base64')
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new Problem('unresponsive', { message: `The browser could not draw it (${error.message}).` })
    }
  }

  async #draw(picture: Buffer, drawing: object): Promise<Buffer> {
    const [access, signal] = [this.#access, this.#signal]
    const { format, quality } = this.#request
    const args = [picture.toString('base64'), `image/${format}`, (quality ?? 80) / 100, drawing]
    const asked = {
      functionDeclaration: drawScript,
      executionContextId: await contextOf(access, access.session, signal),
      arguments: args.map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    }
    const { result, exceptionDetails } = await access.send(access.session, 'Runtime.callFunctionOn', asked, signal)
    if (exceptionDetails === undefined) return Buffer.from(result.value as string, 'base64')
    throw new Problem('unresponsive', {
      message: 'The browser could not draw on the picture.',
      hint: 'Take the screenshot without marks and grid, or a smaller one with imageOptions.maxWidth.',
    })
  }
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by }
}

const pixel = { x: 0, y: 0, width: 1, height: 1 }
const corner: View = { area: { ...pixel, beyond: true }, viewport: pixel, zoom: 1, density: 1 }

function isWhole(seen: Seen | undefined): boolean {
  if (seen === undefined) return false
  const { whole, part } = seen
  return Math.abs(whole.width - part.width) < 1 && Math.abs(whole.height - part.height) < 1
}

function areaOfTab(isPage: boolean, viewport: Viewport, { width, height }: Size): Area {
  const isLarger = width > viewport.width || height > viewport.height
  return isPage ? { x: 0, y: 0, width, height, beyond: isLarger } : { ...viewport, beyond: false }
}

function unseen(): Problem {
  return new Problem('element_changed', {
    message: 'The element cannot be seen: it is hidden, has no size or lies outside the page.',
    hint: 'Open whatever contains it, or take a screenshot of the tab.',
    data: { reason: 'hidden' },
  })
}

/** Smaller differences are rounding errors. */
const nearly = 0.02

/** Whole document pixels, from a box in the viewport. */
function areaOf(box: Box, viewport: Viewport): Area {
  const [left, top] = [box.x + viewport.x, box.y + viewport.y]
  if (left + box.width < 1 || top + box.height < 1) throw unseen()
  const x = Math.max(0, Math.floor(left + nearly))
  const y = Math.max(0, Math.floor(top + nearly))
  const width = Math.max(1, Math.ceil(left + box.width - nearly) - x)
  const height = Math.max(1, Math.ceil(top + box.height - nearly) - y)
  const seen = clip(box, viewport)
  const beyond = seen === undefined || seen.width < box.width - 1 || seen.height < box.height - 1
  return { x, y, width, height, beyond }
}

/** Picture pixels in a page pixel. */
function scaleOf(
  { width, height }: Size,
  { maxWidth, maxHeight }: Capture,
): { readonly scale: number; readonly limited: boolean } {
  const asked = Math.min(1, (maxWidth ?? width) / width, (maxHeight ?? height) / height)
  const most = Math.min(largestSide / width, largestSide / height, Math.sqrt(mostPixels / (width * height)))
  return { scale: Math.min(asked, most), limited: most < asked }
}

function measured(picture: Buffer): Size {
  const size = sizeOf(picture)
  if (size !== undefined) return size
  throw new Problem('unresponsive', { message: 'The browser did not return a picture.' })
}

interface Size {
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
