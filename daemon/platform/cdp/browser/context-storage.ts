/**
 * Reads and writes a context's stored state, in an empty page for each origin: the daemon itself answers that page's
 * request, so no server is asked and no script of a site runs.
 */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../../../problem.ts'
import { untilAborted } from '../../../time-limit.ts'
import type { Cookie, OriginState, StorageState, Stored } from '../../tab/storage-state.ts'
import { collectScript, collectSessionScript, restoreScript } from '../injected/page-storage.ts'
import type { Sent } from '../injected/sent.ts'
import { inOwnSession } from '../wire/attachment.ts'
import type { Connection, Session } from '../wire/connection.ts'

/** Time for an open page to report its tab's storage; a blocked page never does. */
const pageMs = 2000
const emptyPage = Buffer.from('<!doctype html>').toString('base64')
const html = [{ name: 'Content-Type', value: 'text/html' }]

type Collected = typeof collectScript extends Sent<infer Answer> ? Answer : never

/** `undefined` for the browser's default context. */
type ContextId = string | undefined

/** `tab` belongs to the context; its sessionStorage is saved with the rest, if its page answers. */
export async function saveStorage(
  connection: Connection,
  contextId: ContextId,
  tab: string,
  seen: Iterable<string>,
  signal: AbortSignal,
): Promise<{ readonly state: StorageState; readonly stored: Stored }> {
  const { root } = connection
  const inContext = contextId === undefined ? {} : { browserContextId: contextId }
  const { cookies } = await root.send('Storage.getCookies', inContext, signal)
  const own = await sessionStorageOf(connection, tab)
  const origins: OriginState[] = []
  let left = 0
  // Hidden, so that nobody sees it among the tabs.
  const { targetId } = await root.send(
    'Target.createTarget',
    { url: 'about:blank', hidden: true, ...inContext },
    signal,
  )
  try {
    await onEmptyPages(connection, targetId, signal, async (visit) => {
      for (const origin of new Set([...seen, ...(own === undefined ? [] : [own.origin])])) {
        const { kept, left: more } = (await visit(origin, `(${collectScript})()`)) as Collected
        left += more
        const session = own?.origin === origin && own.items.length > 0 ? { sessionStorage: own.items } : {}
        if (kept.localStorage.length === 0 && kept.indexedDB === undefined && !('sessionStorage' in session)) continue
        origins.push({ origin, ...kept, ...session })
      }
    })
  } finally {
    root.send('Target.closeTarget', { targetId }).catch(() => undefined)
  }
  const state = { cookies: cookies.map(cookieOf), origins }
  return { state, stored: { cookies: cookies.length, origins: origins.map(({ origin }) => origin), left } }
}

/** Uses a blank tab, which gets the sessionStorage and is blank again afterwards. Cookies last: then all is loaded. */
export async function loadStorage(
  connection: Connection,
  contextId: ContextId,
  tab: string,
  { cookies, origins }: StorageState,
  signal: AbortSignal,
): Promise<Stored> {
  await onEmptyPages(connection, tab, signal, async (visit) => {
    for (const { origin, ...kept } of origins) await visit(origin, `(${restoreScript})(${JSON.stringify(kept)})`)
  })
  const living = cookies.filter(({ expires }) => expires === -1 || expires > Date.now() / 1000).map(paramOf)
  const inContext = contextId === undefined ? {} : { browserContextId: contextId }
  await connection.root.send('Storage.setCookies', { cookies: living, ...inContext }, signal).catch((error) => {
    if (signal.aborted) throw error
    throw new Problem('invalid_params', {
      message: 'The browser takes one of the cookies for invalid; none was set.',
      hint: 'Save the state again, or correct the cookies in the file.',
    })
  })
  return { cookies: living.length, origins: origins.map(({ origin }) => origin), left: 0 }
}

const mostOrigins = 500

/** Origins of pages that were open: a browser does not report where else it has storage. */
export class Visited {
  /** By context. */
  readonly #origins = new Map<string, Set<string>>()

  add(contextId: string, url: string): void {
    if (!/^https?:/.test(url) || !URL.canParse(url)) return
    const origins = this.#origins.get(contextId) ?? new Set()
    this.#origins.set(contextId, origins)
    if (origins.size < mostOrigins) origins.add(new URL(url).origin)
  }

  of(contextId: string): Iterable<string> {
    return this.#origins.get(contextId) ?? []
  }
}

