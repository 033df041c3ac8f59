/**
 * A single picture from a PipeWire stream, by GStreamer's own program: PipeWire shares memory with its clients, which
 * Node cannot map.
 */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { Problem } from '../../../problem.ts'
import { withTimeLimit } from '../../../time-limit.ts'
import { programAt } from '../apps/desktop-files.ts'
import type { Missing } from '../desktop/missing.ts'

type Environment = { readonly [name: string]: string | undefined }

const program = 'gst-launch-1.0'
/** Long enough for a machine that is busy drawing without a graphics card. */
const answerMs = 8000
/**
 * Time for a frame once its format is agreed on; a frame sent before that is lost, and an unchanging screen sends no
 * other.
 */
const frameMs = 1000

/** Pixels of four bytes: blue, green, red, and one unused; rows without gaps. */
export interface Still {
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

export const stillsMissing: Missing = {
  why: `Pictures come as streams of PipeWire, which GStreamer reads: its program ${program}, or its plug-in pipewiresrc, is not installed.`,
  remedy:
    'Install GStreamer with its tools and its plug-in for PipeWire (Debian: gstreamer1.0-tools gstreamer1.0-pipewire; Fedora: gstreamer1 pipewire-gstreamer). Until then read with {explore}.',
}

export function hasProgram(env: Environment): boolean {
  return programAt(program, env) !== undefined
}

/** Undefined if the program lacks its plug-in. Throws Problem `unresponsive` if no picture comes. */
export async function stillOf(node: number, env: Environment, signal: AbortSignal): Promise<Still | undefined> {
  const source = ['pipewiresrc', `path=${node}`, '!', 'video/x-raw,format=BGRx']
  const child = spawn(program, ['-v', ...source, '!', 'fdsink', 'fd=3'], {
    env: { ...env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    signal: withTimeLimit(signal, answerMs),
    killSignal: 'SIGKILL',
  })
  let [out, err] = ['', '']
  const parts: Buffer[] = []
  const [outs, errs, pixels] = child.stdio.slice(1, 4) as [Readable, Readable, Readable]
  await new Promise<void>((resolve) => {
    let lost: NodeJS.Timeout | undefined
    const stop = () => {
      clearTimeout(lost)
      resolve()
      child.kill('SIGKILL')
    }
    const look = () => {
      const { bytes } = sizeIn(out)
      if (bytes === 0) return
      lost ??= setTimeout(stop, frameMs)
      // If only the pointer has moved, Mutter sends empty frames.
      if (lengthOf(parts) >= bytes) stop()
    }
    outs.on('data', (part) => {
      out += part
      look()
    })
    errs.on('data', (part) => {
      err += part
    })
    pixels.on('data', (part) => {
      parts.push(part)
      look()
    })
    child.once('close', stop).once('error', stop)
  })
  signal.throwIfAborted()
  const { width, height, bytes } = sizeIn(out)
  const all = Buffer.concat(parts)
  if (bytes > 0 && all.length >= bytes) return { width, height, bytes: all.subarray(0, bytes) }
  if (/no element "/.test(err)) return undefined
  throw new Problem('unresponsive', { message: 'The stream of the screen gave no picture.', hint: 'Try again.' })
}

function sizeIn(out: string): { readonly width: number; readonly height: number; readonly bytes: number } {
  const [width = 0, height = 0] = /width=\(int\)(\d+), height=\(int\)(\d+)/.exec(out)?.slice(1).map(Number) ?? []
  return { width, height, bytes: width * height * 4 }
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}
