/** The macOS platform: applications read through the ax hosts. */
import { fitsGlob } from '../../../api-schema/glob.ts'
import { isRunning } from '../../../api-schema/is-running.ts'
import { Problem } from '../../problem.ts'
import { untilAborted } from '../../time-limit.ts'
import type { Picture, PictureOptions } from '../picture.ts'
import type {
  Applications,
  Clipboard,
  Finding,
  FindingsOptions,
  Platform,
  PlatformStatus,
  Source,
  Target,
} from '../platform.ts'
import { AxApplications } from './apps/applications.ts'
import { createClipboard } from './apps/clipboard.ts'
import { captureScreen } from './capture/capture.ts'
import { findings, tryEvents } from './findings.ts'
import type { AppAccess } from './read/access.ts'
import { visited } from './read/visit.ts'
import { withheldBy } from './read/withheld.ts'
import { Application } from './source.ts'
import { Fault, problemOf } from './wire/faults.ts'
import { Hosts } from './wire/hosts.ts'
import { Instance, type Opened } from './wire/instance.ts'
import type { AppEvent, Call, Calls, Capabilities, RawApp } from './wire/messages.ts'
import { isThere, type MacPrograms, macPrograms } from './wire/programs.ts'
import type { RawElement } from './wire/raw-element.ts'

export interface AxOptions {
  readonly log: { warn(fields: object, message: string): void }
  /** Defaults to the daemon's own; its `IX_CF_LIB`, `IX_AX_LIB` and `IX_AX_APPS` are passed to the hosts. */
  readonly env?: NodeJS.ProcessEnv
  /** Replacements for the system's own programs. */
  readonly programs?: Partial<MacPrograms>
  /** The hosts' program, if not the one next to this file. */
  readonly hostFile?: string | undefined
  /** Bundle ids, with `*` for any text, of the applications whose AXEnhancedUserInterface may be set. */
  readonly enhanced?: readonly string[]
}

/** Milliseconds: for questions about the system, and between checks that processes still exist. */
const systemMs = 500
const lookMs = 1000
/** Milliseconds before trying again libraries that could not be loaded. */
const unusableMs = 30_000

export class AxPlatform implements Platform {
  readonly name = 'ax'
  readonly clipboard?: Clipboard
  readonly applications: Applications
  readonly captureScreen?: (options: PictureOptions, signal: AbortSignal) => Promise<Picture>
  readonly #programs: MacPrograms
  readonly #hosts: Hosts
  readonly #env: NodeJS.ProcessEnv
  readonly #enhanced: readonly string[]
  readonly #instances = new Map<number, Instance>()
  readonly #open = new Map<number, Set<Application>>()
  /** Processes that have exited, by pid and start time: other clients' lists may still include them. */
  readonly #ended = new Set<string>()
  readonly #watched = new Map<Application, number>()
  #apps: readonly RawApp[] = []
  #capabilities: Capabilities | undefined
  #failure: string | undefined
  #looking: NodeJS.Timeout | undefined
  #unusable: { readonly error: unknown; readonly until: number } | undefined

