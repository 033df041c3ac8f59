/** Reads the body of a request, within a limit. */
import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem.ts'

/** Stops keeping the body as soon as it is larger than `most` bytes. Throws if the sender left before its end. */
export function bodyOf(request: IncomingMessage, most: number): Promise<Buffer | 'too large'> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const keep = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) chunks.push(chunk)
      else {
        request.off('data', keep)
        resolve('too large')
      }
    }
    request.on('data', keep)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    const cut = () => reject(new Problem('invalid_request', { message: 'The body has no end.' }))
    request.once('error', cut).once('close', cut)
  })
}
