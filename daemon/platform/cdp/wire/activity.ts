/** A page's activity by its session's events: changes, open requests, navigations. Counted, not kept. */

import { getOrCreate } from '../../basics/get-or-create.ts'
import { Listeners } from '../../basics/listeners.ts'
import type { Session } from './connection.ts'
import { networkOf, noBuffers } from './network-domain.ts'

/** Changes that indicate a consequence. Not styles, which running animations set in each frame. */
const changes = [
  'DOM.childNodeInserted',
  'DOM.childNodeRemoved',
  'DOM.childNodeCountUpdated',
  'DOM.characterDataModified',
  'DOM.attributeRemoved',
  'DOM.shadowRootPushed',
  'DOM.documentUpdated',
  'Accessibility.nodesUpdated',
  'Accessibility.loadComplete',
] as const
/** Requests whose results a page shows: not images, beacons or endless streams. */
const awaited = new Set(['XHR', 'Fetch', 'Script', 'Document'])
const nothingKept = noBuffers()

export class Watch {
  /** Counts changes of the document. */
  changes = 0
  /** Open requests that started since the watch was armed: by id, the address without its query. */
  readonly requests = new Map<string, string>()
  /** The last request for the document of each frame. */
  readonly #frames = new Map<string, string>()
  /** Web sockets that have had no message yet. */
  readonly sockets = new Set<string>()
  /** The session's outermost document is loading. */
  loading = false
  /** Counts its navigations, including those within the document. */
  navigations = 0
  readonly #events = new Listeners()
  readonly #session: Session
  #armed = false
  #rootFrame: string | undefined

  constructor(session: Session) {
    this.#session = session
    for (const event of changes) session.on(event, () => this.changes++)
    session.on('DOM.attributeModified', ({ name }) => {
      if (name !== 'style') this.changes++
    })
    this.#listenToRequests()
    this.#listenToNavigation()
    session.on('Page.javascriptDialogOpening', () => this.#wake())
    session.on('Inspector.targetCrashed', () => this.#wake())
  }

  /** Resolves at the next event that may end a wait, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    return this.#events.next(signal)
  }

  /**
   * Counts requests from now on, until `disarm()`. Not awaited: the command goes out before the action's. What was
   * loading before is no consequence, and may never end.
   */
  arm(): void {
    this.#forgetRequests()
    this.loading = false
    if (this.#armed) return
    this.#armed = true
    networkOf(this.#session)
      .want(nothingKept)
      .catch(() => undefined)
  }

  disarm(): void {
    if (!this.#armed) return
    this.#armed = false
    this.#forgetRequests()
    networkOf(this.#session).release(nothingKept)
  }

  get isArmed(): boolean {
    return this.#armed
  }

  #listenToRequests(): void {
    this.#session.on('Network.requestWillBeSent', ({ requestId, type, frameId, request }) => {
      if (!awaited.has(type ?? '') || !this.isArmed) return
      if (type === 'Document' && frameId === this.#rootFrame) return
      this.requests.set(requestId, `${request.method} ${request.url.split(/[?#]/, 1)[0]}`)
      if (type === 'Document' && frameId !== undefined) this.#frames.set(frameId, requestId)
    })
    // When a frame moves to another process, the request for its document ends in that process's session.
    this.#session.on('Page.frameDetached', ({ frameId }) => {
      if (this.requests.delete(this.#frames.get(frameId) ?? '')) this.#wake()
    })
    const ended = ({ requestId }: { requestId: string }) => {
      if (this.requests.delete(requestId)) this.#wake()
    }
    this.#session.on('Network.loadingFinished', ended)
    this.#session.on('Network.loadingFailed', ended)
    // An event stream responds at once but never ends.
    this.#session.on('Network.responseReceived', (event) => {
      if (event.response.mimeType === 'text/event-stream') ended(event)
    })
    this.#session.on('Network.webSocketCreated', ({ requestId }) => this.isArmed && this.sockets.add(requestId))
    const heard = ({ requestId }: { requestId: string }) => this.sockets.delete(requestId) && this.#wake()
    this.#session.on('Network.webSocketFrameReceived', heard)
    this.#session.on('Network.webSocketClosed', heard)
  }

  #forgetRequests(): void {
    this.requests.clear()
    this.#frames.clear()
    this.sockets.clear()
  }

  #listenToNavigation(): void {
    const session = this.#session
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.#rootFrame = frame.id
      this.navigations++
      this.#forgetRequests()
      this.#wake()
    })
    session.on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
      if (frameId !== this.rootFrame || navigationType === 'sameDocument' || navigationType === 'historySameDocument')
        return
      this.loading = true
      this.#wake()
    })
    // Repeats the event above in the order of the page's own events, so that a late end of the previous document is not
    // mistaken for this one's.
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (frameId !== this.rootFrame) return
      this.loading = true
      this.#wake()
    })
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId !== this.rootFrame) return
      this.loading = false
      this.#wake()
    })
    session.on('Page.loadEventFired', () => {
      this.loading = false
      this.#wake()
    })
    session.on('Page.navigatedWithinDocument', ({ frameId }) => {
      if (frameId !== this.rootFrame) return
      this.navigations++
      this.#wake()
    })
  }

  /** Unknown until it is reported or the document is replaced once; then frames inside it can be distinguished. */
  get rootFrame(): string | undefined {
    return this.#rootFrame
  }

  set rootFrame(frameId: string) {
    this.#rootFrame = frameId
  }

  #wake(): void {
    this.#events.emit()
  }
}

const watches = new WeakMap<Session, Watch>()

/** A session's only watch, for the life of the session. */
export function watchOf(session: Session): Watch {
  return getOrCreate(watches, session, () => new Watch(session))
}
