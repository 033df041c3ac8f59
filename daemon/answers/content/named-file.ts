/** Work on a file that a call names. */
import { Problem } from '../../problem.ts'
import { FileRefused } from '../../run/regular-file.ts'

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'does not exist, or its folder does not',
  EACCES: 'cannot be reached with your permissions',
  ENOTDIR: 'is not in a folder',
  ENOSPC: 'has no room on its disk',
  EROFS: 'is on a disk that cannot be written',
}

/** Errors of the file name the parameter that names it. */
export async function onFile<T>(name: string, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!(error instanceof FileRefused) && code === undefined) throw error
    const why = error instanceof FileRefused ? error.message : (reasons[code!] ?? `cannot be used (${code})`)
    throw new Problem(code === 'ENOENT' ? 'not_found' : 'invalid_params', {
      message: `params.${name}: ${file} ${why}. Nothing was done.`,
      hint: 'Name a regular file of your own, in a folder that exists.',
      data: { path: `params.${name}` },
    })
  }
}
