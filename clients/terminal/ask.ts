/** Asks the person at the terminal what an agent's call waits for, and passes the answer on as theirs. */
import { createInterface } from 'node:readline/promises'
import { harmless } from '../../api-schema/harmless.ts'
import { plain } from '../../api-schema/plain.ts'
import type { OpenQuestion } from '../../api-schema/question.ts'
import { type CallOptions, call, isPersons } from '../reach/call.ts'
import { findDaemon } from '../reach/place.ts'
import { holdSpinner } from './spinner.ts'

export function askHere(question: OpenQuestion, over: AbortSignal): void {
  const said = harmless(plain(question.text))
  if (isPersons()) void answered(question, said, over)
  else process.stderr.write(`ix: waiting for the person, at most ${question.seconds} s: ${said}\n`)
}

async function answered(question: OpenQuestion, said: string, over: AbortSignal): Promise<void> {
  holdSpinner()
  const lines = createInterface({
    input: process.stdin,
    // Without an output, nothing typed is shown.
    ...(question.kind === 'text' ? { terminal: true } : { output: process.stderr }),
  })
  // Without echo, the terminal does not turn Control+C into a signal either.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const isSecret = question.kind === 'text'
    const wish = isSecret
      ? 'Type it (nothing is shown), or Enter alone for no: '
      : `Allow it? (${question.answers.join('/')}) `
    process.stderr.write(`\r\u001b[K${said}\n${wish}`)
    const line = await lines.question('', { signal: over })
    const word = line.trim().toLowerCase()
    const known = question.answers.find((one) => one === word || (word !== '' && one.charAt(0) === word))
    const reply = isSecret ? { answer: line === '' ? 'no' : 'yes', text: line } : { answer: known ?? 'no' }
    await call('questions', { action: 'answer', id: question.id, ...reply }, asOwner())
  } catch {
    // It was answered elsewhere, or time is up: the call itself reports the outcome.
  } finally {
    lines.close()
  }
}

/** In the owner's own name, whatever agent the call has. */
function asOwner(): CallOptions {
  const { IX_AGENT: _, ...env } = process.env
  const place = findDaemon(env)
  return { start: false, ...(place && { place }) }
}