/** The default context has an id, but commands do not accept it. */
export async function nameOfContext(connection: Connection, id: string, signal: AbortSignal): Promise<ContextId> {
  const { browserContextIds } = await connection.root.send('Target.getBrowserContexts', undefined, signal)
  return browserContextIds.includes(id) ? id : undefined
}

type Visit = (origin: string, script: string) => Promise<unknown>

/** Meanwhile every request of the target is answered with an empty page. */
async function onEmptyPages(
  connection: Connection,
  targetId: string,
  signal: AbortSignal,
  use: (visit: Visit) => Promise<void>,
): Promise<void> {
  await inOwnSession(connection, targetId, signal, async (session) => {
    session.on('Fetch.requestPaused', ({ requestId }) => {
      const answer = { requestId, responseCode: 200, responseHeaders: html, body: emptyPage }
      session.send('Fetch.fulfillRequest', answer).catch(() => undefined)
    })
    await Promise.all([
      session.send('Page.enable', undefined, signal),
      session.send('Network.enable', {}, signal),
      session.send('Network.setBypassServiceWorker', { bypass: true }, signal),
      session.send('Fetch.enable', {}, signal),
    ])
    await use(async (origin, script) => {
      await goTo(session, `${origin}/`, signal)
      return await answerOf(session, origin, script, signal)
    })
    await goTo(session, 'about:blank', signal)
    await session.send('Page.resetNavigationHistory', undefined, signal)
  })
}

async function goTo(session: Session, url: string, signal: AbortSignal): Promise<void> {
  const loaded = new Promise<void>((resolve, reject) => {
    const stop = session.on('Page.loadEventFired', () => {
      stop()
      resolve()
    })
    session.onEnd(() => reject(new Problem('tab_not_found', { message: 'The tab was closed meanwhile.' })))
  })
  loaded.catch(() => undefined)
  await session.send('Page.navigate', { url }, signal)
  await untilAborted(loaded, signal)
}

async function answerOf(session: Session, origin: string, expression: string, signal: AbortSignal) {
  const asked = { expression, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', asked, signal)
  const value = result.value as { readonly origin?: string } | string | undefined
  const at = typeof value === 'object' ? value.origin : value
  if (exceptionDetails === undefined && at === origin) return value
  // The error may quote stored values.
  const why =
    exceptionDetails === undefined ? 'the browser goes elsewhere instead' : 'it is in use, or the browser refuses'
  throw new Problem('unresponsive', {
    message: `The storage of ${origin} cannot be reached: ${why}.`,
    hint: 'Close the tabs of that site, then call again.',
  })
}

/** In a world that the page's scripts cannot reach. */
async function sessionStorageOf(connection: Connection, targetId: string) {
  const signal = AbortSignal.timeout(pageMs)
  const asked = inOwnSession(connection, targetId, signal, async (session) => {
    const { frameTree } = await session.send('Page.getFrameTree', undefined, signal)
    const where = { frameId: frameTree.frame.id }
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', where, signal)
    const asked = { expression: `(${collectSessionScript})()`, contextId, returnByValue: true }
    const { result } = await session.send('Runtime.evaluate', asked, signal)
    const own = result.value as { readonly origin: string; readonly items: OriginState['localStorage'] } | undefined
    return own !== undefined && /^https?:/.test(own.origin) ? own : undefined
  })
  return await asked.catch(() => undefined)
}

function cookieOf(cookie: Protocol.Network.Cookie): Cookie {
  const { name, value, domain, path, expires, httpOnly, secure, session, sameSite = 'Lax', partitionKey } = cookie
  return {
    name,
    value,
    domain,
    path,
    expires: session ? -1 : expires,
    httpOnly,
    secure,
    sameSite,
    ...(partitionKey !== undefined && {
      partitionKey: partitionKey.topLevelSite,
      _crHasCrossSiteAncestor: partitionKey.hasCrossSiteAncestor,
    }),
  }
}

function paramOf({
  expires,
  partitionKey,
  _crHasCrossSiteAncestor = false,
  ...cookie
}: Cookie): Protocol.Network.CookieParam {
  return {
    ...cookie,
    ...(expires !== -1 && { expires }),
    ...(partitionKey !== undefined && {
      partitionKey: { topLevelSite: partitionKey, hasCrossSiteAncestor: _crHasCrossSiteAncestor },
    }),
  }
}
