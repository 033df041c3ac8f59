/** The package as a library: a function for each method, on the daemon that runs, or is started. */
import { randomUUID } from 'node:crypto'
import { methods } from '../api-schema/methods.ts'
import { functionName } from '../api-schema/typescript.ts'
import { CallError, type CallOptions, call } from './call.ts'
import { NoDaemon } from './no-daemon.ts'

export { CallError, NoDaemon }

export interface ConnectOptions {
  /** The session that its calls belong to; by default one of its own, which `close` ends. */
  readonly session?: string
  /** A daemon elsewhere, such as `http://127.0.0.1:4733`; by default the one of this user, started if none runs. */
  readonly url?: string
  /** Needed with `url`. */
  readonly token?: string
  /** If false, a missing daemon is an error. */
  readonly start?: boolean
}

type Call = (params?: object, options?: Pick<CallOptions, 'signal'>) => Promise<unknown>

export interface Connection {
  readonly sessionName: string
  call(method: string, params?: object, options?: Pick<CallOptions, 'signal'>): Promise<unknown>
  close(): Promise<void>
  readonly [method: string]: unknown
}

/** Sends nothing yet. Its types for users are generated: `api-schema/library.d.ts`. */
export function connect({ session, url, token, start }: ConnectOptions = {}): Connection {
  const own = session ?? `library-${randomUUID()}`
  const options: CallOptions = {
    session: own,
    ...(start !== undefined && { start }),
    ...(url !== undefined && { place: { url, ...(token !== undefined && { token }) } }),
  }
  const send: Connection['call'] = (method, params = {}, more) => call(method, params, { ...options, ...more })
  const functions = Object.keys(methods).map((name): [string, Call] => [
    functionName(name),
    (params, more) => send(name, params, more),
  ])
  return {
    ...Object.fromEntries(functions),
    sessionName: own,
    call: send,
    close: async () => {
      // A session that was named is another's too. Nobody waits for a daemon that is gone.
      if (session === undefined) await send('session', { action: 'end' }).catch(() => undefined)
    },
  }
}
