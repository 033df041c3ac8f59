/** `--out FILE`: what an answer holds, as a file. */
import { writeFileSync } from 'node:fs'

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
  readonly recording?: unknown
  readonly elements?: number
}

/** A recording is written as it is, ready to be replayed. Answers what to say of it. */
export function save(file: string, result: unknown): string {
  const { data, width, height, hint, recording, elements } = result as Answer
  if (data !== undefined) {
    writeFileSync(file, Buffer.from(data, 'base64'))
    return [`${file}: ${width}x${height}`, ...(hint === undefined ? [] : [hint])].join('\n')
  }
  writeFileSync(file, `${JSON.stringify(recording ?? result, null, 1)}\n`)
  return `${file}: ${elements ?? 0} elements`
}
