/** What a page's feeds share: a bounded ring of entries, and listening that begins on demand. */
import { Problem } from '../../../problem.ts'
import { untilAborted, withTimeLimit } from '../../../time-limit.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { listenForFrames } from '../wire/outer-frames.ts'

const mostEntries = 500
const mostCharacters = 1_000_000
/** Numbers of dropped entries to remember, to count what was lost. */
const mostDropped = 5000
/** Time for a page to begin reporting. */
const beginMs = 3000
/** Time to wait for a busy page before answering with what has arrived. */
const catchUpMs = 1000

/** Highest number in any ring so far: a reattached tab continues from it, so that an old cursor hides nothing. */
let highest = 0

/** The newest entries, by number. Entries are never changed, only replaced. */
class Ring<T extends { readonly seq: number }> {
  readonly #kept = new Map<number, { readonly entry: T; readonly characters: number }>()
  /** Numbers of dropped entries, ascending. */
  readonly #dropped: number[] = []
  #characters = 0
  #last = highest

  get last(): number {
    return this.#last
  }

  /** `characters`: the entry's weight. */
  add(make: (seq: number) => T, characters: number): T {
    const entry = make(++this.#last)
    highest = Math.max(highest, this.#last)
    this.#kept.set(entry.seq, { entry, characters })
    this.#characters += characters
    for (const [seq, oldest] of this.#kept) {
      if (this.#kept.size <= mostEntries && this.#characters <= mostCharacters) break
      this.#kept.delete(seq)
      this.#characters -= oldest.characters
      this.#dropped.push(seq)
    }
    if (this.#dropped.length > mostDropped) this.#dropped.splice(0, mostDropped / 2)
    return entry
  }

  /** Replaces the entry with the same number, if it is still kept. */
  replace(entry: T): void {
    const kept = this.#kept.get(entry.seq)
    if (kept !== undefined) this.#kept.set(entry.seq, { ...kept, entry })
  }

  /** Removes an entry without counting it as lost. False if it is no longer kept. */
  remove(seq: number): boolean {
    this.#characters -= this.#kept.get(seq)?.characters ?? 0
    return this.#kept.delete(seq)
  }

  since(mark: number): { readonly entries: readonly T[]; readonly lost: number } {
    const from = mark > this.#last ? 0 : mark
    const entries = [...this.#kept.values()].flatMap(({ entry }) => (entry.seq > from ? [entry] : []))
    return { entries, lost: this.#dropped.filter((seq) => seq > from).length }
  }
}

/** `from`: addresses of all its origins. */
interface Kept {
  readonly seq: number
  readonly from?: readonly string[]
}

/** Events of a tab in a ring; listening begins with the first question, and is retried if that failed. */
export abstract class RingFeed<T extends Kept> {
  protected readonly access: TabAccess
  protected readonly ring = new Ring<T>()
  #beginning: Promise<void> | undefined
  #isListening = false

  constructor(access: TabAccess) {
    this.access = access
  }

  get isListening(): boolean {
    return this.#isListening
  }

  async mark(signal: AbortSignal): Promise<number> {
    await this.listen(signal)
    return this.ring.last
  }

  /** The entries that the reader may see. */
  protected async open(
    mark: number,
    signal: AbortSignal,
  ): Promise<{ readonly entries: readonly T[]; readonly lost: number }> {
    await this.listen(signal)
    const { law } = this.access.documents
    const { entries, lost } = this.ring.since(mark)
    const isOpen = ({ from }: T) => law === undefined || from?.every((address) => law.has(address)) === true
    return { entries: entries.filter(isOpen), lost }
  }

  /** The signal is not the first caller's, since others wait for the same work. */
  protected abstract begin(signal: AbortSignal): Promise<void>

  /** Begins, or waits until everything before the call has been reported. */
  protected async listen(signal: AbortSignal): Promise<void> {
    if (this.isListening) return await this.catchUp(signal)
    this.#beginning ??= this.#begin().finally(() => {
      this.#beginning = undefined
    })
    await untilAborted(this.#beginning, signal)
  }

  async #begin(): Promise<void> {
    const patience = AbortSignal.timeout(beginMs)
    try {
      await this.begin(patience)
      this.#isListening = true
    } catch (error) {
      if (!patience.aborted) throw error
      throw new Problem('unresponsive', {
        message: 'The page does not answer: its scripts are busy, or it is waiting for its server.',
      })
    }
  }

  /** Returns sooner if the page is blocked or busy. Throws the signal's reason, and tab_not_found. */
  protected async catchUp(signal: AbortSignal): Promise<void> {
    const patience = withTimeLimit(signal, catchUpMs)
    const answers = this.access.sessions.map((session) =>
      this.access.send(session, 'Runtime.evaluate', { expression: '1' }, patience).catch((error) => {
        if (error instanceof Problem && error.name === 'tab_not_found') throw error
      }),
    )
    await Promise.all(answers)
    signal.throwIfAborted()
  }
}

interface SessionListener {
  /** Called once for each session, before it is enabled. */
  listenTo(session: Session): void
  enable(session: Session, signal: AbortSignal): Promise<void>
}

/** Begins on all sessions of a tab, now and later. Fails if the page's own does; a frame may go away meanwhile. */
export class EachSession {
  readonly #access: TabAccess
  readonly #listener: SessionListener
  readonly #begun = new WeakSet<Session>()
  #follows = false

  constructor(access: TabAccess, listener: SessionListener) {
    this.#access = access
    this.#listener = listener
  }

  async begin(signal: AbortSignal): Promise<void> {
    if (!this.#follows) {
      this.#follows = true
      const attached = (session: Session) =>
        void this.#beginOn(session, AbortSignal.timeout(beginMs)).catch(() => undefined)
      for (const session of this.#access.sessions) listenForFrames(session, { attached, detached: () => undefined })
    }
    await Promise.all(
      this.#access.sessions.map((session) =>
        this.#beginOn(session, signal).catch((error) => {
          if (session === this.#access.session) throw error
        }),
      ),
    )
  }

  async #beginOn(session: Session, signal: AbortSignal): Promise<void> {
    if (!this.#begun.has(session)) {
      this.#begun.add(session)
      this.#listener.listenTo(session)
    }
    await this.#listener.enable(session, signal)
  }
}
