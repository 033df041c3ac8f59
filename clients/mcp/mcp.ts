/** `ix mcp`: JSON lines on stdin become POSTs to the daemon's /mcp, in one named session; the answers become lines on stdout. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { NotOurs } from '../../daemon/run/ownership.ts'
import { events } from '../reach/event-stream.ts'
import { isRemote } from '../reach/place.ts'
import { Lost, openConnections, type PostOptions, send, sessionHeader } from '../reach/post.ts'
import { bePresent } from '../reach/presence.ts'
import { errorOf, formsHeader, headersOf, type Id, type Message, parse, takesForms } from './message.ts'

/** The address without options on the command line. */
const plainPath = '/mcp'

type Write = (line: string) => void
type Kept = Pick<PostOptions, 'connections'>

/** How long running calls may take to finish after stdin ends: a program that pipes requests in waits for their answers. */
const lastMs = 30_000
/** To tell the daemon that the session is over. Hosts wait about two seconds before they kill. */
const endMs = 1500
/** How often to check whether the host still exists. */
const hostMs = 250
/** Well before the daemon would close it, so that a connection never closes just as it is used again. */
const idleMs = 2000
/** Delays before a read is repeated: a killed daemon accepts connections until it is gone. */
const againMs = [0, 50, 300]

/** Returns once stdin has ended and every request is answered or abandoned. */
export async function serveMcp(rest: readonly string[]): Promise<number> {
  const host = process.ppid
  const path = rest.length === 0 ? plainPath : (await import('./options.ts')).pathOf(rest)
  const shim = new Shim(path, (line) => process.stdout.write(`${line}\n`))
  for await (const line of linesOf(process.stdin)) if (line.trim() !== '') shim.take(line)
  await shim.close(host)
  return shim.refused ? 4 : 0
}

