/**
 * One ax host: the child process that calls the native libraries. It may hang or crash alone: each request has its own
 * time limit, a host that owes an answer and stays silent is killed, and its callers are notified.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Fault } from './faults.ts'
import type {
  AppEvent,
  Call,
  Calls,
  Capabilities,
  FromHost,
  HostError,
  HostEvent,
  Reply,
  Request,
  ToHost,
} from './messages.ts'
import type { RawElement } from './raw-element.ts'

export interface HostOptions {
  readonly env: NodeJS.ProcessEnv
  readonly onEvent: (event: AppEvent) => void
  /** Called once, when it has exited for any reason, with the application it hung or crashed on if known. */
  readonly onEnd: (reason: string, culprit?: number) => void
  /** Its program; the one next to this file, compiled or source, unless another is given. */
  readonly file?: string | undefined
}

export interface CallOptions {
  readonly signal: AbortSignal
  /** The host answers by then with what it has; soon after that it counts as stuck. */
  readonly ms: number
  readonly onBatch?: (elements: readonly RawElement[]) => void
}

interface Waiting {
  readonly resolve: (result: Calls[Call]['result']) => void
  readonly reject: (error: unknown) => void
  readonly onBatch?: (elements: readonly RawElement[]) => void
}

/** Milliseconds. */
const hostLimits = {
  /** Process start until it accepts requests: killing it on a busy machine would only repeat the start. */
  boot: 60_000,
  /** For the round trip, on a busy machine. */
  grace: 250,
  /** Time to restore what it changed in applications, before it is killed. */
  farewell: 1500,
  /** How often to check whether it has sent anything. */
  look: 100,
} as const

/** Checks without a message until it is pinged, then killed: longer than any call that macOS itself limits. */
const silence = { ask: 3, most: 9 } as const

const ownFile = fileURLToPath(new URL(`../host/host${extname(import.meta.url)}`, import.meta.url))

export class HostProcess {
  readonly #child: ChildProcess
  readonly #options: HostOptions
  readonly #waiting = new Map<number, Waiting>()
  readonly #ready: Promise<Capabilities>
  readonly #exited: Promise<void>
  #isReady = false
  #welcome: (capabilities: Capabilities) => void = () => {}
  #refuse: (error: unknown) => void = () => {}
  #lastId = 0
  #ended: string | undefined
  /** Unanswered requests, including abandoned ones. */
  readonly #owed = new Set<number>()
  #watch: NodeJS.Timeout | undefined
  #silent = 0
  /** The application it last reported asking. */
  #asking: number | undefined
  #stderr = ''

