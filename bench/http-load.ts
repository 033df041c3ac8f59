/** Load on one socket path with as little work of its own as possible: prepared bytes out, lengths in. */
import { connect, type Socket } from 'node:net'

/** One kept connection, one request at a time. */
export class LoadConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #done: ((isGood: boolean) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (part: Buffer) => this.#take(part))
    socket.on('close', () => this.#done?.(false))
    socket.on('error', () => {})
  }

  static open(path: string): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(path)
      socket.once('error', reject)
      socket.once('connect', () => resolve(new LoadConnection(socket)))
    })
  }

  /** True for an answer with a result. */
  send(request: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      this.#done = resolve
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(part: Buffer): void {
    const all = this.#received.length === 0 ? part : Buffer.concat([this.#received, part])
    const end = all.indexOf('\r\n\r\n')
    const length = end < 0 ? undefined : /content-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1]
    if (length === undefined || all.length < end + 4 + Number(length)) {
      this.#received = all
      return
    }
    this.#received = Buffer.alloc(0)
    this.#done?.(all.includes('"result":', end))
  }
}

export function requestOf(method: string, params: object, session?: string): Buffer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const lines = ['POST /rpc HTTP/1.1', 'host: localhost', 'content-type: application/json']
  if (session !== undefined) lines.push(`ix-session: ${session}`)
  return Buffer.from(`${[...lines, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`)
}

export interface LoadResult {
  /** ms of each request. */
  readonly times: number[]
  readonly failed: number
  readonly seconds: number
}

/** Each connection sends its next request when it has its answer. */
export async function closedLoop(path: string, request: Buffer, connections: number, ms: number): Promise<LoadResult> {
  const all = await Promise.all(Array.from({ length: connections }, () => LoadConnection.open(path)))
  const times: number[] = []
  let failed = 0
  const start = performance.now()
  const work = async (connection: LoadConnection) => {
    for (let sent = performance.now(); sent < start + ms; sent = performance.now()) {
      if (!(await connection.send(request))) failed++
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(all.map(work))
  for (const connection of all) connection.close()
  return { times, failed, seconds: (performance.now() - start) / 1000 }
}

/**
 * Requests are sent on schedule, whether answers have come or not. A time counts from when the request was due, so one
 * that waits for its connection includes the wait.
 */
export async function openLoop(
  path: string,
  requests: readonly Buffer[] | ((agent: number) => readonly Buffer[]),
  { agents, perSecond, ms }: { readonly agents: number; readonly perSecond: number; readonly ms: number },
): Promise<LoadResult> {
  const all = await Promise.all(Array.from({ length: agents }, () => LoadConnection.open(path)))
  const times: number[] = []
  let failed = 0
  const start = performance.now() + 50
  const every = (agents * 1000) / perSecond
  const work = async (connection: LoadConnection, index: number) => {
    let turn = index
    const own = typeof requests === 'function' ? requests(index) : requests
    for (let due = start + (index * every) / agents; due < start + ms; due += every) {
      const early = due - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      if (!(await connection.send(own[turn++ % own.length]!))) failed++
      times.push(performance.now() - due)
    }
  }
  await Promise.all(all.map(work))
  for (const connection of all) connection.close()
  return { times, failed, seconds: ms / 1000 }
}
