/** What a tab downloads. In an attached browser it is only listened to: files go where its person has them go. */
import type { DownloadEntry, Feed } from '../page.ts'
import type { TabAccess } from './access.ts'
import { type BrowserDownloads, type Download, downloadsOf } from './browser-downloads.ts'
import { Beginning, Ring } from './feed.ts'

export class DownloadFeed implements Feed<DownloadEntry> {
  readonly #access: TabAccess
  readonly #log: BrowserDownloads
  readonly #ring = new Ring<DownloadEntry>()
  readonly #seqs = new WeakMap<Download, number>()
  readonly #beginning: Beginning
  readonly close: () => void

  constructor(access: TabAccess) {
    this.#access = access
    this.#log = downloadsOf(access.session.connection)
    this.#beginning = new Beginning((signal) => this.#log.begin(signal))
    this.close = this.#log.listen((download) => this.#take(download))
  }

  get isListening(): boolean {
    return this.#log.isListening
  }

  async mark(signal: AbortSignal): Promise<number> {
    await this.#listen(signal)
    return this.#ring.last
  }

  async since(mark: number, signal: AbortSignal) {
    await this.#listen(signal)
    return this.#ring.since(mark)
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { root } = this.#access.session.connection
    if (!this.isListening) await this.#beginning.done(signal)
    // The answer comes after what the browser has told.
    else await this.#access.send(root, 'Browser.getVersion', undefined, signal, true)
    await this.#log.settled()
    for (const download of this.#log.all) if (!this.#seqs.has(download)) this.#take(download)
  }

  #take(download: Download): void {
    const seq = this.#seqs.get(download)
    if (seq === undefined && !download.frames.some((frame) => this.#access.hasFrame(frame))) return
    const { about, hasEnded } = download
    if (seq !== undefined && !hasEnded) this.#ring.replace({ seq, ...about })
    else if (seq === undefined || this.#ring.remove(seq)) {
      const added = this.#ring.add((next) => ({ seq: next, ...about }), about.url.length + about.name.length)
      this.#seqs.set(download, added.seq)
    }
  }
}