  constructor(options: HostOptions) {
    this.#options = options
    this.#ready = new Promise((resolve, reject) => {
      this.#welcome = resolve
      this.#refuse = reject
    })
    this.#ready.catch(() => {})
    const { file = ownFile } = options
    // ffi-rs warns on stdout, which must not reach the daemon's clients.
    this.#child = fork(file, [], {
      env: options.env,
      // TypeScript has to be loaded there as it is here.
      execArgv: extname(file) === '.ts' ? process.execArgv.filter((flag) => !flag.startsWith('--inspect')) : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const boot = setTimeout(() => this.kill('it did not start in time'), hostLimits.boot)
    this.#ready.then(
      () => clearTimeout(boot),
      () => clearTimeout(boot),
    )
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', () => resolve()).once('error', () => resolve())
    })
    this.#child.on('message', (message) => this.#take(message as FromHost))
    this.#child.on('error', (error) => this.#end(error.message))
    // With nothing owed, no application was being asked.
    this.#child.on('exit', (code, signal) =>
      this.#end(signal ?? `exit code ${code}`, this.#owed.size > 0 ? this.#asking : undefined),
    )
    this.#child.stderr?.setEncoding('utf8')
    this.#child.stderr?.on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2000)
    })
  }

  get ended(): string | undefined {
    return this.#ended
  }

  /** The last lines on its standard error: native libraries explain there why they abort. */
  get lastWords(): string {
    return this.#stderr.trim()
  }

  get capabilities(): Promise<Capabilities> {
    return this.#ready
  }

  /** Throws Fault, or the signal's reason. */
  async call<C extends Call>(call: C, params: Calls[C]['params'], options: CallOptions): Promise<Calls[C]['result']> {
    const { signal, ms } = options
    signal.throwIfAborted()
    const id = ++this.#lastId
    const began = performance.now()
    let stop: (error: unknown) => void = () => {}
    const stopped = new Promise<never>((_, reject) => {
      stop = reject
    })
    const onAbort = () => {
      this.#send({ notice: 'cancel', id })
      stop(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => {
      this.#send({ notice: 'cancel', id })
      stop(new Fault({ kind: 'timeout' }))
    }, ms + hostLimits.grace)
    const work = async () => {
      await this.#ready
      if (this.#ended !== undefined) throw endFault(this.#ended)
      const left = Math.max(1, Math.round(ms - (performance.now() - began)))
      return await new Promise<Calls[Call]['result']>((resolve, reject) => {
        const { onBatch } = options
        this.#waiting.set(id, { resolve, reject, ...(onBatch !== undefined && { onBatch }) })
        this.#request({ id, call, params, ms: left } as Request)
      })
    }
    try {
      return (await Promise.race([work(), stopped])) as Calls[C]['result']
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      this.#waiting.delete(id)
    }
  }

  /** Returns when it has restored what it changed in applications and exited; kills it if that takes too long. */
  async end(): Promise<void> {
    const isWilling = this.#isReady && this.#child.connected
    if (isWilling) this.#child.disconnect()
    else this.#child.kill('SIGKILL')
    this.#end('it is not needed any more')
    const cut = setTimeout(() => this.#child.kill('SIGKILL'), hostLimits.farewell)
    await this.#exited
    clearTimeout(cut)
  }

  /** Ends it without asking. */
  kill(reason: string, culprit?: number): void {
    this.#child.kill('SIGKILL')
    this.#end(reason, culprit)
  }

  #request(request: Request): void {
    this.#owed.add(request.id)
    this.#watch ??= this.#watched()
    this.#send(request)
  }

  /** Counts checks rather than time: if the daemon itself pauses, the host is not blamed. */
  #watched(): NodeJS.Timeout {
    this.#silent = 0
    return setInterval(() => {
      this.#silent++
      if (this.#silent === silence.ask)
        this.#request({ id: ++this.#lastId, call: 'ping', params: {}, ms: hostLimits.grace })
      if (this.#silent >= silence.most) this.kill('it hung inside a call to the system', this.#asking)
    }, hostLimits.look)
  }

  #unwatch(): void {
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  #send(message: ToHost): void {
    if (this.#ended !== undefined || !this.#child.connected) return
    this.#child.send(message, (error) => {
      if (error !== null) this.#end(error.message)
    })
  }

  #take(message: FromHost): void {
    this.#silent = 0
    if ('event' in message) {
      this.#hear(message)
      return
    }
    const waiting = this.#waiting.get(message.id)
    if ('elements' in message) {
      this.#send({ notice: 'more', id: message.id })
      waiting?.onBatch?.(message.elements)
      return
    }
    this.#waiting.delete(message.id)
    this.#owed.delete(message.id)
    if (this.#owed.size === 0) this.#unwatch()
    if (waiting !== undefined) settle(waiting, message)
  }

  #hear(event: HostEvent): void {
    if (event.event === 'ready') {
      this.#isReady = true
      this.#welcome(event.capabilities)
    } else if (event.event === 'asking') this.#asking = event.pid
    else if (event.event === 'unusable') {
      this.#refuse(new Fault({ kind: 'unsupported', feature: 'reading', reason: event.reason }))
    } else this.#options.onEvent(event)
  }

  #end(reason: string, culprit?: number): void {
    if (this.#ended !== undefined) return
    this.#ended = reason
    this.#unwatch()
    const fault = endFault(reason)
    this.#refuse(fault)
    for (const { reject } of this.#waiting.values()) reject(fault)
    this.#waiting.clear()
    this.#options.onEnd(reason, culprit)
  }
}

function settle({ resolve, reject }: Waiting, message: Reply): void {
  if ('error' in message) reject(new Fault(message.error as HostError))
  else resolve(message.result)
}

function endFault(reason: string): Fault {
  return new Fault({ kind: 'host', message: `the process that reads it exited (${reason}) and is being restarted` })
}
