/** Applications of a Linux desktop as a platform: the accessibility bus and what is on it. */
import { Problem } from '../../problem.ts'
import type { Picture, PictureWish } from '../picture.ts'
import type { Applications, Clipboard, Finding, Platform, PlatformStatus, Source, Target } from '../platform.ts'
import { AccessibilityBus, type Environment, remedies } from './accessibility-bus.ts'
import { DesktopActing } from './acting.ts'
import { Application } from './application.ts'
import { DesktopApplications } from './applications.ts'
import type { Bus } from './bus.ts'
import { CallError } from './call-error.ts'
import { captureScreen } from './capture.ts'
import { XClipboard } from './clipboard.ts'
import { DesktopFiles } from './desktop-files.ts'
import { findings, unseen } from './findings.ts'
import { problemOf } from './peer.ts'
import { Registry, type Running, targetOf } from './registry.ts'
import { Watchers } from './watchers.ts'
import { Windows } from './windows.ts'
import { XServer } from './x11-server.ts'

/** For applications that run to notice that accessibility was switched on. */
const noticeMs = 2000

export interface AtspiOptions {
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** The daemon's own where it is left out. */
  readonly env?: Environment
}

export class AtspiPlatform implements Platform {
  readonly name = 'atspi'
  readonly clipboard: Clipboard
  readonly applications: Applications
  readonly #env: Environment
  readonly #bus: AccessibilityBus
  readonly #server: XServer
  readonly #windows: Windows
  readonly #acting: DesktopActing
  readonly #files: DesktopFiles
  readonly #stirs = new Watchers<void>()
  /** By the unique name of the application on the bus. */
  readonly #open = new Map<string, Set<Application>>()
  #registry: Registry | undefined
  #running: readonly Running[] = []

  constructor({ log, env = process.env }: AtspiOptions) {
    this.#env = env
    this.#server = new XServer(env)
    this.#windows = new Windows(this.#server)
    this.#acting = new DesktopActing(this.#server, this.#windows)
    this.clipboard = new XClipboard(this.#server)
    this.#files = new DesktopFiles(env)
    this.applications = new DesktopApplications(env, this.#server, this.#windows, this.#files, {
      list: (signal) => this.#list(signal),
      has: (one) => this.#registry?.has(one) ?? false,
      onStir: (listener) => this.#stirs.add(listener),
    })
    this.#bus = new AccessibilityBus(env, { connected: (bus) => this.#connected(bus) })
    // Applications look at the switch when they start: it is set before anybody asks for one. Without a session there
    // is nothing to be done.
    if (this.#bus.sessionAddress === undefined) return
    this.#bus.open(new AbortController().signal).catch((error) => log.warn({ reason: error.message }, 'no desktop'))
  }

  status(): PlatformStatus {
    const { failure, connected, accessibility } = this.#bus
    if (failure !== undefined)
      return { name: 'atspi', available: false, reason: failure.reason, remedy: remedies[failure.what] }
    if (connected === undefined) return { name: 'atspi', available: true, reason: 'not connected yet' }
    const missing = this.#acting.inputMissing
    const toolkits = this.#running.map(({ identity, toolkit }) => [identity.id, toolkit] as const)
    const chromium = toolkits.filter(([, toolkit]) => toolkit === 'chromium').map(([id]) => id)
    return {
      name: 'atspi',
      available: true,
      reason: 'connected to the accessibility bus',
      detail: {
        accessibility,
        input: missing === undefined ? 'xtest' : `none: ${missing}`,
        ...(toolkits.length > 0 && { applications: Object.fromEntries(toolkits) }),
        ...(chromium.length > 0 && { readByCdp: `the pages of ${chromium.join(', ')} are read as tabs, by cdp` }),
      },
    }
  }

  async findings(signal: AbortSignal): Promise<readonly Finding[]> {
    for (;;) {
      const found = await this.#findings(signal)
      const left = noticeMs - this.#bus.sinceSwitched
      if (left <= 0 || found.every(({ detail }) => detail !== unseen)) return found
      // It may be on its way: Firefox comes a moment after accessibility was switched on.
      await this.#stir(left, signal)
    }
  }

  async targets(signal: AbortSignal): Promise<readonly Target[]> {
    signal.throwIfAborted()
    if (this.#bus.failure?.what === 'session' && this.#bus.sessionAddress === undefined) return []
    try {
      return (await this.#list(signal)).map(targetOf)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem && error.name === 'unsupported_here') return []
      throw error
    }
  }

  async open(target: Target, signal: AbortSignal): Promise<Source> {
    signal.throwIfAborted()
    const running =
      this.#running.find(({ identity }) => identity.id === target.id) ?? (await this.#find(target, signal))
    const bus = this.#bus.connected
    if (running === undefined || bus === undefined)
      throw new Problem('app_not_found', { message: `There is no application ${target.id} any more.` })
    const { root, toolkit, pid } = running
    let last = targetOf(running)
    const describe = () => {
      const now = this.#running.find((one) => one.root.bus === root.bus)
      if (now !== undefined) last = targetOf(now)
      return last
    }
    const open = this.#open.get(root.bus) ?? new Set()
    this.#open.set(root.bus, open)
    const closed = () => {
      open.delete(application)
      if (open.size === 0) this.#open.delete(root.bus)
    }
    const options = { bus, root, toolkit, pid, describe, acting: this.#acting, closed }
    const application: Application = new Application(options)
    open.add(application)
    await application.attach(signal)
    return application
  }

  async captureScreen(wish: PictureWish, signal: AbortSignal): Promise<Picture> {
    return await captureScreen(this.#server, wish, signal)
  }

  async close(): Promise<void> {
    this.#registry?.close()
    for (const applications of this.#open.values()) for (const one of applications) await one.close()
    this.#open.clear()
    await this.#bus.close()
    this.#acting.close()
    this.#server.close()
  }

  async #findings(signal: AbortSignal): Promise<readonly Finding[]> {
    await this.#list(signal).catch(() => {})
    const { failure, accessibility } = this.#bus
    const facts = {
      accessibility,
      pids: new Set(this.#running.map(({ pid }) => pid)),
      ...(failure?.what === 'session' && { noSession: failure.reason }),
      ...(failure?.what === 'bus' && { noBus: failure.reason }),
    }
    return await findings(facts, this.#server, this.#windows, signal, this.#env)
  }

  /** Until an application came or went; at most so long. */
  async #stir(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const late = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(ms))])
    await new Promise<void>((done) => {
      const end = () => {
        stop()
        late.removeEventListener('abort', end)
        done()
      }
      const stop = this.#stirs.add(end)
      late.addEventListener('abort', end)
    })
  }

  async #find(target: Target, signal: AbortSignal): Promise<Running | undefined> {
    return (await this.#list(signal)).find(({ identity }) => identity.id === target.id)
  }

  async #list(signal: AbortSignal): Promise<readonly Running[]> {
    await this.#bus.open(signal)
    try {
      this.#running = (await this.#registry?.list(signal)) ?? []
    } catch (error) {
      throw error instanceof CallError ? problemOf(error, 'The accessibility bus') : error
    }
    return this.#running
  }

  #connected(bus: Bus): void {
    this.#registry?.close()
    this.#running = []
    this.#registry = new Registry(bus, {
      windowsOf: this.#windows,
      files: this.#files,
      gone: (peer) => this.#ended(peer),
      stirred: () => this.#stirs.tell(),
    })
  }

  #ended(peer: string): void {
    this.#running = this.#running.filter(({ root }) => root.bus !== peer)
    for (const application of this.#open.get(peer) ?? []) application.end('the application ended')
    this.#open.delete(peer)
  }
}
