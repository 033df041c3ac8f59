/** What a session's events tell of a page's stirring: changes, requests under way, navigations. Counted, not kept. */
import type { Session } from './connection.ts'
import { networkOf } from './network-domain.ts'

/** Changes that tell of a consequence. Running animations set styles in each frame: those are not counted. */
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
/** Requests whose answers a page shows: not images, beacons or streams that never end. */
const awaited = new Set(['XHR', 'Fetch', 'Script', 'Document'])
const nothingKept = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }

export class Watch {
  /** Rises with every change of the document. */
  changes = 0
  /** Requests under way that started since the watch was armed. */
  readonly requests = new Set<string>()
  /** The session's outermost document is on its way. */
  loading = false
  /** Rises when that document is replaced, also within the document. */
  navigations = 0
  readonly #waiters = new Set<() => void>()
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

  /** Resolves at the next thing that may end a wait, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiters.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#waiters.add(done)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    })
  }

  /** Counts requests from now on, until `disarm()`. Not awaited: the command goes out before those of the action. */
  arm(): void {
    this.requests.clear()
    if (this.#armed) return
    this.#armed = true
    networkOf(this.#session)
      .want(nothingKept)
      .catch(() => undefined)
  }

  disarm(): void {
    if (!this.#armed) return
    this.#armed = false
    this.requests.clear()
    networkOf(this.#session).release(nothingKept)
  }

  get isArmed(): boolean {
    return this.#armed
  }

  #listenToRequests(): void {
    this.#session.on('Network.requestWillBeSent', ({ requestId, type, frameId }) => {
      if (!awaited.has(type ?? '') || !this.isArmed) return
      if (type === 'Document' && frameId === this.#rootFrame) return
      this.requests.add(requestId)
    })
    const ended = ({ requestId }: { requestId: string }) => {
      if (this.requests.delete(requestId)) this.#wake()
    }
    this.#session.on('Network.loadingFinished', ended)
    this.#session.on('Network.loadingFailed', ended)
    // A stream of events answers at once and ends never.
    this.#session.on('Network.responseReceived', (event) => {
      if (event.response.mimeType === 'text/event-stream') ended(event)
    })
  }

  #listenToNavigation(): void {
    const session = this.#session
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.#rootFrame = frame.id
      this.navigations++
      this.requests.clear()
      this.#wake()
    })
    session.on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
      if (frameId !== this.rootFrame || navigationType === 'sameDocument' || navigationType === 'historySameDocument')
        return
      this.loading = true
      this.#wake()
    })
    // Tells once more what the one above does, in the order of the page's own events: a late end of the document
    // before does not pass for the end of this one.
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

  /** Unknown until it is told or the document was replaced once; then frames within it can be told apart. */
  get rootFrame(): string | undefined {
    return this.#rootFrame
  }

  set rootFrame(frameId: string) {
    this.#rootFrame = frameId
  }

  #wake(): void {
    for (const done of [...this.#waiters]) done()
  }
}

const watches = new WeakMap<Session, Watch>()

/** The one watch of a session, for as long as the session lives. */
export function watchOf(session: Session): Watch {
  let watch = watches.get(session)
  if (watch === undefined) {
    watch = new Watch(session)
    watches.set(session, watch)
  }
  return watch
}
