/** The documents of a tab, as its sessions report them, and which of them the tab's user may know. */
import type { Protocol } from 'devtools-protocol'
import type { Law } from '../../law.ts'
import type { OpenDialog } from '../../tab/dialog.ts'
import type { Session } from './connection.ts'

interface Shown {
  readonly session: Session
  readonly parent: string | undefined
  readonly url: string
  /** Address of the frame's last document that had a site of its own. */
  readonly before?: string | undefined
  /** Its session has reported the document itself. */
  readonly isTold?: boolean
  readonly loaderId?: string
}

/** Addresses without a site of their own: another document made these. */
const placeless = /^(?:$|about:|data:|blob:null|chrome-error:|javascript:)/i

/** Commands that read or change what a document is. */
const intoPage = /^(?:Runtime\.(?!enable|release)|DOM|Accessibility|CSS|Input|WebMCP\.invoke|Page\.(?:capture|print))/

/** Loader ids kept: a frame tree is at most as old as its request, and far fewer documents arrive meanwhile. */
const mostTold = 1000

const bySession = new WeakMap<Session, Documents>()

/** The documents of the tab that a session reads. */
export function documentsOf(session: Session): Documents | undefined {
  return bySession.get(session)
}

export class Documents {
  /** Without one, all may be known. */
  readonly law: Law | undefined
  readonly #frames = new Map<string, Shown>()
  /** Counts new documents. */
  commits = 0
  readonly #onSession = new Set<(session: Session) => void>()
  /** Loader ids of the documents that sessions have reported, up to `mostTold`. */
  readonly #told = new Set<string>()
  #stopHearing: (() => void) | undefined

  constructor(law?: Law) {
    this.law = law
  }

