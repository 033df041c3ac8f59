/** The connections to a person's own browsers: each is asked once, and kept until it or the browser ends. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { clause, Problem } from '../../../problem.ts'
import { untilAborted, withTimeLimit } from '../../../time-limit.ts'
import type { Finding, Target } from '../../platform.ts'
import type { OwnBrowser, OwnBrowsers, Patience, TheirTab } from '../../tab/own-browsers.ts'
import { overPipes } from '../wire/pipe.ts'
import { openWebSocket } from '../wire/web-socket.ts'
import type { Browser } from './browser.ts'
import type { Endpoint, Hold } from './endpoint.ts'
import { type PersonalBrowser, personalBrowsers } from './personal-browsers.ts'

/** Where a person switches it on, and what they tick there. */
const switchPage = 'chrome://inspect/#remote-debugging'
const howToSwitchOn = `open ${switchPage} in it and tick "Allow remote debugging for this browser instance"`

/** For a browser that has admitted us. */
const connectMs = 10_000

interface Asking {
  readonly name: string
  readonly browser: Promise<Browser>
  readonly cancel: AbortController
}

/** What the platform does with such a browser. */
export interface Keeper {
  add(endpoint: Endpoint, hold: Hold): Browser
  drop(browser: Browser): Promise<void>
}

export class Attachments implements OwnBrowsers {
  readonly #keeper: Keeper
  /** By profile folder. */
  readonly #asking = new Map<string, Asking>()
  readonly #attached = new Map<string, Browser>()

  constructor(keeper: Keeper) {
    this.#keeper = keeper
  }

  async list(): Promise<readonly OwnBrowser[]> {
    const lending = this.#open.filter(({ isLending }) => isLending)
    const whole = (await personalBrowsers()).map((one): OwnBrowser => {
      const browser = this.#openAt(one.folder)
      return { name: one.name, state: this.#stateOf(one), ...(browser !== undefined && { id: browser.id }) }
    })
    return [...whole, ...lending.map(({ label: name, id }): OwnBrowser => ({ name, state: 'lending', id }))]
  }

  async attach(name: string | undefined, time: Patience, onAsk?: (browser: string) => void): Promise<Target> {
    const found = await personalBrowsers()
    const one = chosen(found, name, (each) => this.#stateOf(each) === 'attached')
    const open = this.#openAt(one.folder)
    if (open !== undefined) return open.targets()[0]!
    if (one.url === undefined) throw switchedOff([one])
    const asking = this.#asking.get(one.folder) ?? this.#ask(one, one.url)
    onAsk?.(one.name)
    return (await within(asking.browser, time, () => unanswered(one.name))).targets()[0]!
  }

  async join(socket: string): Promise<void> {
    const stream = await connected(socket)
    const hold = {
      transport: overPipes(stream, stream),
      isPersonal: true,
      isLending: true,
      end: async () => undefined,
    } as const
    const browser = this.#keeper.add({ name: 'lent', label: 'Lent tabs', url: '' }, hold)
    await this.#opened(browser)
    this.#attached.set(socket, browser)
  }

  async detach(name: string | undefined): Promise<readonly string[]> {
    const is = (called: string) => name === undefined || isCalled(called, name)
    const asking = [...this.#asking.values()].filter((one) => is(one.name))
    const attached = [...this.#attached].filter(([, { label, id, isOpen }]) => isOpen && (is(label) || id === name))
    for (const { cancel, name: of } of asking) cancel.abort(withdrawn(of))
    await Promise.all(
      attached.map(async ([folder, browser]) => {
        this.#attached.delete(folder)
        await this.#keeper.drop(browser)
      }),
    )
    return [...asking.map((one) => one.name), ...attached.map(([, { label }]) => label)]
  }

  tabs(): readonly TheirTab[] {
    return this.#open.flatMap((browser) => [
      ...browser.theirs.map(({ targetId: handle, title, url }) => ({ handle, browser: browser.label, title, url })),
      ...browser.lent.map(({ targetId: handle, id: tab, title, url }) => ({
        handle,
        browser: browser.label,
        title,
        url,
        tab,
      })),
    ])
  }

  lend(handle: string): string {
    for (const browser of this.#open) {
      const tab = browser.lend(handle)
      if (tab !== undefined) return tab
    }
    throw new Problem('tab_not_found', {
      message: 'That tab is not open in an attached browser.',
      hint: 'Call {browser} with action tabs for those that are.',
    })
  }

  async takeBack(tab: string): Promise<void> {
    for (const browser of this.#open) {
      const lent = browser.lent.find(({ id }) => id === tab)
      if (lent !== undefined) return await browser.takeBack(lent.targetId)
    }
    throw new Problem('tab_not_found', {
      message: `No tab ${JSON.stringify(tab)} is lent.`,
      hint: 'Call {browser} with action tabs: those that are lent have a `tab`.',
    })
  }

  async findings(): Promise<readonly Finding[]> {
    const says: { readonly [state in OwnBrowser['state']]: Pick<Finding, 'state' | 'detail' | 'remedy'> } = {
      attached: { state: 'ok', detail: 'open, attached; `ix detach` ends that' },
      asking: { state: 'note', detail: 'open, its dialog asks whether to allow remote debugging' },
      allowed: {
        state: 'note',
        detail: 'open, allows remote debugging, not attached',
        remedy: '`ix attach` lets agents use it; it will ask you first, by a dialog.',
      },
      lending: { state: 'ok', detail: 'lent by the extension, whose button takes them back' },
      off: {
        state: 'note',
        detail: 'open, does not allow remote debugging',
        remedy: `To let agents use it, ${howToSwitchOn}, then run \`ix attach\`.`,
      },
    }
    return (await this.list()).map(({ name, state }) => ({ what: name, ...says[state] }))
  }

  /** Never throws. */
  close(): void {
    for (const { cancel, name } of this.#asking.values()) cancel.abort(withdrawn(name))
  }

  get #open(): readonly Browser[] {
    return [...this.#attached.values()].filter(({ isOpen }) => isOpen)
  }

  #openAt(folder: string): Browser | undefined {
    const browser = this.#attached.get(folder)
    return browser?.isOpen ? browser : undefined
  }

  #stateOf({ folder, url }: PersonalBrowser): OwnBrowser['state'] {
    if (this.#openAt(folder) !== undefined) return 'attached'
    if (this.#asking.has(folder)) return 'asking'
    return url === undefined ? 'off' : 'allowed'
  }

  async #opened(browser: Browser): Promise<void> {
    try {
      await browser.connect(AbortSignal.timeout(connectMs))
    } catch (error) {
      await this.#keeper.drop(browser)
      throw error
    }
  }

  /** Waits for the person, however long that takes: giving up the connection would leave its dialog open. */
  #ask({ name, folder }: PersonalBrowser, url: string): Asking {
    const cancel = new AbortController()
    const open = async () => {
      const transport = await openWebSocket(url, cancel.signal, true).catch((error: Error) => {
        throw cancel.signal.aborted ? cancel.signal.reason : refusal(name, error)
      })
      const end = async () => undefined
      const browser = this.#keeper.add({ name: idOf(name), label: name, url }, { transport, isPersonal: true, end })
      await this.#opened(browser)
      this.#attached.set(folder, browser)
      return browser
    }
    const browser = open().finally(() => this.#asking.delete(folder))
    browser.catch(() => undefined)
    const asking = { name, browser, cancel }
    this.#asking.set(folder, asking)
    return asking
  }
}

async function connected(path: string): Promise<Socket> {
  const socket = connect(path)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) })
    return socket
  } catch (error) {
    socket.destroy()
    throw new Problem('unresponsive', { message: `Nothing answers at ${path} (${(error as Error).message}).` })
  }
}