async function* linesOf(stream: NodeJS.ReadStream): AsyncIterable<string> {
  let rest = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

class Shim {
  readonly #path: string
  readonly #write: Write
  /** One connection, one session: the daemon keeps its current tab. */
  readonly #session = randomUUID()
  readonly #connections = openConnections(idleMs)
  #hasAsked = false
  readonly #running = new Map<Id, { readonly abort: AbortController; readonly done: Promise<void> }>()
  /** The runtime folder is not trusted: nothing was sent. */
  refused = false
  /** Open for as long as this process lives, so that the daemon sees when it is killed. */
  #presence: AbortController | undefined
  /** The protocol version that host and daemon negotiated, in the eras that negotiate once. */
  #agreed: string | undefined
  /** The host can show forms to the person. */
  #takesForms = false

  constructor(path: string, write: Write) {
    this.#path = path
    this.#write = write
  }

  take(line: string): void {
    const message = parse(line)
    if (message === undefined) this.#write(js(errorOf(null, -32700, 'Parse error: one JSON-RPC message per line.')))
    else if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId)
    // Other notifications have no reader.
    else if (message.id !== undefined && message.method !== undefined) this.#start(line, message, message.id)
    else if (message.id !== undefined) void this.#pass(line)
  }

  #start(line: string, message: Message, id: Id): void {
    const abort = new AbortController()
    const done = this.#answer(line, message, id, abort.signal).finally(() => this.#running.delete(id))
    this.#running.set(id, { abort, done })
  }

  /** Finishes running calls, unless they take too long or the host has died, as a new parent process shows. */
  async close(host: number): Promise<void> {
    const until = performance.now() + lastMs
    const timer = setInterval(() => {
      if (process.ppid === host && performance.now() < until) return
      for (const { abort } of this.#running.values()) abort.abort()
    }, hostMs)
    await Promise.all([...this.#running.values()].map(({ done }) => done))
    clearInterval(timer)
    // The session also ends by itself after a long idle time.
    const signal = AbortSignal.timeout(endMs)
    if (this.#hasAsked) await this.#end(signal).catch(() => undefined)
    this.#presence?.abort()
  }

  async #end(signal: AbortSignal): Promise<void> {
    const body = js({ jsonrpc: '2.0', id: 1, method: 'session', params: { action: 'end' } })
    const response = await send('/rpc', body, { [sessionHeader]: this.#session }, { signal, start: false })
    for await (const _ of response);
  }

  /** Passes on the person's answer to a question that came with a call. */
  async #pass(line: string): Promise<void> {
    const response = await send(this.#path, line, this.#headers({}), { start: false }).catch(() => undefined)
    response?.resume()
  }

  #headers(message: Message): { [name: string]: string } {
    const forms = { ...(this.#takesForms && { [formsHeader]: '1' }) }
    return { ...headersOf(message, this.#agreed), [sessionHeader]: this.#session, ...forms }
  }

  #cancel(id: unknown): void {
    this.#running.get(id as Id)?.abort.abort()
  }

  /** One answer per request, whatever happens; none for a cancelled one. */
  async #answer(line: string, message: Message, id: Id, signal: AbortSignal): Promise<void> {
    try {
      await this.#ask(line, message, id, signal, { connections: this.#connections })
    } catch (error) {
      if (signal.aborted) return
      const { acts, failure } = await import('./failure.ts')
      // A read may be repeated with a newly started daemon; an action may already have happened. On a new connection,
      // since all kept ones may lead to the daemon that has ended.
      let last: unknown = error
      for (const ms of againMs) {
        if (!(last instanceof Lost) || acts(message)) break
        await pause(ms)
        if (signal.aborted) return
        last = await this.#ask(line, message, id, signal, {}).catch((again: unknown) => again)
      }
      if (last === undefined || signal.aborted) return
      const { answer, warning } = failure(message, id, last)
      this.refused ||= last instanceof NotOurs
      if (warning !== undefined) warnOnce(warning)
      this.#write(js(answer))
    }
  }

  async #ask(line: string, message: Message, id: Id, signal: AbortSignal, kept: Kept): Promise<void> {
    this.#hasAsked = true
    // If the daemon has ended, its connections are closed, and this turn of the loop notices that first.
    await turn()
    if (message.method === 'initialize') this.#takesForms = takesForms(message.params?.capabilities)
    const response = await send(this.#path, line, this.#headers(message), { signal, onWarning: warnOnce, ...kept })
    let answered = false
    for await (const text of answersOf(response)) {
      const own = withId(answerIn(text), id)
      answered ||= own.id === id && own.method === undefined
      if (message.method === 'initialize') this.#agreed = own.result?.protocolVersion ?? this.#agreed
      this.#write(js(own))
    }
    if (!answered) throw new Lost('The answer was cut off.')
    void this.#bePresent()
  }

  /** Not through a tunnel, which may break while this process lives. */
  async #bePresent(): Promise<void> {
    if (this.#presence !== undefined || isRemote()) return
    this.#presence = new AbortController()
    const { signal } = this.#presence
    try {
      const { isTaken, over } = await bePresent(this.#session, { signal })
      if (!isTaken) return
      await over
    } catch {
      if (signal.aborted) return
    }
    // The daemon has ended; the next message starts and informs a new one.
    this.#presence = undefined
  }
}

interface Answer extends Message {
  readonly result?: { readonly protocolVersion?: string }
}

async function* answersOf(response: IncomingMessage): AsyncIterable<string> {
  try {
    if (response.headers['content-type']?.startsWith('text/event-stream')) {
      for await (const data of events(response)) if (data !== '') yield data
      return
    }
    let text = ''
    response.setEncoding('utf8')
    for await (const chunk of response) text += chunk
    yield text
  } catch (error) {
    throw new Lost((error as Error).message)
  }
}

function answerIn(text: string): Answer {
  const answer = parse(text)
  if (answer === undefined) throw new Lost('The answer is no JSON.')
  return answer
}

/** A rejection from before the message was read (a guard, a limit) has no id; this restores it. */
function withId(answer: Answer, id: Id): Answer {
  return answer.id === null && answer.method === undefined ? { ...answer, id } : answer
}

const js = (value: unknown) => JSON.stringify(value)

const warned = new Set<string>()
function warnOnce(warning: string): void {
  if (!warned.has(warning)) console.error(`ix mcp: ${warning}`)
  warned.add(warning)
}
