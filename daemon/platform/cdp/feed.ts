/** What the feeds of a page have in common: a bounded ring of entries, and listening that begins when it is asked for. */
import { Problem } from '../../problem.ts'
import type { TabAccess } from './access.ts'
import { reasonOf, type Session } from './connection.ts'
import { listenForFrames } from './outer-frames.ts'

const mostEntries = 500
const mostCharacters = 1_000_000
/** Numbers of dropped entries that are remembered, to count what was lost. */
const mostDropped = 5000
/** Time for a page to begin to tell. */
const beginMs = 3000
/** A page that is busy for longer is not waited for: what has come is told. */
const catchUpMs = 1000

/** Reached by any ring so far: a tab that is attached anew goes on, so that an old mark hides nothing of it. */
let highest = 0

/** The newest entries, by number. Entries are never altered, but replaced. */
export class Ring<T extends { readonly seq: number }> {
  readonly #kept = new Map<number, { readonly entry: T; readonly characters: number }>()
  /** Numbers of dropped entries, rising. */
  readonly #dropped: number[] = []
  #characters = 0
  #last = highest

  get last(): number {
    return this.#last
  }

  /** `characters` is what the entry weighs. */
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

  /** An entry in the place of the one with its number, if that is still kept. */
  replace(entry: T): void {
    const kept = this.#kept.get(entry.seq)
    if (kept !== undefined) this.#kept.set(entry.seq, { ...kept, entry })
  }

  /** Takes an entry out. It does not count as lost. False when it is kept no more. */
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

/** Begins something once, for all who ask; again, when it failed. */
export class Beginning {
  readonly #begin: (signal: AbortSignal) => Promise<void>
  #running: Promise<void> | undefined
  #isDone = false

  /** The signal is not that of who asked first: others wait for the same. */
  constructor(begin: (signal: AbortSignal) => Promise<void>) {
    this.#begin = begin
  }

  get isDone(): boolean {
    return this.#isDone
  }

  async done(signal: AbortSignal): Promise<void> {
    if (this.#isDone) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    await within(this.#running, signal)
  }

  async #run(): Promise<void> {
    const patience = AbortSignal.timeout(beginMs)
    try {
      await this.#begin(patience)
      this.#isDone = true
    } catch (error) {
      if (!patience.aborted) throw error
      throw new Problem('unresponsive', {
        message: 'The page does not answer: its scripts are busy, or it waits for an answer from its server.',
      })
    }
  }
}

async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: (() => void) | undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      abort = () => reject(reasonOf(signal))
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
      work.then(resolve, reject)
    })
  } finally {
    signal.removeEventListener('abort', abort!)
  }
}

/**
 * Begins on all sessions of a tab, now and as they come. What fails on the page's own fails; a frame in another
 * process may go meanwhile.
 */
export class EachSession {
  readonly #access: TabAccess
  readonly #begin: (session: Session, signal: AbortSignal) => Promise<void>
  #follows = false

  constructor(access: TabAccess, begin: (session: Session, signal: AbortSignal) => Promise<void>) {
    this.#access = access
    this.#begin = begin
  }

  async begin(signal: AbortSignal): Promise<void> {
    if (!this.#follows) {
      this.#follows = true
      const attached = (session: Session) =>
        void this.#begin(session, AbortSignal.timeout(beginMs)).catch(() => undefined)
      for (const session of this.#access.sessions) listenForFrames(session, { attached, detached: () => undefined })
    }
    await Promise.all(
      this.#access.sessions.map((session) =>
        this.#begin(session, signal).catch((error) => {
          if (session === this.#access.session) throw error
        }),
      ),
    )
  }
}

/**
 * Returns when what happened before the call has been told; sooner when the page stands still or is busy. Throws the
 * signal's reason, and tab_not_found.
 */
export async function catchUp(access: TabAccess, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(catchUpMs)])
  const answers = access.sessions.map((session) =>
    access.send(session, 'Runtime.evaluate', { expression: '1' }, patience).catch((error) => {
      if (error instanceof Problem && error.name === 'tab_not_found') throw error
    }),
  )
  await Promise.all(answers)
  if (signal.aborted) throw reasonOf(signal)
}

/** The beginning of a longer text, never within a surrogate pair, with `…` for the rest. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`
}
