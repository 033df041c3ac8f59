/** Handles unwanted input: bodies of refused requests, and bytes that are not a request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refused } from './guards.ts'
import type { HttpLimits } from './limits.ts'
import { errorText } from './rpc.ts'

type Limits = Pick<HttpLimits, 'refusedBytes' | 'tooLargeBytes'>

/**
 * Reads a little of a body and then stops, so that the sender stalls on its full buffer until the request times out.
 * Reads more from an admitted caller, since many clients read no answer before they have sent everything. A connection
 * that ends with the answer is closed only after the body: closing earlier would reset it and lose the answer.
 */
export function ignoreBody(request: IncomingMessage, response: ServerResponse, status: number, limits: Limits): void {
  const most = status === 413 ? limits.tooLargeBytes : limits.refusedBytes
  if (!request.complete && !response.shouldKeepAlive) {
    response.shouldKeepAlive = true
    const end = () => request.socket.end()
    request.once('end', () => (response.writableFinished ? end() : response.once('finish', end)))
  }
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) request.pause()
  })
}

/** Per connection, the requests not yet fully answered. */
export type Unanswered = WeakMap<Socket, Map<IncomingMessage, ServerResponse>>

export function noteUnanswered(all: Unanswered, request: IncomingMessage, response: ServerResponse): void {
  const own = all.get(request.socket) ?? new Map<IncomingMessage, ServerResponse>()
  all.set(request.socket, own.set(request, response))
  response.once('close', () => own.delete(request))
}

/** By Node's error code. */
const statuses: { readonly [code: string]: string | undefined } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * For input that is not HTTP, or did not arrive in time. The sender takes the answer for that of its earliest open
 * request: if that one has arrived and may be running, the connection is closed without an answer.
 */
export function answerGarbage({ code = '' }: NodeJS.ErrnoException, socket: Socket, all: Unanswered): void {
  const waiting = [...(all.get(socket) ?? [])]
  const mayAnswer = waiting.every(([request, response]) => !request.complete && !response.headersSent)
  if (!socket.writable || !mayAnswer) {
    socket.destroy()
    return
  }
  const hint = 'Send a plain HTTP/1.1 request, whole and at once.'
  const body = errorText(null, refused(400, 'invalid_request', 'The request cannot be read.', hint).problem)
  const lines = [
    `HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
