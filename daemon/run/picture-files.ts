/** Pictures and printed pages as private files, never overwritten: the oldest go above a limit, all at exit. */
import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'

export interface PictureLimits {
  readonly files: number
  /** On many systems the folder is in memory. */
  readonly bytes: number
}

/** Largest file returned inline instead: hosts and models accept little more in one message. */
export const mostInline = 6 * 1024 * 1024

const defaults: PictureLimits = { files: 200, bytes: 200 * 1024 * 1024 }

/** Only files with such a name are ever removed. */
const ownName = /^\d{8}-\d{6}-\d{3}-[\w.-]+\.(png|jpeg|webp|pdf)$/

/** Written by this process and not yet removed. */
const written = new Set<string>()

/** In the runtime folder, next to the socket. */
export function pictureFolder({ endpoint }: { readonly endpoint: { readonly socket?: string } }): string {
  return join(dirname(endpoint.socket!), 'screenshots')
}

/** Removes files left by a daemon that was killed. Call only when no other daemon can be serving here. */
export async function removeLeftPictures(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (found?.isDirectory() !== true || found.uid !== process.getuid!()) return
  await remove((await ownIn(folder)).filter((path) => !written.has(path)))
}

/** Removes only this process's files; a daemon that replaced it keeps its own. */
export async function removeWrittenPictures(): Promise<void> {
  await remove([...written])
}

async function remove(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await rm(path, { force: true })
    written.delete(path)
  }
  // Fails if the folder holds anything else.
  for (const folder of new Set(paths.map((path) => dirname(path)))) await rmdir(folder).catch(() => undefined)
}

async function ownIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort()
  return names.map((name) => join(folder, name))
}

/** Writes one file into `folder`, creating it if missing, and returns its path. Throws limit_exceeded. */
export async function keepPicture(
  folder: string,
  picture: { readonly data: Buffer; readonly format: string; readonly of: string },
  limits: PictureLimits = defaults,
): Promise<string> {
  try {
    await makeFolder(folder)
    const path = await write(folder, picture)
    await removeOldest(folder, path, limits)
    return path
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new Problem('limit_exceeded', {
      message: `The picture cannot be saved in ${folder} (${error.code}).`,
      hint: 'Free some space there, or request the picture with inline true.',
    })
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700, recursive: true })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid!())
    throw Object.assign(new Error('not a folder of the user'), { code: 'ENOTDIR' })
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

async function write(
  folder: string,
  { data, format, of }: { readonly data: Buffer; readonly format: string; readonly of: string },
): Promise<string> {
  const [date, time] = new Date().toISOString().replaceAll(/[-:Z]/g, '').replace('.', '-').split('T')
  const name = `${date}-${time}-${of.replaceAll(/[^\w.-]/g, '_').slice(0, 60)}`
  for (let tries = 0; ; tries++) {
    const path = join(folder, `${name}${tries === 0 ? '' : `-${randomBytes(3).toString('hex')}`}.${format}`)
    try {
      const file = await open(path, 'wx', 0o600)
      try {
        await file.writeFile(data)
      } finally {
        await file.close()
      }
      written.add(path)
      return path
    } catch (error) {
      if (tries > 3 || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Keeps the file just written. Names sort by time. */
async function removeOldest(folder: string, newest: string, { files, bytes }: PictureLimits): Promise<void> {
  const paths = await ownIn(folder)
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }: Stats) => size,
        () => 0,
      ),
    ),
  )
  let [count, total] = [paths.length, sizes.reduce((sum, size) => sum + size, 0)]
  for (const [index, path] of paths.entries()) {
    if (count <= files && total <= bytes) return
    if (path === newest) continue
    await rm(path, { force: true })
    written.delete(path)
    count--
    total -= sizes[index]!
  }
}
