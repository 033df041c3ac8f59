/**
 * Finds the accessibility bus through the session bus, switches accessibility on, and reconnects after either was away.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { clause, Problem } from '../../../problem.ts'
import { untilAborted } from '../../../time-limit.ts'
import { Bus, Typed } from './bus.ts'
import { CallError } from './call-error.ts'

/** Shortest wait before retrying an unreachable bus. */
const retryMs = 2000
const a11y = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' } as const
const status = 'org.a11y.Status'
const properties = 'org.freedesktop.DBus.Properties'
/** For the first call, which may start the bus. */
const startMs = 3000

export type Environment = { readonly [name: string]: string | undefined }

export class AccessibilityBus {
  readonly #env: Environment
  readonly #onConnect: (bus: Bus) => void
  #session: Bus | undefined
  #bus: Bus | undefined
  #connecting: Promise<Bus> | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  #failure: { readonly what: 'session' | 'bus'; readonly reason: string; readonly isSilent: boolean } | undefined
  /** The daemon switched accessibility on. */
  #switched = false
  #switchedAt = Number.NEGATIVE_INFINITY
  #isOff = false
  #closed = false

  /** `onConnect`: whatever was known from an old connection is void. */
  constructor(env: Environment, onConnect: (bus: Bus) => void) {
    this.#env = env
    this.#onConnect = onConnect
  }

  /** Undefined without a desktop session. */
  get sessionAddress(): string | undefined {
    return sessionAddress(this.#env)
  }

  /** Why there is no session bus or no accessibility bus; undefined when all is well or nothing was tried. */
  get failure(): { readonly what: 'session' | 'bus'; readonly reason: string } | undefined {
    if (this.sessionAddress === undefined) return { what: 'session', reason: 'there is no desktop session' }
    return this.#failure
  }

  get connected(): Bus | undefined {
    return this.#bus
  }

  /** `set`: by the daemon. */
  get accessibility(): 'on' | 'set' | 'off' {
    if (this.#isOff) return 'off'
    return this.#switched ? 'set' : 'on'
  }

  /** How long ago the daemon switched accessibility on, in ms: running applications take a moment to notice. */
  get sinceSwitched(): number {
    return performance.now() - this.#switchedAt
  }

  /**
   * The accessibility bus, connecting if necessary. Throws unsupported_here with the reason and a remedy; unresponsive
   * if it is silent.
   */
  async open(signal: AbortSignal): Promise<Bus> {
    if (this.#bus !== undefined && this.#bus.closed === undefined) return this.#bus
    if (this.#connecting === undefined) {
      if (performance.now() - this.#failedAt < retryMs) throw this.#problem()
      this.#connecting = this.#connect().finally(() => {
        this.#connecting = undefined
      })
      this.#connecting.catch(() => {})
    }
    return await untilAborted(this.#connecting, signal)
  }

  /** The session bus, through which the accessibility bus is found; undefined if there is none. */
  async session(signal: AbortSignal): Promise<Bus | undefined> {
    if (this.#session?.closed !== undefined || this.#session === undefined) await this.open(signal).catch(() => {})
    signal.throwIfAborted()
    return this.#session?.closed === undefined ? this.#session : undefined
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#switched && this.#session?.closed === undefined)
      await this.#switchTo(false, AbortSignal.timeout(500)).catch(() => {})
    this.#bus?.close()
    this.#session?.close()
  }

  async #connect(): Promise<Bus> {
    const { signal } = new AbortController()
    let what: 'session' | 'bus' = 'session'
    try {
      const address = this.sessionAddress
      if (address === undefined) throw new CallError('closed', 'there is no desktop session')
      if (this.#session === undefined || this.#session.closed !== undefined)
        this.#session = await Bus.open(address, signal)
      what = 'bus'
      const found = await this.#session.call(
        { ...a11y, interface: 'org.a11y.Bus', member: 'GetAddress' },
        signal,
        startMs,
      )
      if (typeof found[0] !== 'string' || found[0] === '') throw new CallError('failed', 'it has no address')
      await this.#switchOn(signal)
      const bus = await Bus.open(found[0], signal)
      if (this.#closed) throw new CallError('closed', 'the daemon is stopping')
      this.#bus = bus
      this.#failure = undefined
      this.#onConnect(bus)
      return bus
    } catch (error) {
      this.#failedAt = performance.now()
      const isSilent = error instanceof CallError && error.failure === 'silent'
      this.#failure = { what, reason: reasonOf(error, what), isSilent }
      throw this.#problem()
    }
  }

  /** Toolkits check it when they start; some while they run. */
  async #switchOn(signal: AbortSignal): Promise<void> {
    if (this.#switched) return
    try {
      const call = { ...a11y, interface: properties, member: 'Get', signature: 'ss', body: [status, 'IsEnabled'] }
      const [was] = await this.#session!.call(call, signal)
      if ((was as { readonly value?: unknown })?.value === true) return
      await this.#switchTo(true, signal)
      this.#switched = true
      this.#switchedAt = performance.now()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      this.#isOff = true
    }
  }

  async #switchTo(on: boolean, signal: AbortSignal): Promise<void> {
    const body = [status, 'IsEnabled', new Typed('b', on)]
    await this.#session!.call({ ...a11y, interface: properties, member: 'Set', signature: 'ssv', body }, signal)
  }

  #problem(): Problem {
    const { what = 'session', reason = 'not connected' } = this.failure ?? {}
    const name = this.#failure?.isSilent === true ? 'unresponsive' : 'unsupported_here'
    return new Problem(name, { message: `The desktop cannot be read: ${reason}.`, hint: remedies[what] })
  }
}

export const remedies = {
  session: 'Start ixd in the desktop session, or set DBUS_SESSION_BUS_ADDRESS: often unix:path=/run/user/UID/bus.',
  bus: 'Install at-spi2-core (on Debian: sudo apt-get install at-spi2-core), then log in again.',
} as const

function reasonOf(error: unknown, what: 'session' | 'bus'): string {
  const said = error instanceof Error ? clause(error.message) : String(error)
  return what === 'session' ? `the session bus cannot be reached (${said})` : `there is no accessibility bus (${said})`
}

/** From the environment, otherwise from its usual place in a session. */
export function sessionAddress(env: Environment): string | undefined {
  if (env.DBUS_SESSION_BUS_ADDRESS) return env.DBUS_SESSION_BUS_ADDRESS
  if (!env.XDG_RUNTIME_DIR) return undefined
  const path = join(env.XDG_RUNTIME_DIR, 'bus')
  try {
    return statSync(path).isSocket() ? `unix:path=${path}` : undefined
  } catch {
    return undefined
  }
}
