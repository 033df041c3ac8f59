/**
 * Changes in applications, by AXObserver. By the time JavaScript handles a notification its element is gone, so the
 * number registered with it says which element and which notification. An application's root is notified of changes
 * anywhere in it, without the place.
 */

import { AXError } from '../../wire/ax-error.ts'
import type { HostEvent } from '../../wire/messages.ts'
import type { Ref } from '../../wire/raw-element.ts'
import type { AxCalls } from './ax-calls.ts'
import { AxFault } from './ax-fault.ts'
import type { CFRef, Cf } from './cf.ts'
import type { ElementTable } from './element-table.ts'
import { type Bound, bound, type Callback, type Engine, type Functions, type Library } from './engine.ts'

/** Registered on the application's root. Unsupported ones cost one request, once. */
const notifications = [
  ...['AXFocusedUIElementChanged', 'AXFocusedWindowChanged', 'AXMainWindowChanged', 'AXWindowCreated', 'AXWindowMoved'],
  ...['AXWindowResized', 'AXWindowMiniaturized', 'AXWindowDeminiaturized', 'AXSheetCreated', 'AXDrawerCreated'],
  ...['AXApplicationActivated', 'AXApplicationDeactivated', 'AXApplicationHidden', 'AXApplicationShown'],
  ...['AXTitleChanged', 'AXValueChanged', 'AXUIElementDestroyed', 'AXMenuOpened', 'AXMenuClosed', 'AXCreated'],
  ...['AXLayoutChanged', 'AXSelectedTextChanged', 'AXElementBusyChanged', 'AXRowCountChanged', 'AXRowExpanded'],
  ...['AXRowCollapsed', 'AXSelectedRowsChanged', 'AXSelectedChildrenChanged', 'AXExpandedChanged', 'AXLoadComplete'],
]

/** Notifications a second: more is a storm, and the observer is removed for a while. */
const stormAt = 2_000
const pause = 1_000
const tick = 50
/** A tick this late means the machine slept. */
const sleep = 5_000
const handledSource = 4

const observing = {
  create: ['AXObserverCreate', 'i32', 'i32', 'callback', 'ptr'],
  add: ['AXObserverAddNotification', 'i32', 'ptr', 'ptr', 'ptr', 'ptr'],
  getSource: ['AXObserverGetRunLoopSource', 'ptr', 'ptr'],
} as const satisfies Functions
const loops = {
  addSource: ['CFRunLoopAddSource', 'void', 'ptr', 'ptr', 'ptr'],
  removeSource: ['CFRunLoopRemoveSource', 'void', 'ptr', 'ptr', 'ptr'],
  run: ['CFRunLoopRunInMode', 'i32', 'ptr', 'f64', 'u8'],
  current: ['CFRunLoopGetCurrent', 'ptr'],
} as const satisfies Functions

interface Observed {
  readonly pid: number
  readonly root: Ref
  observer: CFRef
  source: CFRef
  readonly registrations: number[]
  count: number
  since: number
  retry?: NodeJS.Timeout
}

export class Observers {
  readonly #ax: AxCalls
  readonly #cf: Cf
  readonly #table: ElementTable
  readonly #emit: (event: HostEvent) => void
  readonly #callback: Callback
  readonly #f: Bound<typeof observing>
  readonly #loops: Bound<typeof loops>
  readonly #loop: CFRef
  readonly #mode: CFRef
  readonly #observed = new Map<number, Observed>()
  readonly #registrations = new Map<number, { readonly pid: number; readonly notification: string }>()
  #last = 0
  #dirty = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #ticked = Date.now()

  /** Throws `MissingSymbol` if observers are unavailable. */
  constructor(
    engine: Engine,
    ax: AxCalls,
    libraries: { readonly cf: Library; readonly ax: Library },
    table: ElementTable,
    emit: (event: HostEvent) => void,
  ) {
    this.#ax = ax
    this.#cf = ax.cf
    this.#table = table
    this.#emit = emit
    const { cf, ax: library } = libraries
    this.#f = bound(library, observing)
    this.#loops = bound(cf, loops)
    this.#loop = this.#loops.current()
    this.#mode = cf.data('kCFRunLoopDefaultMode')
    this.#callback = engine.callback((refcon) => this.#arrived(Number(refcon)))
  }

  /** Returns the notifications the application does not support. Throws AxFault if it cannot be observed. */
  observe(pid: number, root: Ref): string[] {
    this.drop(pid)
    const observed: Observed = {
      ...{ pid, root, observer: 0n, source: 0n, registrations: [] },
      ...{ count: 0, since: performance.now() },
    }
    const missing = this.#start(observed)
    this.#observed.set(pid, observed)
    this.#timer ??= this.#tick()
    return missing
  }

