/** A page's network requests, recorded from the first call on, in bounded buffers. */

import type { Protocol } from 'devtools-protocol'
import { LRUCache } from 'lru-cache'
import { cut } from '../../../../api-schema/cut.ts'
import { Problem } from '../../../problem.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Feed, NetworkDetail, NetworkEntry } from '../../tab/page.ts'
import type { TabAccess } from '../wire/access.ts'
import { CommandError, type Session } from '../wire/connection.ts'
import { type Buffers, networkOf } from '../wire/network-domain.ts'
import { EachSession, RingFeed } from './feed.ts'
import { type Begun, failureOf, initiatorOf, Request } from './request.ts'
import { publicBody, publicData } from './secrets.ts'

type Headers = Protocol.Network.Headers

/** Response bodies the page's process keeps, for `detail`. */
const buffers: Buffers = {
  maxTotalBufferSize: 10_000_000,
  maxResourceBufferSize: 1_000_000,
  maxPostDataSize: 16_384,
}
/** Requests tracked by browser id; older ones are no longer updated. */
const mostChains = 600
const longestData = 100_000

interface Kept {
  readonly seq: number
  readonly request: Request
  readonly from: readonly string[]
}

/** A request and its redirects: they share one id, and their headers arrive separately. */
class Chain {
  readonly hops: Request[] = []
  /** Hops for which no headers will come. */
  readonly silent = new Set<Request>()
  readonly #headers = { request: [] as Headers[], response: [] as Headers[] }

  get last(): Request | undefined {
    return this.hops.at(-1)
  }

  addHeaders(of: 'request' | 'response', headers: Headers): void {
    this.#headers[of].push(headers)
    this.match()
  }

  /** The first headers belong to the first hop, and so on; they may come before it. */
  match(): void {
    const expecting = this.hops.filter((hop) => !this.silent.has(hop))
    for (const of of ['request', 'response'] as const)
      for (const [index, hop] of expecting.entries()) {
        const headers = this.#headers[of][index]
        if (headers !== undefined) hop.addHeaders(of, headers)
      }
  }
}

export class RequestFeed extends RingFeed<Kept> implements Feed<NetworkEntry> {
  readonly #seqs = new WeakMap<Request, number>()
  readonly #chains = new LRUCache<string, Chain>({ max: mostChains })
  readonly #sessions: EachSession
  #count = 0

