/** `ix mcp`: JSON lines on stdin become POSTs to the daemon's /mcp, in one named session; the answers become lines on stdout. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type Typed, UsageError } from '../api-schema/cli/params.ts'
import { toolGroups, toolName } from '../api-schema/mcp-tools.ts'
import { effectOf, type Method } from '../api-schema/method.ts'
import { methods } from '../api-schema/methods.ts'
import { allowances } from '../api-schema/rights.ts'
import { failureText } from '../api-schema/text/answer.ts'
import { NotOurs } from '../daemon/run/ownership.ts'
import { localArguments } from './arguments.ts'
import { call, Lost, send, sessionHeader } from './call.ts'
import { events } from './event-stream.ts'
import { NoDaemon } from './no-daemon.ts'
import { isRemote } from './place.ts'

type Id = string | number
interface Message {
  readonly id?: Id
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
}
type Write = (message: unknown) => void

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** How long running calls may take to finish after stdin ends: a program that pipes requests in waits for their answers. */
const lastMs = 30_000
/** To tell the daemon that the session is over. Hosts wait about two seconds before they kill. */
const endMs = 1500
/** How often to check whether the host still exists. */
const hostMs = 250

/** Returns once stdin has ended and every request is answered or abandoned. */
export async function serveMcp(rest: readonly string[]): Promise<number> {
  const host = process.ppid
  const shim = new Shim(pathOf(rest), (message) => process.stdout.write(`${JSON.stringify(message)}\n`))
  for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== '') shim.take(line)
  await shim.close(host)
  return shim.refused ? 4 : 0
}

function pathOf(rest: readonly string[]): string {
  const { typed, words } = localArguments(rest, 'mcp', ['slim', 'read-only'], ['groups', 'agent'], ['allow', 'folders'])
  const groups = typeof typed.groups === 'string' ? typed.groups.split(',').map((group) => group.trim()) : []
  const unknown = [...words, ...groups].find((word) => !toolGroups.some((group) => group === word) && word !== 'all')
  if (unknown !== undefined) throw new UsageError(`Unknown group "${unknown}". Known groups: ${toolGroups.join(', ')}.`)
  const query = new URLSearchParams({
    ...(groups.length > 0 && { groups: groups.join(',') }),
    ...(typed.slim === true && { slim: '1' }),
    ...(typed['read-only'] === true && { 'read-only': '1' }),
  })
  const allow = listOf(typed.allow).flatMap((some) => some.split(','))
  const odd = allow.find((word) => !allowances.some((known) => known === word))
  if (odd !== undefined)
    throw new UsageError(`Unknown word "${odd}" in --allow. Known words: ${allowances.join(', ')}.`)
  const folders = listOf(typed.folders)
  if (typed.agent !== undefined && (allow.length > 0 || folders.length > 0))
    throw new UsageError('--allow and --folders of an agent are given to ix agent add.')
  for (const word of allow) query.append('allow', word)
  for (const folder of folders) query.append('folders', resolve(folder))
  // The agent that every request is made as.
  if (typeof typed.agent === 'string') process.env.IX_AGENT = typed.agent
  return query.size > 0 ? `/mcp?${query}` : '/mcp'
}

function listOf(typed: Typed[string]): readonly string[] {
  return Array.isArray(typed) ? typed.map(String) : []
}

class Shim {
  readonly #path: string
  readonly #write: Write
  /** One connection, one session: the daemon keeps its current tab. */
  readonly #session = randomUUID()
  #hasAsked = false
  readonly #running = new Map<Id, { readonly abort: AbortController; readonly done: Promise<void> }>()
  /** The runtime folder is not trusted: nothing was sent. */
  refused = false
  /** Open for as long as this process lives, so that the daemon sees when it is killed. */
  #presence: AbortController | undefined
  /** What host and daemon negotiated, in the protocol eras that negotiate once. */
  #agreed: string | undefined

  constructor(path: string, write: Write) {
    this.#path = path
    this.#write = write
  }