  /** Does not keep the host alive: its channel does. */
  #tick(): NodeJS.Timeout {
    this.#ticked = Date.now()
    return setInterval(() => {
      const now = Date.now()
      const isAwake = now - this.#ticked < sleep
      this.#ticked = now
      if (isAwake) this.pump()
      else for (const observed of this.#observed.values()) this.#again(observed, 'sleep')
    }, tick).unref()
  }

  #start(observed: Observed): string[] {
    this.#cf.clearOut()
    const code = this.#f.create(observed.pid, this.#callback.function, this.#cf.outAddress)
    if (code !== 0 || this.#cf.out === 0n) throw new AxFault(code || AXError.failure, 'AXObserverCreate')
    observed.observer = this.#cf.out
    observed.source = this.#f.getSource(observed.observer)
    if (observed.source === 0n) {
      this.#cf.call.release(observed.observer)
      observed.observer = 0n
      throw new AxFault(AXError.failure, 'AXObserverGetRunLoopSource')
    }
    this.#loops.addSource(this.#loop, observed.source, this.#mode)
    const missing: string[] = []
    for (const notification of notifications) {
      try {
        if (!this.#register(observed, notification)) missing.push(notification)
      } catch (error) {
        this.#stop(observed)
        throw error
      }
    }
    return missing
  }

  #register(observed: Observed, notification: string): boolean {
    const id = ++this.#last
    this.#ax.asking()
    const name = this.#cf.name(notification)
    const code = this.#f.add(observed.observer, this.#table.element(observed.root), name, BigInt(id))
    if (code === AXError.cannotComplete || code === AXError.apiDisabled)
      throw new AxFault(code, 'AXObserverAddNotification', { pid: observed.pid })
    if (code !== 0 && code !== AXError.alreadyRegistered) return false
    if (code === 0) {
      this.#registrations.set(id, { pid: observed.pid, notification })
      observed.registrations.push(id)
    }
    return true
  }

  isObserved(pid: number): boolean {
    return (this.#observed.get(pid)?.observer ?? 0n) !== 0n
  }

  /** Has pending notifications delivered; they are reported in a later turn. */
  pump(): void {
    if (this.#observed.size === 0) return
    const until = performance.now() + 20
    while (this.#loops.run(this.#mode, 0, 1) === handledSource && performance.now() < until);
  }

  /** Once it returns, everything that arrived before the call has been reported. */
  async settle(): Promise<void> {
    if (this.#observed.size === 0) return
    this.pump()
    await this.#callback.drained()
    this.#flush()
  }

  #arrived(id: number): void {
    const registration = this.#registrations.get(id)
    if (registration === undefined) return
    const observed = this.#observed.get(registration.pid)
    if (observed !== undefined && this.#isStorm(observed)) return
    if (this.#dirty.size === 0) setImmediate(() => this.#flush())
    this.#dirty.add(id)
  }

  #isStorm(observed: Observed): boolean {
    const now = performance.now()
    if (now - observed.since > 1000) {
      observed.since = now
      observed.count = 0
    }
    if (++observed.count < stormAt) return false
    if (observed.observer !== 0n) this.#again(observed, 'storm')
    return true
  }

  #flush(): void {
    const dirty = this.#dirty
    this.#dirty = new Set()
    for (const id of dirty) {
      const registration = this.#registrations.get(id)
      if (registration !== undefined) this.#emit({ event: 'dirty', ...registration })
    }
  }

  /** A new observer, after a while: whatever happens until then is lost. */
  #again(observed: Observed, reason: 'storm' | 'sleep' | 'observer'): void {
    this.#stop(observed)
    this.#emit({ event: 'lost', pid: observed.pid, reason })
    observed.retry = setTimeout(
      () => {
        try {
          this.#ax.progress.turnTo(observed.pid)
          this.#start(observed)
          this.#emit({ event: 'lost', pid: observed.pid, reason })
        } catch {
          if (this.#observed.get(observed.pid) === observed) this.#again(observed, 'observer')
        }
      },
      reason === 'sleep' ? 0 : pause,
    ).unref()
  }

  #stop(observed: Observed): void {
    clearTimeout(observed.retry)
    for (const id of observed.registrations) this.#registrations.delete(id)
    observed.registrations.length = 0
    observed.count = 0
    if (observed.observer === 0n) return
    this.#loops.removeSource(this.#loop, observed.source, this.#mode)
    this.#cf.call.release(observed.observer)
    observed.observer = 0n
  }

  drop(pid: number): void {
    const observed = this.#observed.get(pid)
    if (observed === undefined) return
    this.#observed.delete(pid)
    this.#stop(observed)
    if (this.#observed.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  close(): void {
    for (const pid of [...this.#observed.keys()]) this.drop(pid)
  }
}