/** The browser that is meant. Throws app_not_found, invalid_params, not_allowed. */
function chosen(
  all: readonly PersonalBrowser[],
  name: string | undefined,
  isAttached: (one: PersonalBrowser) => boolean,
): PersonalBrowser {
  if (all.length === 0)
    throw new Problem('app_not_found', {
      message: "No browser of the person's own is open.",
      hint: `The person opens it first, and allows remote debugging once: ${howToSwitchOn}.`,
    })
  const meant = name === undefined ? all : all.filter((one) => isCalled(one.name, name))
  const exact = meant.filter((one) => name !== undefined && plainName(one.name) === plainName(name))
  const named = exact.length === 1 ? exact : meant
  if (named.length === 0)
    throw new Problem('app_not_found', {
      message: `The person has no browser ${JSON.stringify(name)} open, but ${listOf(all)}.`,
      hint: 'Name one of these.',
    })
  const usable = named.filter(({ url }) => url !== undefined)
  const [only, ...more] = usable.length > 1 && usable.some(isAttached) ? usable.filter(isAttached) : usable
  if (only === undefined) throw switchedOff(named)
  if (more.length === 0) return only
  throw new Problem('invalid_params', {
    message: `The person has several browsers open that allow remote debugging: ${listOf(usable)}.`,
    hint: 'Name one of these.',
    data: { path: 'params.bundleId' },
  })
}

function switchedOff(browsers: readonly PersonalBrowser[]): Problem {
  return new Problem('not_allowed', {
    message: `${listOf(browsers)} ${browsers.length === 1 ? 'does' : 'do'} not allow remote debugging.`,
    hint: `The person switches it on: ${howToSwitchOn}. Then attach again.`,
    data: { reason: 'switched_off', page: switchPage },
  })
}

function unanswered(name: string): Problem {
  return new Problem('not_allowed', {
    message: `Nobody has answered the dialog of ${name} yet, which asks whether to allow remote debugging. It stays open.`,
    hint: 'Tell the person that it waits for Allow, and attach again: the browser does not ask a second time.',
    retryable: true,
    data: { reason: 'unanswered' },
  })
}

function withdrawn(name: string): Problem {
  return new Problem('not_allowed', {
    message: `Attaching to ${name} was given up before its dialog was answered.`,
    data: { reason: 'withdrawn' },
  })
}

/** The browser's response when Cancel is pressed. */
const forbidden = /\b403$/

function refusal(name: string, { message }: Error): Problem {
  if (!forbidden.test(message))
    return new Problem('unresponsive', { message: `${name} cannot be attached to: ${clause(message)}.` })
  return new Problem('not_allowed', {
    message: `The person was asked by ${name} and said no.`,
    hint: 'Do not ask again unless the person wants it.',
    data: { reason: 'refused' },
  })
}

/** Limits the caller's wait, not the work. */
async function within<T>(work: Promise<T>, { signal: own, deadline }: Patience, late: () => Problem): Promise<T> {
  const signal = withTimeLimit(own, Math.max(1, deadline - performance.now()))
  return await untilAborted(work, signal).catch((error) => Promise.reject(signal.aborted ? late() : error))
}

const plainName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const idOf = (name: string) => plainName(name).replaceAll(' ', '-')

/** `chrome` is Google Chrome, and so is `google-chrome`. */
function isCalled(name: string, asked: string): boolean {
  return ` ${plainName(name)} `.includes(` ${plainName(asked)} `)
}

function listOf(browsers: readonly PersonalBrowser[]): string {
  return browsers.map(({ name }) => name).join(', ')
}
