/** Browsers from a W3C WebDriver remote end, such as a Grid: had by its session, used over CDP, given back. */
import { Problem } from '../../../problem.ts'
import { untilAborted } from '../../../time-limit.ts'
import { type Endpoint, type Hold, labelOf } from './endpoint.ts'

/**
 * A grid ends sessions without commands, after five minutes by default, and not every grid counts CDP commands. It also
 * keeps the websocket open after the browser behind it has died.
 */
const keepMs = 20_000
const keptMs = 10_000
const endMs = 4000
const statusMs = 700
/** How many characters of the remote end's error text are quoted. */
const said = 300

export interface Lease extends Hold {
  readonly endpoint: Endpoint
}

interface Reply {
  readonly sessionId?: string
  readonly capabilities?: { readonly [name: string]: unknown }
  readonly error?: string
  readonly message?: string
}

interface Status {
  readonly ready?: boolean
  readonly nodes?: readonly { readonly slots?: readonly { readonly session?: unknown }[] }[]
}

type Capabilities = { readonly [name: string]: unknown }

export class WebDriver {
  readonly label: string
  readonly #base: URL
  readonly #headers: { readonly [name: string]: string }
  readonly #capabilities: Capabilities

  constructor(url: string, capabilities: Capabilities, headless: boolean) {
    this.label = labelOf(url)
    this.#base = new URL(url)
    const { username, password } = this.#base
    // `fetch` rejects credentials in an address.
    const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
    this.#headers = {
      'content-type': 'application/json; charset=utf-8',
      ...(username !== '' && { authorization: `Basic ${basic}` }),
    }
    this.#base.username = ''
    this.#base.password = ''
    this.#capabilities = withDefaults(capabilities, headless)
  }

  /** Waits as long as the remote end lets it. Throws unresponsive. `lost`: it says that the browser is gone. */
  async take(lost: () => void): Promise<Lease> {
    const body = JSON.stringify({ capabilities: { alwaysMatch: this.#capabilities } })
    const { sessionId, capabilities = {}, error, message } = await this.#ask('POST', 'session', body)
    if (sessionId === undefined)
      throw this.#refused(withoutPasswords(message) ?? error ?? 'it answered without a session')
    const endpoint = this.#endpointIn(capabilities)
    const path = `session/${encodeURIComponent(sessionId)}`
    const end = async () => {
      clearInterval(timer)
      await this.#ask('DELETE', path, undefined, AbortSignal.timeout(endMs)).catch(() => undefined)
    }
    // The smallest command that reaches the browser but no page.
    const keep = async () => {
      const asked = this.#ask('GET', `${path}/window/handles`, undefined, AbortSignal.timeout(keptMs))
      const reply = await asked.catch(() => undefined)
      if (reply?.error === 'invalid session id') lost()
    }
    const timer = setInterval(keep, keepMs).unref()
    if (endpoint !== undefined) return { endpoint, end }
    await end()
    throw this.#refused('its browser cannot be reached by the DevTools protocol; only Chromium, Chrome and Edge can')
  }

  /** Why there is no browser yet, if the remote end says so. */
  async waiting(): Promise<Problem> {
    const { nodes = [], ready } = await this.#status()
    const slots = nodes.flatMap((node) => node.slots ?? [])
    const busy = slots.filter(({ session }) => session !== undefined && session !== null).length
    const why =
      slots.length > 0
        ? `${busy} of its ${slots.length} slots are taken`
        : ready === false
          ? 'it is not ready'
          : 'it does not say why'
    return new Problem('limit_exceeded', {
      message: `${this.label} has given no browser yet: ${why}. The request stays in its queue.`,
      hint: 'Call again later: a browser that comes meanwhile is kept for this session. The person can add nodes, or end sessions.',
    })
  }

  async #status(): Promise<Status> {
    try {
      return (await this.#ask('GET', 'status', undefined, AbortSignal.timeout(statusMs))) as Status
    } catch {
      return {}
    }
  }

  async #ask(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Reply> {
    const url = new URL(this.#base)
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
    let text: string
    let status: number
    try {
      const response = await fetch(url, {
        method,
        headers: this.#headers,
        // A redirect would lead somewhere that the owner did not configure.
        redirect: 'manual',
        ...(body !== undefined && { body }),
        ...(signal !== undefined && { signal }),
      })
      status = response.status
      text = await textOf(response)
    } catch (error) {
      const { cause, name } = error as { readonly cause?: NodeJS.ErrnoException; readonly name: string }
      throw this.#unreachable(cause?.code ?? name)
    }
    try {
      return (JSON.parse(text) as { readonly value: Reply | null }).value ?? {}
    } catch {
      throw this.#unreachable(`it answered ${status}, not as a WebDriver remote end`)
    }
  }

  /** A hub names an address of its own for the protocol, which may differ from the one that we reach it at. */
  #endpointIn(capabilities: Capabilities): Endpoint | undefined {
    const passed = capabilities['se:cdp']
    const { hostname, host, protocol } = this.#base
    if (typeof passed === 'string' && URL.canParse(passed)) {
      const url = new URL(passed)
      url.host = host
      url.protocol = protocol === 'https:' ? 'wss:' : 'ws:'
      for (const [name, value] of Object.entries(this.#headers)) {
        if (name !== 'authorization') continue
        const [user = '', word = ''] = Buffer.from(value.slice(6), 'base64').toString().split(/:(.*)/s)
        url.username = encodeURIComponent(user)
        url.password = encodeURIComponent(word)
      }
      return { label: this.label, url: url.href }
    }
    const options = (capabilities['goog:chromeOptions'] ?? capabilities['ms:edgeOptions']) as
      | { readonly debuggerAddress?: unknown }
      | undefined
    if (typeof options?.debuggerAddress !== 'string') return undefined
    const url = new URL(`http://${options.debuggerAddress}`)
    if (/^(localhost|127\.0\.0\.1)$/.test(url.hostname)) url.hostname = hostname
    return { label: this.label, url: url.href }
  }

  #refused(why: string): Problem {
    return new Problem('unresponsive', {
      message: `${this.label} gives no browser: ${(why.split('\n').slice(0, 2).join(': ')).slice(0, said)}.`,
      hint: 'The person can correct --webdriver-capabilities, or see the log of the remote end.',
    })
  }

  #unreachable(why: string): Problem {
    return new Problem('unresponsive', {
      message: `The WebDriver remote end at ${this.label} cannot be reached: ${why}.`,
      hint: 'The person can start it, or correct --webdriver.',
    })
  }
}

function withDefaults(capabilities: Capabilities, headless: boolean): Capabilities {
  const options = (capabilities['goog:chromeOptions'] ?? {}) as { readonly args?: readonly string[] }
  return {
    browserName: 'chrome',
    // Dialogs are answered by whoever uses the page.
    unhandledPromptBehavior: 'ignore',
    ...capabilities,
    'goog:chromeOptions': { ...options, args: [...(headless ? ['--headless'] : []), ...(options.args ?? [])] },
  }
}

/** The browser, or, when the caller's time is up, the reason why there is none yet. */
export async function orWaiting<T>(taking: Promise<T>, webdriver: WebDriver, signal: AbortSignal): Promise<T> {
  return await untilAborted(taking, signal).catch(async (error) => {
    throw signal.aborted ? await webdriver.waiting() : error
  })
}

/** Larger than any reply expected here. */
const mostBytes = 4 * 1024 * 1024

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes)
      throw Object.assign(new Error(), { cause: { code: `it answers more than ${mostBytes} bytes` } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Removes credentials from addresses, which remote ends quote. */
function withoutPasswords(said: unknown): string | undefined {
  return typeof said !== 'string' ? undefined : said.replaceAll(/\/\/[^\s/@]*@/g, '//')
}
