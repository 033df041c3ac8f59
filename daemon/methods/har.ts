/** The network feed as a HAR 1.2 file, without response bodies. Secrets have been removed before. */
import { given } from '../../api-schema/given.ts'
import type { NetworkDetail } from '../platform/tab/page.ts'
import { version } from '../version.ts'

interface Named {
  readonly name: string
  readonly value: string
}

export type Har = {
  readonly log: { readonly version: '1.2'; readonly entries: readonly object[]; readonly [name: string]: unknown }
}

export function harOf(requests: readonly NetworkDetail[], page: { readonly url: string; readonly title: string }): Har {
  const id = 'page_1'
  const began = Math.min(...requests.map(({ at }) => at))
  const pageTimings = { onContentLoad: -1, onLoad: -1 }
  const pages = requests.length === 0 ? [] : [{ startedDateTime: dateOf(began), id, title: page.title, pageTimings }]
  const entries = requests.map((request) => ({ ...(pages.length > 0 && { pageref: id }), ...entryOf(request) }))
  return { log: { version: '1.2', creator: { name: 'interface-explorer', version: version() }, pages, entries } }
}

const dateOf = (at: number) => new Date(at).toISOString()

function entryOf(request: NetworkDetail): object {
  const { at, durationMs = 0, type, initiator, failed } = request
  return {
    startedDateTime: dateOf(at),
    time: durationMs,
    request: requestOf(request),
    response: responseOf(request),
    cache: {},
    // Only the total is known.
    timings: { send: 0, wait: durationMs, receive: 0 },
    _resourceType: type.toLowerCase(),
    ...given({ _initiator: initiator, _error: failed }),
    ...(request.durationMs === undefined && { comment: 'under way' }),
  }
}

function requestOf({ method, url, requestHeaders, postData }: NetworkDetail): object {
  const headers = named(requestHeaders)
  return {
    method,
    url,
    httpVersion: 'unknown',
    cookies: [],
    headers,
    queryString: queryOf(url),
    ...(postData !== undefined && { postData: { mimeType: valueIn(headers, 'content-type'), text: postData } }),
    headersSize: -1,
    bodySize: postData === undefined ? 0 : -1,
  }
}

/** Status 0 for a failed or unfinished request, as browsers write it. */
function responseOf({ status = 0, statusText = '', responseHeaders = {}, mimeType, bytes }: NetworkDetail): object {
  const headers = named(responseHeaders)
  return {
    status,
    statusText,
    httpVersion: 'unknown',
    cookies: [],
    headers,
    content: { size: bytes ?? -1, mimeType: mimeType ?? valueIn(headers, 'content-type') },
    redirectURL: valueIn(headers, 'location'),
    headersSize: -1,
    bodySize: bytes ?? -1,
  }
}

function named(headers: { readonly [name: string]: string }): readonly Named[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function valueIn(headers: readonly Named[], wanted: string): string {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
}

function queryOf(url: string): readonly Named[] {
  if (!URL.canParse(url)) return []
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
}
