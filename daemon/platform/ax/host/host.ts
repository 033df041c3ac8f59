/**
 * The ax host: the only process that loads the native libraries, because they may hang or crash it. A child of the
 * daemon: takes requests from its parent's channel, makes one native call at a time, reads in turns, and exits with its
 * parent.
 */

import { AXError } from '../wire/ax-error.ts'
import { Lives } from '../wire/lives.ts'
import {
  type Batch,
  batchSize,
  type Calls,
  type FromHost,
  type HostError,
  type HostEvent,
  type Request,
  type RequestOf,
  startCredit,
  type ToHost,
} from '../wire/messages.ts'
import { Reader } from './bulk-reader.ts'
import { createHandlers, type Handled, Unsupported } from './host-calls.ts'
import { AxFault } from './native/ax-fault.ts'
import { NoSuchRef } from './native/element-table.ts'
import { loadNative, type Native } from './native/native.ts'
import { Wakes } from './wakes.ts'

/** Milliseconds of reading before other requests get a turn. */
const turn = 15
/** Milliseconds to leave an application alone after it failed to answer. */
const rest = 2_000
const atOnce = 50

const send = (message: FromHost) => {
  if (process.connected) process.send?.(message)
}

interface Job {
  credit: number
  cancelled: boolean
  /** Called when there is credit again, or none is needed. */
  go: () => void
}

const jobs = new Map<number, Job>()
/** Applications that did not answer, and until when to leave them alone. */
const silent = new Map<number, number>()
const lives = new Lives()

function guard(pid: number): void {
  const until = silent.get(pid)
  if (until === undefined) return
  if (performance.now() < until)
    throw new AxFault(AXError.cannotComplete, 'none: it has just failed to answer', { pid })
  silent.delete(pid)
}

/**
 * An action that opens a menu or dialog may time out though all is well: see messages.ts. Failing at once, as
 * applications that are just starting or already gone do, delays no one.
 */
function noteFault(error: unknown, request: Request, native: Native, ms: number): void {
  if (!(error instanceof AxFault) || error.axError !== AXError.cannotComplete || request.call === 'perform') return
  if (ms < atOnce) return
  const pid = pidOf(request, native)
  if (pid !== undefined && !silent.has(pid)) silent.set(pid, performance.now() + rest)
}

function endOf(error: unknown, request: Request, native: Native): HostError | undefined {
  if (!(error instanceof AxFault) || error.axError !== AXError.cannotComplete || request.call === 'perform')
    return undefined
  const pid = pidOf(request, native)
  const took = performance.now() - native.ax.askedAt
  return pid !== undefined && !silent.has(pid) && lives.hasEnded(pid, took) ? { kind: 'ended', pid } : undefined
}

function pidOf({ params }: Request, native: Native): number | undefined {
  const { pid, ref, refs } = params as { pid?: number; ref?: number; refs?: readonly number[] }
  if (pid !== undefined) return pid
  const at = ref ?? refs?.[0]
  try {
    return at === undefined ? undefined : native.table.entry(at).pid
  } catch {
    return undefined
  }
}

function hostErrorOf(error: unknown): HostError {
  if (error instanceof AxFault) return error.hostError
  if (error instanceof NoSuchRef) return { kind: 'ref', ref: error.ref }
  if (error instanceof Unsupported) return { kind: 'unsupported', feature: error.feature, reason: error.message }
  return { kind: 'host', message: error instanceof Error ? error.message : String(error) }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function read(native: Native, { id, params, ms }: RequestOf<'read'>, job: Job): Promise<Calls['read']['result']> {
  const began = performance.now()
  const { ax, table, join } = native
  const [first] = params.refs
  if (first === undefined) return { elements: 0, complete: true, cuts: {}, requests: 0, ms: 0 }
  const { pid } = table.entry(first)
  for (const ref of params.refs) table.entry(ref)
  guard(pid)
  const reader = new Reader({ ax, table, join, params, pid, deadline: began + ms })
  let requests = 0
  let waiting: Batch['elements'][number][] = []
  const flush = async () => {
    if (waiting.length === 0) return
    while (job.credit === 0 && !job.cancelled)
      await new Promise<void>((resolve) => {
        job.go = resolve
      })
    job.credit--
    send({ id, elements: waiting })
    waiting = []
  }
  while (!job.cancelled) {
    const before = ax.requests
    ax.progress.turnTo(pid)
    const found = reader.turn(turn, batchSize - waiting.length)
    requests += ax.requests - before
    if (found === undefined) break
    waiting.push(...found)
    if (waiting.length >= batchSize) await flush()
    await nextTurn()
  }
  await flush()
  if (reader.cuts.unresponsive !== undefined) silent.set(pid, performance.now() + rest)
  const { limit, deadline, characters, unresponsive, failed, depth } = reader.cuts
  return {
    elements: reader.elements,
    complete: !(limit || deadline || characters || unresponsive || failed || depth),
    cuts: reader.cuts,
    requests,
    ms: performance.now() - began,
  }
}

async function answer(native: Native, request: Request, job: Job, handlers: ReturnType<typeof createHandlers>) {
  switch (request.call) {
    case 'ping':
      return { refs: native.table.size }
    case 'read':
      return read(native, request as RequestOf<'read'>, job)
    case 'settle': {
      const { pid } = (request as RequestOf<'settle'>).params
      if (!native.observers?.isObserved(pid)) return { settled: false, reason: 'not observed' }
      await native.observers.settle()
      return { settled: true }
    }
    default:
      native.ax.progress.turnTo(pidOf(request, native))
      return handlers[request.call as Handled](request.params as never)
  }
}

async function take(native: Native, request: Request, handlers: ReturnType<typeof createHandlers>): Promise<void> {
  const job: Job = { credit: startCredit, cancelled: false, go: () => {} }
  jobs.set(request.id, job)
  const began = performance.now()
  try {
    const result = await answer(native, request, job, handlers)
    if (request.call === 'open') lives.answered((request as RequestOf<'open'>).params.pid)
    send({ id: request.id, result })
  } catch (error) {
    const ended = endOf(error, request, native)
    noteFault(error, request, native, performance.now() - began)
    send({ id: request.id, error: job.cancelled ? { kind: 'cancelled' } : (ended ?? hostErrorOf(error)) })
  } finally {
    jobs.delete(request.id)
  }
}

function main(): void {
  const emit = (event: HostEvent) => send(event)
  let native: Native
  try {
    native = loadNative(process.env, emit)
  } catch (error) {
    process.send?.({ event: 'unusable', reason: (error as Error).message } satisfies HostEvent, () => process.exit(1))
    return
  }
  const wakes = new Wakes(native)
  const handlers = createHandlers(native, process.env, guard, wakes)
  process.on('message', (message: ToHost) => {
    if ('call' in message) {
      void take(native, message, handlers)
      return
    }
    const job = jobs.get(message.id)
    if (job === undefined) return
    if (message.notice === 'more') job.credit++
    else job.cancelled = true
    job.go()
  })
  // The callback would keep it alive without its parent.
  process.on('disconnect', () => {
    wakes.putAllBack()
    process.exit(0)
  })
  process.on('SIGINT', () => {})
  send({ event: 'ready', capabilities: native.capabilities })
}

main()
