/** How a failed command ends: what went wrong and what to do next, on stderr, and the exit code. */
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { harmless } from '../../api-schema/harmless.ts'
import { failureText } from '../../api-schema/text/answer.ts'
import { NotOurs } from '../../daemon/run/ownership.ts'
import { CallError } from '../reach/call.ts'
import { NoDaemon } from '../reach/no-daemon.ts'

export interface Complaint {
  readonly text: string
  readonly code: number
}

export const exit = { done: 0, failed: 1, usage: 2, noDaemon: 3, notAllowed: 4 } as const

/** Prints it on stderr, and returns the exit code. */
export function told(error: unknown): number {
  const { text, code } = complaint(error)
  process.stderr.write(`${text}\n`)
  return code
}

/** Rethrows unexpected errors, which are our bugs. */
export function complaint(error: unknown): Complaint {
  if (error instanceof UsageError) return complain(error.message, exit.usage)
  if (error instanceof NoDaemon) {
    const said = error.said === '' ? '' : `\n${error.said.split('\n').slice(-8).join('\n')}`
    return complain(`${error.message}${said}\nhint: ix doctor shows what is missing.`, exit.noDaemon)
  }
  if (error instanceof CallError || error instanceof NotOurs) {
    return complain(failureText(error), error.name === 'not_allowed' ? exit.notAllowed : exit.failed)
  }
  if (error instanceof Error && 'syscall' in error)
    return complain(ofSystem(error as NodeJS.ErrnoException), exit.failed)
  throw error
}

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it is not allowed to you',
  EPERM: 'it is not allowed to you',
  EISDIR: 'it is a folder',
  ENOTDIR: 'what it should be in is a file',
  EROFS: 'it cannot be written there',
  ENOSPC: 'the disk is full',
}

/** A system error, with the file's name. */
function ofSystem(error: NodeJS.ErrnoException): string {
  const { code = '', path, message } = error
  const reason = reasons[code]
  return path === undefined || reason === undefined ? message : `${path}: ${reason} (${code}).`
}

function complain(message: string, code: number): Complaint {
  return { text: `ix: ${harmless(message)}`, code }
}
