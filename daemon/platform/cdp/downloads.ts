/** What a tab downloads. */
import type { DownloadEntry, Feed } from '../page.ts'
import { Ring } from './feed.ts'

export class DownloadFeed implements Feed<DownloadEntry> {
  readonly #ring = new Ring<DownloadEntry>()
  readonly isListening = false

  async mark(_signal: AbortSignal): Promise<number> {
    return this.#ring.last
  }

  async since(mark: number, _signal: AbortSignal) {
    return this.#ring.since(mark)
  }

  close(): void {}
}
