/**
 * Reads files named by a caller: regular files only, and at most the requested size. A device may never end, and a pipe
 * may have no writer. Also used by the clients.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Why a file is not used; the message completes a sentence about the file. */
export class FileRefused extends Error {}

/** Opens a pipe without waiting for a writer; its type is checked afterwards. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK
const chunkBytes = 1024 * 1024

/** `most` in bytes. Throws FileRefused, or the system's error. Blocks on the disk: not for the daemon's loop. */
export function readRegularSync(path: string, most: number): Buffer {
  const fd = openSync(path, flags)
  try {
    checkRegular(fstatSync(fd), most)
    const chunks = new Chunks(most)
    while (chunks.take(readSync(fd, chunks.room, 0, chunks.room.length, null)));
    return chunks.whole
  } finally {
    closeSync(fd)
  }
}

/** `most` in bytes. Throws FileRefused, or the system's error. */
export async function readRegular(path: string, most: number): Promise<Buffer> {
  const file = await open(path, flags)
  try {
    return await readOpened(file, most)
  } finally {
    await file.close()
  }
}

/** Reads an open file, which the caller closes. */
export async function readOpened(file: FileHandle, most: number): Promise<Buffer> {
  checkRegular(await file.stat(), most)
  const chunks = new Chunks(most)
  while (chunks.take((await file.read(chunks.room, 0, chunks.room.length, null)).bytesRead));
  return chunks.whole
}

function checkRegular(stats: Stats, most: number): void {
  if (!stats.isFile()) throw new FileRefused(stats.isDirectory() ? 'is a folder' : 'is not a regular file')
  if (stats.size > most) throw new FileRefused(`has ${stats.size} bytes; the most is ${most}`)
}

/** Buffers a file whose reported size may be wrong: it can grow, or be generated while it is read. */
class Chunks {
  readonly #most: number
  readonly #chunks: Buffer[] = []
  #bytes = 0
  room = Buffer.allocUnsafe(chunkBytes)

  constructor(most: number) {
    this.#most = most
  }

  /** Records that `bytes` were read into the buffer. False at the end of the file. */
  take(bytes: number): boolean {
    this.#bytes += bytes
    if (this.#bytes > this.#most) throw new FileRefused(`has more than ${this.#most} bytes`)
    if (bytes === 0) return false
    this.#chunks.push(this.room.subarray(0, bytes))
    this.room = Buffer.allocUnsafe(chunkBytes)
    return true
  }

  get whole(): Buffer {
    return Buffer.concat(this.#chunks, this.#bytes)
  }
}
