/**
 * Who may see the page: whoever opens the link first. The key in the link is exchanged, once, for a cookie that works
 * only below a path that nobody else knows: other servers on this machine get the cookies of every port, but not that
 * path.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'ix-view'

export class Admission {
  /** The only path below which screen content is served, with slashes. */
  readonly place = secret()
  readonly #cookie = secret()
  #key: string | undefined = secret()

  /** In the fragment, which is never sent and so appears in no server log. */
  link(port: number): string {
    return `http://127.0.0.1:${port}/#${this.#key}`
  }

  /** The cookie, for the first request with the key. */
  open(key: unknown): string | undefined {
    if (this.#key === undefined || typeof key !== 'string' || !isSame(key, this.#key)) return undefined
    this.#key = undefined
    return `${cookieName}=${this.#cookie}; Path=/${this.place}/; HttpOnly; SameSite=Strict`
  }

  get isUsed(): boolean {
    return this.#key === undefined
  }

  has({ headers }: IncomingMessage): boolean {
    const found = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${cookieName}=`))
    return found !== undefined && isSame(found.slice(cookieName.length + 1), this.#cookie)
  }
}

/** Why a request comes neither from the page nor from a person who opens it. */
export function foreign({ method, url = '', headers }: IncomingMessage, port: number): string | undefined {
  const host = `127.0.0.1:${port}`
  if (headers.host !== host) return `Only requests to ${host} are served.`
  const isOwn = headers.origin === `http://${host}`
  if (headers.origin !== undefined && !isOwn) return 'Requests from other pages are refused.'
  if (method === 'POST' && !isOwn) return 'Only the page itself may send this.'
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined
  // A link followed from anywhere gets the program of the page, but no screen content.
  const isFollowed = url === '/' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return isFollowed ? undefined : 'Requests from other pages are refused.'
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
