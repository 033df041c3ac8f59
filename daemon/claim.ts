/**
 * Which of several daemons serves a runtime folder. Node has no file locks, so life is proved by what the kernel
 * takes back when a process dies: a listening socket.
 *
 * A starter listens on a socket named after its process (`p<pid>`), and links it to the number that follows the
 * highest one there is (`run.<n>`); a link is made by one starter only. It has won if the one before it is dead
 * and, looked at again, no higher number is there. The highest number is never removed, not even at the end, so
 * that numbers only rise and a slow starter cannot take one that was given back.
 */
import { chmodSync, linkSync, lstatSync, readdirSync, renameSync, rmSync, watch } from 'node:fs'
import { connect, type Server } from 'node:net'
import { join } from 'node:path'
import { runtimeFiles } from '../api-schema/paths.ts'
import { exitCodes, Refusal } from './refusal.ts'

export interface Claim {
  /** Puts the socket under its public name, in place of a dead one. */
  publish(): void
  /** Calls back when the socket's name is lost for good: another's, or not to be restored. */
  onLost(listener: () => void): void
  /** Removes the names. Never throws. The server is the caller's to close. */
  release(): void
}

const runName = /^run\.([0-9a-z]{1,4})$/
const ownName = /^p(\d{1,7})$/

/** Lets the server listen in the folder. Throws Refusal when another daemon lives there. */
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

/** The mask is set for the moment in which the socket is made; nothing else runs in it. */
function listenOn(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new Refusal(exitCodes.configuration, `ixd: no socket can be made in the runtime folder (${error.code}).`))
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
  // An inherited socket has the public name only.
  if (await lives(join(folder, runtimeFiles.socket))) throw running(folder, runtimeFiles.socket)
  for (;;) {
    const last = highest(folder)
    if (last > 0 && (await lives(join(folder, nameOf(last))))) throw running(folder, nameOf(last))
    const mine = join(folder, nameOf(last + 1))
    if (!link(own, mine)) continue
    if (highest(folder) === last + 1) return last + 1
    rmSync(mine, { force: true })
  }
}

/** `false` when the name is taken, or our own socket was swept away: look again. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    throw new Refusal(exitCodes.configuration, `ixd: the runtime folder cannot be written (${code}).`)
  }
}

function highest(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map((name) => Number.parseInt(runName.exec(name)?.[1] ?? '0', 36)))
}

function nameOf(number: number): string {
  return `run.${number.toString(36)}`
}

/** Anything but a refusal may be a daemon that is stopped or has a full queue. */
function lives(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT')
    })
  })
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

/** What dead daemons left: lower numbers, and sockets of processes that are no more. */
function removeDead(folder: string, number: number, own: string): void {
  for (const name of readdirSync(folder)) {
    const run = runName.exec(name)?.[1]
    const pid = ownName.exec(name)?.[1]
    const path = join(folder, name)
    if (run !== undefined && Number.parseInt(run, 36) < number) rmSync(path, { force: true })
    else if (pid !== undefined && path !== own && !exists(Number(pid))) rmSync(path, { force: true })
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
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
          if (inodeOf(socket) !== undefined) throw new Error('it is another daemon now')
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
