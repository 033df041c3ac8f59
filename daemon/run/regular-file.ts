/**
 * Reads files that somebody named: only regular ones, and no more of them than is asked for. A device may have no end,
 * and a pipe no writer. Used by the clients, too.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Why a file is not used, as the end of a sentence about it. */
export class FileRefused extends Error {}

/** A pipe without a writer is opened at once; what it is is looked at then. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK
const chunkBytes = 1024 * 1024

/** `most` in bytes. Throws FileRefused, or what the system reports. Waits for the disk: not for the daemon's loop. */
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

/** `most` in bytes. Throws FileRefused, or what the system reports. */
export async function readRegular(path: string, most: number): Promise<Buffer> {
  const file = await open(path, flags)
  try {
    return await readOpened(file, most)
  } finally {
    await file.close()
  }
}

/** What a file holds that the caller has opened, and closes. */
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

/** The size that a file claims may be wrong: it grows, or the system makes it while it is read. */
class Chunks {
  readonly #most: number
  readonly #chunks: Buffer[] = []
  #bytes = 0
  room = Buffer.allocUnsafe(chunkBytes)

  constructor(most: number) {
    this.#most = most
  }

  /** So many bytes are in the room. False at the end of the file. */
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
