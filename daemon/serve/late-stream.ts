/** An answer that turns into a stream of server-sent events when a message precedes it. */
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

  /** Sends nothing to a disconnected reader; its call is aborted separately. */
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
