/** Server-sent events for clients that follow changes. Events trigger no reading and are not stored. */
import type { ServerResponse } from 'node:http'
import type { CallEvent } from '../../api-schema/call-event.ts'
import type { OpenQuestion } from '../../api-schema/question.ts'
import type { TargetEvent } from '../../api-schema/target-event.ts'
import type { Agent } from '../agents/agents.ts'
import { isUnlimited, whoIs } from '../agents/limits.ts'
import type { Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { sightOf } from '../reach.ts'
import type { Sight } from '../tree/targets/trees.ts'

export interface EventLimits {
  /** Shortest interval between change events of one target, in ms. */
  readonly pauseMs: number
  readonly pingMs: number
  /** Limits on readers: in all, per agent, and per session. */
  readonly readers: number
  readonly perAgent: number
  readonly perSession: number
  /** Bytes queued for a reader before it is disconnected. */
  readonly waitingBytes: number
}

const defaults: EventLimits = {
  pauseMs: 100,
  pingMs: 15_000,
  readers: 32,
  perAgent: 8,
  perSession: 4,
  waitingBytes: 64 * 1024,
}

interface Pending {
  readonly event: TargetEvent
  readonly target: Target | undefined
}

interface Reader {
  readonly agent: string
  readonly session: string | undefined
  /** What the reader may know; everything if absent. */
  readonly sight: Sight | undefined
  /** Also receives calls. */
  readonly calls: boolean
  /** A person reads it, and can answer questions there. */
  readonly answers: boolean
  readonly ping: NodeJS.Timeout
  readonly release: () => void
}

/** Who made a call: an agent, and its client's session name. */
interface Caller {
  readonly agent: string
  readonly name: string | undefined
}

/** Rate limit of one target's change events: when the last was sent, and the next one waiting. */
interface Pace {
  toldAt: number
  waiting: Pending | undefined
  timer: NodeJS.Timeout | undefined
}

export class Events {
  readonly #limits: EventLimits
  readonly #present: (sight: Sight | undefined) => readonly TargetEvent[]
  readonly #questions: () => readonly OpenQuestion[]
  readonly #readers = new Map<ServerResponse, Reader>()
  readonly #paces = new Map<string, Pace>()
  /** How many readers receive calls. */
  #ofCalls = 0
  #callsSent = 0

  /** `present` lists the targets that are kept warm, as far as a reader may know them: sent first to each new reader. */
  constructor(
    present: (sight: Sight | undefined) => readonly TargetEvent[] = () => [],
    limits: Partial<EventLimits> = {},
    questions: () => readonly OpenQuestion[] = () => [],
  ) {
    this.#questions = questions
    this.#present = present
    this.#limits = { ...defaults, ...limits }
  }

  get readers(): number {
    return this.#readers.size
  }

  /** Whether a person sees questions where they can answer them: on the page of `ix view`. */
  get answers(): boolean {
    return [...this.#readers.values()].some((reader) => reader.answers)
  }

  /** Without a target, the event goes only to readers without limits. */
  tell(event: TargetEvent, target?: Target): void {
    if (this.#readers.size === 0) return
    const name = `${event.platform} ${event.target}`
    if (event.event === 'closed') this.#forget(name)
    if (event.event === 'changed') this.#sendPaced(name, { event, target })
    else this.#send({ event, target })
  }

  /** Calls `write` only if a session other than the caller's listens. */
  tellCall({ agent, name }: Caller, write: (number: number) => CallEvent): void {
    if (this.#ofCalls === 0) return
    const others = [...this.#readers].filter(([, one]) => one.calls && !(one.agent === agent && one.session === name))
    if (others.length === 0) return
    const text = `event: call\ndata: ${JSON.stringify(write(++this.#callsSent))}\n\n`
    for (const [response] of others) this.#write(response, text)
  }

  /** Sent to those who see calls, since they can answer. */
  tellQuestions(): void {
    for (const [response, { calls }] of [...this.#readers]) if (calls) this.#write(response, this.#questionsText())
  }

  #questionsText(): string {
    return `event: questions\ndata: ${JSON.stringify(this.#questions())}\n\n`
  }

  /** Throws limit_exceeded above the limit, before anything is sent. */
  add(
    agent: Agent,
    session: string | undefined,
    response: ServerResponse,
    headers: { readonly [name: string]: string },
    { calls = false, answers = false }: { readonly calls?: boolean; readonly answers?: boolean } = {},
  ): void {
    if (calls && !isUnlimited(agent)) throw notOwner(agent)
    this.#makeRoom(agent, session)
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' })
    const ping = setInterval(() => this.#write(response, ': ping\n\n'), this.#limits.pingMs).unref()
    const sight = isUnlimited(agent) ? undefined : sightOf({ agent })
    const end = () => {
      this.#drop(response)
      response.end()
    }
    agent.ended?.addEventListener('abort', end)
    const release = () => agent.ended?.removeEventListener('abort', end)
    this.#readers.set(response, { agent: agent.name, session, sight, calls, answers: calls && answers, ping, release })
    if (calls) this.#ofCalls++
    response.once('close', () => this.#drop(response))
    // Sends the headers at once, so that the reader knows where the stream starts.
    this.#write(response, ': events\n\n')
    for (const event of this.#present(sight)) this.#write(response, textOf(event))
    if (calls && this.#questions().length > 0) this.#write(response, this.#questionsText())
  }

  /** Ends all readers, in order. */
  close(): void {
    for (const response of [...this.#readers.keys()]) {
      this.#drop(response)
      response.end()
    }
  }

  #makeRoom({ name }: Agent, wanted: string | undefined): void {
    const { readers, perAgent, perSession } = this.#limits
    const ofAgent = [...this.#readers.values()].filter(({ agent }) => agent === name)
    const ofSession = ofAgent.filter(({ session }) => session === wanted)
    const full =
      ofSession.length >= perSession
        ? `This session already has ${perSession}`
        : ofAgent.length >= perAgent
          ? `This agent already has ${perAgent}`
          : this.#readers.size >= readers && `There are already ${readers}`
    if (!full) return
    throw new Problem('limit_exceeded', {
      message: `${full} readers of events.`,
      hint: 'Close a connection to /events first; one connection covers all targets.',
    })
  }

  #sendPaced(name: string, pending: Pending): void {
    const pace = this.#paces.get(name) ?? { toldAt: Number.NEGATIVE_INFINITY, waiting: undefined, timer: undefined }
    this.#paces.set(name, pace)
    const { waiting } = pace
    pace.waiting = waiting?.event.replaced ? { ...pending, event: { ...pending.event, replaced: true } } : pending
    if (pace.timer !== undefined) return
    const left = pace.toldAt + this.#limits.pauseMs - performance.now()
    if (left <= 0) this.#flush(pace)
    else pace.timer = setTimeout(() => this.#flush(pace), left).unref()
  }

  #flush(pace: Pace): void {
    const { waiting } = pace
    pace.timer = undefined
    pace.waiting = undefined
    pace.toldAt = performance.now()
    if (waiting !== undefined) this.#send(waiting)
  }

  #forget(name: string): void {
    clearTimeout(this.#paces.get(name)?.timer)
    this.#paces.delete(name)
  }

  #send({ event, target }: Pending): void {
    const text = textOf(event)
    for (const [response, { sight }] of [...this.#readers])
      if (sight === undefined || (target !== undefined && sight.has(target))) this.#write(response, text)
  }

  /** A slow reader is disconnected: events it missed cannot be replayed. */
  #write(response: ServerResponse, text: string): void {
    if (response.writableLength > this.#limits.waitingBytes) {
      this.#drop(response)
      response.destroy()
    } else response.write(text)
  }

  #drop(response: ServerResponse): void {
    const reader = this.#readers.get(response)
    clearInterval(reader?.ping)
    reader?.release()
    if (reader?.calls) this.#ofCalls--
    this.#readers.delete(response)
    if (this.#readers.size > 0) return
    for (const name of [...this.#paces.keys()]) this.#forget(name)
  }
}

function notOwner(agent: Agent): Problem {
  return new Problem('not_allowed', {
    message: `What others call is shown only to the owner, not to ${whoIs(agent)}.`,
    hint: 'Read /events without calls.',
  })
}

function textOf({ event, ...data }: TargetEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
