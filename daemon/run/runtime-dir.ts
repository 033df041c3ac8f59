/** The folder where clients find the daemon: private to the user, or the daemon does not start. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runtimeFiles, type StateFile, type Surroundings } from '../../api-schema/paths.ts'
import { makeRuntimeFolder, NotOurs } from './ownership.ts'
import { exitCodes, Refusal, unwritable } from './refusal.ts'

/** Longer socket paths are silently truncated by the system. */
const longestSocketPath = 103

/** The inputs of `paths.ts`. */
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

/** A verified runtime folder. Only the daemon that serves it writes its files. */
export class RuntimeDir {
  readonly path: string
  readonly socket: string
  #token: string | undefined

  /** Creates the folder if missing. Throws Refusal, having changed nothing. */
  constructor(path: string) {
    this.path = resolve(path)
    this.socket = join(this.path, runtimeFiles.socket)
    const length = Buffer.byteLength(this.socket)
    if (length > longestSocketPath) {
      const fix = 'Choose a shorter folder with --runtime-dir or IX_RUNTIME_DIR.'
      throw refusal(
        `the socket's path has ${length} bytes; the system allows ${longestSocketPath}: ${this.socket}`,
        fix,
      )
    }
    try {
      makeRuntimeFolder(this.path)
    } catch (error) {
      throw error instanceof NotOurs ? refusal(error.message, error.hint) : error
    }
  }

  /** A fresh token of 32 random bytes, readable only by the owner. */
  writeToken(): string {
    const token = randomBytes(32).toString('base64url')
    this.#write(runtimeFiles.token, token)
    this.#token = token
    return token
  }

  writeState(state: StateFile): void {
    this.#write(runtimeFiles.state, `${JSON.stringify(state)}\n`)
  }

  /** Removes token and state, unless another daemon has since written its own. Never throws. */
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

  /** Atomic: readers see the old file or the new one. */
  #write(name: string, text: string): void {
    const draft = join(this.path, `${name}.${process.pid}`)
    try {
      rmSync(draft, { force: true })
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
      renameSync(draft, join(this.path, name))
    } catch (error) {
      try {
        rmSync(draft, { force: true })
      } catch {
        // What cannot be written may not be removable either.
      }
      throw unwritable(this.path, error)
    }
  }
}

function refusal(what: string, fix: string): Refusal {
  return new Refusal(exitCodes.configuration, `ixd: ${what}\n${fix}`)
}
