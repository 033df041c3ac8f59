/** MCP on `POST /mcp`, both protocol eras, stateless. Knows only a message's headers, not the transport. */
import { harmless } from '../../api-schema/harmless.ts'
import { instructions } from '../../api-schema/mcp-tools.ts'
import type { OpenQuestion } from '../../api-schema/question.ts'
import type { Agent } from '../agents/agents.ts'
import type { Questions } from '../agents/questions.ts'
import type { Dispatcher } from '../dispatch.ts'
import { isObject, toJson } from '../json.ts'
import { version } from '../version.ts'
import {
  codes,
  type Headers,
  handshakeVersions,
  type Id,
  idIn,
  isStatelessIn,
  type Message,
  messageIn,
  Objection,
  serverKey,
  statelessVersion,
} from './mcp-envelope.ts'
import { declaresForms, elicitationText, takeAnswer, Waits } from './mcp-questions.ts'
import { asAsked } from './mcp-rights.ts'
import { callTool, type Menu, menuOf, type ToolCaller } from './mcp-tools.ts'
import { batchLimits } from './rpc.ts'

export interface McpRequest {
  /** Parsed. */
  readonly body: unknown
  readonly headers: Headers
  /** Path and query: `/mcp?groups=page,scripts`, `/mcp?slim`. */
  readonly url: string
  readonly agent: Agent
  /** The client's name for its session. */
  readonly session?: string | undefined
  /** Aborts when the caller disconnects. */
  readonly signal?: AbortSignal
  /** Sends a message before the answer, if the caller accepts several. */
  readonly tell?: ((message: string) => void) | undefined
  /** Sent by one of the person's own programs, not by an agent with its token: its answers are the person's. */
  readonly isOwners?: boolean
}

interface McpReply {
  readonly status: number
  /** JSON; empty if there is no reply. */
  readonly body: string
}

export type Mcp = (request: McpRequest) => Promise<McpReply>

type Tell = McpRequest['tell']

/** `progress` counts in these: seconds. */
const progressMs = 1000
const capabilities = { tools: {} }
/** How clients may cache a list: it only changes with the address or the version. */
const cache = { ttlMs: 3_600_000, cacheScope: 'private' }

/** Set for clients that declared forms once: the shim repeats it with each message. */
const formsHeader = 'ix-forms'

export function createMcp(
  dispatcher: Pick<Dispatcher, 'call'>,
  questions: Pick<Questions, 'answer' | 'list'> = { answer: () => {}, list: () => [] },
): Mcp {
  const menus = new Map<string, Menu>()
  const waits = new Waits(questions)
  return async ({
    body,
    headers,
    url,
    agent: asking,
    session,
    signal = new AbortController().signal,
    tell,
    isOwners,
  }) => {
    const query = new URL(url, 'http://localhost').searchParams
    const agent = asAsked(asking, query)
    const caller: ToolCaller = { agent, session, menu: menuOf(query, agent.scope, menus) }
    if (isOwners && isObject(body) && body.method === undefined) takeAnswer(body, caller, questions)
    const asks = { isOwners: isOwners === true, takesForms: headers[formsHeader] === '1', waits }
    const answer = (one: unknown) =>
      answerOne(one, headers, (message) => resultOf(dispatcher, message, caller, signal, tell, asks))
    return Array.isArray(body) ? await answerBatch(body, answer) : await answer(body)
  }
}

/** How the person behind a connection can be asked. */
interface Asks {
  readonly isOwners: boolean
  readonly takesForms: boolean
  readonly waits: Waits
}

