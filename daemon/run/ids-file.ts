/**
 * The numbers already used as element ids, on disk so that none is ever reused: not after a restart, not after a
 * crash, not by two daemons that share the file.
 *
 * The file is a heading and one line per reserved block: how many numbers, and by whom. Each line is appended in one
 * write, so the system orders them; a line's position determines its numbers. There is no lock for a crash to leave
 * behind, and no counter that could be written back too low. Each write starts with a line break: whatever a full disk
 * truncated stays on a line of its own, and as many numbers are skipped as it could have meant.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.ts'
import { checkRecord, makeStateFolder, NotOurs } from './ownership.ts'
import { createWhole, writeWhole } from './whole-file.ts'

const heading = 'interface-explorer ids 1\n'
const line = /^([1-9]\d{0,6}) ([0-9a-f]{32})$/
const cutLine = /^[1-9]\d{0,6}(?: [0-9a-f]{0,31})?$/
/** The largest block, so that a line with lost digits never counts too low. */
const largest = 10_000

export class HighWater {
  readonly #file: string

  /** Creates folder (0700) and file (0600) if missing. Throws if the file cannot be trusted. */
  constructor(folder: string) {
    this.#file = path.join(folder, 'ids')
    try {
      makeStateFolder(folder)
      checkRecord(this.#file)
      if (!fs.existsSync(this.#file)) createWhole(this.#file, heading)
      for (const entry of linesOf(this.#file)) countOf(entry, this.#file)
    } catch (error) {
      throw asProblem(error, this.#file)
    }
  }

  /** Returns the first of `count` numbers (at most 10,000) reserved for the caller. On disk when it returns. */
  reserve(count: number): number {
    if (count > largest) throw new RangeError(`a block has at most ${largest} numbers`)
    const owner = randomBytes(16).toString('hex')
    try {
      append(this.#file, `\n${count} ${owner}\n`)
      let first = 1
      // Entries after our own may be half written: another daemon is appending.
      for (const entry of linesOf(this.#file)) {
        if (entry.endsWith(owner)) return first
        first += countOf(entry, this.#file)
      }
      throw damaged(this.#file, 'a line that was just written is not in it')
    } catch (error) {
      throw asProblem(error, this.#file)
    }
  }
}

function append(file: string, text: string): void {
  const { O_APPEND, O_NOFOLLOW, O_WRONLY } = fs.constants
  const fd = fs.openSync(file, O_WRONLY | O_APPEND | O_NOFOLLOW)
  try {
    writeWhole(fd, text)
  } finally {
    fs.closeSync(fd)
  }
}

function linesOf(file: string): string[] {
  const text = fs.readFileSync(file, 'latin1')
  if (!text.startsWith(heading)) throw damaged(file, 'its first line is wrong')
  return text.slice(heading.length).split('\n')
}

/** How many numbers a line reserves, or may reserve. Throws on a line that no daemon writes. */
function countOf(entry: string, file: string): number {
  const whole = line.exec(entry)
  if (whole !== null) return Number(whole[1])
  if (entry === '') return 0
  if (cutLine.test(entry)) return largest
  throw damaged(file, 'it has a line that no daemon would write')
}

function damaged(file: string, why: string): Problem {
  return new Problem('internal_error', {
    message: `The record of element ids in ${file} is damaged: ${why}. Ids that agents still hold could be given to other elements.`,
    hint: 'Restore the file from a backup; or end all agents that hold ids, move the file away, and start ixd again.',
  })
}

function asProblem(error: unknown, file: string): Problem {
  if (error instanceof Problem) return error
  // Anyone who can write there can remove the file, and with it the record of used ids.
  if (error instanceof NotOurs) return new Problem('permission_denied', { message: error.message, hint: error.hint })
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
  return new Problem(
    code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'permission_denied' : 'internal_error',
    {
      message: `The record of element ids in ${file} cannot be kept (${code}).`,
      hint: 'Make the folder writable, free disk space, or set IX_STATE_DIR to a folder of your own.',
    },
  )
}
