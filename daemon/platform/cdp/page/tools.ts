/** The tools that a tab's documents offer, as the browser reports them, and calls of them. */
import type { Protocol } from 'devtools-protocol'
import { cut } from '../../../../api-schema/cut.ts'
import { Problem } from '../../../problem.ts'
import { withTimeLimit } from '../../../time-limit.ts'
import type { PageTool, PageTools, ToolInput, ToolOptions, ToolOutcome, ToolParameter } from '../../tab/tools.ts'
import { publicUrl } from '../feeds/secrets.ts'
import { type Fields, fieldsOf } from '../scripts/script-reply.ts'
import type { TabAccess } from '../wire/access.ts'
import { CommandError, type Connection, type Session } from '../wire/connection.ts'
import { listenForFrames } from '../wire/outer-frames.ts'
import { isDialog } from '../wire/world.ts'
import { Invocation } from './invocation.ts'

/** Above either, a page is not listened to until its next document: it offers too much, or registers without end. */
const mostTools = 500
const mostReported = 20_000
/** Time for a page to report the tools that it has registered. */
const tellMs = 1000

/** Browsers that lack the domain, so that each is asked only once. */
const lacking = new WeakSet<Connection>()

interface Offer {
  readonly session: Session
  readonly frameId: string
  readonly tool: PageTool
}

export class TabTools implements PageTools {
  readonly #access: TabAccess
  /** By frame and name. */
  readonly #offers = new Map<string, Offer>()
  /** How many tools the browser has reported since each session's outermost document arrived. */
  readonly #reported = new Map<Session, number>()
  readonly #muted = new Set<Session>()
  /** How many documents have arrived, by frame. */
  readonly #commits = new Map<string, number>()
  readonly #calls = new Set<Invocation>()
  #begun: Promise<unknown> = Promise.resolve()

