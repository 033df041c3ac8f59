/** What a page requests over the network. */
import type { Feed, NetworkDetail, NetworkEntry } from '../page.ts'
import { Ring } from './feed.ts'

export class RequestFeed implements Feed<NetworkEntry> {
  readonly #ring = new Ring<NetworkEntry>()
  readonly isListening = false

  async mark(_signal: AbortSignal): Promise<number> {
    return this.#ring.last
  }

  async since(mark: number, _signal: AbortSignal) {
    return this.#ring.since(mark)
  }

  async detail(_id: string, _signal: AbortSignal): Promise<NetworkDetail | undefined> {
    return undefined
  }
}
