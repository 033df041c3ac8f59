/**
 * Which folders and files can be trusted: those that nobody else created, can change, or can replace. The daemon checks
 * before writing, its clients before reading, connecting or sending. Imports only node: and paths.ts, so that clients
 * start fast.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runtimeFiles } from '../../api-schema/paths.ts'

/** What is wrong, and where; nothing was read, sent or written. */
export class NotOurs extends Error {
  override readonly name = 'not_allowed'
  readonly hint: string

  constructor(found: string, hint: string) {
    super(found)
    this.hint = hint
  }
}

/** A folder, and the variable that selects another one instead. */
interface Folder {
  readonly path: string
  readonly variable: 'IX_RUNTIME_DIR' | 'IX_STATE_DIR'
  /** Permission bits that others must not have: 0o077 is any, 0o022 is write. */
  readonly closed: number
}

const stickyBit = 0o1000

interface Kind {
  readonly wanted: string
  fits(stats: Stats): boolean
}

/** One name only, since a second could be a link placed by others. A file being replaced may have none. */
const file: Kind = {
  wanted: 'a file of yours that nobody else can write',
  fits: (stats) => stats.isFile() && stats.nlink <= 1 && !othersMayWrite(stats),
}
const secret: Kind = {
  wanted: 'a file of yours with mode 600',
  fits: (stats) => stats.isFile() && stats.nlink <= 1 && (stats.mode & 0o077) === 0,
}
/** The daemon's socket has several names; the folder keeps others out. */
const socket: Kind = { wanted: 'a socket of yours', fits: (stats) => stats.isSocket() }
/** Two daemons may be creating it at the same time, which briefly gives it a second name. */
const record: Kind = {
  wanted: 'a file of yours that nobody else can write',
  fits: (stats) => stats.isFile() && !othersMayWrite(stats),
}

const runtimeKinds: readonly (readonly [string, Kind])[] = [
  [runtimeFiles.socket, socket],
  [runtimeFiles.token, secret],
  [runtimeFiles.state, file],
  [runtimeFiles.log, file],
]

/** Checks the runtime folder, which is private along with its contents. `false` if missing. Throws NotOurs. */
export function isRuntimeFolder(path: string): boolean {
  if (!isFolder(runtimeFolder(path))) return false
  for (const [name, kind] of runtimeKinds) checkFile(join(path, name), kind)
  return true
}

/** Creates the runtime folder if missing. Throws NotOurs, having changed nothing. */
export function makeRuntimeFolder(path: string): void {
  makeFolder(runtimeFolder(path))
  isRuntimeFolder(path)
}

/** Rechecks the mode only, for a folder that was already verified. */
export function isPrivate(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && stats.uid === process.getuid!() && (stats.mode & 0o077) === 0
}

/** Others may see that it exists, but not its contents. */
export function makeStateFolder(path: string): void {
  makeFolder(stateFolder(path))
}

/** Checks a state folder. `false` if missing. Throws NotOurs. */
export function isStateFolder(path: string): boolean {
  return isFolder(stateFolder(path))
}

/** Checks a file in the state folder; a missing one is fine. */
export function checkRecord(path: string): void {
  checkFile(path, record)
}

