/**
 * The sessions of one tab. A browser gives an extension a single session, with a child for each frame or worker of
 * another process; the daemon opens several. Each of the daemon's sessions stands for that one, and has its own
 * children.
 *
 * What a session has switched on is switched off when it ends, unless another needs it, as the end of a real session
 * would do.
 */
import { codes, type Notice, type Params, Refusal } from './protocol.ts'

/** The real session of the tab itself; those of its frames and workers have names. */
const own = ''

interface Child {
  readonly parent: string
  readonly params: Params
}

export class TabSessions {
  readonly tabId: number
  readonly #tell: (notice: Notice) => void
  readonly #open = new Set<string>()
  /** Real sessions of frames and workers. */
  readonly #children = new Map<string, Child>()
  /** Which sessions switched on what: by real session, then by domain. */
  readonly #holders = new Map<string, Map<string, Set<string>>>()
  /** Which sessions want new frames and workers of a real session, and whether those must wait. */
  readonly #attaching = new Map<string, Map<string, Params>>()
  #count = 0

  constructor(tabId: number, tell: (notice: Notice) => void) {
    this.tabId = tabId
    this.#tell = tell
  }

  begin(): string {
    const id = `${this.tabId}.${++this.#count}`
    this.#open.add(id)
    return id
  }

  has(sessionId: string): boolean {
    return this.#open.has(parsed(sessionId).session)
  }

  end(session: string): void {
    if (!this.#open.delete(session)) return
    this.#tell({ method: 'Target.detachedFromTarget', params: { sessionId: session } })
    for (const [real, domains] of this.#holders)
      for (const [domain, holders] of domains)
        if (holders.delete(session) && holders.size === 0)
          this.#send(real, `${domain}.disable`, undefined).catch(() => undefined)
    for (const [real, wishes] of this.#attaching)
      if (wishes.delete(session)) this.#send(real, 'Target.setAutoAttach', merged(wishes)).catch(() => undefined)
  }

  endAll(): void {
    for (const session of [...this.#open]) {
      this.#open.delete(session)
      this.#tell({ method: 'Target.detachedFromTarget', params: { sessionId: session } })
    }
  }

  async command(sessionId: string, method: string, params: Params = {}): Promise<object> {
    const { session, real } = parsed(sessionId)
    if (real !== own && !this.#children.has(real))
      throw new Refusal(codes.noSession, 'Session with given id not found.')
    if (method === 'Target.setAutoAttach') return await this.#attach(session, real, params)
    const [, domain, verb] = /^(\w+)\.(enable|disable)$/.exec(method) ?? []
    if (domain !== undefined) {
      const holders = made(
        made(this.#holders, real, () => new Map()),
        domain,
        () => new Set<string>(),
      )
      if (verb === 'enable') holders.add(session)
      else if (holders.delete(session) && holders.size > 0) return {}
    }
    return await this.#send(real, method, params)
  }

  /** An event of a real session, for each session that stands for it. */
  take(real: string | undefined, method: string, params: Params = {}): void {
    const from = real ?? own
    const child = String(params.sessionId)
    if (method === 'Target.attachedToTarget') this.#children.set(child, { parent: from, params })
    for (const session of this.#open) this.#tellOf(session, from, method, params)
    if (method === 'Target.detachedFromTarget') this.#forget(child)
  }

  #tellOf(session: string, from: string, method: string, params: Params): void {
    const isOfChild = method === 'Target.attachedToTarget' || method === 'Target.detachedFromTarget'
    if (isOfChild && this.#attaching.get(from)?.has(session) !== true) return
    const told = isOfChild ? { ...params, sessionId: named(session, String(params.sessionId)) } : params
    this.#tell({ method, params: told, sessionId: named(session, from) })
  }

  async #attach(session: string, real: string, params: Params): Promise<object> {
    const wishes = made(this.#attaching, real, () => new Map<string, Params>())
    const isNew = !wishes.has(session) && params.autoAttach === true
    if (params.autoAttach === true) wishes.set(session, params)
    else wishes.delete(session)
    const known = isNew ? [...this.#children.values()].filter(({ parent }) => parent === real) : []
    const reply = await this.#send(real, 'Target.setAutoAttach', merged(wishes))
    // The browser reports each only once.
    for (const { params: child } of known)
      if (this.#children.has(String(child.sessionId))) this.#tellOf(session, real, 'Target.attachedToTarget', child)
    return reply
  }

  /** Also forgets the frames and workers in it. */
  #forget(real: string): void {
    this.#children.delete(real)
    this.#holders.delete(real)
    this.#attaching.delete(real)
    for (const [child, { parent }] of [...this.#children]) if (parent === real) this.#forget(child)
  }

  async #send(real: string, method: string, params: Params | undefined): Promise<object> {
    const to: Debuggee = { tabId: this.tabId, ...(real !== own && { sessionId: real }) }
    return (await chrome.debugger.sendCommand(to, method, params)) ?? {}
  }
}

/** Settings for one real session that give all of them what they want. */
function merged(wishes: ReadonlyMap<string, Params>): Params {
  const all = [...wishes.values()]
  const waitForDebuggerOnStart = all.some((one) => one.waitForDebuggerOnStart === true)
  return { autoAttach: all.length > 0, waitForDebuggerOnStart, flatten: true }
}

function named(session: string, real: string): string {
  return real === own ? session : `${session}/${real}`
}

function parsed(sessionId: string): { readonly session: string; readonly real: string } {
  const [session = '', real = own] = sessionId.split('/')
  return { session, real }
}

function made<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
