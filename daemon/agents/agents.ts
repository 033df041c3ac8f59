/** Callers: the owner, and agents with rights that the owner granted. Only digests of tokens are stored. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { given } from '../../api-schema/given.ts'
import { mostItems, type Rights } from '../../api-schema/rights.ts'
import { Problem } from '../problem.ts'

/** Rights granted in addition. */
export type Added = Partial<Pick<Rights, 'apps' | 'sites' | 'folders' | 'allow'>>

/** The caller. Tokens, cursors and the like belong to its name. */
export interface Agent extends Rights {
  readonly name: string
  /** Aborts with a Problem when it is revoked or expires. The owner has none. */
  readonly ended?: AbortSignal
}

export const owner: Agent = Object.freeze({ name: 'owner', scope: 'admin' })

/** An agent as stored across daemon restarts. */
export interface AgentRecord extends Rights {
  readonly name: string
  /** SHA-256 of its token, in hexadecimal digits. */
  readonly digest: string
  /** When it ends, in ms since 1970. */
  readonly until?: number
}

/** Persistent storage of agents, which other daemons of the same user may share. */
export interface AgentStore {
  /** Changes whenever the contents change; cheap to read. */
  readonly version: string
  read(): { readonly records: readonly AgentRecord[]; readonly damaged: readonly string[] }
  /** False if the name is taken. Durable when it returns. */
  add(record: AgentRecord): boolean
  /** Replaces the record of this name, which stays until then. */
  replace(record: AgentRecord): void
  /** False if there was none. */
  remove(name: string): boolean
}

export interface Clocks {
  /** In ms since 1970. */
  readonly wall: () => number
  /** Monotonic, in ms. */
  readonly steady: () => number
}

const clocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() }
/** The longest delay a Node timer accepts. */
const longestMs = 2 ** 31 - 1

interface Entry {
  readonly digest: Buffer
  readonly agent: Agent
  readonly record?: AgentRecord
  /** By the steady clock. An agent expires by whichever clock comes first: one may be set back, the other may sleep. */
  readonly until: number
  end(why: string): void
}

export class Agents {
  readonly #store: AgentStore | undefined
  readonly #clocks: Clocks
  #entries: readonly Entry[] = []
  #damaged: readonly string[] = []
  #version: string | undefined
  #timer: NodeJS.Timeout | undefined

  /** Without a store, agents end with the daemon. */
  constructor(store?: AgentStore, time: Clocks = clocks) {
    this.#store = store
    this.#clocks = time
  }

  /** Adds one that is not stored, such as the owner. */
  add(agent: Agent, token: string): void {
    const forever = Number.POSITIVE_INFINITY
    this.#entries = [...this.#entries, { digest: digestOf(token), agent, until: forever, end: () => {} }]
  }

