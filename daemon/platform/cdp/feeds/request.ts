/** One request of a page, assembled from its events. Keeps nothing secret. */

import type { Protocol } from 'devtools-protocol'
import { cut } from '../../../../api-schema/cut.ts'
import type { NetworkDetail, NetworkEntry } from '../../tab/page.ts'
import type { Session } from '../wire/connection.ts'
import { publicData, publicHeader, publicUrl } from './secrets.ts'

type Headers = { readonly [name: string]: string }
type Sent = Protocol.Network.RequestWillBeSentEvent
type Response = Pick<Protocol.Network.Response, 'status' | 'statusText' | 'headers'> &
  Partial<Pick<Protocol.Network.Response, 'mimeType' | 'encodedDataLength'>>

const longestUrl = 4000
const longestHeader = 1000
const mostHeaders = 100

/** What is known in addition to the request itself: ids, times, origin. */
export interface Begun {
  readonly session: Session
  readonly requestId: string
  readonly id: string
  /** Seconds on the browser's own clock; comes later for a socket. */
  readonly timestamp?: number
  /** ms since 1970. */
  readonly at: number
  readonly url: string
  readonly method: string
  readonly type: string
  readonly headers: Headers
  readonly initiator?: string
  /** Possibly truncated; the rest can be requested. */
  readonly postData?: string
  readonly hasPostData?: boolean
  /** Names of the page's secure fields at that time. */
  readonly secureNames: ReadonlySet<string>
  /** Addresses of the document that requested it, and its own. */
  readonly from: readonly string[]
}

export class Request {
  readonly session: Session
  readonly requestId: string
  readonly id: string
  readonly from: readonly string[]
  readonly secureNames: ReadonlySet<string>
  /** The data was not sent in full. */
  readonly hasMoreData: boolean
  #timestamp: number | undefined
  #fields: Omit<NetworkEntry, 'seq' | 'id'>
  #detail: Pick<NetworkDetail, 'statusText' | 'initiator' | 'postData' | 'responseHeaders'>
  #requestHeaders: Headers
  #hasEnded = false
  /** It was redirected and has no response of its own. */
  #isRedirect = false

  constructor(begun: Begun) {
    const { session, requestId, id, timestamp, at, url, method, type, headers, initiator, postData, secureNames } =
      begun
    this.session = session
    this.requestId = requestId
    this.id = id
    this.from = begun.from
    this.secureNames = secureNames
    this.hasMoreData = begun.hasPostData === true && postData === undefined
    this.#timestamp = timestamp
    this.#fields = { method, url: cut(publicUrl(url), longestUrl), type, at }
    this.#requestHeaders = publicHeaders(headers)
    this.#detail = {
      ...(initiator !== undefined && { initiator: cut(publicUrl(initiator), longestUrl) }),
      ...(postData !== undefined && { postData: publicData(postData, secureNames) }),
    }
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Why no body can be requested; undefined if there may be one. */
  get noBody(): string | undefined {
    if (this.#fields.type === 'WebSocket') return 'it is a socket'
    if (this.#isRedirect) return 'it was sent on to another url'
    if (this.#fields.failed !== undefined) return 'it failed'
    return this.#hasEnded ? undefined : 'it is under way'
  }

  /** Characters, towards the limit on what is kept. */
  get weight(): number {
    return JSON.stringify([this.#fields, this.#detail, this.#requestHeaders]).length
  }

  entry(seq: number): NetworkEntry {
    return { seq, id: this.id, ...this.#fields }
  }

  detail(seq: number): NetworkDetail {
    return { ...this.entry(seq), ...this.#detail, requestHeaders: this.#requestHeaders }
  }

  startAt(timestamp: number): void {
    this.#timestamp = timestamp
  }

  respond(response: Response, type?: string): void {
    const { status, statusText, mimeType = '', headers } = response
    this.#fields = {
      ...this.#fields,
      status,
      ...(mimeType !== '' && { mimeType }),
      ...(type !== undefined && { type }),
    }
    this.#detail = {
      ...this.#detail,
      ...(statusText !== '' && { statusText: cut(statusText, 200) }),
      // Headers from the network are already there, and more complete.
      responseHeaders: this.#detail.responseHeaders ?? publicHeaders(headers),
    }
  }

  redirect(response: Response, timestamp: number): void {
    this.#isRedirect = true
    this.respond(response)
    this.end(timestamp, response.encodedDataLength)
  }

  end(timestamp: number, bytes?: number): void {
    this.#hasEnded = true
    const durationMs = Math.max(0, Math.round((timestamp - (this.#timestamp ?? timestamp)) * 1000))
    this.#fields = { ...this.#fields, durationMs, ...(bytes !== undefined && { bytes: Math.round(bytes) }) }
  }

  fail(timestamp: number, why: string): void {
    this.end(timestamp)
    this.#fields = { ...this.#fields, failed: why }
  }

  /** Headers as sent over the network, which arrive separately. */
  addHeaders(of: 'request' | 'response', headers: Headers): void {
    const shown = publicHeaders(headers)
    if (of === 'request') this.#requestHeaders = shown
    else this.#detail = { ...this.#detail, responseHeaders: shown }
  }
}

function publicHeaders(headers: Headers): Headers {
  const entries = Object.entries(headers).slice(0, mostHeaders)
  return Object.fromEntries(entries.map(([name, value]) => [name, cut(publicHeader(name, value), longestHeader)]))
}

/** What started a request: its kind, and its place if known. */
export function initiatorOf({ type, url, lineNumber, stack }: Sent['initiator']): string {
  const call = stack?.callFrames.find((frame) => frame.url !== '')
  const place = call ?? (url === undefined ? undefined : { url, lineNumber })
  if (place === undefined) return type
  return `${type} ${cut(place.url, 500)}${place.lineNumber === undefined ? '' : `:${Math.round(place.lineNumber) + 1}`}`
}

/** The browser's word for what went wrong, and its details. */
export function failureOf({
  errorText,
  canceled,
  blockedReason,
  corsErrorStatus,
}: Protocol.Network.LoadingFailedEvent): string {
  const why = [canceled && 'canceled', blockedReason, corsErrorStatus?.corsError].filter(Boolean)
  return why.length === 0 ? errorText : `${errorText} (${why.join(', ')})`
}
