/** Files that only their owner may read. Links are not followed. */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { FileRefused, readOpened } from './regular-file.ts'

/** Throws FileRefused, or the system's error. */
export async function readPrivate(path: string, most: number): Promise<string> {
  const file = await openOwn(path)
  try {
    if ((await file.stat()).uid !== process.getuid?.()) throw new FileRefused("is another user's")
    return (await readOpened(file, most)).toString()
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

/** Throws FileRefused if something other than a regular file is there. */
export async function isThere(path: string): Promise<boolean> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stats?.isSymbolicLink()) throw new FileRefused('is a link')
  if (stats !== undefined && !stats.isFile()) throw new FileRefused('is not a regular file')
  return stats !== undefined
}

/** Atomic: writes a temporary file, then renames it. */
export async function writePrivate(path: string, content: string | Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    await file.close()
    await rename(temporary, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true })
    throw error
  }
}
