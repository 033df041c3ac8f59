/**
 * The profile folder of a browser that the daemon started: private to the user and removed with the browser. If a
 * daemon was killed, the next one removes what it left. Only something that the kernel releases when a process dies can
 * prove that it is alive: a listening socket, which is in the folder before the folder gets its name.
 */
import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isListening } from '../../../run/is-listening.ts'

const execute = promisify(execFile)

type Log = { info(fields: object, message: string): void; warn(fields: object, message: string): void }

const prefix = 'ix-browser-'
const ownName = /^ix-browser-[0-9A-Za-z]{6}$/
/** The system silently truncates longer socket names. */
const longestParent = 70
/** Time for a browser to exit after the daemon that started it. */
const endingMs = 10_000

/** Inside the folder: the daemon's socket, the browser's pid, and what the browser writes. */
const parts = { owner: 'owner', browser: 'browser', data: 'data' } as const

function parentFolder(): string {
  return Buffer.byteLength(tmpdir()) > longestParent ? '/tmp' : tmpdir()
}

export class Profile {
  readonly #folder: string
  readonly #owner: Server

  private constructor(folder: string, owner: Server) {
    this.#folder = folder
    this.#owner = owner
  }

  /** Creates a new one. */
  static async make(): Promise<Profile> {
    const draft = await mkdtemp(join(parentFolder(), 'ix-new-'))
    const folder = join(parentFolder(), prefix + draft.slice(-6))
    const owner = createServer((socket) => socket.destroy()).unref()
    try {
      await chmod(draft, 0o700)
      await mkdir(join(draft, parts.data), { mode: 0o700 })
      await new Promise<void>((resolve, reject) => {
        owner.once('error', reject).listen(join(draft, parts.owner), resolve)
      })
      await rename(draft, folder)
    } catch (error) {
      owner.close()
      await rm(draft, { recursive: true, force: true })
      throw error
    }
    return new Profile(folder, owner)
  }

  /** For the browser's `--user-data-dir`. */
  get path(): string {
    return join(this.#folder, parts.data)
  }

  async belongsTo(pid: number): Promise<void> {
    await writeFile(join(this.#folder, parts.browser), String(pid), { mode: 0o600 })
  }

  /** Call after the browser has exited. Never throws: leftovers are removed at the next start. */
  async remove(): Promise<void> {
    await removeFolder(this.#folder).catch(() => undefined)
    this.#owner.close()
  }
}

/** Removes the folders of dead daemons and browsers, and nothing that could belong to anyone else. */
export async function removeLeftProfiles(log: Log): Promise<void> {
  const parent = parentFolder()
  const names = await readdir(parent).catch(() => [])
  await Promise.all(
    names.filter((name) => ownName.test(name)).map((name) => removeIfLeft(join(parent, name), log).catch(() => {})),
  )
}

async function removeIfLeft(folder: string, log: Log): Promise<void> {
  const stats = await lstat(folder)
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0) return
  if (await isListening(join(folder, parts.owner))) return
  await browserEnd(folder)
  await removeFolder(folder)
  log.info({ folder }, 'the profile of a browser whose daemon was killed is removed')
}

/** The browser exits soon after its pipes close; one that hangs is killed. */
async function browserEnd(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, parts.browser), 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 1) return
  for (const until = performance.now() + endingMs; performance.now() < until; await pause(100)) {
    if (!(await runsIn(folder, pid))) return
  }
  killGroup(pid)
  while (await runsIn(folder, pid)) await pause(100)
}

/** The process may have exited, and its pid been reused. */
async function runsIn(folder: string, pid: number): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : execute('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout)
  return (await command.catch(() => '')).includes(`=${folder}/`)
}

/** The process, and all that it started. Never throws. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It has exited.
  }
}

/** The socket goes last: without it the folder belongs to no one. */
async function removeFolder(folder: string): Promise<void> {
  const how = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }
  await rm(join(folder, parts.data), how)
  await rm(folder, how)
}