  load(session: Session, { frame, childFrames = [] }: Protocol.Page.FrameTree, isInner = false): void {
    const { id, url, loaderId } = frame
    const known = this.#frames.get(id)
    const isOfOne = known?.session === session
    // For a frame in another process, the tree has what it showed before it went there.
    if (isInner && !isOfOne && known?.session.hasEnded === false) return
    // Chromium 150 does not report a document that comes while another navigation of its frame is being given up.
    if (isOfOne && known.loaderId !== undefined && !this.#told.has(loaderId))
      session.emit('Page.frameNavigated', { frame, type: 'Navigation' })
    // A session's reports are newer than its frame tree, whichever arrives first.
    else if (!isOfOne || known.isTold !== true) {
      this.#tell(loaderId)
      this.#frames.set(id, { ...known, session, url, loaderId, parent: frame.parentId ?? known?.parent, isTold: false })
    }
    for (const child of childFrames) this.load(session, child, true)
  }

  /** Call before any other listener of the session is added. `close` ends what it hears from the browser. */
  listen(session: Session): void {
    bySession.set(session, this)
    this.#stopHearing ??= session.connection.root.on('Target.targetInfoChanged', (event) =>
      this.#hear(event.targetInfo),
    )
    for (const listener of this.#onSession) listener(session)
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      const known = this.#frames.get(frameId)
      this.#frames.set(frameId, { url: 'about:blank', session, ...known, parent: parentFrameId })
    })
    session.on('Page.frameNavigated', ({ frame: { id, url, parentId, loaderId }, type }) => {
      this.commits++
      this.#tell(loaderId)
      this.#forgetBelow(id)
      // Its frames come back with it, and not all of them are reported.
      if (type === 'BackForwardCacheRestore') this.#reload(session)
      const known = this.#frames.get(id)
      const before = known === undefined || placeless.test(known.url) ? known?.before : known.url
      const about = { session, url, loaderId, parent: parentId ?? known?.parent, isTold: true }
      this.#frames.set(id, { ...about, ...(placeless.test(url) && { before }) })
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const known = this.#frames.get(frameId)
      if (known !== undefined) this.#frames.set(frameId, { ...known, url })
    })
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      // A frame that moves to another process is still there.
      if (reason === 'swap') return
      this.#forgetBelow(frameId)
      this.#frames.delete(frameId)
    })
  }

  close(): void {
    this.#stopHearing?.()
  }

  /** The browser's own report of what a target shows: a session that has not reported it is asked. */
  #hear({ targetId, url }: Protocol.Target.TargetInfo): void {
    const shown = this.#frames.get(targetId)
    if (shown?.loaderId !== undefined && shown.url !== url.replace(/#.*/s, '')) this.#reload(shown.session)
  }

  #tell(loaderId: string): void {
    this.#told.add(loaderId)
    if (this.#told.size > mostTold) this.#told.delete(this.#told.values().next().value!)
  }

  /** Calls the listener for each new session. Returns a function that ends it. */
  onSession(listener: (session: Session) => void): () => void {
    this.#onSession.add(listener)
    return () => this.#onSession.delete(listener)
  }

  /** Is somebody acting, and therefore listening for sessions? */
  get isGated(): boolean {
    return this.#onSession.size > 0
  }

  /** Frames end with the document that contains them. */
  #forgetBelow(frameId: string): void {
    for (const [id, { parent }] of [...this.#frames]) {
      if (parent !== frameId || !this.#frames.delete(id)) continue
      this.#forgetBelow(id)
    }
  }

  #reload(session: Session): void {
    const read = session.send('Page.getFrameTree')
    read.then(({ frameTree }) => this.load(session, frameTree)).catch(() => undefined)
  }

  /** Addresses of all that the tab shows. */
  get all(): readonly string[] {
    return [...this.#frames.keys()].flatMap((frameId) => this.addresses(frameId))
  }

  has(frameId: string): boolean {
    return this.#frames.has(frameId)
  }

  mayKnow(frameId: string): boolean {
    const { law } = this
    return law === undefined || this.addresses(frameId).every((address) => law.has(address))
  }

  /** Is a frame this one, or inside it? */
  isIn(frameId: string, outer: string): boolean {
    for (let at: string | undefined = frameId; at !== undefined; at = this.#frames.get(at)?.parent)
      if (at === outer) return true
    return false
  }

  /** The frame itself, or the outermost withheld frame around it. */
  shownAs(frameId: string): string {
    const parent = this.#frames.get(frameId)?.parent
    if (parent === undefined) return frameId
    const above = this.shownAs(parent)
    return this.mayKnow(above) ? frameId : above
  }

  /** Withheld frames, each with the session that shows it. */
  get withheld(): readonly { readonly session: Session; readonly frameId: string }[] {
    if (this.law === undefined) return []
    return [...this.#frames].flatMap(([frameId, { session }]) =>
      this.mayKnow(frameId) || session.hasEnded ? [] : [{ session, frameId }],
    )
  }

  /** Only its address says which document a dialog comes from. */
  dialogOf({ type, url, message, defaultPrompt }: Protocol.Page.JavascriptDialogOpeningEvent): OpenDialog {
    if (this.law?.has(url) === false) return { type, message: '' }
    return { type, message, ...(defaultPrompt && { value: defaultPrompt }) }
  }

  /** Throws not_allowed. */
  require(frameId: string): void {
    if (!this.mayKnow(frameId)) throw this.#refusal(frameId)
  }

  #refusal(frameId: string): Error {
    const what = this.#frames.get(frameId)?.parent === undefined ? 'tab' : 'frame'
    return this.law!.refusal(`The ${what} shows a page that may not be used.`)
  }

  /**
   * Sends a command to a frame's document; judged when it is sent and again when its reply comes, since the document
   * may have been replaced before it was carried out.
   */
  async judged<T>(method: string, frameId: string, send: (onReply?: () => void) => Promise<T>): Promise<T> {
    if (this.law === undefined || !intoPage.test(method)) return await send()
    this.require(frameId)
    let isKnown = true
    const reply = await send(() => {
      isKnown = this.mayKnow(frameId)
    })
    if (!isKnown) throw this.#refusal(frameId)
    return reply
  }

  /**
   * A document without a site belongs to its maker: the document around it, or the one that was in its frame before.
   * None for a tab that has been nowhere yet; an unknown frame has an address that nobody may know.
   */
  addresses(frameId: string): readonly string[] {
    const shown = this.#frames.get(frameId)
    if (shown === undefined) return ['']
    const { url, parent, before } = shown
    if (!placeless.test(url)) return [url]
    return [...(parent === undefined ? [] : this.addresses(parent)), ...(before === undefined ? [] : [before])]
  }
}
