/** Reads bytes that another program writes to a descriptor it is given: one end of a pair of connected sockets. */
import { once } from 'node:events'
import { unlinkSync } from 'node:fs'
import { connect, createServer, Socket } from 'node:net'
import type { Handle } from './fd-socket.ts'

/** Time to begin, and between parts. */
const answerMs = 2000

export interface Receipt {
  /** Bytes. */
  readonly most: number
  readonly tooMuch: () => Error
  readonly silent: () => Error
  readonly signal: AbortSignal
}

/** `path`: a free path in a folder of ours. By the end of `ask` the other program has its copy of the descriptor. */
export async function received(
  path: string,
  ask: (theirs: Handle) => Promise<void>,
  receipt: Receipt,
): Promise<Buffer> {
  const server = createServer().listen(path)
  const theirs = await once(server, 'listening').then(() => connect(path))
  const [[mine]] = (await Promise.all([once(server, 'connection'), once(theirs, 'connect')])) as [[Socket], unknown]
  server.close()
  try {
    unlinkSync(path)
  } catch {
    // Closing the server has already removed it.
  }
  try {
    const all = whole(mine, receipt)
    all.catch(() => {})
    await ask((theirs as unknown as { readonly _handle: Handle })._handle)
    theirs.destroy()
    return await all
  } finally {
    theirs.destroy()
    mine.destroy()
  }
}

/** The same from a descriptor that was received. */
export async function receivedFrom(handle: Handle, receipt: Receipt): Promise<Buffer> {
  const from = new Socket({ handle, readable: true, writable: false } as object)
  try {
    return await whole(from, receipt)
  } finally {
    from.destroy()
  }
}

async function whole(from: Socket, { most, tooMuch, silent, signal }: Receipt): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  return await new Promise<Buffer>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    from.setTimeout(answerMs, () => reject(silent()))
    from.on('data', (part) => {
      size += part.length
      parts.push(part)
      if (size > most) reject(tooMuch())
    })
    from.once('error', reject)
    from.once('end', () => resolve(Buffer.concat(parts)))
    from.once('close', () => signal.removeEventListener('abort', abort))
  })
}
