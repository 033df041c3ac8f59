/** `ix mcp`: JSON lines on stdin become POSTs to the daemon's /mcp, its answers lines on stdout. Keeps no session. */
import type { IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { failureText } from '../api-schema/answer-text.ts'
import { UsageError } from '../api-schema/cli-params.ts'
import { toolGroups, toolName } from '../api-schema/mcp-tools.ts'
import { effectOf, type Method } from '../api-schema/method.ts'
import { methods } from '../api-schema/methods.ts'
import { localArguments } from './arguments.ts'
import { Lost, send } from './call.ts'
import { events } from './event-stream.ts'
import { NoDaemon } from './no-daemon.ts'

type Id = string | number
interface Message {
  readonly id?: Id
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
}
type Write = (message: unknown) => void

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** How long what still runs may take to end when stdin has: whoever pipes requests in waits for their answers. */
const lastMs = 30_000
/** How often it is looked whether the host is there still. */
const hostMs = 250

/** Returns when stdin has ended and what was asked is answered or given up. */
export async function serveMcp(rest: readonly string[]): Promise<number> {
  const host = process.ppid
  const shim = new Shim(pathOf(rest), (message) => process.stdout.write(`${JSON.stringify(message)}\n`))
  for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== '') shim.take(line)
  await shim.close(host)
  return 0
}

function pathOf(rest: readonly string[]): string {
  const { typed, words } = localArguments(rest, 'mcp', ['slim'], ['groups'])
  const groups = typeof typed.groups === 'string' ? typed.groups.split(',').map((group) => group.trim()) : []
  const unknown = [...words, ...groups].find((word) => !toolGroups.some((group) => group === word) && word !== 'all')
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is no group. Known: ${toolGroups.join(', ')}.`)
  const query = new URLSearchParams({
    ...(groups.length > 0 && { groups: groups.join(',') }),
    ...(typed.slim === true && { slim: '1' }),
  })
  return query.size > 0 ? `/mcp?${query}` : '/mcp'
}

class Shim {
  readonly #path: string
  readonly #write: Write
  readonly #running = new Map<Id, { readonly abort: AbortController; readonly done: Promise<void> }>()
  /** What the host and the daemon agreed upon, in the eras that agree upon it once. */
  #agreed: string | undefined

  constructor(path: string, write: Write) {
    this.#path = path
    this.#write = write
  }

  take(line: string): void {
    const message = parse(line)
    if (message === undefined) this.#write(errorOf(null, -32700, 'Parse error: one JSON-RPC message a line.'))
    else if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId)
    // The daemon keeps no session: other notifications, and answers to what it never asks, have no reader.
    else if (message.id !== undefined && message.method !== undefined) this.#start(message, message.id)
  }

  #start(message: Message, id: Id): void {
    const abort = new AbortController()
    const done = this.#answer(message, id, abort.signal).finally(() => this.#running.delete(id))
    this.#running.set(id, { abort, done })
  }

  /** Answers what runs, unless it takes too long or the host has died: another process is the parent then. */
  async close(host: number): Promise<void> {
    const until = performance.now() + lastMs
    const timer = setInterval(() => {
      if (process.ppid === host && performance.now() < until) return
      for (const { abort } of this.#running.values()) abort.abort()
    }, hostMs)
    await Promise.all([...this.#running.values()].map(({ done }) => done))
    clearInterval(timer)
  }

  #cancel(id: unknown): void {
    this.#running.get(id as Id)?.abort.abort()
  }

  /** One answer for each request, whatever happens; none for one that was cancelled. */
  async #answer(message: Message, id: Id, signal: AbortSignal): Promise<void> {
    try {
      await this.#ask(message, id, signal)
    } catch (error) {
      if (signal.aborted) return
      // A read may be asked again, of the daemon that is started now; what acted may have acted.
      if (!(error instanceof Lost) || acts(message)) return this.#write(failure(message, id, error))
      try {
        await this.#ask(message, id, signal)
      } catch (again) {
        if (!signal.aborted) this.#write(failure(message, id, again))
      }
    }
  }

  async #ask(message: Message, id: Id, signal: AbortSignal): Promise<void> {
    const response = await send(this.#path, JSON.stringify(message), headersOf(message, this.#agreed), {
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
    if (!answered) throw new Lost('The answer broke off.')
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

/** A refusal from before the message was read (a guard, a limit) has no id; here it has one again. */
function withId(answer: Answer, id: Id): Answer {
  return answer.id === null && answer.method === undefined ? { ...answer, id } : answer
}

/** The era whose every message carries its version has headers that say the same as the body. */
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

/** Visible ASCII as it is, the rest in the form that the protocol gives to such values. */
function headerText(value: string): string {
  const fits = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')
  return fits ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}

function acts({ method, params }: Message): boolean {
  if (method !== 'tools/call') return false
  const known = Object.values<Method>(methods).find(({ name }) => toolName(name) === params?.name)
  return known === undefined || effectOf(known, params?.arguments) === 'acts'
}

/** To a tool call a result that the model can read, to the rest an error. */
function failure(message: Message, id: Id, error: unknown): unknown {
  const problem = problemOf(message, error)
  if (message.method !== 'tools/call') return errorOf(id, -32603, problem.message)
  const modern = headersOf(message, undefined)['mcp-method'] !== undefined
  const content = [{ type: 'text', text: failureText(problem) }]
  return { jsonrpc: '2.0', id, result: { ...(modern && { resultType: 'complete' }), content, isError: true } }
}

function problemOf(message: Message, error: unknown): { name: string; message: string; hint: string } {
  if (error instanceof NoDaemon) {
    return {
      name: 'unresponsive',
      message: error.message,
      hint: 'The person can run `ix doctor` to see what is missing.',
    }
  }
  if (error instanceof Lost && acts(message)) {
    const what = 'The connection to the daemon broke before its answer: the action may have taken place.'
    return { name: 'unknown_outcome', message: what, hint: 'Call explore to see, before you act again.' }
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
