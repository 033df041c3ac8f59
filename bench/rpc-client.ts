/** JSON-RPC calls over the daemon's unix socket, on connections that are kept. */
import { Agent, request } from 'node:http'

export type Fields = { readonly [name: string]: unknown }

export class RpcError extends Error {
  readonly fields: Fields
  constructor(error: Fields) {
    super(String(error.message))
    this.fields = error
  }
}

export class RpcClient {
  readonly #socketPath: string
  readonly #agent = new Agent({ keepAlive: true })
  #lastId = 0

  constructor(socketPath: string) {
    this.#socketPath = socketPath
  }

  async call<T extends Fields>(method: string, params: Fields): Promise<T> {
    const text = await this.#post(JSON.stringify({ jsonrpc: '2.0', id: ++this.#lastId, method, params }))
    const { result, error } = JSON.parse(text) as { readonly result?: T; readonly error?: Fields }
    if (error !== undefined) throw new RpcError(error)
    return result as T
  }

  close(): void {
    this.#agent.destroy()
  }

  #post(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const options = { socketPath: this.#socketPath, agent: this.#agent, path: '/rpc', method: 'POST', headers }
      const sent = request({ ...options, host: 'localhost' }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve(Buffer.concat(parts).toString()))
        response.on('error', reject)
      })
      // The daemon ends idle connections; a request may have used one that was being ended.
      sent.on('error', (error) => (sent.reusedSocket ? resolve(this.#post(body)) : reject(error)))
      sent.end(body)
    })
  }
}
