/** Decides what becomes of a request that a route may fit: at once, from what is known, so that none waits. */
import type { Protocol } from 'devtools-protocol'
import { fitsGlob } from '../../../../api-schema/glob.ts'
import type { Headers, Route } from '../../tab/overrides.ts'
import { type Command, CommandError, type Session } from '../wire/connection.ts'
import { Documents } from '../wire/documents.ts'

type Paused = Protocol.Fetch.RequestPausedEvent

/** If the browser has not taken the decision after this, the request goes on unchanged. */
const decideMs = 5000

/** In the protocol's syntax, where `?` and `\` would have a meaning. */
export function patternsOf(routes: readonly Route[]): Protocol.Fetch.RequestPattern[] {
  const urls = new Set(routes.map(({ url }) => url.replace(/[\\?]/g, '\\$&')))
  return [...urls].map((urlPattern) => ({ urlPattern, requestStage: 'Request' }))
}

/** Time for a page to say which documents it has. */
const askMs = 1000

/**
 * Never throws. The routes that may answer this request: an answer could be a script of the document that asked, which
 * must be one the route's law allows. The page itself is asked, since its network events may precede those of its
 * documents.
 */
export async function lawful(
  session: Session,
  url: string,
  routes: readonly Route[],
  { request, frameId, resourceType }: Paused,
): Promise<readonly Route[]> {
  if (!routes.some(({ law, url }) => law?.has(request.url) && fitsGlob(url, request.url)))
    return routes.filter(({ law }) => law === undefined)
  const asking = resourceType === 'Document' ? [] : await documentOf(session, frameId, url)
  return routes.filter(({ law }) => law === undefined || [request.url, ...asking].every((one) => law.has(one)))
}

async function documentOf(session: Session, frameId: string, url: string): Promise<readonly string[]> {
  const asked = session.send('Page.getFrameTree', undefined, AbortSignal.timeout(askMs))
  return await asked.then(
    ({ frameTree }) => {
      const documents = new Documents()
      documents.load(session, frameTree)
      const found = documents.addresses(frameId)
      return found.length === 0 ? [url] : found
    },
    // A worker has no frames: its own address counts.
    (error) => [error instanceof CommandError ? url : ''],
  )
}

/** Never throws. Returns the routes that were used. */
export function decide(session: Session, routes: readonly Route[], paused: Paused): readonly Route[] {
  const { used, command, params } = decisionOf(routes, paused)
  const { requestId } = paused
  session.send(command, { requestId, ...params } as never, AbortSignal.timeout(decideMs)).catch(() => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  })
  return used
}

interface Decision {
  readonly used: readonly Route[]
  readonly command: Command
  readonly params: object
}

function decisionOf(routes: readonly Route[], { request, resourceType }: Paused): Decision {
  const { url, method } = request
  const urlless = routes.filter((route) => fitsGlob(route.url, url))
  const fitting = urlless.filter((route) => fits(route, method, resourceType))
  const last = fitting.findLast(({ effect: { kind } }) => kind === 'block' || kind === 'answer')
  if (last?.effect.kind === 'block')
    return { used: [last], command: 'Fetch.failRequest', params: { errorReason: 'BlockedByClient' } }
  if (last?.effect.kind === 'answer') {
    const { status, headers, body } = last.effect
    const responseHeaders = [...headers, ...openTo(request, headers)]
    const answer = { responseCode: status, responseHeaders, body: Buffer.from(body).toString('base64') }
    return { used: [last], command: 'Fetch.fulfillRequest', params: answer }
  }
  const preflighted = isPreflight(request) && urlless.find(({ effect: { kind } }) => kind === 'answer')
  if (preflighted)
    return {
      used: [],
      command: 'Fetch.fulfillRequest',
      params: { responseCode: 204, responseHeaders: openTo(request, []) },
    }
  const changing = fitting.filter(({ effect: { kind } }) => kind === 'headers' || kind === 'sign_in')
  if (changing.length === 0) return { used: [], command: 'Fetch.continueRequest', params: {} }
  return { used: changing, command: 'Fetch.continueRequest', params: { headers: changed(request.headers, changing) } }
}

function fits(route: Route, method: string, type: string): boolean {
  return (route.method ?? method) === method && (route.type ?? type) === type
}

function changed(headers: { readonly [name: string]: string }, routes: readonly Route[]): Headers {
  const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]))
  for (const { effect } of routes) {
    const given =
      effect.kind === 'headers'
        ? effect.headers
        : effect.kind === 'sign_in'
          ? [{ name: 'Authorization', value: effect.authorization }]
          : []
    for (const header of given) {
      if (header.value === '') all.delete(header.name.toLowerCase())
      else all.set(header.name.toLowerCase(), header)
    }
  }
  return [...all.values()]
}

function isPreflight({ method, headers }: Protocol.Network.Request): boolean {
  return method === 'OPTIONS' && headerOf(headers, 'access-control-request-method') !== undefined
}

/** An answer made up for a page of another site is meant to be readable by it. */
function openTo({ headers }: Protocol.Network.Request, given: Headers): Headers {
  const origin = headerOf(headers, 'origin')
  const says = (name: string) => given.some((header) => header.name.toLowerCase() === name)
  if (origin === undefined || says('access-control-allow-origin')) return []
  const method = headerOf(headers, 'access-control-request-method')
  const asked = headerOf(headers, 'access-control-request-headers')
  return [
    { name: 'Access-Control-Allow-Origin', value: origin },
    { name: 'Access-Control-Allow-Credentials', value: 'true' },
    { name: 'Vary', value: 'Origin' },
    ...(method === undefined ? [] : [{ name: 'Access-Control-Allow-Methods', value: method }]),
    ...(asked === undefined ? [] : [{ name: 'Access-Control-Allow-Headers', value: asked }]),
  ]
}

function headerOf(headers: { readonly [name: string]: string }, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
}
