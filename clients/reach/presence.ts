/** A request that stays open for as long as this process lives, so that the daemon sees when it is killed. */
import { once } from 'node:events'
import { type PostOptions, send, sessionHeader } from './post.ts'

export interface Presence {
  /** False if the daemon is older or has no room for it: the session then ends after its idle time. */
  readonly isTaken: boolean
  /** Resolves once the daemon, or this process, has closed it. */
  readonly over: Promise<void>
}

/** Throws what `send` throws, and the signal's reason. */
export async function bePresent(session: string, options: PostOptions): Promise<Presence> {
  const response = await send('/presence', '{}', { [sessionHeader]: session }, { ...options, start: false })
  response.resume()
  const over = once(response, 'close').then(
    () => undefined,
    () => undefined,
  )
  return { isTaken: response.statusCode === 200, over }
}
