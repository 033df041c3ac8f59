/** What agents ask the person before they go on: one queue, whichever of the person's windows shows it. */
import type { OpenQuestion, ReplyWord } from '../../api-schema/question.ts'
import { Problem } from '../problem.ts'
import type { Pausable } from './pauses.ts'

/** Texts of the screen in it have been quoted by the asker. */
export type Asked = Pick<OpenQuestion, 'kind' | 'text' | 'answers'>

export interface Reply {
  readonly answer: ReplyWord
  /** What the person typed, if that was asked for. */
  readonly text?: string
}

interface Open {
  readonly question: OpenQuestion
  readonly asker: Pausable
  settle(reply: Reply): void
}

/** Open questions of one agent: more would only hide each other. */
const mostOfAgent = 8

export class Questions {
  readonly #seconds: number
  readonly #open = new Map<string, Open>()
  #begun = 0
  #onChange: () => void = () => {}
  #isWatched = () => false

  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** Called when a question begins or ends. A single listener, which must not throw. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  /** Whether a person sees the questions somewhere else than in the call itself, and can answer there. */
  get isWatched(): boolean {
    return this.#isWatched()
  }

  watchedBy(isWatched: () => boolean): void {
    this.#isWatched = isWatched
  }

  /** Oldest first. */
  list(): readonly OpenQuestion[] {
    return [...this.#open.values()].map(({ question }) => question)
  }

  /**
   * Waits for the answer, for at most `seconds` and `mostMs`. `shown` gets the question once it can be answered. Throws
   * not_allowed for a no and for no answer, and the signal's reason when the asker gives up.
   */
  async ask(
    asked: Asked,
    asker: Pausable,
    signal: AbortSignal,
    shown: (question: OpenQuestion) => void = () => {},
    mostMs = Number.POSITIVE_INFINITY,
  ): Promise<Reply> {
    const ofAgent = [...this.#open.values()].filter((one) => one.asker.agent === asker.agent).length
    if (ofAgent >= mostOfAgent)
      throw new Problem('limit_exceeded', {
        message: `The person has ${ofAgent} questions of ${asker.agent} to answer already. Nothing was done.`,
        hint: 'Wait for the answers to those before.',
      })
    signal.throwIfAborted()
    const ms = Math.max(0, Math.min(this.#seconds * 1000, mostMs))
    const question: OpenQuestion = {
      ...asked,
      id: `q${++this.#begun}`,
      agent: asker.agent,
      session: asker.id,
      ...(asker.name !== undefined && { name: asker.name }),
      seconds: Math.ceil(ms / 1000),
      until: new Date(Date.now() + ms).toISOString(),
    }
    return await new Promise((resolve, reject) => {
      const end = (how: () => void) => {
        if (!this.#open.delete(question.id)) return
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        how()
        this.#onChange()
      }
      const onAbort = () => end(() => reject(signal.reason))
      const timer = setTimeout(() => end(() => reject(unanswered(question))), ms)
      signal.addEventListener('abort', onAbort)
      const settle = (reply: Reply) => end(() => (reply.answer === 'no' ? reject(refused(question)) : resolve(reply)))
      this.#open.set(question.id, { question, asker, settle })
      this.#onChange()
      shown(question)
    })
  }

  /** `asker`: answers only if that session asked. Throws not_found; invalid_params for another kind of answer. */
  answer(id: string, reply: Reply, asker?: Pick<Pausable, 'agent' | 'name'>): void {
    const open = this.#open.get(id)
    const isOther = asker !== undefined && (open?.asker.agent !== asker.agent || open.asker.name !== asker.name)
    if (open === undefined || isOther)
      throw new Problem('not_found', {
        message: `There is no open question ${JSON.stringify(id)}: it was answered, or its time is up.`,
        hint: 'Call {questions} for those that there are.',
      })
    const { answers } = open.question
    if (!answers.includes(reply.answer))
      throw new Problem('invalid_params', {
        message: `params.answer: ${id} takes ${answers.join(', ')}, not ${reply.answer}.`,
        data: { path: 'params.answer' },
      })
    if (open.question.kind === 'text' && reply.answer === 'yes' && reply.text === undefined)
      throw new Problem('invalid_params', {
        message: `params.text: ${id} asks for a text.`,
        data: { path: 'params.text' },
      })
    open.settle(reply)
  }
}

function refused({ text }: OpenQuestion): Problem {
  return new Problem('not_allowed', {
    message: `The person was asked and said no: ${text} Nothing was done.`,
    hint: 'Do not try it in another way; ask the person what they want instead.',
    data: { reason: 'refused' },
  })
}

function unanswered({ text, seconds }: OpenQuestion): Problem {
  return new Problem('not_allowed', {
    message: `The person was asked and did not answer within ${seconds} s: ${text} Nothing was done.`,
    hint: 'Tell the person that this waits for their yes, and try again when they are there.',
    retryable: true,
    data: { reason: 'unanswered' },
  })
}
