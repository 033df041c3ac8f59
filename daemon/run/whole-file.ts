/** Files of the state folder that exist completely or not at all, even after a full disk or a crash. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** On disk, with its name, when it returns. False if the name is taken; of two concurrent calls, one succeeds. */
export function createWhole(file: string, text: string): boolean {
  return drafted(file, text, (draft) => {
    try {
      fs.linkSync(draft, file)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    }
  })
}

/** The old file stays whole until the new one takes its name. */
export function replaceWhole(file: string, text: string): void {
  drafted(file, text, (draft) => {
    fs.renameSync(draft, file)
    return true
  })
}

function drafted(file: string, text: string, place: (draft: string) => boolean): boolean {
  const folder = path.dirname(file)
  const draft = path.join(folder, `.${path.basename(file)}.${process.pid}.${randomBytes(4).toString('hex')}`)
  const fd = fs.openSync(draft, 'wx', 0o600)
  try {
    writeWhole(fd, text)
    if (!place(draft)) return false
  } finally {
    fs.closeSync(fd)
    fs.rmSync(draft, { force: true })
  }
  syncFolder(folder)
  return true
}

/** On disk when it returns. Loops, since a nearly full disk writes a part without an error. */
export function writeWhole(fd: number, text: string): void {
  if (fs.writeSync(fd, text) !== Buffer.byteLength(text)) throw Object.assign(new Error('cut off'), { code: 'ENOSPC' })
  fs.fsyncSync(fd)
}

/** Created and removed names are on disk when it returns. */
export function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}
