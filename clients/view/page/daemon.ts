/** Requests of the page to `ix view`, which asks the daemon. */
import type { CallEvent } from '../../../api-schema/call-event.ts'
import type { MethodName, Result } from '../../../api-schema/methods.ts'
import type { OpenQuestion } from '../../../api-schema/question.ts'
import type { TargetEvent } from '../../../api-schema/target-event.ts'

export type Params = { readonly [name: string]: unknown }

export interface Start {
  /** What the person asked to see. */
  readonly shown: Params
  readonly version: string
  /** Name of the file, if a trace is shown. */
  readonly trace?: string
  readonly reach: { readonly socket?: string; readonly url?: string }
}

export interface Failure {
  readonly name: string
  readonly message: string
  readonly hint?: string
}

export class CallFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Why the link does not work; undefined once the browser leaves for the page behind it. */
export async function openLink(key: string): Promise<string | undefined> {
  const response = await post('/open', { key })
  if (!response.ok) return (await response.text()).trim()
  const { at } = (await response.json()) as { readonly at: string }
  location.replace(at)
  return undefined
}

export async function start(): Promise<Start> {
  const response = await fetch('start')
  if (!response.ok) throw new Error((await response.text()).trim())
  return (await response.json()) as Start
}

/** The text of the trace. */
export async function traceText(): Promise<string> {
  return await (await fetch('trace')).text()
}

/** Throws CallFailed. */
export async function call<M extends MethodName>(method: M, params: Params, signal?: AbortSignal): Promise<Result<M>> {
  const response = await post('call', { method, params }, signal)
  const { result, error } = (await response.json()) as { readonly result?: Result<M>; readonly error?: Failure }
  if (error !== undefined) throw new CallFailed(error)
  return result as Result<M>
}

function post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) })
}

export interface Listener {
  readonly onCall: (call: CallEvent) => void
  readonly onTarget: (event: TargetEvent) => void
  readonly onQuestions: (open: readonly OpenQuestion[]) => void
  readonly onOpen: (open: boolean) => void
}

/** Returns a function that stops listening. The browser reconnects by itself. */
export function listen({ onCall, onTarget, onQuestions, onOpen }: Listener): () => void {
  const source = new EventSource('events')
  source.onopen = () => onOpen(true)
  source.onerror = () => onOpen(false)
  source.addEventListener('call', ({ data }) => onCall(JSON.parse(data)))
  source.addEventListener('questions', ({ data }) => onQuestions(JSON.parse(data)))
  for (const event of ['opened', 'changed', 'dialog', 'closed'] as const)
    source.addEventListener(event, ({ data }) => onTarget({ ...JSON.parse(data), event }))
  return () => source.close()
}
