/** The folder for a private browser's downloads: accessible only to the owner, and never overwrites a file. */
import { chmod, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'

/** Bytes in a name; file systems allow 255. */
const longestName = 200
const longestExtension = 20
/** Stops looking for a free name after this many. */
const mostOfOneName = 1000

export class SavedFiles {
  readonly path: string
  /** Paths already promised. */
  readonly #promised = new Set<string>()

  private constructor(path: string) {
    this.path = path
  }

  /** Creates the folder (0700) if missing. Throws if it belongs to someone else. */
  static async open(path: string): Promise<SavedFiles> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const stats = await lstat(path)
    if (!stats.isDirectory() || stats.uid !== process.getuid?.()) throw new Error(`${path} is not a folder you own`)
    if ((stats.mode & 0o077) !== 0) await chmod(path, 0o700)
    return new SavedFiles(path)
  }

  /** Where a file of this name will be. */
  async promise(name: string): Promise<string> {
    const end = extname(name).slice(0, longestExtension)
    const stem = name.slice(0, name.length - end.length)
    for (let n = 1; n <= mostOfOneName; n++) {
      const path = join(this.path, n === 1 ? name : `${stem} (${n})${end}`)
      if (this.#promised.has(path)) continue
      // Promised before looking at the disk, so that no one else gets it meanwhile.
      this.#promised.add(path)
      if (!(await exists(path))) return path
      this.#promised.delete(path)
    }
    return join(this.path, `${Date.now()} ${name}`)
  }

  /** Renames a saved file to the promised or next free name; if that fails, leaves it where it is. */
  async keep(guid: string, promised: string): Promise<{ readonly path: string; readonly name: string }> {
    const saved = join(this.path, guid)
    let path = promised
    try {
      await chmod(saved, 0o600)
      while (!(await reserve(path))) {
        const next = await this.promise(basename(promised))
        this.#promised.delete(path)
        path = next
      }
      await rename(saved, path)
    } catch {
      path = saved
    } finally {
      this.#promised.delete(promised)
      this.#promised.delete(path)
    }
    return { path, name: basename(path) }
  }

  /** Deletes what was saved of an unfinished download. Never throws. */
  async drop(guid: string, promised: string | undefined): Promise<void> {
    if (promised !== undefined) this.#promised.delete(promised)
    for (const name of [guid, `${guid}.crdownload`]) await rm(join(this.path, name), { force: true }).catch(() => {})
  }
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  )
}

/** Creates an empty file only the owner can read; false if the name is taken. */
async function reserve(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A page suggests the name, so it must not lead elsewhere, be hidden, or look like an option to a program. */
export function safeName(suggested: string): string {
  const last = suggested.normalize('NFC').split(/[/\\]/).at(-1)!
  const shown = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '_').trim()
  const name = shown.replace(/^[.\-~]+/, '_').replace(/(?<![. ])[. ]+$/, '')
  if (name === '') return 'download'
  const end = extname(name)
  const kept = Buffer.byteLength(end) <= longestExtension ? end : ''
  let stem = name.slice(0, name.length - kept.length)
  while (Buffer.byteLength(stem) + Buffer.byteLength(kept) > longestName) stem = [...stem].slice(0, -1).join('')
  return stem + kept
}