  constructor({ log, env = process.env, programs, hostFile, enhanced = [] }: AxOptions) {
    this.#env = env
    this.#enhanced = enhanced
    this.#hosts = new Hosts({ env, log, file: hostFile })
    this.#programs = { ...macPrograms, ...programs }
    const clipboard = createClipboard(this.#programs)
    if (clipboard !== undefined) this.clipboard = clipboard
    if (isThere(this.#programs.screencapture))
      this.captureScreen = (options, signal) => captureScreen(this.#pictures, options, signal)
    this.applications = new AxApplications({
      programs: this.#programs,
      running: (signal) => this.targets(signal),
      bySystem: (pid, action, signal) => this.#bySystem(pid, action, signal),
      visit: (target, signal, work) => this.#visit(target, signal, work),
      ended: (pid) => this.#end(pid),
    })
    // Hosts are slow to start, so that they are ready before the first question.
    this.#ready().catch(() => {})
  }

  status(): PlatformStatus {
    if (this.#failure !== undefined) {
      const remedy = 'On macOS run `ix doctor`; elsewhere set IX_CF_LIB and IX_AX_LIB, or leave ax out of --platforms.'
      return { name: 'ax', available: false, reason: this.#failure, remedy }
    }
    if (this.#capabilities === undefined) return { name: 'ax', available: true, reason: 'not started yet' }
    const { features, libraries, join } = this.#capabilities
    const off = Object.entries(features).filter(([, state]) => state !== true)
    return {
      name: 'ax',
      available: true,
      reason: 'the accessibility interface of macOS is loaded',
      detail: { libraries, join, ...(off.length > 0 && { off: Object.fromEntries(off) }) },
    }
  }

  async findings(signal: AbortSignal, options: FindingsOptions = {}): Promise<readonly Finding[]> {
    return await findings({
      ask: (call, params) => this.#ask(call, params, signal),
      env: this.#env,
      programs: this.#programs,
      options,
      trial: () => this.#tryEvents(signal),
    })
  }

  async targets(signal: AbortSignal): Promise<readonly Target[]> {
    signal.throwIfAborted()
    try {
      const { apps } = await this.#ask('apps', { spared: this.#hosts.dangerous }, signal)
      this.#apps = apps.filter((app) => !this.#ended.has(nameOf(app)))
      this.#endThoseWithout(new Set(this.#apps.map(({ pid }) => pid)))
      // Once the system no longer lists a pid, it may be reused.
      const listed = new Set(apps.map(nameOf))
      for (const name of this.#ended) if (!listed.has(name)) this.#ended.delete(name)
    } catch (error) {
      if (error instanceof Problem && error.name === 'unsupported_here') return []
      // A host waiting for an application will answer soon; until then, return the previous list.
      if (!(error instanceof Problem) || error.name !== 'unresponsive' || this.#apps.length === 0) throw error
    }
    const shown = this.#apps.filter(({ regular, active, menuBar }) => regular || active || menuBar)
    const rank = ({ active, menuBar }: RawApp) => (active ? 0 : menuBar ? 2 : 1)
    return targetsOf([...shown].sort((a, b) => rank(a) - rank(b)))
  }

  async open(target: Target, signal: AbortSignal): Promise<Source> {
    const { pid } = target
    const listed = await this.targets(signal)
    if (pid === undefined || !listed.some((one) => one.id === target.id && one.pid === pid))
      throw new Problem('app_not_found', { message: `Application ${target.id} no longer exists.` })
    const instance = this.#instance(pid)
    const open = this.#open.get(pid) ?? new Set()
    this.#open.set(pid, open)
    let last = target
    const describe = () => {
      last = targetsOf(this.#apps).find((one) => one.pid === pid) ?? last
      return last
    }
    const closed = (gone: boolean) => {
      open.delete(application)
      this.#watched.delete(application)
      if (gone) this.#markEnded(pid)
      if (open.size > 0) return
      this.#open.delete(pid)
      this.#letGo(pid)
    }
    const withheld = async (elements: readonly RawElement[]) => {
      const app = this.#apps.find((one) => one.pid === pid)
      return app === undefined || this.#isEnhanced(pid) ? undefined : await withheldBy(app, elements)
    }
    const application: Application = new Application({ instance, describe, closed, pictures: this.#pictures, withheld })
    open.add(application)
    await application.attach(signal)
    if (isRunning(pid)) this.#watch(pid, application)
    return application
  }

  async close(): Promise<void> {
    clearInterval(this.#looking)
    for (const applications of [...this.#open.values()]) for (const one of [...applications]) await one.close()
    await this.#hosts.close()
  }

  async #ready(): Promise<Capabilities> {
    if (this.#unusable !== undefined && performance.now() < this.#unusable.until) throw this.#unusable.error
    try {
      this.#capabilities = await this.#hosts.general().capabilities
      this.#failure = undefined
      return this.#capabilities
    } catch (error) {
      this.#failure = (error as Error).message
      if (error instanceof Fault && error.error.kind === 'unsupported') {
        this.#failure = error.error.reason
        this.#unusable = { error, until: performance.now() + unusableMs }
      }
      throw error
    }
  }

  async #ask<C extends Call>(call: C, params: Calls[C]['params'], signal: AbortSignal): Promise<Calls[C]['result']> {
    try {
      await untilAborted(this.#ready(), signal)
      return await this.#hosts.general().call(call, params, { signal, ms: systemMs })
    } catch (error) {
      throw problemOf(error, 'macOS')
    }
  }

  get #pictures() {
    return {
      programs: this.#programs,
      ask: <C extends Call>(call: C, params: Calls[C]['params'], signal: AbortSignal) =>
        this.#ask(call, params, signal),
    }
  }

  /** Kept while anyone is reading it. */
  #instance(pid: number): Instance {
    const word = this.#isEnhanced(pid) ? 'AXEnhancedUserInterface' : 'AXManualAccessibility'
    const instance = this.#instances.get(pid) ?? new Instance(this.#hosts, pid, word)
    this.#instances.set(pid, instance)
    return instance
  }

  #isEnhanced(pid: number): boolean {
    const { bundleId } = this.#apps.find((one) => one.pid === pid) ?? {}
    return bundleId !== undefined && this.#enhanced.some((glob) => fitsGlob(glob, bundleId))
  }

  #letGo(pid: number): void {
    if (this.#instances.get(pid)?.readers === 0) this.#instances.delete(pid)
  }

  async #visit<T>(
    target: Target,
    signal: AbortSignal,
    work: (app: AppAccess, opened: Opened) => Promise<T>,
    onEvent?: (event: AppEvent) => void,
  ): Promise<T> {
    const pid = target.pid!
    try {
      return await visited(this.#instance(pid), target, signal, work, onEvent)
    } finally {
      this.#letGo(pid)
    }
  }

  /** Tries it on the frontmost application. */
  async #tryEvents(signal: AbortSignal): Promise<Finding | undefined> {
    const [target] = await this.targets(signal)
    if (target === undefined) return undefined
    let isHeard = false
    const onEvent = () => {
      isHeard = true
    }
    return await this.#visit(target, signal, (app, opened) => tryEvents(app, opened, target, () => isHeard), onEvent)
  }

  async #bySystem(pid: number, action: Calls['application']['params']['action'], signal: AbortSignal) {
    try {
      return (await this.#ask('application', { pid, action }, signal)).done
    } catch (error) {
      if (error instanceof Problem && error.name === 'unsupported_here') return false
      throw error
    }
  }

  /** Only polling reveals that a process we did not start has exited. Pids that never were processes are left alone. */
  #watch(pid: number, application: Application): void {
    this.#watched.set(application, pid)
    this.#looking ??= setInterval(() => {
      for (const [one, itsPid] of this.#watched) if (!isRunning(itsPid)) one.end('the application has ended')
      if (this.#watched.size > 0) return
      clearInterval(this.#looking)
      this.#looking = undefined
    }, lookMs).unref()
  }

  #endThoseWithout(pids: ReadonlySet<number>): void {
    for (const [pid, applications] of [...this.#open])
      if (!pids.has(pid)) for (const one of [...applications]) one.end('the application has ended')
  }

  #end(pid: number): void {
    for (const one of [...(this.#open.get(pid) ?? [])]) one.end('the application has ended')
    this.#markEnded(pid)
  }

  #markEnded(pid: number): void {
    const app = this.#apps.find((one) => one.pid === pid)
    if (app !== undefined) this.#ended.add(nameOf(app))
    this.#apps = this.#apps.filter((one) => one.pid !== pid)
  }
}

function nameOf({ pid, started }: RawApp): string {
  return `${pid}@${started ?? ''}`
}

/** Of several applications with one bundle id, the first gets the plain id; the others include their pid. */
export function targetsOf(apps: readonly RawApp[]): Target[] {
  const taken = new Set<string>()
  return apps.map(({ bundleId, name, pid, active, menuBar }) => {
    const plain = bundleId === '' ? name || `pid${pid}` : bundleId
    const id = taken.has(plain) ? `${plain}#${pid}` : plain
    taken.add(id)
    const marks = menuBar === true ? ({ menuBar } as const) : {}
    const target: Target = { kind: 'application', id, platform: 'ax', name: name || plain, pid, ...marks }
    return active ? { ...target, focused: true } : target
  })
}
