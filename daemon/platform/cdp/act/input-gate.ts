/**
 * Input reaches whatever document is there when the browser passes it on. While it is on its way, a document that comes
 * takes none of it, and neither does one that the caller may not know.
 */
import { closeGateScript, openGateScript } from '../injected/act/input-gate.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { worldName } from '../wire/world.ts'

/** To open what was closed, when its caller may be gone. */
const openMs = 2000

export class InputGate {
  readonly #access: TabAccess
  readonly #before: number
  readonly #hasWithheld: boolean
  /** By session; without a name where it could not be closed, since the session has ended. */
  readonly #scripts: Promise<ReadonlyMap<Session, string | undefined>>

  private constructor(access: TabAccess, signal: AbortSignal) {
    this.#access = access
    this.#before = access.documents.commits
    const { withheld } = access.documents
    this.#hasWithheld = withheld.length > 0
    const sessions = new Set([...access.sessions, ...withheld.map(({ session }) => session)])
    const source = `(${closeGateScript})()`
    const closed = Promise.all(
      [...sessions].map(async (session) => {
        const added = session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName }, signal)
        const made = await added.catch((error) => unlessEnded(session, error))
        return [session, made?.identifier] as const
      }),
    )
    const hidden = withheld.map(async ({ session, frameId }) => {
      const { executionContextId: contextId } = await session.send(
        'Page.createIsolatedWorld',
        { frameId, worldName },
        signal,
      )
      await session.send('Runtime.evaluate', { expression: source, contextId }, signal)
    })
    this.#scripts = Promise.all([closed, ...hidden]).then(([all]) => new Map(all))
    this.#scripts.catch(() => undefined)
  }

  static begin(access: TabAccess, signal: AbortSignal): InputGate {
    return new InputGate(access, signal)
  }

  /** Until then no input may be sent. Throws where it could not be closed. */
  async closed(): Promise<void> {
    await this.#scripts
  }

  /** Never throws. Not with the caller's signal: what was closed is opened for whoever comes next. */
  async open(): Promise<void> {
    const scripts = await this.#scripts.catch(() => new Map<Session, string>())
    await Promise.all([...scripts].map(([session, identifier]) => this.#open(session, identifier)))
  }

  async #open(session: Session, identifier: string | undefined): Promise<void> {
    if (identifier === undefined || session.hasEnded) return
    const method = 'Page.removeScriptToEvaluateOnNewDocument'
    const isBlocked = this.#access.dialog !== undefined
    const signal = AbortSignal.timeout(openMs)
    const removed = this.#access.send(session, method, { identifier }, signal, isBlocked)
    const opened = removed.then(
      // What had come before the script was removed has been told by now.
      () => (this.#access.documents.commits !== this.#before || this.#hasWithheld ? openAll(session) : undefined),
      // A dialog holds the answers back.
      () => void openAll(session).catch(() => undefined),
    )
    opened.catch(() => undefined)
    if (!isBlocked) await opened.catch(() => undefined)
  }
}

/** In all documents that the session shows now. */
async function openAll(session: Session): Promise<void> {
  const signal = AbortSignal.timeout(openMs)
  const asked = { source: `(${openGateScript})()`, worldName, runImmediately: true }
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', asked, signal)
  await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }, signal)
}

function unlessEnded(session: Session, error: unknown): undefined {
  if (!session.hasEnded) throw error
}
