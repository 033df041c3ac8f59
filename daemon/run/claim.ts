/**
 * Decides which of several daemons serves a runtime folder. Node has no file locks, so liveness is proved by what the
 * kernel reclaims when a process dies: a listening socket.
 *
 * A starting daemon listens on a socket named after its process (`p<pid>`), and links it to the number after the
 * highest existing one (`run.<n>`); only one daemon can create that link. It has won if its predecessor is dead
 * and, on a second look, no higher number exists. The highest number is never removed, not even at the end, so
 * numbers only rise and a slow starter cannot take one that was released.
 */
import { chmodSync, linkSync, lstatSync, readdirSync, renameSync, rmSync, watch } from 'node:fs'
import type { Server } from 'node:net'
import { dirname, join } from 'node:path'
import { isRunning } from '../../api-schema/is-running.ts'
import { runtimeFiles } from '../../api-schema/paths.ts'
import { isListening } from './is-listening.ts'
import { exitCodes, Refusal, unwritable } from './refusal.ts'

export interface Claim {
  /** Puts the socket under its public name, replacing a dead one. */
  publish(): void
  /** Called when the socket's name is lost for good: taken over, or impossible to restore. */
  onLost(listener: () => void): void
  /** Removes the names. Never throws. The caller closes the server. */
  release(): void
}

const runName = /^run\.([0-9a-z]{1,4})$/
const ownName = /^p(\d{1,7})$/

/** Makes the server listen in the folder. Throws Refusal if another daemon is live there. */
export async function claim(folder: string, server: Server): Promise<Claim> {
  const own = join(folder, `p${process.pid}`)
  rmSync(own, { force: true })
  await listenOn(server, own)
  try {
    const number = await win(folder, own)
    removeDead(folder, number, own)
  } catch (error) {
    rmSync(own, { force: true })
    throw error
  }
  return makeClaim(folder, own)
}

/** Changes the umask while the socket is created; the call is synchronous, so no other file is affected. */
function listenOn(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(unwritable(dirname(path), error))
    server.once('error', fail)
    const mask = process.umask(0o177)
    try {
      server.listen({ path, backlog: 511 }, () => {
        server.off('error', fail)
        chmodSync(path, 0o600)
        resolve()
      })
    } finally {
      process.umask(mask)
    }
  })
}

async function win(folder: string, own: string): Promise<number> {
  // An inherited socket only has the public name.
  if (await isListening(join(folder, runtimeFiles.socket))) throw running(folder, runtimeFiles.socket)
  for (;;) {
    const last = highest(folder)
    if (last > 0 && (await isListening(join(folder, nameOf(last))))) throw running(folder, nameOf(last))
    const mine = join(folder, nameOf(last + 1))
    if (!link(own, mine)) continue
    if (highest(folder) === last + 1) return last + 1
    rmSync(mine, { force: true })
  }
}

/** `false` if the name is taken, or our own socket was swept away: look again. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    throw unwritable(dirname(to), error)
  }
}

function highest(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map((name) => Number.parseInt(runName.exec(name)?.[1] ?? '0', 36)))
}

function nameOf(number: number): string {
  return `run.${number.toString(36)}`
}

function running(folder: string, name: string): Refusal {
  const pid = pidOf(folder, name)
  const who = pid === undefined ? '' : `, pid ${pid}`
  return new Refusal(exitCodes.running, `ixd: already running${who} (${folder}).`)
}

/** The process whose own socket is the same file. */
function pidOf(folder: string, name: string): number | undefined {
  const wanted = inodeOf(join(folder, name))
  for (const other of readdirSync(folder)) {
    const pid = ownName.exec(other)?.[1]
    if (pid !== undefined && inodeOf(join(folder, other)) === wanted) return Number(pid)
  }
  return undefined
}

function inodeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ino
}

/** Removes what dead daemons left: lower numbers, and sockets of dead processes. */
function removeDead(folder: string, number: number, own: string): void {
  for (const name of readdirSync(folder)) {
    const run = runName.exec(name)?.[1]
    const pid = ownName.exec(name)?.[1]
    const path = join(folder, name)
    if (run !== undefined && Number.parseInt(run, 36) < number) rmSync(path, { force: true })
    else if (pid !== undefined && path !== own && !isRunning(Number(pid))) rmSync(path, { force: true })
  }
}

function makeClaim(folder: string, own: string): Claim {
  const socket = join(folder, runtimeFiles.socket)
  const inode = inodeOf(own)
  const publish = () => {
    const draft = `${socket}.new`
    rmSync(draft, { force: true })
    linkSync(own, draft)
    renameSync(draft, socket)
  }
  let watcher: ReturnType<typeof watch> | undefined
  return {
    publish,
    onLost(listener) {
      watcher = watch(folder, { persistent: false }, () => {
        if (inodeOf(socket) === inode) return
        try {
          if (inodeOf(socket) !== undefined) throw new Error('another daemon has it now')
          publish()
        } catch {
          watcher?.close()
          listener()
        }
      })
      watcher.on('error', () => {})
    },
    release() {
      watcher?.close()
      for (const path of [socket, own]) {
        try {
          if (inodeOf(path) === inode) rmSync(path, { force: true })
        } catch {
          // The folder may be gone.
        }
      }
    },
  }
}