  constructor(access: TabAccess) {
    super(access)
    this.#sessions = new EachSession(access, {
      listenTo: (session) => this.#listenTo(session),
      enable: (session, signal) =>
        networkOf(session).want(buffers, (sizes) => access.send(session, 'Network.enable', sizes, signal)),
    })
  }

  async since(mark: number, signal: AbortSignal) {
    const { entries, lost } = await this.open(mark, signal)
    const shown = entries.map(({ seq, request }) => request.entry(seq))
    return { entries: shown.sort((a, b) => a.at - b.at), lost }
  }

  async details(mark: number, signal: AbortSignal): Promise<readonly NetworkDetail[]> {
    const { entries } = await this.open(mark, signal)
    return entries.map(({ seq, request }) => request.detail(seq)).sort((a, b) => a.at - b.at)
  }

  protected begin(signal: AbortSignal): Promise<void> {
    return this.#sessions.begin(signal)
  }

  async detail(id: string, signal: AbortSignal): Promise<NetworkDetail | undefined> {
    const found = (await this.open(0, signal)).entries.find(({ request }) => request.id === id)
    if (found === undefined) return undefined
    const { request, seq } = found
    const detail = request.detail(seq)
    if (this.access.dialog !== undefined) return { ...detail, noBody: 'a dialog is open in the tab' }
    const [postData, body] = await Promise.all([
      request.hasMoreData ? this.#postData(request, signal) : undefined,
      this.#body(request, detail.mimeType ?? '', signal),
    ])
    return { ...detail, ...(postData !== undefined && { postData }), ...body }
  }

  async #postData({ session, requestId, secureNames }: Request, signal: AbortSignal): Promise<string | undefined> {
    const reply = this.access.send(session, 'Network.getRequestPostData', { requestId }, signal)
    const answer = await reply.catch(unlessForgotten)
    return answer && cut(publicData(answer.postData, secureNames), longestData)
  }

  async #body(
    request: Request,
    mimeType: string,
    signal: AbortSignal,
  ): Promise<Pick<NetworkDetail, 'body' | 'noBody'>> {
    const { session, requestId, noBody } = request
    if (noBody !== undefined) return { noBody }
    const reply = this.access.send(session, 'Network.getResponseBody', { requestId }, signal)
    const answer = await reply.catch(unlessForgotten)
    if (answer === undefined) return { noBody: 'the browser does not have it (any more)' }
    if (answer.base64Encoded) return { noBody: `it is not text (${mimeType})` }
    return answer.body === '' ? { noBody: 'it is empty' } : { body: publicBody(answer.body, mimeType) }
  }

  #listenTo(session: Session): void {
    this.#listenToSockets(session)
    session.on('Network.requestWillBeSent', (event) => {
      const { requestId, request, timestamp, wallTime, type = 'Other', redirectResponse } = event
      if (request.url.startsWith('data:')) return
      const chain = this.#chain(session, requestId)
      const before = chain.last
      if (before !== undefined && redirectResponse !== undefined) {
        if (!event.redirectHasExtraInfo) chain.silent.add(before)
        this.#end(session, requestId, (hop) => hop.redirect(redirectResponse, timestamp))
      }
      const { documents } = this.access
      const document = event.frameId === undefined ? [] : documents.addresses(event.frameId)
      const isDocument = type === 'Document'
      this.#add(chain, {
        from: [request.url, ...(isDocument ? [] : /^https?:/.test(event.documentURL) ? [event.documentURL] : document)],
        ...{ session, requestId, timestamp, at: wallTime * 1000, type, initiator: initiatorOf(event.initiator) },
        ...{ url: request.url + (request.urlFragment ?? ''), method: request.method, headers: request.headers },
        ...(request.postData !== undefined && { postData: request.postData }),
        ...(request.hasPostData && { hasPostData: true }),
      })
    })
    session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
      this.#chain(session, requestId).addHeaders('request', headers)
    })
    session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
      this.#chain(session, requestId).addHeaders('response', headers)
    })
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      this.#underWay(session, requestId)?.respond(response, type)
    })
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      this.#end(session, requestId, (request) => request.end(timestamp, encodedDataLength))
    })
    session.on('Network.loadingFailed', (event) => {
      this.#end(session, event.requestId, (request) => request.fail(event.timestamp, failureOf(event)))
    })
  }

  #listenToSockets(session: Session): void {
    session.on('Network.webSocketCreated', ({ requestId, url, initiator }) => {
      const { documents } = this.access
      // The browser does not say which of the tab's documents it came from.
      const from = [url.replace(/^ws/i, 'http'), ...documents.all]
      const about = { session, requestId, from, at: Date.now(), url, method: 'GET', type: 'WebSocket', headers: {} }
      const by = initiator === undefined ? {} : { initiator: initiatorOf(initiator) }
      this.#add(this.#chain(session, requestId), { ...about, ...by })
    })
    session.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, request, timestamp }) => {
      const socket = this.#underWay(session, requestId)
      socket?.addHeaders('request', request.headers)
      socket?.startAt(timestamp)
    })
    session.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
      this.#underWay(session, requestId)?.respond(response)
    })
    session.on('Network.webSocketFrameError', ({ requestId, timestamp, errorMessage }) => {
      this.#end(session, requestId, (request) => request.fail(timestamp, cut(errorMessage, 500)))
    })
    session.on('Network.webSocketClosed', ({ requestId, timestamp }) => {
      this.#end(session, requestId, (request) => request.end(timestamp))
    })
  }

  #chain(session: Session, requestId: string): Chain {
    return getOrCreate<string, Chain>(this.#chains, `${session.id} ${requestId}`, () => new Chain())
  }

  #underWay(session: Session, requestId: string): Request | undefined {
    const request = this.#chains.get(`${session.id} ${requestId}`)?.last
    return request?.hasEnded ? undefined : request
  }

  #add(chain: Chain, begun: Omit<Begun, 'id' | 'secureNames'>): void {
    const secureNames = begun.method === 'GET' ? noNames : new Set(this.access.secureNames())
    const request = new Request({ ...begun, id: `r${++this.#count}`, secureNames })
    chain.hops.push(request)
    chain.match()
    this.#number(request)
  }

  #end(session: Session, requestId: string, end: (request: Request) => void): void {
    const request = this.#underWay(session, requestId)
    if (request === undefined) return
    end(request)
    // A request that is no longer kept is not reported again.
    if (this.ring.remove(this.#seqs.get(request)!)) this.#number(request)
  }

  #number(request: Request): void {
    const { seq } = this.ring.add((next) => ({ seq: next, request, from: request.from }), request.weight)
    this.#seqs.set(request, seq)
  }
}

const noNames: ReadonlySet<string> = new Set()

/** The browser, or the process of a removed frame, no longer has it. */
function unlessForgotten(error: unknown): undefined {
  if (error instanceof CommandError || (error instanceof Problem && error.name === 'unresponsive')) return undefined
  throw error
}
