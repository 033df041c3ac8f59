import type { Transport } from '../wire/transport.ts'

/** Where a browser is reached. Addresses may hold tokens, so answers and logs only have the label. */
export interface Endpoint {
  /** Its name in the configuration. */
  readonly name?: string
  /** The address without credentials, path and query. */
  readonly label: string
  readonly url: string
}

/** Set for a browser that the daemon owns, or was let into by its person: it is not connected to a second time. */
export interface Hold {
  /** Set if the daemon started it, or was let in. */
  readonly transport?: Transport
  /** A person's own: what they have open there is theirs. */
  readonly isPersonal?: true
  /** It has only tabs that are lent, by its extension. */
  readonly isLending?: true
  /** Ends the browser, or gives it back. */
  end(): Promise<void>
}

/** `http://…`, `ws://…`, either with a name before it: `shop=wss://…`. */
export function endpointOf(text: string): Endpoint {
  const [, name, url = text] = /^(?:([A-Za-z][\w.-]*)=)?(.*)$/s.exec(text) ?? []
  return { ...(name !== undefined && { name }), label: labelOf(url), url }
}

export function labelOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none'
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** `http://host:port` is asked for its websocket; `ws://…` is used as it is. */
export async function webSocketUrl({ url: text }: Endpoint, signal: AbortSignal): Promise<string> {
  if (text.startsWith('ws')) return text
  const asked = new URL(text)
  const response = await fetch(new URL(`/json/version${asked.search}`, asked), { signal })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string }
  const url = new URL(webSocketDebuggerUrl)
  // A browser behind a forwarded port names its own host.
  url.host = asked.host
  if (asked.protocol === 'https:') url.protocol = 'wss:'
  return url.href
}
