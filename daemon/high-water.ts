/**
 * The numbers that were given away as element ids, kept on disk so that none is given twice: not after a restart,
 * not after a crash, not by two daemons that share the file.
 *
 * The file is a heading and one line a reserved block: how many numbers, and whose. Lines are appended in one write
 * each, so the system puts them in order; where one's own line stands says which numbers it stands for. There is no
 * lock that a crash could leave behind, and no number that could be written back too low.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from './problem.ts'

const heading = 'interface-explorer ids 1\n'
const line = /^([1-9]\d{0,6}) ([0-9a-f]{32})$/

export class HighWater {
  readonly #file: string

  /** Makes folder (0700) and file (0600) where there are none, and refuses a file that cannot be relied on. */
  constructor(folder: string) {
    this.#file = path.join(folder, 'ids')
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      refuseIfShared(folder)
      if (!fs.existsSync(this.#file)) create(this.#file, folder)
      check(this.#file)
    } catch (error) {
      throw asProblem(error, this.#file)
    }
  }

  /** The first of `count` numbers that are the caller's alone. On disk when it returns. */
  reserve(count: number): number {
    const owner = randomBytes(16).toString('hex')
    try {
      append(this.#file, `${count} ${owner}\n`)
      let first = 1
      // What follows one's own line may be half written: another daemon is at it.
      for (const entry of linesOf(this.#file)) {
        const { count: others, by } = parsed(entry, this.#file)
        if (by === owner) return first
        first += others
      }
      throw damaged(this.#file, 'a line that was just written is not in it')
    } catch (error) {
      throw asProblem(error, this.#file)
    }
  }
}

/** Appears as a whole or not at all; of two that make it at once, one does. */
function create(file: string, folder: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const fd = fs.openSync(draft, 'wx', 0o600)
  try {
    fs.writeSync(fd, heading)
    fs.fsyncSync(fd)
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.closeSync(fd)
    fs.unlinkSync(draft)
  }
  const directory = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(directory)
  } finally {
    fs.closeSync(directory)
  }
}

function append(file: string, text: string): void {
  const { O_APPEND, O_NOFOLLOW, O_WRONLY } = fs.constants
  const fd = fs.openSync(file, O_WRONLY | O_APPEND | O_NOFOLLOW)
  try {
    if (fs.writeSync(fd, text) !== text.length) throw damaged(file, 'the disk took only a part of a line')
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Refuses what is not whole. A line that another daemon is writing is given a moment. */
function check(file: string): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; linesOf(file).at(-1) !== ''; tries++) {
    if (tries === 20) throw damaged(file, 'its last line is cut off')
    Atomics.wait(sleeper, 0, 0, 5)
  }
  for (const entry of linesOf(file).slice(0, -1)) parsed(entry, file)
}

/** What stands after the last line break comes last, empty as a rule. */
function linesOf(file: string): string[] {
  const text = fs.readFileSync(file, 'latin1')
  if (!text.startsWith(heading)) throw damaged(file, 'it does not begin as it should')
  return text.slice(heading.length).split('\n')
}

function parsed(entry: string, file: string): { count: number; by: string } {
  const parts = line.exec(entry)
  if (parts === null) throw damaged(file, 'a line is none that it would have written')
  return { count: Number(parts[1]), by: parts[2]! }
}

/** Whoever may write to the folder may take the file away, and with it the memory of what was given. */
function refuseIfShared(folder: string): void {
  const { uid, mode } = fs.statSync(folder)
  const mine = process.getuid?.()
  if (mine !== undefined && uid !== mine) throw refused(folder, 'belongs to another user')
  if (mine !== undefined && (mode & 0o022) !== 0) throw refused(folder, 'can be written to by others')
}

function refused(folder: string, why: string): Problem {
  return new Problem('permission_denied', {
    message: `The state folder ${folder} ${why}.`,
    hint: `Run \`chmod 700\` on it as its owner, or set IX_STATE_DIR to a folder of your own.`,
  })
}

function damaged(file: string, why: string): Problem {
  return new Problem('internal_error', {
    message: `The record of element ids in ${file} is damaged: ${why}. Ids that agents still hold could be given to other elements.`,
    hint: 'Put the file back from a backup; or end all agents that hold ids, move the file away, and start ixd again.',
  })
}

function asProblem(error: unknown, file: string): Problem {
  if (error instanceof Problem) return error
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
  return new Problem(
    code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'permission_denied' : 'internal_error',
    {
      message: `The record of element ids in ${file} cannot be kept (${code}).`,
      hint: 'Make the folder writable, free disk space, or set IX_STATE_DIR to a folder of your own.',
    },
  )
}