  /** Compares with every entry, and only digests of equal length, so timing reveals nothing. */
  byToken(token: string): Agent | undefined {
    this.#refresh()
    const digest = digestOf(token)
    let found: Agent | undefined
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, digest)) found = entry.agent
    return found
  }

  /** For the owner, who may act as any agent. */
  named(name: string): Agent | undefined {
    this.#refresh()
    return this.#entries.find(({ agent, record }) => record !== undefined && agent.name === name)?.agent
  }

  /** Sorted by name. */
  list(): { readonly records: readonly AgentRecord[]; readonly damaged: readonly string[] } {
    this.#refresh()
    const records = this.#entries.flatMap(({ record }) => record ?? [])
    return { records: records.sort((a, b) => (a.name < b.name ? -1 : 1)), damaged: this.#damaged }
  }

  /** Returns the only copy of its token; `undefined` if the name is taken. */
  create(
    name: string,
    rights: Rights,
    ttlMs?: number,
  ): { readonly record: AgentRecord; readonly token: string } | undefined {
    this.#refresh()
    const token = `ix_${randomBytes(32).toString('base64url')}`
    const until = ttlMs === undefined ? {} : { until: this.#clocks.wall() + ttlMs }
    const record: AgentRecord = { name, ...rights, digest: digestOf(token).toString('hex'), ...until }
    if (name === owner.name || this.#store?.add(record) !== true) return undefined
    this.#refresh()
    return { record, token }
  }

  /** Adds to its lists for good; open calls go on. Undefined if there is no such agent. Throws limit_exceeded. */
  widen(name: string, added: Added): AgentRecord | undefined {
    this.#refresh()
    const record = this.#entries.find((entry) => entry.record?.name === name)?.record
    if (record === undefined) return undefined
    const more = Object.entries(added).map(([right, items]) => [
      right,
      [...new Set([...(record[right as keyof Added] ?? []), ...items])],
    ])
    const full = more.find(([, items]) => items!.length > mostItems)
    if (full !== undefined)
      throw new Problem('limit_exceeded', {
        message: `The agent ${name} has ${mostItems} ${full[0]} already. Nothing was added.`,
        hint: `Give it a pattern or a folder that covers several: ix agent allow ${name} --sites '*.example.com'.`,
        retryable: false,
      })
    const wider = { ...record, ...Object.fromEntries(more) }
    this.#store!.replace(wider)
    this.#refresh()
    return wider
  }

  /** Immediate: open calls and streams end as well. False if there is none. */
  revoke(name: string): boolean {
    const was = this.#store?.remove(name) === true
    this.#refresh()
    return was
  }

  /** Loads changes from the store, and ends expired agents. */
  #refresh(): void {
    const store = this.#store
    if (store === undefined) return
    const before = this.#entries
    const { version } = store
    const found = version === this.#version ? before : this.#read(store)
    this.#version = version
    this.#entries = found.filter((entry) => !this.#isOver(entry))
    if (this.#entries.length < found.length)
      forget(
        store,
        found.filter((entry) => this.#isOver(entry)),
      )
    const kept = new Set(this.#entries.map(({ end }) => end))
    const lost = before.filter(({ end }) => !kept.has(end))
    for (const entry of lost) entry.end(this.#isOver(entry) ? 'its time is up' : 'its owner has revoked it')
    if (found !== before || lost.length > 0) this.#watch()
  }

  #read(store: AgentStore): readonly Entry[] {
    const { records, damaged } = store.read()
    this.#damaged = damaged
    const known = (wanted: string) => this.#entries.find(({ record }) => record?.digest === wanted)
    const kept = records.map((record) => {
      const was = known(record.digest)
      return was !== undefined && isDeepStrictEqual(was.record, record) ? was : this.#entryOf(record, was)
    })
    return [...this.#entries.filter(({ record }) => record === undefined), ...kept]
  }

  /** `was`: the same agent before its rights changed, whose calls and streams continue. */
  #entryOf(record: AgentRecord, was?: Entry): Entry {
    const { name, scope, apps, sites, folders, allow, ask, until } = record
    const ended = new AbortController()
    const { wall, steady } = this.#clocks
    return {
      digest: Buffer.from(record.digest, 'hex'),
      record,
      agent: {
        ...{ name, scope, ended: was?.agent.ended ?? ended.signal },
        ...given({ apps, sites, folders, allow, ask }),
      },
      until: until === undefined ? Number.POSITIVE_INFINITY : steady() + until - wall(),
      end:
        was?.end ??
        ((why) => {
          const message = `The agent ${name} has ended: ${why}.`
          ended.abort(new Problem('not_allowed', { message, data: { reason: 'gone' } }))
        }),
    }
  }

  #isOver({ record, until }: Entry): boolean {
    if (record?.until === undefined) return false
    return this.#clocks.steady() >= until || this.#clocks.wall() >= record.until
  }

  /** Sets a timer for the next expiry, so that an agent's open calls end with it. */
  #watch(): void {
    clearTimeout(this.#timer)
    const next = Math.min(...this.#entries.map(({ until }) => until))
    if (next === Number.POSITIVE_INFINITY) return
    const left = Math.min(Math.max(0, next - this.#clocks.steady()), longestMs)
    this.#timer = setTimeout(() => {
      this.#refresh()
      this.#watch()
    }, left).unref()
  }
}

/** Removes expired agents from the store, so that a clock set back does not revive them. */
function forget(store: AgentStore, over: readonly Entry[]): void {
  for (const { record } of over) {
    try {
      store.remove(record!.name)
    } catch {
      // The disk accepts no changes; expired agents are refused all the same.
    }
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
