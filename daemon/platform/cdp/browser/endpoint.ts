import type { Transport } from '../wire/transport.ts'

/** Where a browser is reached. Addresses may hold tokens, so answers and logs have only the label. */
export interface Endpoint {
  /** Its name in the configuration. */
  readonly name?: string
  /** The address without credentials, path and query. */
  readonly label: string
  readonly url: string
}

/** Set for a browser that the daemon owns, or whose person admitted it: it is not connected to a second time. */
export interface Hold {
  /** Set if the daemon started it, or was admitted. */
  readonly transport?: Transport
  /** It is the person's own: what they have open there is theirs. */
  readonly isPersonal?: true
  /** It has only the tabs that its extension lends. */
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

/** Asks `http://host:port` for its websocket; uses `ws://…` as it is. */
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