  take(line: string): void {
    const message = parse(line)
    if (message === undefined) this.#write(errorOf(null, -32700, 'Parse error: one JSON-RPC message per line.'))
    else if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId)
    // The daemon asks nothing: other notifications, and answers to questions it never asked, have no reader.
    else if (message.id !== undefined && message.method !== undefined) this.#start(message, message.id)
  }

  #start(message: Message, id: Id): void {
    const abort = new AbortController()
    const done = this.#answer(message, id, abort.signal).finally(() => this.#running.delete(id))
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
    // It also ends by itself, when it was idle for long.
    const signal = AbortSignal.timeout(endMs)
    if (this.#hasAsked)
      await call('session', { action: 'end' }, { signal, start: false, session: this.#session }).catch(() => undefined)
    this.#presence?.abort()
  }

  #cancel(id: unknown): void {
    this.#running.get(id as Id)?.abort.abort()
  }

  /** One answer per request, whatever happens; none for a cancelled one. */
  async #answer(message: Message, id: Id, signal: AbortSignal): Promise<void> {
    try {
      await this.#ask(message, id, signal)
    } catch (error) {
      if (signal.aborted) return
      // A read may be repeated with a newly started daemon; an action may already have happened.
      if (!(error instanceof Lost) || acts(message)) return this.#fail(message, id, error)
      try {
        await this.#ask(message, id, signal)
      } catch (again) {
        if (!signal.aborted) this.#fail(message, id, again)
      }
    }
  }

  #fail(message: Message, id: Id, error: unknown): void {
    if (error instanceof NotOurs) {
      this.refused = true
      warnOnce(failureText(error))
    }
    this.#write(failure(message, id, error))
  }

  async #ask(message: Message, id: Id, signal: AbortSignal): Promise<void> {
    this.#hasAsked = true
    const headers = { ...headersOf(message, this.#agreed), [sessionHeader]: this.#session }
    const response = await send(this.#path, JSON.stringify(message), headers, {
      signal,
      onWarning: warnOnce,
    })
    let answered = false
    for await (const answer of answersOf(response)) {
      const own = withId(answer, id)
      answered ||= own.id === id && own.method === undefined
      if (message.method === 'initialize') this.#agreed = own.result?.protocolVersion ?? this.#agreed
      this.#write(own)
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
      const response = await send('/presence', '{}', { [sessionHeader]: this.#session }, { signal, start: false })
      for await (const _ of response);
      // An older daemon, or one with no room: the session then ends when it was idle for its time.
      if (response.statusCode !== 200) return
    } catch {
      if (signal.aborted) return
    }
    // The daemon has ended: the next one is told with the next message.
    this.#presence = undefined
  }
}

interface Answer extends Message {
  readonly result?: { readonly protocolVersion?: string }
}

async function* answersOf(response: IncomingMessage): AsyncIterable<Answer> {
  try {
    if (response.headers['content-type']?.startsWith('text/event-stream')) {
      for await (const data of events(response)) if (data !== '') yield JSON.parse(data)
      return
    }
    yield JSON.parse(await text(response))
  } catch (error) {
    throw new Lost((error as Error).message)
  }
}

/** A rejection from before the message was read (a guard, a limit) has no id; this restores it. */
function withId(answer: Answer, id: Id): Answer {
  return answer.id === null && answer.method === undefined ? { ...answer, id } : answer
}

/** In the era where every message carries its version, headers must repeat what the body says. */
function headersOf({ method = '', params }: Message, agreed: string | undefined): { [name: string]: string } {
  const accept = 'application/json, text/event-stream'
  const meta = params?._meta as { readonly [key: string]: unknown } | undefined
  const version = meta?.[versionKey]
  if (typeof version !== 'string') return { accept, ...(agreed !== undefined && { 'mcp-protocol-version': agreed }) }
  const name = params?.name ?? params?.uri ?? params?.taskId
  return {
    accept,
    'mcp-protocol-version': version,
    'mcp-method': headerText(method),
    ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
  }
}

/** Visible ASCII verbatim, the rest in the encoding that the protocol defines for such values. */
function headerText(value: string): string {
  const fits = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')
  return fits ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}

function acts({ method, params }: Message): boolean {
  if (method !== 'tools/call') return false
  const known = Object.values<Method>(methods).find(({ name }) => toolName(name) === params?.name)
  return known === undefined || effectOf(known, params?.arguments) === 'acts'
}

/** For a tool call, a result that the model can read; for the rest, an error. */
function failure(message: Message, id: Id, error: unknown): unknown {
  const problem = problemOf(message, error)
  if (message.method !== 'tools/call') return errorOf(id, -32603, `${problem.message} ${problem.hint}`)
  const modern = headersOf(message, undefined)['mcp-method'] !== undefined
  const content = [{ type: 'text', text: failureText(problem) }]
  return { jsonrpc: '2.0', id, result: { ...(modern && { resultType: 'complete' }), content, isError: true } }
}

function problemOf(message: Message, error: unknown): { name: string; message: string; hint: string } {
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

function errorOf(id: Id | null, code: number, message: string): unknown {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function parse(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined
  } catch {
    return undefined
  }
}

const warned = new Set<string>()
function warnOnce(warning: string): void {
  if (!warned.has(warning)) console.error(`ix mcp: ${warning}`)
  warned.add(warning)
}
