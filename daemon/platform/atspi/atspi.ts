/** The platform for Linux desktop applications: the accessibility bus and what is on it. */
import { Problem } from '../../problem.ts'
import { withTimeLimit } from '../../time-limit.ts'
import { Listeners } from '../basics/listeners.ts'
import type { Picture, PictureOptions } from '../picture.ts'
import type { Applications, Clipboard, Finding, Platform, PlatformStatus, Source, Target } from '../platform.ts'
import { DesktopApplications } from './apps/applications.ts'
import { BareApplications } from './apps/bare.ts'
import { DesktopClipboard } from './apps/clipboard.ts'
import { DesktopFiles } from './apps/desktop-files.ts'
import { Names } from './apps/identity.ts'
import { isRegistered, type Registered, Registry, type Running, targetOf } from './apps/registry.ts'
import { BareApplication } from './bare.ts'
import { captureScreen } from './capture/capture.ts'
import type { DesktopWindow } from './desktop/windows.ts'
import { Desktops } from './desktops.ts'
import { findings, unseen } from './findings.ts'
import { Application } from './source.ts'
import { AccessibilityBus, type Environment, remedies } from './wire/accessibility-bus.ts'
import type { Bus } from './wire/bus.ts'
import { CallError } from './wire/call-error.ts'
import { problemOf } from './wire/peer.ts'

/** How long running applications take to notice that accessibility was switched on. */
const noticeMs = 2000

export interface AtspiOptions {
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** The daemon's own by default. */
  readonly env?: Environment
}

export class AtspiPlatform implements Platform {
  readonly name = 'atspi'
  readonly clipboard: Clipboard
  readonly applications: Applications
  readonly #bus: AccessibilityBus
  readonly #desktops: Desktops
  readonly #files: DesktopFiles
  readonly #changes = new Listeners()
  readonly #names = new Names()
  readonly #bare: BareApplications
  /** By the application's unique name on the bus. */
  readonly #open = new Map<string, Set<Application>>()
  readonly #openBare = new Set<BareApplication>()
  #registry: Registry | undefined
  #running: readonly Running[] = []

  constructor({ log, env = process.env }: AtspiOptions) {
    this.#desktops = new Desktops(env, {
      bus: (signal) => this.#bus.session(signal),
      shown: async (signal) => (await this.#registry?.shown(signal)) ?? [],
      windows: async (signal, pid) => (await this.#registry?.windows(signal, pid)) ?? [],
    })
    const session = (signal: AbortSignal) => this.#desktops.session(signal)
    this.clipboard = new DesktopClipboard(async (signal) => (await session(signal)).clipboard)
    this.#files = new DesktopFiles(env)
    this.#bare = new BareApplications(this.#files, this.#names)
    this.applications = new DesktopApplications(env, session, this.#files, {
      list: (signal) => this.#list(signal),
      has: (one, signal) => this.#has(one, signal),
      onChange: (listener) => this.#changes.add(listener),
    })
    this.#bus = new AccessibilityBus(env, (bus) => this.#connected(bus))
    // Applications check the switch when they start, so it is set before the first request. Without a session there is
    // nothing to do.
    if (this.#bus.sessionAddress === undefined) return
    this.#bus.open(new AbortController().signal).catch((error) => log.warn({ reason: error.message }, 'no desktop'))
  }

