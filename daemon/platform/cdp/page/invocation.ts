/** One call of a page's tool, from before it is sent until it is answered, cancelled or cannot be answered. */
import type { Protocol } from 'devtools-protocol'
import { cut, longestTold } from '../../../../api-schema/cut.ts'
import { Problem } from '../../../problem.ts'
import type { ToolOptions, ToolOutcome } from '../../tab/tools.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'

/** Time for the browser to refuse the input of a form. */
const refuseMs = 100

interface Called {
  readonly name: string
  readonly frameId: string
  /** Does its frame still show the document that offered it? */
  isSame(): boolean
}

type Responded = Protocol.WebMCP.ToolRespondedEvent

export class Invocation {
  readonly #access: TabAccess
  readonly #session: Session
  readonly #called: Called
  /** Events may come before the reply that says which call they are about. */
  readonly #responses = new Map<string, Responded>()
  readonly #strays = new Set<string>()
  readonly #stops: (() => void)[]
  readonly #came: Promise<ToolOutcome | Error>
  #settle: (outcome: ToolOutcome | Error) => void = () => {}
  #id: string | undefined

  constructor(access: TabAccess, session: Session, called: Called) {
    this.#access = access
    this.#session = session
    this.#called = called
    this.#came = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#stops = [
      session.on('WebMCP.toolInvoked', ({ invocationId }) => {
        // Another document has come, with a tool of the same name.
        if (!called.isSame()) this.#strays.add(invocationId)
        this.#check()
      }),
      session.on('WebMCP.toolResponded', (event) => {
        if (this.#id === undefined || this.#id === event.invocationId) this.#responses.set(event.invocationId, event)
        this.#check()
      }),
      session.on('Page.frameDetached', ({ frameId, reason }) => {
        if (frameId === called.frameId && reason !== 'swap') this.#settle(this.#lost('its frame is gone'))
      }),
      access.session.on('Page.javascriptDialogOpening', () => {
        if (access.dialog !== undefined) this.#settle({ dialog: access.dialog })
      }),
    ]
  }

  /** Throws unknown_outcome, or the signal's reason; the tool is then cancelled. */
  async outcome(id: string, { deadline, signal, isFilled }: ToolOptions & { isFilled: boolean }): Promise<ToolOutcome> {
    this.#id = id
    let timer: NodeJS.Timeout | undefined
    const abort = () => this.#settle(this.#cancelled(id, signal.reason))
    try {
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
      this.#check()
      const ms = Math.max(0, deadline - performance.now())
      timer = setTimeout(() => this.#settle(this.#cancelled(id, this.#late(ms))), ms)
      if (isFilled) void this.#whenFilled(signal)
      const outcome = await this.#came
      if (outcome instanceof Error) throw outcome
      return outcome
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  sessionEnded(session: Session): void {
    if (session === this.#session) this.#settle(this.#lost('its page is gone'))
  }

  end(): void {
    for (const stop of this.#stops) stop()
  }

  #check(): void {
    const id = this.#id
    if (id === undefined) return
    const response = this.#responses.get(id)
    if (this.#strays.has(id)) this.#settle(this.#cancelled(id, this.#lost('another page came meanwhile')))
    else if (response !== undefined) this.#settle(outcomeOf(response))
  }

  /** A form that is not sent automatically would answer only when a person sends it: filled in is outcome enough. */
  async #whenFilled(signal: AbortSignal): Promise<void> {
    await this.#access.send(this.#session, 'Runtime.evaluate', { expression: '1' }, signal).catch(() => undefined)
    setTimeout(() => this.#settle({ filled: true }), refuseMs)
  }

  #cancelled(invocationId: string, problem: Error): Error {
    this.#session.send('WebMCP.cancelInvocation', { invocationId }).catch(() => undefined)
    return problem
  }

  #late(ms: number): Problem {
    return new Problem('unknown_outcome', {
      message: `The tool "${this.#called.name}" had not answered after ${Math.round(ms)} ms, and was cancelled; what it has done by then is not known.`,
    })
  }

  #lost(why: string): Problem {
    return new Problem('unknown_outcome', {
      message: `The tool "${this.#called.name}" was called and cannot answer: ${why}.`,
    })
  }
}

function outcomeOf({ status, output, errorText, exception }: Responded): ToolOutcome {
  // Earlier versions said Success.
  if (status !== 'Error' && status !== 'Canceled') return { output }
  const thrown = exception?.description?.split('\n    at ', 1)[0] ?? exception?.value
  const said = [errorText, thrown].find((text) => text !== undefined && text !== '')
  return { failed: cut(String(said ?? (status === 'Canceled' ? 'It was cancelled.' : 'It failed.')), longestTold) }
}