/** Opens a log for reading and appending, emptied above `limit` bytes. Checks what was opened, not its name. */
export function openLog(path: string, limit: number): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants
  let fd: number
  try {
    // Do not wait for the other end of a FIFO.
    fd = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    throw new NotOurs(`${path} cannot be opened as a log (${codeOf(error)}).`, removal(path))
  }
  try {
    const stats = fstatSync(fd)
    checkStats(path, stats, file)
    if (stats.size > limit) ftruncateSync(fd)
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function runtimeFolder(path: string): Folder {
  return { path: resolve(path), variable: 'IX_RUNTIME_DIR', closed: 0o077 }
}

function stateFolder(path: string): Folder {
  return { path: resolve(path), variable: 'IX_STATE_DIR', closed: 0o022 }
}

function makeFolder(folder: Folder): void {
  if (isFolder(folder)) return
  try {
    mkdirSync(folder.path, { mode: 0o700, recursive: true })
  } catch (error) {
    throw new NotOurs(`${folder.path} cannot be made (${codeOf(error)}).`, `${choice(folder)}.`)
  }
  // Another process may have been faster.
  isFolder(folder)
}

function isFolder(folder: Folder): boolean {
  const { path, closed } = folder
  const choose = choice(folder)
  checkWay(dirname(path), folder)
  const stats = look(path, folder)
  if (stats === undefined) return false
  if (!stats.isDirectory())
    throw new NotOurs(`${path} is not a folder, or a link to one.`, `${choose}, or move it away.`)
  if (stats.uid !== ownUid()) {
    const take = `or, if you know why it is there, run as root: chown ${ownUid()} ${path}`
    throw new NotOurs(`${path} belongs to another user (uid ${stats.uid}).`, `${choose}; ${take}`)
  }
  if ((stats.mode & closed) !== 0) {
    const may = closed === 0o022 ? 'can be written to by others' : 'is a folder that others may enter'
    throw new NotOurs(`${path} ${may} (mode ${modeOf(stats)}).`, `Run: chmod 700 ${path}`)
  }
  return true
}

/**
 * Anyone who can rename a folder along the path can replace it after it was checked. So every folder along the path,
 * including links and their targets, must belong to us or the system, and be sticky if others can write to it.
 */
function checkWay(at: string, folder: Folder): void {
  const stats = look(at, folder)
  if (stats !== undefined) {
    const which = `${at}, on the path to ${folder.path},`
    if (stats.uid !== ownUid() && !isSystem(stats.uid))
      throw new NotOurs(
        `${which} belongs to another user (uid ${stats.uid}).`,
        `${choice(folder)}, on a path of your own.`,
      )
    if (stats.isSymbolicLink()) checkWay(targetOf(at, folder), folder)
    if (stats.isDirectory() && othersMayWrite(stats) && (stats.mode & stickyBit) === 0) {
      const found = `${which} can be written to by others (mode ${modeOf(stats)}).`
      throw new NotOurs(found, `${choice(folder)}, or run: chmod go-w ${at}`)
    }
  }
  if (dirname(at) !== at) checkWay(dirname(at), folder)
}

function targetOf(link: string, folder: Folder): string {
  try {
    // Resolved in full, so that broken and circular links are found here.
    realpathSync(link)
    return resolve(realpathSync(dirname(link)), readlinkSync(link))
  } catch (error) {
    throw new NotOurs(`${link}, on the path to ${folder.path}, leads nowhere (${codeOf(error)}).`, `${choice(folder)}.`)
  }
}

/** `undefined` if there is nothing. */
function look(path: string, folder: Folder): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new NotOurs(`${path} cannot be looked at (${code}).`, `${choice(folder)}.`)
  }
}

function choice({ variable }: Folder): string {
  return `Set ${variable} to a folder of your own`
}

function checkFile(path: string, kind: Kind): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats !== undefined) checkStats(path, stats, kind)
}

function checkStats(path: string, stats: Stats, { wanted, fits }: Kind): void {
  if (stats.uid === ownUid() && fits(stats)) return
  throw new NotOurs(`${path} is not ${wanted}, but ${described(stats)}.`, removal(path))
}

function described(stats: Stats): string {
  const kinds = { 'a link': stats.isSymbolicLink(), 'a folder': stats.isDirectory(), 'a FIFO': stats.isFIFO() }
  const other = stats.isSocket() ? 'a socket' : stats.isFile() ? 'a file' : 'a device'
  const kind = Object.entries(kinds).find(([, is]) => is)?.[0] ?? other
  const owner = stats.uid === ownUid() ? '' : ` of another user (uid ${stats.uid})`
  const names = stats.isFile() && stats.nlink > 1 ? `, with ${stats.nlink} names` : ''
  return `${kind}${owner}, mode ${modeOf(stats)}${names}`
}

function removal(path: string): string {
  return `Look at it, then remove it: rm -r ${path}`
}

/** By system convention, a group with the same number as its user has no other members. */
function othersMayWrite({ mode, gid }: Stats): boolean {
  const isOwnGroup = gid === process.getgid!() && gid === ownUid()
  return (mode & (isOwnGroup ? 0o002 : 0o022)) !== 0
}

/** The owner of /proc is root under another number, when a sandbox maps user ids. */
function isSystem(uid: number): boolean {
  return uid === 0 || uid === lstatSync('/proc', { throwIfNoEntry: false })?.uid
}

function ownUid(): number {
  return process.getuid!()
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8)
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
