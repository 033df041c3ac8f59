/**
 * Navigations of a session's frames that have begun and not arrived. While the session's own document is being left,
 * Chromium holds back every command to its renderer for as long as the server takes; commands to the browser's side
 * (stop, navigate, input, targets) go on, and so do events.
 */

import { Listeners } from '../../basics/listeners.ts'
import type { PendingNavigation } from '../../tab/pending-navigation.ts'
import type { Session } from './connection.ts'
import { withoutCredentials } from './credentials.ts'

/** Ms: a server that takes longer keeps nobody waiting who wants the page before. */
const stallMs = 1000

export interface NavigationListener {
  /** The session's own document has been held back for a while. */
  stalled(): void
  /** It no longer is. */
  freed(): void
}

export class PendingNavigations {
  readonly #session: Session
  readonly #frameId: string
  readonly #listener: NavigationListener
  /** By frame. */
  readonly #open = new Map<string, PendingNavigation>()
  /** Those announced and not arrived, even if an end was reported since: that may have been the previous document's. */
  readonly #announced = new Map<string, PendingNavigation>()
  readonly #changes = new Listeners()
  #timer: NodeJS.Timeout | undefined
  #isStalled = false

  constructor(session: Session, frameId: string, listener: NavigationListener) {
    this.#session = session
    this.#frameId = frameId
    this.#listener = listener
    this.#listen()
  }

  get all(): readonly PendingNavigation[] {
    return [...this.#open.values()]
  }

  /** The navigation of the session's own document. */
  get own(): PendingNavigation | undefined {
    return this.#open.get(this.#frameId)
  }

  get isStalled(): boolean {
    return this.#isStalled
  }

  /** Gives up the session's own navigation, on the browser's side, which only the page's session can ask for. */
  async stop(page: Session, signal: AbortSignal): Promise<void> {
    if (this.own === undefined) return
    await page.send('Page.stopLoading', undefined, signal)
    this.#end(this.#frameId)
  }

  /** Until the own navigation has arrived, ended or stalled. */
  async decided(signal: AbortSignal): Promise<void> {
    await this.#until(() => this.#isStalled, signal)
  }

  /** Until the own navigation has arrived or ended, however long that takes. */
  async over(signal: AbortSignal): Promise<void> {
    await this.#until(() => false, signal)
  }

  async #until(isDecided: () => boolean, signal: AbortSignal): Promise<void> {
    while (this.own !== undefined && !isDecided() && !signal.aborted) {
      await this.#changes.next(signal)
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#open.clear()
    this.#announced.clear()
    this.#changes.emit()
  }

  #listen(): void {
    const session = this.#session
    session.on('Page.frameStartedNavigating', ({ frameId, loaderId, url, navigationType }) => {
      if (navigationType === 'sameDocument' || navigationType === 'historySameDocument') return
      const navigation = { id: loaderId, url: withoutCredentials(url), isOfFrame: frameId !== this.#frameId }
      this.#announced.set(frameId, navigation)
      this.#begin(frameId, navigation)
    })
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      const navigation = this.#announced.get(frameId)
      if (navigation !== undefined) this.#begin(frameId, navigation)
    })
    const ended = (frameId: string) => {
      this.#announced.delete(frameId)
      this.#end(frameId)
    }
    session.on('Page.frameStoppedLoading', ({ frameId }) => this.#end(frameId))
    session.on('Page.frameDetached', ({ frameId }) => ended(frameId))
    session.on('Page.frameNavigated', ({ frame }) => {
      // A new document of the session's own frame ends the navigations of the frames inside.
      if (frame.id === this.#frameId) for (const frameId of [...this.#announced.keys()]) ended(frameId)
      ended(frame.id)
    })
    session.onEnd(() => this.close())
  }

  #begin(frameId: string, navigation: PendingNavigation): void {
    this.#open.set(frameId, navigation)
    if (frameId !== this.#frameId || this.#timer !== undefined || this.#isStalled) return
    this.#timer = setTimeout(() => this.#stall(), stallMs)
    this.#timer.unref()
  }

  #stall(): void {
    this.#timer = undefined
    this.#isStalled = true
    this.#changes.emit()
    this.#listener.stalled()
    // An answer proves that nothing is held back, whatever has been announced.
    const freed = () => this.#end(this.#frameId)
    this.#session.send('Runtime.evaluate', { expression: '1' }).then(freed, freed)
  }

  #end(frameId: string): void {
    this.#open.delete(frameId)
    if (frameId !== this.#frameId) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const wasStalled = this.#isStalled
    this.#isStalled = false
    this.#changes.emit()
    if (wasStalled) this.#listener.freed()
  }
}
