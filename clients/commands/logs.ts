/** `ix logs`: the end of the daemon's log, and what is added to it. */
import { closeSync, fstatSync, openSync, readSync, watch } from 'node:fs'
import { join } from 'node:path'
import { harmless } from '../../api-schema/harmless.ts'
import { runtimeFiles } from '../../api-schema/paths.ts'
import { CallError } from '../reach/call.ts'
import { ownFolder } from '../reach/place.ts'

const shownBytes = 16 * 1024

/** With `follow` it goes on until the process is ended. */
export async function logs(follow: boolean): Promise<number> {
  const file = join(ownFolder(), runtimeFiles.log)
  let at = tell(file, undefined)
  if (!follow) return 0
  const watcher = watch(file, () => {
    at = tell(file, at)
  })
  await new Promise((end) => watcher.once('close', end))
  return 0
}

/** Prints from a position, from near the end if there is none or the log began again. Returns where it ended. */
function tell(file: string, from: number | undefined): number {
  const fd = opened(file)
  try {
    const { size } = fstatSync(fd)
    const start = from === undefined || from > size ? Math.max(0, size - shownBytes) : from
    const bytes = Buffer.alloc(size - start)
    readSync(fd, bytes, 0, bytes.length, start)
    const text = bytes.toString('utf8')
    // From the first whole line.
    process.stdout.write(harmless(start > 0 && start !== from ? text.slice(text.indexOf('\n') + 1) : text))
    return size
  } finally {
    closeSync(fd)
  }
}

function opened(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new CallError('not_found', `There is no log at ${file}: no daemon has been started by ix yet.`, {
      hint: 'A daemon that was started as ixd writes its log to where that was told to.',
    })
  }
}
