/** The folder where clients find the daemon: private to the user, or the daemon does not start. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runtimeFiles, type StateFile, type Surroundings } from '../api-schema/paths.ts'
import { exitCodes, Refusal } from './refusal.ts'

/** The system cuts longer names of sockets without a word. */
const longestSocketPath = 103

/** What `paths.ts` needs to know of this system. */
export function surroundings(env: NodeJS.ProcessEnv): Surroundings {
  const uid = process.getuid!()
  const userRun = `/run/user/${uid}`
  return {
    env,
    platform: process.platform,
    uid,
    home: env.HOME || homedir(),
    tmp: tmpdir(),
    userRun: existsSync(userRun) ? userRun : undefined,
  }
}

/** A checked runtime folder. The files are written by the one daemon that serves it. */
export class RuntimeDir {
  readonly path: string
  readonly socket: string
  readonly #uid: number
  #token: string | undefined

  /** Makes the folder where it is missing. Throws Refusal, and then has changed nothing. */
  constructor(path: string, uid = process.getuid!()) {
    this.path = resolve(path)
    this.socket = join(this.path, runtimeFiles.socket)
    this.#uid = uid
    const length = Buffer.byteLength(this.socket)
    if (length > longestSocketPath) {
      const fix = 'Choose a shorter folder with --runtime-dir or IX_RUNTIME_DIR.'
      throw refusal(
        `the socket's path has ${length} bytes; the system allows ${longestSocketPath}: ${this.socket}`,
        fix,
      )
    }
    this.#makeFolder()
    this.#checkFolder()
    this.#checkFile(runtimeFiles.socket, (stats) => stats.isSocket(), 'a socket')
    this.#checkFile(runtimeFiles.token, (stats) => stats.isFile() && isPrivate(stats), 'a file of yours with mode 600')
    this.#checkFile(runtimeFiles.state, (stats) => stats.isFile(), 'a file of yours')
  }

  /** A fresh token, 32 random bytes, for the owner alone to read. */
  writeToken(): string {
    const token = randomBytes(32).toString('base64url')
    this.#write(runtimeFiles.token, token)
    this.#token = token
    return token
  }

  writeState(state: StateFile): void {
    this.#write(runtimeFiles.state, `${JSON.stringify(state)}\n`)
  }

  /** Takes token and state away, unless another daemon has written its own since. Never throws. */
  clear(): void {
    if (this.#token === undefined || this.#readToken() !== this.#token) return
    for (const name of [runtimeFiles.state, runtimeFiles.token]) {
      try {
        rmSync(join(this.path, name), { force: true })
      } catch {
        // The folder may be gone.
      }
    }
  }

  #readToken(): string | undefined {
    try {
      return readFileSync(join(this.path, runtimeFiles.token), 'utf8')
    } catch {
      return undefined
    }
  }

  /** Readers see the old file or the new one, never a part. */
  #write(name: string, text: string): void {
    const draft = join(this.path, `${name}.${process.pid}`)
    rmSync(draft, { force: true })
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, join(this.path, name))
  }

  #makeFolder(): void {
    try {
      mkdirSync(this.path, { mode: 0o700, recursive: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // What stands there instead is named by the check.
      if (code === 'EEXIST') return
      throw refusal(`the runtime folder ${this.path} cannot be made (${code}).`, 'Choose another with --runtime-dir.')
    }
  }

  /** Looks at the opened folder, not at the name, which may point elsewhere a moment later. */
  #checkFolder(): void {
    const { path } = this
    let fd: number
    try {
      fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    } catch (error) {
      const fix = 'Move it away, or choose another folder with --runtime-dir.'
      throw refusal(`${path} is not a folder, or a link to one (${(error as NodeJS.ErrnoException).code}).`, fix)
    }
    try {
      const stats = fstatSync(fd)
      if (stats.uid !== this.#uid) {
        throw refusal(
          `the folder ${path} belongs to another user (uid ${stats.uid}).`,
          `Run: chown ${this.#uid} ${path}`,
        )
      }
      if (!isPrivate(stats)) {
        const mode = (stats.mode & 0o777).toString(8)
        throw refusal(`others may enter the folder ${path} (mode ${mode}).`, `Run: chmod 700 ${path}`)
      }
    } finally {
      closeSync(fd)
    }
  }

  #checkFile(name: string, fits: (stats: Stats) => boolean, wanted: string): void {
    const path = join(this.path, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined || (stats.uid === this.#uid && fits(stats))) return
    throw refusal(`${path} is not ${wanted}.`, `Look at it, then remove it: rm -r ${path}`)
  }
}

function isPrivate(stats: Stats): boolean {
  return (stats.mode & 0o077) === 0
}

function refusal(what: string, fix: string): Refusal {
  return new Refusal(exitCodes.configuration, `ixd: ${what}\n${fix}`)
}
