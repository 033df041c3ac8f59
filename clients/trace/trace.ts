/** `ix trace --out FILE`: calls of sessions and their effects, in one file, until Control+C or until it is full. */
import { once } from 'node:events'
import { type CallEvent, refusals } from '../../api-schema/call-event.ts'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { bytesInMegabyte, mostMegabytes, usualMegabytes } from '../../api-schema/trace.ts'
import { CallError, type CallOptions, call, open } from '../reach/call.ts'
import { events } from '../reach/event-stream.ts'
import { localArguments } from '../terminal/local-arguments.ts'
import { isWatcher, watcherName } from '../view/watchers.ts'
import { lookAt } from './look.ts'
import { maskedCall, maskedLook } from './masked.ts'
import { scriptOf } from './script.ts'
import { TraceFile } from './trace-file.ts'

export async function trace(rest: readonly string[], options: CallOptions): Promise<number> {
  const { typed, words } = localArguments(rest, 'trace', ['mask'], ['out', 'of', 'max-mb', 'as'])
  const { out, of, mask } = typed
  if (typeof typed.as === 'string' && words.length === 1 && out === undefined) {
    process.stdout.write(await scriptOf(words[0]!, typed.as, of))
    return 0
  }
  if (typeof out !== 'string' || words.length > 0) throw new UsageError(`Usage: ${localCommands.trace?.usage}`)
  const over = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) once(process, signal).then(() => over.abort())
  const megabytes = megabytesIn(typed['max-mb'])
  const file = new TraceFile(out, megabytes * bytesInMegabyte, mask === true)
  // Its own session, which has no current tab and is left out of traces.
  const own = { ...options, session: watcherName() }
  const stream = await open('/events?calls', { ...own, signal: over.signal })
  let calls = 0
  try {
    console.error(`tracing${typeof of === 'string' ? ` ${of}` : ''} to ${out}; Control+C ends it`)
    const seen = new Set<string>()
    for await (const text of events(stream)) {
      const event = callIn(text)
      if (event === undefined || isWatcher(event.name) || (typeof of === 'string' && event.name !== of)) continue
      file.write({ call: mask === true ? maskedCall(event) : event })
      if (file.isFull) break
      calls++
      const { target, acts, outcome } = event
      // A refused call saw nothing, and changed nothing.
      if (target === undefined || refusals.has(outcome) || (!acts && seen.has(target))) continue
      seen.add(target)
      const look = await lookAt(target, own)
      if (look !== undefined) file.write({ look: mask === true ? maskedLook(look) : look })
      if (file.isFull) break
    }
  } catch (error) {
    if (!over.signal.aborted) throw error
  } finally {
    file.close()
  }
  await call('session', { action: 'end' }, { ...own, start: false }).catch(() => {})
  console.log(`${out}: ${calls} ${calls === 1 ? 'call' : 'calls'}; show it by ix view ${out}`)
  if (!file.isFull) return 0
  const ended = `The trace has reached its limit of ${megabytes} MB and has ended; what comes now is not in it.`
  throw new CallError('limit_exceeded', ended, { hint: 'Go on in another file, or allow more by --max-mb.' })
}

/** The smallest limit with room for a head and an end. */
function megabytesIn(given: unknown): number {
  const megabytes = given === undefined ? usualMegabytes : Number(given)
  if (megabytes >= 0.001 && megabytes <= mostMegabytes) return megabytes
  throw new UsageError(
    `--max-mb takes a number of megabytes from 0.001 to ${mostMegabytes}, not ${JSON.stringify(given)}.`,
  )
}

function callIn(text: string): CallEvent | undefined {
  const event = text === '' ? {} : (JSON.parse(text) as object)
  return 'call' in event ? (event as CallEvent) : undefined
}
