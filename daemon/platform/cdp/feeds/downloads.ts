/** What a tab downloads. An attached browser is only observed: files go where its user chose. */
import type { DownloadEntry, Feed } from '../../tab/page.ts'
import type { TabAccess } from '../wire/access.ts'
import { type BrowserDownloads, type Download, downloadsOf } from './browser-downloads.ts'
import { RingFeed } from './feed.ts'

export class DownloadFeed extends RingFeed<DownloadEntry> implements Feed<DownloadEntry> {
  readonly #log: BrowserDownloads
  readonly #seqs = new WeakMap<Download, number>()
  /** Addresses of the documents in which it began, and its own. */
  readonly #from = new WeakMap<Download, readonly string[]>()
  readonly close: () => void

  constructor(access: TabAccess) {
    super(access)
    this.#log = downloadsOf(access.session.connection)
    this.close = this.#log.listen((download) => this.#take(download))
  }

  override get isListening(): boolean {
    return this.#log.isListening
  }

  since(mark: number, signal: AbortSignal) {
    return this.open(mark, signal)
  }

  protected begin(signal: AbortSignal): Promise<void> {
    return this.#log.begin(signal)
  }

  /** The reply comes after the browser's pending events. */
  protected override async catchUp(signal: AbortSignal): Promise<void> {
    await this.access.send(this.access.session.connection.root, 'Browser.getVersion', undefined, signal, true)
  }

  protected override async listen(signal: AbortSignal): Promise<void> {
    await super.listen(signal)
    await this.#log.settled()
    for (const download of this.#log.all) if (!this.#seqs.has(download)) this.#take(download)
  }

  #take(download: Download): void {
    const seq = this.#seqs.get(download)
    const frames = download.frames.filter((frame) => this.access.hasFrame(frame))
    if (seq === undefined && frames.length === 0) return
    const { hasEnded } = download
    const addresses = frames.flatMap((frame) => this.access.documents.addresses(frame))
    const from = this.#from.get(download) ?? [download.about.url, ...addresses]
    this.#from.set(download, from)
    const about = { ...download.about, from }
    if (seq !== undefined && !hasEnded) this.ring.replace({ seq, ...about })
    else if (seq === undefined || this.ring.remove(seq)) {
      const added = this.ring.add((next) => ({ seq: next, ...about }), about.url.length + about.name.length)
      this.#seqs.set(download, added.seq)
    }
  }
}
