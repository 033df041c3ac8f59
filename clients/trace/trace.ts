/** `ix trace --out FILE`: what sessions call and what comes of it, in one file, until Control+C. */
import { once } from 'node:events'
import { closeSync, writeSync } from 'node:fs'
import { type CallEvent, refusals } from '../../api-schema/call-event.ts'
import { localCommands } from '../../api-schema/cli/usage.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { type TraceEntry, type TraceHead, traceFormat, traceVersion } from '../../api-schema/trace.ts'
import { type CallOptions, call, open } from '../call.ts'
import { events } from '../event-stream.ts'
import { localArguments } from '../local-arguments.ts'
import { openPrivate } from '../save.ts'
import { isWatcher, watcherName } from '../view/watchers.ts'
import { lookAt } from './look.ts'
import { maskedCall, maskedLook } from './masked.ts'

export async function trace(rest: readonly string[], options: CallOptions): Promise<number> {
  const { typed, words } = localArguments(rest, 'trace', ['mask'], ['out', 'of'])
  const { out, of, mask } = typed
  if (typeof out !== 'string' || words.length > 0) throw new UsageError(`Usage: ${localCommands.trace?.usage}`)
  const over = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) once(process, signal).then(() => over.abort())
  const file = openPrivate(out)
  // Its own session, which is nobody's current tab and stands in no trace.
  const own = { ...options, session: watcherName() }
  const stream = await open('/events?calls', { ...own, signal: over.signal })
  const head: TraceHead = {
    format: traceFormat,
    version: traceVersion,
    at: new Date().toISOString(),
    ...(mask === true && { masked: true }),
  }
  let calls = 0
  const write = (entry: TraceHead | TraceEntry) => writeSync(file, `${JSON.stringify(entry)}\n`)
  try {
    write(head)
    console.error(`tracing${typeof of === 'string' ? ` ${of}` : ''} to ${out}; Control+C ends it`)
    const seen = new Set<string>()
    for await (const text of events(stream)) {
      const event = callIn(text)
      if (event === undefined || isWatcher(event.name) || (typeof of === 'string' && event.name !== of)) continue
      write({ call: mask === true ? maskedCall(event) : event })
      calls++
      const { target, acts, outcome } = event
      // Whoever was refused saw nothing, and changed nothing.
      if (target === undefined || refusals.has(outcome) || (!acts && seen.has(target))) continue
      seen.add(target)
      const look = await lookAt(target, own)
      if (look !== undefined) write({ look: mask === true ? maskedLook(look) : look })
    }
  } catch (error) {
    if (!over.signal.aborted) throw error
  } finally {
    closeSync(file)
  }
  await call('session', { action: 'end' }, { ...own, start: false }).catch(() => {})
  console.log(`${out}: ${calls} ${calls === 1 ? 'call' : 'calls'}; show it by ix view ${out}`)
  return 0
}

function callIn(text: string): CallEvent | undefined {
  const event = text === '' ? {} : (JSON.parse(text) as object)
  return 'call' in event ? (event as CallEvent) : undefined
}