async function answerOne(
  body: unknown,
  headers: Headers,
  run: (message: Message) => Promise<object | Objection>,
): Promise<McpReply> {
  const message = messageIn(body, headers)
  if (message instanceof Objection) return refusal(idIn(body), message)
  const { id, isStateless } = message
  if (id === undefined) return { status: 202, body: '' }
  const result = await run(message).catch(() => new Objection(codes.internal, 'Internal error', { status: 200 }))
  if (result instanceof Objection) return refusal(id, result)
  const whole = isStateless ? { resultType: 'complete', ...result, _meta: { [serverKey]: self() } } : result
  return { status: 200, body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${toJson(whole)}}` }
}

function refusal(id: Id | null, { status, code, message, data }: Objection): McpReply {
  return {
    status,
    body: toJson({ jsonrpc: '2.0', id, error: { code, message: harmless(message), ...(data && { data }) } }),
  }
}

/** First era only. Items run one at a time, in order. */
async function answerBatch(items: readonly unknown[], answer: (item: unknown) => Promise<McpReply>): Promise<McpReply> {
  const most = batchLimits.requests
  if (items.length === 0 || items.length > most || items.some(isStatelessIn)) {
    const what = `A batch has 1 to ${most} messages, none of protocol version ${statelessVersion} or newer.`
    return refusal(null, new Objection(codes.invalid, what))
  }
  const bodies: string[] = []
  for (const item of items) {
    const { body } = await answer(item)
    if (body !== '') bodies.push(body)
  }
  return bodies.length === 0 ? { status: 202, body: '' } : { status: 200, body: `[${bodies.join(',')}]` }
}

async function resultOf(
  dispatcher: Pick<Dispatcher, 'call'>,
  message: Message,
  caller: ToolCaller,
  signal: AbortSignal,
  tell: Tell,
  asks: Asks,
): Promise<object | Objection> {
  const { method, params, isStateless } = message
  const tools = caller.menu.list
  if (method === 'tools/list') return isStateless ? { tools, ...cache } : { tools }
  if (method === 'tools/call') {
    const { name, arguments: given } = params
    if (typeof name !== 'string' || !(given === undefined || given === null || isObject(given)))
      return new Objection(codes.params, 'tools/call takes name, a text, and arguments, an object.', { status: 200 })
    const progress = tellProgress(name, params, tell)
    const run = (own: AbortSignal, onQuestion?: (question: OpenQuestion) => void) =>
      callTool(dispatcher, caller, name, given ?? {}, own, { onQuestion, onWait: progress.wait })
    return await asked(run, message, caller, signal, tell, asks).finally(progress.stop)
  }
  if (isStateless && method === 'server/discover')
    return { supportedVersions: [statelessVersion], capabilities, instructions, ...cache }
  if (!isStateless && method === 'ping') return {}
  if (!isStateless && method === 'initialize') {
    const wanted = String(params.protocolVersion)
    const protocolVersion = handshakeVersions.includes(wanted) ? wanted : handshakeVersions[0]
    return { protocolVersion, capabilities, serverInfo: self(), instructions }
  }
  return new Objection(codes.unknown, 'Method not found', { status: isStateless ? 404 : 200 })
}

/** A call whose person can be asked on this connection, if they are its owner and it shows forms. */
async function asked(
  run: (signal: AbortSignal, onQuestion?: (question: OpenQuestion) => void) => Promise<object>,
  message: Message,
  caller: ToolCaller,
  signal: AbortSignal,
  tell: Tell,
  { isOwners, takesForms, waits }: Asks,
): Promise<object | Objection> {
  if (isOwners && message.isStateless && declaresForms(message)) return await waits.run(message, caller, signal, run)
  if (!isOwners || message.isStateless || !takesForms || tell === undefined) return await run(signal)
  return await run(signal, (question) => tell(elicitationText(question)))
}

const self = () => ({ name: 'interface-explorer', version: version() })

interface Progress {
  /** Names what the call waits for from now on. */
  wait(what: string): void
  stop(): void
}

/** Sends progress to hosts that asked for it, so that they keep waiting. */
function tellProgress(tool: string, { _meta: meta }: Message['params'], tell: Tell): Progress {
  const progressToken = isObject(meta) ? meta.progressToken : undefined
  if (tell === undefined || !(typeof progressToken === 'string' || typeof progressToken === 'number'))
    return { wait: () => undefined, stop: () => undefined }
  let progress = 0
  let what = `${tool} has run`
  const timer = setInterval(() => {
    progress += 1
    const params = { progressToken, progress, message: harmless(`${what} for ${progress} s`) }
    tell(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
  }, progressMs)
  const wait = (now: string) => {
    what = now
  }
  return { wait, stop: () => clearInterval(timer) }
}
