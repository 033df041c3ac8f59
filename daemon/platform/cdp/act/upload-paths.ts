/** Checks the paths of files to give to a page. Throws invalid_params, with `data.path`. */
import { constants, type Stats } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { Problem } from '../../../problem.ts'

/** What a file input accepts; unknown for a file chooser until it opens. */
export interface Takes {
  readonly multiple: boolean
  readonly directory: boolean
}

/** A browser elsewhere reads its own files, so there is nothing to check. (One behind a forwarded port looks local.) */
export async function checkPaths(files: readonly string[], takes: Takes | undefined, isHere: boolean): Promise<void> {
  if (files.length === 0) throw wrong('upload needs at least one file.')
  const isFolder = takes?.directory === true
  if (files.length > 1 && (isFolder || takes?.multiple === false))
    throw wrong(`the field takes one ${isFolder ? 'folder' : 'file'}; ${files.length} were given.`)
  for (const path of files) {
    const quoted = JSON.stringify(path)
    if (!posix.isAbsolute(path) && (isHere || !win32.isAbsolute(path)))
      throw wrong(`${quoted} is not an absolute path.`)
    if (isHere) checkKind(await read(path), isFolder, quoted)
  }
}

async function read(path: string): Promise<Stats> {
  try {
    await access(path, constants.R_OK)
    return await stat(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`
    throw wrong(`${JSON.stringify(path)}: ${why} on the machine of the daemon.`)
  }
}

function checkKind(found: Stats, isFolder: boolean, quoted: string): void {
  if (isFolder && !found.isDirectory()) throw wrong(`the field takes a folder, and ${quoted} is not one.`)
  if (isFolder || found.isFile()) return
  throw wrong(found.isDirectory() ? `${quoted} is a folder; pass the files in it.` : `${quoted} is not a regular file.`)
}

function wrong(what: string): Problem {
  return new Problem('invalid_params', {
    message: `params.files: ${what} Nothing was done.`,
    hint: 'For example: {interact} {"elementId":"436","action":"upload","files":["/home/me/report.pdf"]}',
    data: { path: 'params.files' },
  })
}
