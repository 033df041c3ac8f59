/** Files that only their owner may read. No link decides which file that is. */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'

/** Why a file is not used, as the end of a sentence about it. */
export class FileRefused extends Error {}

/** Throws FileRefused, or what the system reports. */
export async function readPrivate(path: string, most: number): Promise<string> {
  const file = await openOwn(path)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new FileRefused('is not a regular file')
    if (stats.uid !== process.getuid?.()) throw new FileRefused("is another user's")
    if (stats.size > most) throw new FileRefused(`has ${stats.size} bytes; the most is ${most}`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

async function openOwn(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? new FileRefused('is a link') : error
  }
}

/** Is anything at the path? Throws FileRefused for what is no file. */
export async function isThere(path: string): Promise<boolean> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stats?.isSymbolicLink()) throw new FileRefused('is a link')
  if (stats !== undefined && !stats.isFile()) throw new FileRefused('is not a regular file')
  return stats !== undefined
}

/** Whole or not at all: written beside it first, then put in its place. */
export async function writePrivate(path: string, content: string): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    await file.close()
    await rename(beside, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(beside, { force: true })
    throw error
  }
}
