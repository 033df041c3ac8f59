/** Calls to a real daemon as its users make them: JSON-RPC on the socket, and tools over MCP. */

import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import type { Element } from '../../api-schema/element.ts'
import type { ErrorName } from '../../api-schema/errors.ts'
import type { MethodName, Result } from '../../api-schema/methods.ts'
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import { owner } from '../../daemon/agents/agents.ts'
import { ReplayPlatform } from '../../daemon/platform/replay/replay.ts'
import { createMcp } from '../../daemon/serve/mcp.ts'
import { answer } from '../../daemon/serve/rpc.ts'
import { type Home, makeHome, modelledCalculator, startDaemon, stateOf, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { answerOf } from '../fixtures/daemon/folder.ts'
import { type InsideWorld, openWorld } from '../fixtures/daemon/world.ts'

export interface Failure {
  readonly code: number
  readonly message: string
  readonly data: { readonly name: ErrorName; readonly hint: string; readonly [key: string]: unknown }
}

export interface Asking {
  call<M extends MethodName>(method: M, params?: object): Promise<Result<M>>
  /** The error; throws where there is none. */
  fail(method: string, params?: unknown): Promise<Failure>
  /** The body as it is, to `/rpc`. */
  post(body: string): Promise<{ readonly status: number; readonly json: { readonly [name: string]: unknown } }>
  /** What an agent reads over MCP. */
  tool(name: string, params?: object): Promise<{ readonly text: string; readonly isError: boolean }>
}

export interface Client extends Asking {
  readonly home: Home
}

interface Reply {
  readonly result?: unknown
  readonly error?: Failure
}

/** A daemon of its own, ended with the test. */
export async function daemonFor(
  t: Test,
  args: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): Promise<Client> {
  const home = makeHome(env)
  const daemon = await startDaemon(home, args)
  t.teardown(async () => {
    await stopDaemon(daemon)
    home.remove()
  })
  return clientOf(home)
}

/** The inside of a daemon in this process, which replays these files, asked in the same words. */
export async function clientInside(t: Test, files: readonly string[] = [modelledCalculator]): Promise<Asking> {
  return askingInside(openWorld(t, [await ReplayPlatform.load(files)]))
}

export function askingInside({ dispatcher }: InsideWorld): Asking {
  const never = new AbortController().signal
  const mcp = createMcp(dispatcher)
  const run = (method: string, params: unknown) => dispatcher.call(owner, method, params, never)
  return askingBy(
    async (body) => {
      const { status, body: text } = await answer(JSON.parse(body), run)
      return { status, json: JSON.parse(text) }
    },
    async (body) => {
      const { body: text } = await mcp({ body: JSON.parse(body), headers: {}, url: '/mcp?groups=all', agent: owner })
      return JSON.parse(text).result
    },
  )
}

export function clientOf(home: Home): Client {
  const { socket } = stateOf(home)!
  const post = (body: string) => answerOf({ socketPath: socket, path: '/rpc', method: 'POST', agent: false }, body)
  return { home, ...askingBy(post, (body) => toolReply(socket, body)) }
}

interface Told {
  readonly content: readonly { readonly text: string }[]
  readonly isError?: boolean
}

function askingBy(post: Asking['post'], callTool: (body: string) => Promise<Told>): Asking {
  const ask = async (method: string, params: unknown): Promise<Reply> =>
    (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).json
  return {
    post,
    call: async (method, params = {}) => {
      const { result, error } = await ask(method, params)
      if (error !== undefined) throw new Error(`${method} ${JSON.stringify(params)}: ${JSON.stringify(error)}`)
      return result as never
    },
    fail: async (method, params = {}) => {
      const { result, error } = await ask(method, params)
      if (error === undefined) throw new Error(`${method} did not fail: ${JSON.stringify(result).slice(0, 500)}`)
      return error
    },
    tool: async (name, params = {}) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: params } }
      const { content, isError } = await callTool(JSON.stringify(body))
      return { text: content[0]!.text, isError: isError === true }
    },
  }
}

function toolReply(socketPath: string, body: string): Promise<Told> {
  const headers = { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, path: '/mcp?groups=all', method: 'POST', agent: false, headers },
      async (reply) => {
        resolve(JSON.parse(await text(reply)).result)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** All elements of an answer, outermost first. */
export function flat(elements: readonly Element[] | undefined): Element[] {
  return (elements ?? []).flatMap((one) => [one, ...flat(one.children)])
}

/** The one element with this role and one of its texts. */
export function only(elements: readonly Element[] | undefined, role: string, text: string): Element {
  const found = flat(elements).filter(
    (one) => one.role === role && [one.name, one.title, one.description, one.identifier].includes(text),
  )
  if (found.length !== 1)
    throw new Error(`${found.length} of ${role} ${text} in ${JSON.stringify(elements).slice(0, 2000)}`)
  return found[0]!
}

/** Id on the line of an outline that ends so; those that share a line have one each. */
export function idOn(outline: string | undefined, line: RegExp): string {
  const found = linesApart(outline ?? '').find((one) => line.test(one))
  const id = /\[(\d+)\]/.exec(found ?? '')?.[1]
  if (id === undefined) throw new Error(`no line fits ${line} in ${outline}`)
  return id
}
