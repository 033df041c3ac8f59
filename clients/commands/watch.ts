/** `ix watch`: prints the current view, then changes as they happen. */

import { paramsOf } from '../../api-schema/cli/params.ts'
import { commandNamed } from '../../api-schema/cli/usage.ts'
import { harmless } from '../../api-schema/harmless.ts'
import type { Result } from '../../api-schema/methods.ts'
import { answerText } from '../../api-schema/text/answer.ts'
import { type CallOptions, call, open } from '../reach/call.ts'
import { events } from '../reach/event-stream.ts'
import { commandArguments } from '../terminal/arguments.ts'
import { lookOf, paint } from '../terminal/paint.ts'

/** Runs until the daemon ends or the user stops it. */
export async function watch(rest: readonly string[], options: CallOptions): Promise<number> {
  const command = commandNamed('explore')!
  const { typed, words } = commandArguments(rest, command)
  const where = { ...paramsOf(command, typed, words), format: 'outline' }
  // Opened first, so that no change between the view and the stream is missed.
  const stream = await open('/events', options)
  let seen = (await call('explore', where, options)) as Result<'explore'>
  show(seen)
  for await (const event of events(stream)) {
    if (!isChange(event)) continue
    const now = (await call('explore', { ...where, since: seen.revision }, options)) as Result<'explore'>
    if (now.revision !== seen.revision) show(now)
    seen = now
  }
  return 0
}

/** Of any target: only the daemon knows which one is meant, and asking it costs little. */
function isChange(event: string): boolean {
  return event !== '' && (JSON.parse(event) as { readonly revision?: number }).revision !== undefined
}

function show(answer: Result<'explore'>): void {
  console.log(paint(harmless(answerText('explore', answer)), lookOf(process.stdout, process.env)))
}
