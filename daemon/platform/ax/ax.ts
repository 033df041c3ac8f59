/** Applications of macOS as a platform, read through the ax hosts. */
import { Problem } from '../../problem.ts'
import type { Picture, PictureWish } from '../picture.ts'
import type {
  Applications,
  Clipboard,
  Finding,
  FindingsWish,
  Platform,
  PlatformStatus,
  Source,
  Target,
} from '../platform.ts'
import { Application } from './application.ts'
import { AxApplications } from './applications.ts'
import { captureScreen } from './capture.ts'
import { tryEvents } from './event-trial.ts'
import { Fault, problemOf } from './faults.ts'
import { findings } from './findings.ts'
import { Hosts } from './hosts.ts'
import { Instance } from './instance.ts'
import { isRunning } from './lives.ts'
import { isThere, type MacPrograms, macPrograms } from './mac-programs.ts'
import type { AppEvent, Call, Calls, Capabilities, RawApp } from './messages.ts'
import { createClipboard } from './pasteboard.ts'
import type { Session } from './session.ts'
import { untilAborted } from './until-aborted.ts'
import { visited } from './visit.ts'

export interface AxOptions {
  readonly log: { warn(fields: object, message: string): void }
  /** The daemon's own where it is left out; `IX_CF_LIB`, `IX_AX_LIB` and `IX_AX_APPS` of it go to the hosts. */
  readonly env?: NodeJS.ProcessEnv
  /** Other programs in place of the system's own. */
  readonly programs?: Partial<MacPrograms>
}

/** Milliseconds: for questions about the system, and between two looks at whether processes are there. */
const deskMs = 500
const lookMs = 1000
/** Libraries that cannot be loaded now cannot be loaded in a moment either. */
const unusableMs = 30_000

export class AxPlatform implements Platform {
  readonly name = 'ax'
  readonly clipboard?: Clipboard
  readonly applications: Applications
  readonly captureScreen?: (wish: PictureWish, signal: AbortSignal) => Promise<Picture>
  readonly #programs: MacPrograms
  readonly #hosts: Hosts
  readonly #env: NodeJS.ProcessEnv
  readonly #instances = new Map<number, Instance>()
  readonly #open = new Map<number, Set<Application>>()
  /** Processes that have ended, by pid and start: lists that others keep may still have them. */
  readonly #ended = new Set<string>()
  readonly #watched = new Map<Application, number>()
  #apps: readonly RawApp[] = []
  #capabilities: Capabilities | undefined
  #failure: string | undefined
  #looking: NodeJS.Timeout | undefined
  #unusable: { readonly error: unknown; readonly until: number } | undefined