  constructor(access: TabAccess) {
    this.#access = access
    // After the tab has set up its own listeners: to a new frame the tab's own commands must go first.
    queueMicrotask(() => this.#begin())
  }

  #begin(): void {
    const { session } = this.#access
    listenForFrames(session, {
      attached: (frame, frameId) => this.#follow(frame, frameId),
      detached: (frame) => this.#ended(frame),
    })
    session.onEnd(() => this.#ended(session))
    this.#follow(session, undefined)
  }

  get isSupported(): boolean {
    return !lacking.has(this.#access.session.connection)
  }

  get known(): readonly PageTool[] {
    return this.#open.map(({ tool }) => tool)
  }

  async caughtUp(signal: AbortSignal): Promise<void> {
    await this.#begun
    const patience = withTimeLimit(signal, tellMs)
    const asked = this.#access.sessions.map((session) =>
      this.#access.send(session, 'Runtime.evaluate', { expression: '1' }, patience),
    )
    await Promise.allSettled(asked)
    signal.throwIfAborted()
  }

  async call(tool: PageTool, input: ToolInput, { deadline, signal }: ToolOptions): Promise<ToolOutcome> {
    const offer = this.#open.find((one) => one.tool === tool)
    if (offer === undefined) throw withdrawn(tool.name)
    const { session, frameId } = offer
    const before = this.#commits.get(frameId)
    const isSame = () => this.#commits.get(frameId) === before
    const hadDialog = this.#access.dialog !== undefined
    const invocation = new Invocation(this.#access, session, { name: tool.name, frameId, isSame })
    this.#calls.add(invocation)
    try {
      const asked = { frameId, toolName: tool.name, input }
      const { invocationId } = await this.#access.send(session, 'WebMCP.invokeTool', asked, signal)
      return await invocation.outcome(invocationId, { deadline, signal, isFilled: tool.isFilled })
    } catch (error) {
      const { dialog } = this.#access
      if (dialog !== undefined && !hadDialog && isDialog(error)) return { dialog }
      if (!(error instanceof CommandError)) throw error
      throw this.#muted.has(session) ? overwhelming() : /not found/i.test(error.message) ? withdrawn(tool.name) : error
    } finally {
      this.#calls.delete(invocation)
      invocation.end()
    }
  }

  get #open(): readonly Offer[] {
    return [...this.#offers.values()].filter(({ frameId }) => this.#access.documents.mayKnow(frameId))
  }

  /** `outermost`: the outermost frame, for a session other than the page's own. */
  #follow(session: Session, outermost: string | undefined): void {
    session.on('WebMCP.toolsAdded', ({ tools }) => {
      for (const tool of tools) this.#add(session, tool)
    })
    session.on('WebMCP.toolsRemoved', ({ tools }) => {
      for (const tool of tools) this.#offers.delete(keyOf(tool.frameId, tool.name))
    })
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason !== 'swap') this.#forget((offer) => offer.frameId === frameId)
    })
    session.on('Page.frameNavigated', ({ frame: { id, parentId }, type }) => {
      this.#commits.set(id, (this.#commits.get(id) ?? 0) + 1)
      const isOutermost = outermost === undefined ? parentId === undefined : id === outermost
      this.#forget((offer) => (isOutermost ? offer.session === session : offer.frameId === id))
      if (!isOutermost) return
      // The tools of a restored document are reported before the document, and have just been forgotten with the
      // others.
      const isRestored = type === 'BackForwardCacheRestore'
      if (isRestored) session.send('WebMCP.disable').catch(() => undefined)
      if (isRestored || this.#muted.has(session)) this.#enable(session)
      this.#reported.delete(session)
    })
    this.#enable(session)
  }

  #enable(session: Session): void {
    const { connection } = session
    this.#muted.delete(session)
    if (lacking.has(connection)) return
    const enabled = session.send('WebMCP.enable').catch((error) => {
      if (error instanceof CommandError && /wasn't found/.test(error.message)) lacking.add(connection)
    })
    if (session === this.#access.session) this.#begun = enabled
  }

  #add(session: Session, told: Protocol.WebMCP.Tool): void {
    if (this.#muted.has(session)) return
    const count = (this.#reported.get(session) ?? 0) + 1
    this.#reported.set(session, count)
    if (count > mostReported || this.#offers.size >= mostTools) {
      this.#muted.add(session)
      session.send('WebMCP.disable').catch(() => undefined)
      return
    }
    const { frameId } = told
    const tool = offered(told, () => publicUrl(this.#access.documents.addresses(frameId)[0] ?? ''))
    if (tool !== undefined) this.#offers.set(keyOf(frameId, tool.name), { session, frameId, tool })
  }

  #forget(isGone: (offer: Offer) => boolean): void {
    for (const [key, offer] of this.#offers) if (isGone(offer)) this.#offers.delete(key)
  }

  #ended(session: Session): void {
    this.#forget((offer) => offer.session === session)
    for (const call of this.#calls) call.sessionEnded(session)
  }
}

function keyOf(frameId: string, name: string): string {
  return `${frameId} ${name}`
}

function overwhelming(): Problem {
  return new Problem('unsupported_here', {
    message: `The page offers tools without end: after ${mostTools} of them it was no longer listened to. Nothing was done.`,
    hint: 'Act on its elements instead: Call {explore} for them.',
  })
}

function withdrawn(name: string): Problem {
  return new Problem('not_found', {
    message: `The page no longer offers the tool "${name}". Nothing was done.`,
    hint: 'Call {explore} for the tools that it offers now.',
  })
}

/** Chromium's own limit for names. */
const longestName = 128
const longestDescription = 300
const longestNote = 100
const longestChoice = 40
const mostChoices = 12
const mostParameters = 30
const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

/** Undefined for a tool that nobody could call. */
function offered(
  { name, description, inputSchema, annotations, backendNodeId }: Protocol.WebMCP.Tool,
  url: () => string,
): PageTool | undefined {
  if (typeof name !== 'string' || name === '' || name.length > longestName) return undefined
  const { properties, required, additionalProperties } = fieldsOf(inputSchema)
  const needed = Array.isArray(required) ? required : []
  const isForm = backendNodeId !== undefined
  return {
    name,
    description: cut(String(description ?? ''), longestDescription),
    parameters: Object.entries(fieldsOf(properties))
      .slice(0, mostParameters)
      .filter(([own]) => own.length <= longestName)
      .map(([own, schema]) => parameter(own, fieldsOf(schema), needed.includes(own))),
    isClosed: additionalProperties === false || isForm,
    isFilled: isForm && annotations?.autosubmit !== true,
    get url() {
      return url()
    },
  }
}

function parameter(name: string, { type, enum: choices, description }: Fields, required: boolean): ToolParameter {
  const isShort =
    Array.isArray(choices) &&
    choices.length <= mostChoices &&
    choices.every((one) => typeof one === 'string' && one.length <= longestChoice)
  return {
    name,
    required,
    ...(types.has(type) && { type: String(type) }),
    ...(isShort && { choices: choices as string[] }),
    ...(typeof description === 'string' && description !== '' && { description: cut(description, longestNote) }),
  }
}
