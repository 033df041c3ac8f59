/** A profile folder named in the configuration: it stays when the browser ends. One browser uses it at a time. */
import { lstat, mkdir, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../../../../api-schema/is-running.ts'
import { Problem } from '../../../problem.ts'

/** Chromium's own lock: a link to `host-pid` of the browser that uses the folder. */
const lock = 'SingletonLock'

export class KeptProfile {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /** Creates the folder if missing. Throws unresponsive if a browser uses it. */
  static async open(path: string): Promise<KeptProfile> {
    await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw unusable(path, `cannot be made (${error.code})`)
    })
    const found = await lstat(path)
    if (!found.isDirectory()) throw unusable(path, 'is no folder')
    if (found.uid !== process.getuid?.()) throw unusable(path, "is another user's")
    const user = await userOf(path)
    if (user !== undefined) throw unusable(path, `is used by another browser (${user})`)
    return new KeptProfile(path)
  }

  async belongsTo(): Promise<void> {}

  async remove(): Promise<void> {}
}

async function userOf(path: string): Promise<string | undefined> {
  const [, host, pid] = /^(.*)-(\d+)$/.exec(await readlink(join(path, lock)).catch(() => '')) ?? []
  if (pid === undefined) return undefined
  if (host !== hostname()) return `on ${host}`
  return isRunning(Number(pid)) ? `process ${pid}` : undefined
}

function unusable(path: string, why: string): Problem {
  return new Problem('unresponsive', {
    message: `No browser can be started: the profile ${path} ${why}.`,
    hint: 'End what uses it, or start ixd with another folder for --profile.',
  })
}