  status(): PlatformStatus {
    const { failure, connected, accessibility } = this.#bus
    if (failure !== undefined)
      return { name: 'atspi', available: false, reason: failure.reason, remedy: remedies[failure.what] }
    if (connected === undefined) return { name: 'atspi', available: true, reason: 'not connected yet' }
    const { known, kind } = this.#desktops
    const input = known?.input
    const toolkits = this.#running.map(({ identity, toolkit }) => [identity.id, toolkit.name] as const)
    const chromium = this.#running.filter(({ toolkit }) => toolkit.pagesByCdp).map(({ identity }) => identity.id)
    return {
      name: 'atspi',
      available: true,
      reason: 'connected to the accessibility bus',
      detail: {
        accessibility,
        ...(kind !== undefined && { desktop: kind }),
        ...(input !== undefined && { input: input.missing === undefined ? input.by : `none: ${input.missing.why}` }),
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
      // More may be coming: Firefox appears shortly after accessibility is switched on.
      await this.#changes.next(withTimeLimit(signal, left))
      signal.throwIfAborted()
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
      throw new Problem('app_not_found', { message: `The application ${target.id} is gone.` })
    return isRegistered(running)
      ? await this.#openOnBus(bus, running, signal)
      : await this.#openBareOne(running, signal)
  }

  async #openOnBus(bus: Bus, running: Registered, signal: AbortSignal): Promise<Source> {
    const { root, owner, name } = running
    const asked = this.#registry?.toolkitOf(running, signal) ?? Promise.resolve(running.toolkit)
    const toolkit = await asked.catch((error) => {
      throw problemOf(error, name)
    })
    const describe = this.#describing(running, (one) => one.root?.bus === root.bus)
    const open = this.#open.get(root.bus) ?? new Set()
    this.#open.set(root.bus, open)
    const closed = () => {
      open.delete(application)
      if (open.size === 0) this.#open.delete(root.bus)
    }
    const options = { bus, root, toolkit, owner, describe, desktops: this.#desktops, closed }
    const application: Application = new Application(options)
    open.add(application)
    await application.attach(signal)
    return application
  }

  async #openBareOne(running: Running, signal: AbortSignal): Promise<Source> {
    const { owner } = running
    const describe = this.#describing(running, (one) => one.owner === owner)
    const closed = () => this.#openBare.delete(application)
    const desktop = await this.#desktops.session(signal)
    await desktop.open(signal)
    const options = { owner, windows: desktop.windows, describe, desktops: this.#desktops, closed }
    const application: BareApplication = new BareApplication(options)
    this.#openBare.add(application)
    return application
  }

  /** The target as it is now, or was last known. */
  #describing(running: Running, isSame: (one: Running) => boolean): () => Target {
    let last = targetOf(running)
    return () => {
      const now = this.#running.find(isSame)
      if (now !== undefined) last = targetOf(now)
      return last
    }
  }

  async captureScreen(options: PictureOptions, signal: AbortSignal): Promise<Picture> {
    return await captureScreen(await this.#desktops.session(signal), options, signal)
  }

  async close(): Promise<void> {
    this.#registry?.close()
    for (const applications of this.#open.values()) for (const one of applications) await one.close()
    this.#open.clear()
    for (const one of [...this.#openBare]) await one.close()
    await this.#bus.close()
    this.#desktops.close()
  }

  async #findings(signal: AbortSignal): Promise<readonly Finding[]> {
    await this.#list(signal).catch(() => {})
    const { failure, accessibility } = this.#bus
    const facts = {
      accessibility,
      windowless: this.#registry?.windowless ?? [],
      pids: new Set(this.#running.filter(isRegistered).map(({ owner }) => owner)),
      ...(failure?.what === 'session' && { noSession: failure.reason }),
      ...(failure?.what === 'bus' && { noBus: failure.reason }),
    }
    return await findings(facts, await this.#desktops.session(signal), signal)
  }

  async #find(target: Target, signal: AbortSignal): Promise<Running | undefined> {
    return (await this.#list(signal)).find(({ identity }) => identity.id === target.id)
  }

  async #list(signal: AbortSignal): Promise<readonly Running[]> {
    await this.#bus.open(signal)
    try {
      const listed = (await this.#registry?.list(signal)) ?? []
      const windows = await this.#windows(signal)
      const bare = await this.#bare.list(this.#registry?.pids ?? new Set(), windows)
      const front = windows?.find(({ active }) => active)
      this.#running = withFront([...listed, ...bare], front).sort((a, b) => Number(b.active) - Number(a.active))
    } catch (error) {
      throw error instanceof CallError ? problemOf(error, 'The accessibility bus') : error
    }
    for (const one of [...this.#openBare])
      if (this.#running.some((now) => isRegistered(now) && now.owner === one.owner))
        one.end('it is on the accessibility bus by now')
    return this.#running
  }

  /** Undefined where the window system does not say: what is on the bus is listed without it. */
  async #windows(signal: AbortSignal): Promise<readonly DesktopWindow[] | undefined> {
    try {
      const { windows } = await this.#desktops.session(signal)
      return windows.missing === undefined ? await windows.list(signal) : undefined
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }

  async #has(one: Running, signal: AbortSignal): Promise<boolean> {
    if (isRegistered(one)) return this.#registry?.has(one) ?? false
    return (await (await this.#desktops.session(signal)).windows.windowsOf(one.owner, signal)).length > 0
  }

  #connected(bus: Bus): void {
    this.#registry?.close()
    this.#running = []
    this.#registry = new Registry(bus, {
      names: this.#names,
      windowsOf: this.#desktops,
      files: this.#files,
      gone: (peer) => this.#ended(peer),
      changed: () => this.#changes.emit(),
    })
  }

  #ended(peer: string): void {
    this.#running = this.#running.filter(({ root }) => root?.bus !== peer)
    for (const application of this.#open.get(peer) ?? []) application.end('the application ended')
    this.#open.delete(peer)
  }
}

/** Not every window says on the bus that it is in front, such as the file chooser of GTK 4.8: then the window system does. */
function withFront(all: readonly Running[], front: DesktopWindow | undefined): Running[] {
  if (front === undefined || all.some(({ active }) => active)) return [...all]
  return all.map((one) => ({ ...one, active: one.owner === front.owner }))
}
