/** The package as a library: a function for each method, on the running daemon, or one that is started. */
import { randomUUID } from 'node:crypto'
import type { Connection, ConnectOptions, Methods } from '../api-schema/library.d.ts'
import { methods } from '../api-schema/methods.ts'
import { functionName } from '../api-schema/typescript.ts'
import { CallError, type CallOptions, call } from './reach/call.ts'
import { NoDaemon } from './reach/no-daemon.ts'

export { CallError, NoDaemon }

/** Sends nothing yet. Its types for users are generated: `api-schema/library.d.ts`. */
export function connect({ session, url, token, start }: ConnectOptions = {}): Connection {
  const own = session ?? `library-${randomUUID()}`
  const options: CallOptions = {
    session: own,
    ...(start !== undefined && { start }),
    ...(url !== undefined && { place: { url, ...(token !== undefined && { token }) } }),
  }
  const send: Connection['call'] = (method, params = {}, more) => call(method, params, { ...options, ...more })
  const functions = Object.keys(methods).map((name) => [
    functionName(name),
    (params?: object, more?: Parameters<typeof send>[2]) => send(name, params, more),
  ])
  return {
    ...(Object.fromEntries(functions) as Methods),
    sessionName: own,
    call: send,
    close: async () => {
      // A session that the caller named may be used by others. Nobody waits for a daemon that is gone.
      if (session === undefined) await send('session', { action: 'end' }).catch(() => undefined)
    },
  }
}
