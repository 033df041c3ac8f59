/**
 * Encodes pictures of screens and windows, scaled and marked, in a thread of their own; a browser encodes its own. PNG
 * needs nothing else; JPEG and WebP are encoded by sharp, which is optional.
 */
import { createRequire } from 'node:module'
import { basename, dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Frame } from '../../../api-schema/element.ts'
import { Problem } from '../../problem.ts'
import type { Picture, PictureOptions } from '../picture.ts'
import type { Mark, Marks } from './labels.ts'
import type { Pixels } from './pixels.ts'

export interface Shot {
  /** A PNG file's content; or, if `raw` gives the dimensions, rows of RGB bytes without gaps. */
  readonly data: Uint8Array
  readonly raw?: { readonly width: number; readonly height: number }
  /** The captured area in screen pixels; on a dense screen the picture has more. */
  readonly area: Frame
}

/** The input of the thread. */
export interface Drawing {
  readonly shot: Shot
  readonly wish: { readonly [one in 'maxWidth' | 'maxHeight']: number | undefined } & Pick<PictureOptions, 'format'>
  /** Frames in screen pixels. */
  readonly marks: readonly Mark[]
}

/** The thread's answer: a file if PNG is wanted, otherwise pixels. */
export interface Drawn extends Pixels {
  readonly scale: number
}

/** `marks` in screen pixels. Throws unsupported_here if the format needs sharp and it is not installed. */
export async function encodePicture(shot: Shot, wish: PictureOptions, marks?: Marks): Promise<Picture> {
  const { format, quality, maxWidth, maxHeight } = wish
  const sharp = format === 'png' ? undefined : await loadSharp(format)
  const { scale, ...pixels } = await drawn({ shot, wish: { format, maxWidth, maxHeight }, marks: marks?.marks ?? [] })
  const { width, height, channels } = pixels
  const file =
    sharp === undefined || format === 'png'
      ? pixels.data
      : await sharp(pixels.data, { raw: { width, height, channels } })
          .toFormat(format, quality === undefined ? {} : { quality })
          .toBuffer()
  return {
    data: Buffer.from(file.buffer, file.byteOffset, file.byteLength),
    width,
    height,
    scale,
    area: { width: shot.area.width, height: shot.area.height },
    limited: false,
    ...(marks !== undefined && { marked: marks.marks.length, unmarked: marks.left }),
  }
}

/** One thread per picture: pictures are rare, and the thread's memory is freed with it. */
async function drawn(drawing: Drawing): Promise<Drawn> {
  const file = new URL(`./drawing-thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(file, { workerData: drawing })
  return await new Promise<Drawn>((done, fail) => {
    thread.once('message', done)
    thread.once('error', fail)
    thread.once('exit', (code) => fail(new Error(`the thread for pictures ended with code ${code}`)))
  })
}

/** The root of this package, seen from `dist/daemon/platform/pictures`. */
const root = fileURLToPath(new URL('../../../..', import.meta.url))

async function loadSharp(format: string) {
  try {
    return (await import('sharp')).default
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ERR_MODULE_NOT_FOUND' ? 'is not installed' : `cannot be loaded: ${message.split('\n', 1)[0]}`
    throw new Problem('unsupported_here', {
      message: `A picture of a window or screen as ${format} is encoded by sharp, which ${why}.`,
      hint: `Ask for png, which needs nothing; or have the person run \`${howToAdd(root)}\` and then \`ix stop\`.`,
    })
  }
}

/** For `ix doctor`: the available formats, and how to add the others. */
export function formats(): { readonly detail: string; readonly remedy?: string } {
  try {
    createRequire(import.meta.url).resolve('sharp')
    return { detail: 'as png, jpeg, webp' }
  } catch {
    return { detail: 'as png', remedy: `For jpeg and webp: ${howToAdd(root)}, then ix stop.` }
  }
}

/** The command that puts sharp where this package finds it: next to itself. */
export function howToAdd(folder: string): string {
  const beside = dirname(folder.replace(/\/$/, ''))
  if (basename(beside) !== 'node_modules') return `npm install --prefix ${folder}`
  const project = dirname(beside)
  return basename(project) === 'lib'
    ? `npm install --global --prefix ${dirname(project)} sharp`
    : `npm install --prefix ${project} sharp`
}

/** Colours of a point differ by less if the same thing is drawn again. */
const sameColour = 24
/** A blinking cursor or a smoothed edge changes fewer points. */
const fewestPoints = 12

/** Whether two pictures show the same. */
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
