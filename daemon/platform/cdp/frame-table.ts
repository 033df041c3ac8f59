/** The sessions of a tab: the page's own, and one per frame in another process. Finds the one a key belongs to. */

import type { Key, Row } from '../element/row.ts'
import type { Check } from '../platform.ts'
import { layGates } from './act/input-gate.ts'
import { FrameSession } from './frame-session.ts'
import { keySpan } from './read/ax-mirror.ts'
import type { Place } from './wire/access.ts'
import type { Session } from './wire/connection.ts'
import type { Documents } from './wire/documents.ts'

export class FrameTable {
  readonly main: FrameSession
  /** Frames in other processes, by session id. */
  readonly #outer = new Map<string, FrameSession>()
  /** By the number in the keys of its current document. */
  readonly #numbers = new Map<number, FrameSession>()
  readonly #dirty: () => void
  readonly #stirred: (key: Key) => void
  readonly #documents: Documents
  #numberCount = 0

  constructor(page: Session, frameId: string, documents: Documents, dirty: () => void, stirred: (key: Key) => void) {
    this.#dirty = dirty
    this.#stirred = stirred
    this.#documents = documents
    this.main = this.#make(page, frameId)
  }

  /** The page's own session first. */
  get all(): FrameSession[] {
    return [this.main, ...this.#outer.values()]
  }

  /** Sessions whose documents may be read. */
  get shown(): FrameSession[] {
    return this.all.filter(({ frameId }) => this.#documents.mayKnow(frameId))
  }

  outer(session: Session): FrameSession | undefined {
    return this.#outer.get(session.id ?? '')
  }

  of(session: Session): FrameSession {
    return this.outer(session) ?? this.main
  }

  /** Rows of all readable sessions, including changed ones. */
  rows(): Row[] {
    for (const { ax, dom } of this.shown) ax.refresh(dom.frameOf.keys())
    const rows: Row[] = []
    for (const { ax } of this.shown) {
      ax.take()
      for (const row of ax.rows()) rows.push(row)
    }
    return rows
  }

  readonly markReach = (): void => {
    for (const frame of this.all) frame.markReach()
  }

  /** Reaching an element may have stirred the page: what that brought, or took away, must be known before the act. */
  readonly afterStir = (checked: Check): Check => {
    if (checked.isStirred) this.markReach()
    return checked
  }

  /**
   * The frame of a session, after a command of an act or a script: the browser does not count what a function does as
   * the page's doing.
   */
  acted(session: Session, method: string): FrameSession {
    const frame = this.of(session)
    if (method === 'Runtime.callFunctionOn') frame.stillness.end()
    return frame
  }

  /** Whether no part of the page has done anything since it was read. */
  async areStill(signal: AbortSignal): Promise<boolean> {
    const still = this.shown.map((frame) => !frame.hasMarks && frame.stillness.holds(signal))
    return (await Promise.all(still)).every(Boolean)
  }

  /** Formerly secure fields of all frames. */
  formerlySecure(): readonly Place[] {
    return this.all.flatMap(({ dom, session }) =>
      dom.formerlySecure.map((backendNodeId) => ({ session, backendNodeId })),
    )
  }

  /** The element that shows a session's page. */
  owner(session: Session): Place | undefined {
    const frame = this.outer(session)
    if (frame === undefined) return undefined
    for (const parent of this.all) {
      const backendNodeId = parent.dom.ownerOf.get(frame.frameId)
      if (backendNodeId !== undefined) return { session: parent.session, backendNodeId }
    }
    return undefined
  }

  /** A frame in another process may disappear while it is asked; the page is then complete without it. */
  async unlessGone<T>(frame: FrameSession, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (frame === this.main || !frame.session.hasEnded) throw error
      return undefined
    }
  }

  /** Undefined for a key of a document or frame that is gone. */
  byKey(key: Key): FrameSession | undefined {
    return this.#numbers.get(Math.floor(key / keySpan))
  }

  add(session: Session, frameId: string): FrameSession {
    const frame = this.#make(session, frameId)
    this.#outer.set(session.id!, frame)
    return frame
  }

  /** Closes it. False if it is not here. */
  remove(session: Session): boolean {
    const frame = this.outer(session)
    if (frame === undefined) return false
    frame.close()
    this.#outer.delete(session.id!)
    this.#forget(frame)
    return true
  }

  #make(session: Session, frameId: string): FrameSession {
    const frame: FrameSession = new FrameSession(session, frameId, {
      rootOf: (id) => (this.#documents.mayKnow(id) ? this.all.find((other) => other.frameId === id)?.rootKey : null),
      shown: (ids) => [...ids].filter((id) => this.#documents.mayKnow(id)),
      began: (tree) => this.#documents.load(session, tree),
      isThere: (id) => this.#documents.has(id),
      // Also called while the session is constructed: the table is complete before the first key is looked up.
      nextNumber: () => {
        const number = ++this.#numberCount
        queueMicrotask(() => {
          this.#forget(frame)
          if (this.all.includes(frame)) this.#numbers.set(number, frame)
        })
        return number
      },
      dirty: this.#dirty,
      stirred: this.#stirred,
    })
    if (this.#documents.law !== undefined) layGates(this.#documents, session)
    return frame
  }

  #forget(frame: FrameSession): void {
    for (const [number, other] of this.#numbers) if (other === frame) this.#numbers.delete(number)
  }
}
