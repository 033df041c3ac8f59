/** `--out FILE`: saves what an answer contains as a file. */
import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import type { Recording } from '../../api-schema/recording.ts'

type Params = { readonly [name: string]: unknown }

/** A picture is sent inside the answer, wherever the daemon runs, in the format that the file's name implies. */
export function pictureWish(file: string, { expectation }: Params): Params {
  const format = /\.(png|jpe?g|webp)$/i.exec(file)?.[1]?.toLowerCase().replace('jpg', 'jpeg')
  const asked = expectation as { readonly imageOptions?: object } | undefined
  const imageOptions = { ...(format !== undefined && { format }), ...asked?.imageOptions }
  return { inline: true, expectation: { ...asked, imageOptions } }
}

interface Answer {
  readonly data?: string
  readonly width?: number
  readonly height?: number
  readonly pages?: number
  readonly har?: { readonly log: { readonly entries: readonly unknown[] } }
  readonly hint?: string
  readonly recording?: Recording
  readonly elements?: number
  readonly changes?: number
}

/** A recording is written ready for replay. Returns what to print about it. */
export async function save(file: string, result: unknown): Promise<string> {
  const { data, width, height, pages, hint, har, recording, elements = 0, changes = 0 } = result as Answer
  if (data !== undefined) {
    writePrivate(file, Buffer.from(data, 'base64'))
    const size = pages === undefined ? `${width}x${height}` : `${pages} ${pages === 1 ? 'page' : 'pages'}`
    return [`${file}: ${size}`, ...(hint === undefined ? [] : [hint])].join('\n')
  }
  if (har !== undefined) {
    writePrivate(file, `${JSON.stringify(har, null, 1)}\n`)
    const { length } = har.log.entries
    return [`${file}: ${length} ${length === 1 ? 'request' : 'requests'}`, ...(hint === undefined ? [] : [hint])].join(
      '\n',
    )
  }
  if (recording === undefined) writePrivate(file, `${JSON.stringify(result, null, 1)}\n`)
  else writePrivate(file, (await import('../../api-schema/recording.ts')).writeRecording(recording))
  return `${file}: ${elements} elements${changes > 0 ? `, ${changes} steps` : ''}`
}

function writePrivate(file: string, content: string | Buffer): void {
  const fd = openPrivate(file)
  try {
    writeFileSync(fd, content)
  } finally {
    closeSync(fd)
  }
}

/**
 * Opens an empty file. Screen content is for its owner alone, and no link decides where it goes. The caller closes it.
 */
export function openPrivate(file: string): number {
  const fd = openFile(file)
  try {
    if (!fstatSync(fd).isFile()) throw new UsageError(`${file} is not a regular file.`)
    // Before anything is lost, since it may be another user's.
    fchmodSync(fd, 0o600)
    ftruncateSync(fd)
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function openFile(file: string): number {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    return openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error
    throw new UsageError(`${file} is a link: name the file itself.`)
  }
}
