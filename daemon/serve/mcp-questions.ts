/**
 * Questions to the person, as MCP asks them: by elicitation on the stream of the call, and from 2026-07-28 on by a result
 * that asks for more, after which the client calls again. The call itself waits in between and begins only once.
 */
import { createHash, randomBytes } from 'node:crypto'
import { harmless } from '../../api-schema/harmless.ts'
import type { OpenQuestion } from '../../api-schema/question.ts'
import type { Questions, Reply } from '../agents/questions.ts'
import { isObject } from '../json.ts'
import { codes, type Message, Objection } from './mcp-envelope.ts'
import type { ToolCaller } from './mcp-tools.ts'

type Json = { readonly [key: string]: unknown }
type Answerable = Pick<Questions, 'answer'>

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

/** Whether a client that declared these capabilities shows forms: one without modes shows only those. */
export function takesForms(capabilities: unknown): boolean {
  const asking = isObject(capabilities) ? capabilities.elicitation : undefined
  return isObject(asking) && (Object.keys(asking).length === 0 || isObject(asking.form))
}

/** Secrets must not pass through forms: for those the form only says where to type them. */
function requestFor({ kind, text, answers }: OpenQuestion, more: object = {}): object {
  const answer = { type: 'string', title: 'Answer', enum: answers }
  const isSecret = kind === 'text'
  const where = isSecret ? ' Type it on the page of ix view, not here.' : ''
  return {
    method: 'elicitation/create',
    params: {
      ...more,
      message: harmless(`${text}${where} (What stands in quotes comes from the screen.)`),
      requestedSchema: isSecret
        ? { type: 'object', properties: {} }
        : { type: 'object', properties: { answer }, required: ['answer'] },
    },
  }
}

/** For the stream of the call, in the eras that have one. */
export function elicitationText(question: OpenQuestion): string {
  return JSON.stringify({ jsonrpc: '2.0', id: question.id, ...requestFor(question) })
}

/** Anything but a clear yes is a no. */
function replyIn(result: unknown, { answers }: Pick<OpenQuestion, 'answers'>): Reply {
  const { action, content } = isObject(result) ? result : {}
  const { answer } = isObject(content) ? content : {}
  const given = action === 'accept' ? answers.find((one) => one === answer) : undefined
  return { answer: given ?? 'no' }
}

/** Takes a response to an elicitation. One to a question that is over, or to another session's, is ignored. */
export function takeAnswer(
  { id, result }: Json,
  { agent, session }: Pick<ToolCaller, 'agent' | 'session'>,
  questions: Pick<Questions, 'answer' | 'list'>,
): void {
  const question = questions.list().find((one) => one.id === id)
  if (question !== undefined) give(question, result, { agent: agent.name, name: session }, questions)
}

function give(
  question: OpenQuestion,
  result: unknown,
  asker: Parameters<Questions['answer']>[2],
  questions: Answerable,
): void {
  // Confirming that they saw it does not answer it.
  if (question.kind === 'text' && isObject(result) && result.action === 'accept') return
  try {
    questions.answer(question.id, replyIn(result, question), asker)
  } catch {
    // It was answered elsewhere, or its time was up.
  }
}

type Run = (signal: AbortSignal, onQuestion: (question: OpenQuestion) => void) => Promise<object>

/** A call whose person is being asked. */
interface Waiting {
  readonly of: string
  readonly result: Promise<object>
  /** The question that is open now, or the next one. */
  next(): Promise<OpenQuestion>
  attach(signal: AbortSignal): void
}

/** How long a call is kept after its question has ended: a client that returns then still gets the refusal. */
const graceMs = 10_000

export class Waits {
  readonly #questions: Pick<Questions, 'answer' | 'list'>
  /** By a state that is given once, to one client. */
  readonly #waiting = new Map<string, Waiting & { readonly question: OpenQuestion }>()

  constructor(questions: Pick<Questions, 'answer' | 'list'>) {
    this.#questions = questions
  }

  /** The result of a call, or one that asks for the person's answer. */
  async run({ params }: Message, caller: ToolCaller, signal: AbortSignal, run: Run): Promise<object | Objection> {
    const of = digestOf(params, caller)
    const { requestState, inputResponses } = params
    if (requestState === undefined) return await this.#come(this.#begin(of, run), signal)
    const waiting = typeof requestState === 'string' ? this.#waiting.get(requestState) : undefined
    if (waiting?.of !== of)
      return new Objection(codes.params, 'requestState is unknown, used, expired or of another call.', { status: 200 })
    this.#waiting.delete(String(requestState))
    const given = isObject(inputResponses) ? inputResponses[waiting.question.id] : undefined
    const asker = { agent: caller.agent.name, name: caller.session }
    if (given !== undefined) give(waiting.question, given, asker, this.#questions)
    return await this.#come(waiting, signal)
  }

  async #come(waiting: Waiting, signal: AbortSignal): Promise<object> {
    waiting.attach(signal)
    const first = await Promise.race([waiting.result, waiting.next()])
    if (!isQuestion(first)) return first
    const requestState = randomBytes(24).toString('base64url')
    this.#waiting.set(requestState, { ...waiting, question: first })
    setTimeout(() => this.#waiting.delete(requestState), Date.parse(first.until) - Date.now() + graceMs).unref()
    const inputRequests = { [first.id]: requestFor(first, { mode: 'form' }) }
    return { resultType: 'input_required', inputRequests, requestState }
  }

  #begin(of: string, run: Run): Waiting {
    const abort = new AbortController()
    let latest: OpenQuestion | undefined
    let told = (_question: OpenQuestion) => {}
    const result = run(abort.signal, (question) => {
      latest = question
      told(question)
    })
    // The client may never come back for it.
    result.catch(() => {})
    const isOpen = (question: OpenQuestion) => this.#questions.list().includes(question)
    return {
      of,
      result,
      next: () =>
        new Promise((resolve) => {
          told = resolve
          if (latest !== undefined && isOpen(latest)) resolve(latest)
        }),
      attach: (signal) => {
        const end = () => abort.abort(signal.reason)
        if (signal.aborted) end()
        else signal.addEventListener('abort', end, { once: true })
      },
    }
  }
}

function isQuestion(one: object): one is OpenQuestion {
  return 'until' in one
}

/** Whether a call of the newest era may be answered with a question. */
export function declaresForms({ params }: Message): boolean {
  const { _meta: meta } = params
  return isObject(meta) && takesForms(meta[capabilitiesKey])
}

/** Identifies the same call by the same caller; repeated requests differ only in the answers that they bring. */
function digestOf({ name, arguments: given }: Json, { agent, session }: ToolCaller): string {
  const call = JSON.stringify([agent.name, session, name, given ?? {}])
  return createHash('sha256').update(call).digest('base64')
}
