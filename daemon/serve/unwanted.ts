/** What arrives and is not wanted: bodies of refused requests, and bytes that are no request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refused } from './guards.ts'
import type { HttpLimits } from './limits.ts'
import { errorText } from './rpc.ts'

type Limits = Pick<HttpLimits, 'refusedBytes' | 'tooLargeBytes'>

/**
 * Reads a little of a body and then stops, so that the sender stalls on its full buffer until the request times out;
 * more where the caller is known, since many read no answer before all is sent. A connection that was to end with the
 * answer ends after the body: closed before, it would be reset, and the answer lost.
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

/** Of each connection, the requests without a whole answer. */
export type Unanswered = WeakMap<Socket, Map<IncomingMessage, ServerResponse>>

export function noteUnanswered(all: Unanswered, request: IncomingMessage, response: ServerResponse): void {
  const own = all.get(request.socket) ?? new Map<IncomingMessage, ServerResponse>()
  all.set(request.socket, own.set(request, response))
  response.once('close', () => own.delete(request))
}

/** By Node's word for what is wrong. */
const statuses: { readonly [code: string]: string | undefined } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Of what cannot be read as HTTP, or did not arrive in time. The sender takes an answer for that of its earliest
 * request: where that has arrived, and may be under way, there is none, and the connection breaks.
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
