/** An answer that becomes a stream of server-sent events when something has to be said before it. */
import type { ServerResponse } from 'node:http'

export class LateStream {
  readonly #response: ServerResponse
  readonly #headers: { readonly [name: string]: string }
  #isOpen = false

  constructor(response: ServerResponse, headers: { readonly [name: string]: string }) {
    this.#response = response
    this.#headers = headers
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** A reader that is gone, which its call is told by itself, gets nothing. */
  tell(message: string): void {
    if (!this.#isOpen) this.#response.writeHead(200, { ...this.#headers, 'content-type': 'text/event-stream' })
    this.#isOpen = true
    if (!this.#response.destroyed) this.#response.write(`event: message\ndata: ${message}\n\n`)
  }

  end(message: string): void {
    this.tell(message)
    this.#response.end()
  }
}
