/**
 * Input reaches whatever document is there when the browser passes it on. While input is on its way, a newly arrived
 * document takes none of it, and neither does one that the caller may not know.
 */
import type { Problem } from '../../../problem.ts'
import { changed } from '../../acting/problems.ts'
import { closeGateScript, layGateScript, openGateScript } from '../injected/act/input-gate.ts'
import type { TabAccess } from '../wire/access.ts'
import { CommandError, type Session } from '../wire/connection.ts'
import type { Documents } from '../wire/documents.ts'
import { isGone, worldName } from '../wire/world.ts'

/** Time for reopening; the caller may be gone by then. */
const openMs = 2000

export class InputGate {
  readonly #access: TabAccess
  readonly #before: number
  readonly #hasWithheld: boolean
  /** By session; undefined if it could not be closed because the session has ended. */
  readonly #scripts: Promise<ReadonlyMap<Session, string | undefined>>
  /** For frames in other processes that have appeared since. */
  readonly #late: Promise<readonly [Session, string | undefined]>[] = []
  readonly #stopListening: () => void

  private constructor(access: TabAccess, signal: AbortSignal) {
    this.#access = access
    this.#before = access.documents.commits
    const { withheld } = access.documents
    this.#hasWithheld = withheld.length > 0
    const sessions = new Set([...access.sessions, ...withheld.map(({ session }) => session)])
    const source = `(${closeGateScript})()`
    const close = async (session: Session) => {
      const added = access.send(session, 'Page.addScriptToEvaluateOnNewDocument', { source, worldName }, signal)
      const made = await added.catch((error) => unlessEnded(session, error))
      return [session, made?.identifier] as const
    }
    const closed = Promise.all([...sessions].map(close))
    this.#stopListening = access.documents.onSession((session) => {
      const late = close(session)
      late.catch(() => undefined)
      this.#late.push(late)
    })
    const hidden = withheld.map(async ({ session, frameId }) => {
      const made = access.send(session, 'Page.createIsolatedWorld', { frameId, worldName }, signal)
      const closes = made.then(({ executionContextId: contextId }) =>
        session.send('Runtime.evaluate', { expression: source, contextId }, signal),
      )
      await closes.catch((error) => {
        if (!(error instanceof CommandError) && !isGone(error)) throw error
        if (!access.documents.mayKnow(frameId) && !session.hasEnded) throw replaced()
      })
    })
    this.#scripts = Promise.all([closed, ...hidden]).then(([all]) => new Map(all))
    this.#scripts.catch(() => undefined)
  }

  static begin(access: TabAccess, signal: AbortSignal): InputGate {
    return new InputGate(access, signal)
  }

  /** No input may be sent before this. Throws if it could not be closed. */
  async closed(): Promise<void> {
    await this.#scripts
  }

  /** Never throws. Does not use the caller's signal: what was closed must be reopened for the next caller. */
  async open(): Promise<void> {
    this.#stopListening()
    const scripts = await this.#scripts.catch(() => new Map<Session, string>())
    const late = await Promise.allSettled(this.#late)
    const all = [...scripts, ...late.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))]
    await Promise.all(all.map(([session, identifier]) => this.#open(session, identifier)))
  }

  async #open(session: Session, identifier: string | undefined): Promise<void> {
    if (identifier === undefined || session.hasEnded) return
    const method = 'Page.removeScriptToEvaluateOnNewDocument'
    const isBlocked = this.#access.dialog !== undefined
    const signal = AbortSignal.timeout(openMs)
    const removed = this.#access.send(session, method, { identifier }, signal, isBlocked)
    const opened = removed.then(
      // By now the browser has reported every document that arrived before the script was removed.
      () => (this.#access.documents.commits !== this.#before || this.#hasWithheld ? openAll(session) : undefined),
      // A dialog holds the answers back.
      () => void openAll(session).catch(() => undefined),
    )
    opened.catch(() => undefined)
    if (!isBlocked) await opened.catch(() => undefined)
  }
}

/**
 * For a session of a tab that has withheld documents, before its first document runs: each new document can then be
 * closed before its scripts run, and one that returns closed while nobody acts is opened.
 */
export function layGates(documents: Documents, session: Session): void {
  const source = `(${layGateScript})()`
  const asked = { source, worldName, runImmediately: true }
  session.send('Page.addScriptToEvaluateOnNewDocument', asked).catch(() => undefined)
  const open = () => void (documents.isGated || openAll(session).catch(() => undefined))
  open()
  session.on('Page.frameNavigated', ({ type }) => type === 'BackForwardCacheRestore' && open())
}

function replaced(): Problem {
  return changed('moved', 'A frame of the page is being replaced.', undefined, 'Try again.')
}

/** Opens all documents that the session shows now. */
async function openAll(session: Session): Promise<void> {
  const signal = AbortSignal.timeout(openMs)
  const asked = { source: `(${openGateScript})()`, worldName, runImmediately: true }
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', asked, signal)
  await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }, signal)
}

function unlessEnded(session: Session, error: unknown): undefined {
  if (!session.hasEnded) throw error
}
