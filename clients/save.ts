/** `--out FILE`: what an answer holds, as a file. */
import { writeFileSync } from 'node:fs'
import type { Recording } from '../api-schema/recording.ts'

type Params = { readonly [name: string]: unknown }

/** A picture comes in the answer, from wherever the daemon runs, encoded as the file's name says. */
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
  readonly hint?: string
  readonly recording?: Recording
  readonly elements?: number
  readonly changes?: number
}

/** A recording is written ready to be replayed. Answers what to say of it. */
export async function save(file: string, result: unknown): Promise<string> {
  const { data, width, height, hint, recording, elements = 0, changes = 0 } = result as Answer
  if (data !== undefined) {
    writeFileSync(file, Buffer.from(data, 'base64'))
    return [`${file}: ${width}x${height}`, ...(hint === undefined ? [] : [hint])].join('\n')
  }
  if (recording === undefined) writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`)
  else writeFileSync(file, (await import('../api-schema/recording.ts')).writeRecording(recording))
  return `${file}: ${elements} elements${changes > 0 ? `, ${changes} steps` : ''}`
}
