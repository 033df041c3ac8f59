/**
 * One request to the daemon, which is started if needed: unix socket first, otherwise TCP with a token. Knows no methods, and
 * imports little, since `ix mcp` consists mostly of it.
 */
import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { createRequire } from 'node:module'
import { NoDaemon } from './no-daemon.ts'
import { findDaemon, isRemote, ownVersion, type Place } from './place.ts'

// `import` touches every name of the module, and some newer Nodes then load all of fetch: 9 to 14 MiB.
const http = createRequire(import.meta.url)('node:http') as typeof import('node:http')

/** The connection broke after the request was sent: it may have been carried out. */
export class Lost extends Error {}

export interface PostOptions {
  readonly signal?: AbortSignal
  /** If false, a missing daemon is an error. */
  readonly start?: boolean
  /** Where the daemon is, if not where this user's is. */
  readonly place?: Place
  /** Name of the session that the call belongs to. */
  readonly session?: string
  /** Connections that stay open; without them, each request has its own. */
  readonly connections?: Agent
  /** Shows the person a remark, such as a version mismatch with the daemon. */
  readonly onWarning?: (text: string) => void
}

export const sessionHeader = 'ix-session'

/** Connections that are reused, and closed after this long without a request. */
export function openConnections(idleMs: number): Agent {
  return new http.Agent({ keepAlive: true, timeout: idleMs })
}

/** Posts to the daemon, starting it if needed; the caller reads the answer's body. */
export async function send(
  path: string,
  body: string,
  headers: { readonly [name: string]: string },
  options: PostOptions,
): Promise<IncomingMessage> {
  const typed = { ...headers, 'content-type': 'application/json' }
  return await reach((place) => ask(place, 'POST', path, body, typed, options), options)
}

export async function reach(
  request: (place: Place) => Promise<IncomingMessage>,
  options: PostOptions,
): Promise<IncomingMessage> {
  const mayStart = options.start !== false && options.place === undefined && !isRemote()
  const found = options.place ?? findDaemon()
  if (found !== undefined) {
    warnOfVersion(found, options)
    try {
      return await request(found)
    } catch (error) {
      // Nothing was sent, so a new daemon may receive it.
      if (!(error instanceof NoDaemon && mayStart)) throw error
    }
  }
  if (!mayStart) throw new NoDaemon('No daemon is running.')
  const { startDaemon } = await import('./start-daemon.ts')
  return await request(await startDaemon([], options.signal))
}

export async function ask(
  place: Place,
  method: 'GET' | 'POST',
  path: string,
  body: string,
  headers: { readonly [name: string]: string },
  { signal, connections }: PostOptions,
): Promise<IncomingMessage> {
  const base = new URL(place.url ?? 'http://localhost')
  const isSecure = base.protocol === 'https:'
  const options: RequestOptions = {
    method,
    agent: isSecure ? false : (connections ?? false),
    headers: {
      ...headers,
      'content-length': Buffer.byteLength(body),
      ...(place.token !== undefined && { authorization: `Bearer ${place.token}` }),
      ...(place.agent !== undefined && { 'ix-agent': place.agent }),
    },
    ...(place.url === undefined && { socketPath: place.socket }),
    ...(signal && { signal }),
  }
  const start = isSecure ? (await import('node:https')).request : http.request
  return await new Promise((resolve, reject) => {
    const sent = start(new URL(path, base), options, resolve)
    let connected = false
    sent.once('socket', (socket) => {
      connected = !socket.connecting
      if (socket.connecting) socket.once('connect', () => (connected = true))
    })
    sent.once('error', (error) =>
      reject(signal?.aborted ? signal.reason : connected ? new Lost(error.message) : gone(place, error)),
    )
    sent.end(body)
  })
}

function gone(place: Place, error: Error): NoDaemon {
  const where = place.url ?? place.socket
  return new NoDaemon(`No daemon answers at ${where} (${(error as NodeJS.ErrnoException).code ?? error.message}).`)
}

function warnOfVersion({ version }: Place, { onWarning }: PostOptions): void {
  const own = ownVersion()
  if (version !== undefined && version !== own) {
    onWarning?.(
      `the running daemon is version ${version}, this is ${own}; \`ix stop\` lets the next call start the new one`,
    )
  }
}
