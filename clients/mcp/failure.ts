/**
 * The error for a host if the daemon gave no answer. Loaded only then, since it knows all methods and the shim none.
 */
import { harmless } from '../../api-schema/harmless.ts'
import { toolName } from '../../api-schema/mcp-tools.ts'
import { effectOf, type Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { failureText } from '../../api-schema/text/answer.ts'
import { NotOurs } from '../../daemon/run/ownership.ts'
import { NoDaemon } from '../reach/no-daemon.ts'
import { Lost } from '../reach/post.ts'
import { errorOf, headersOf, type Id, type Message } from './message.ts'

/** Whether it may have changed something, if it arrived. */
export function acts({ method, params }: Message): boolean {
  if (method !== 'tools/call') return false
  const known = Object.values<Method>(methods).find(({ name }) => toolName(name) === params?.name)
  return known === undefined || effectOf(known, params?.arguments) === 'acts'
}

/** For a tool call, a result that the model can read; for the rest, an error. The warning is for the person. */
export function failure(message: Message, id: Id, error: unknown): { answer: unknown; warning: string | undefined } {
  const problem = problemOf(message, error)
  return { answer: answerOf(message, id, problem), warning: error instanceof NotOurs ? failureText(error) : undefined }
}

function answerOf(message: Message, id: Id, problem: Told): unknown {
  if (message.method !== 'tools/call') return errorOf(id, -32603, harmless(`${problem.message} ${problem.hint}`))
  const modern = headersOf(message, undefined)['mcp-method'] !== undefined
  const content = [{ type: 'text', text: harmless(failureText(problem)) }]
  return { jsonrpc: '2.0', id, result: { ...(modern && { resultType: 'complete' }), content, isError: true } }
}

interface Told {
  readonly name: string
  readonly message: string
  readonly hint: string
}

function problemOf(message: Message, error: unknown): Told {
  if (error instanceof NotOurs) return error
  if (error instanceof NoDaemon) {
    return {
      name: 'unresponsive',
      message: error.message,
      hint: 'The person can run `ix doctor` to see what is missing.',
    }
  }
  if (error instanceof Lost && acts(message)) {
    const what = 'The connection to the daemon broke before its answer: the action may have taken place.'
    return { name: 'unknown_outcome', message: what, hint: 'Call explore to check before you act again.' }
  }
  return { name: 'unresponsive', message: (error as Error).message, hint: 'Try again.' }
}