  constructor({ log, env = process.env, programs }: AxOptions) {
    this.#env = env
    this.#hosts = new Hosts({ env, log })
    this.#programs = { ...macPrograms, ...programs }
    const clipboard = createClipboard(this.#programs)
    if (clipboard !== undefined) this.clipboard = clipboard
    if (isThere(this.#programs.screencapture))
      this.captureScreen = (wish, signal) => captureScreen(this.#pictures, wish, signal)
    this.applications = new AxApplications({
      programs: this.#programs,
      running: (signal) => this.targets(signal),
      bySystem: (pid, action, signal) => this.#bySystem(pid, action, signal),
      visit: (target, signal, work) => this.#visit(target, signal, work),
      isProcess: isRunning,
      ended: (pid) => this.#end(pid),
    })
    // Processes that list applications take a while to start: they have by the time that anybody asks.
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

  async findings(signal: AbortSignal, wish: FindingsWish = {}): Promise<readonly Finding[]> {
    return await findings({
      ask: (call, params) => this.#ask(call, params, signal),
      env: this.#env,
      programs: this.#programs,
      wish,
      trial: () => this.#tryEvents(signal),
    })
  }

  async targets(signal: AbortSignal): Promise<readonly Target[]> {
    signal.throwIfAborted()
    try {
      const { apps } = await this.#ask('apps', {}, signal)
      this.#apps = apps.filter((app) => !this.#ended.has(nameOf(app)))
      this.#endThoseWithout(new Set(this.#apps.map(({ pid }) => pid)))
      // Once the system has it no more, the number may come back for another process.
      const listed = new Set(apps.map(nameOf))
      for (const name of this.#ended) if (!listed.has(name)) this.#ended.delete(name)
    } catch (error) {
      if (error instanceof Problem && error.name === 'unsupported_here') return []
      // A host that waits for an application answers soon; the list is what it was a moment ago.
      if (!(error instanceof Problem) || error.name !== 'unresponsive' || this.#apps.length === 0) throw error
    }
    const shown = this.#apps.filter(({ regular, active }) => regular || active)
    return targetsOf([...shown].sort((a, b) => Number(b.active) - Number(a.active)))
  }

  async open(target: Target, signal: AbortSignal): Promise<Source> {
    const { pid } = target
    const listed = await this.targets(signal)
    if (pid === undefined || !listed.some((one) => one.id === target.id && one.pid === pid))
      throw new Problem('app_not_found', { message: `There is no application ${target.id} any more.` })
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
    const application: Application = new Application({ instance, describe, closed, pictures: this.#pictures })
    open.add(application)
    await application.attach(signal)
    if (isRunning(pid)) this.#watch(pid, application)
    return application
  }

  async close(): Promise<void> {
    clearInterval(this.#looking)
    for (const applications of [...this.#open.values()]) for (const one of [...applications]) await one.close()
    this.#hosts.close()
  }

  async #ready(): Promise<Capabilities> {
    if (this.#unusable !== undefined && performance.now() < this.#unusable.until) throw this.#unusable.error
    try {
      this.#capabilities = await this.#hosts.desk().capabilities
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
      return await this.#hosts.desk().call(call, params, { signal, ms: deskMs })
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

  /** For as long as somebody reads it. */
  #instance(pid: number): Instance {
    const instance = this.#instances.get(pid) ?? new Instance(this.#hosts, pid)
    this.#instances.set(pid, instance)
    return instance
  }

  #letGo(pid: number): void {
    if (this.#instances.get(pid)?.readers === 0) this.#instances.delete(pid)
  }

  async #visit<T>(
    target: Target,
    signal: AbortSignal,
    work: (app: Session) => Promise<T>,
    hear?: (event: AppEvent) => void,
  ): Promise<T> {
    const pid = target.pid!
    try {
      return await visited(this.#instance(pid), target, signal, work, hear)
    } finally {
      this.#letGo(pid)
    }
  }

  /** Of the application in front. */
  async #tryEvents(signal: AbortSignal): Promise<Finding | undefined> {
    const [target] = await this.targets(signal)
    if (target === undefined) return undefined
    let isHeard = false
    const hear = () => {
      isHeard = true
    }
    return await this.#visit(target, signal, (app) => tryEvents(app, target, () => isHeard, signal), hear)
  }

  async #bySystem(pid: number, action: Calls['application']['params']['action'], signal: AbortSignal) {
    try {
      return (await this.#ask('application', { pid, action }, signal)).done
    } catch (error) {
      if (error instanceof Problem && error.name === 'unsupported_here') return false
      throw error
    }
  }

  /** Nothing tells of the end of a process that is not a child, but its absence. Numbers that never were one are left alone. */
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

/** The first of several with one bundle id has it for itself; the others are told by their process. */
export function targetsOf(apps: readonly RawApp[]): Target[] {
  const taken = new Set<string>()
  return apps.map(({ bundleId, name, pid, active }) => {
    const plain = bundleId === '' ? name || `pid${pid}` : bundleId
    const id = taken.has(plain) ? `${plain}#${pid}` : plain
    taken.add(id)
    const target: Target = { kind: 'application', id, platform: 'ax', name: name || plain, pid }
    return active ? { ...target, focused: true } : target
  })
}
