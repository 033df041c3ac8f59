/** How the host handles each call except `read`, `ping` and those that wait. */

import { AXError } from '../wire/ax-error.ts'
import type { Call, Calls, RawApp } from '../wire/messages.ts'
import type { RawFrame, Ref } from '../wire/raw-element.ts'
import { frameOf } from './draft.ts'
import { type Elements, reachElements, secret } from './elements.ts'
import type { AxCalls } from './native/ax-calls.ts'
import { AxFault } from './native/ax-fault.ts'
import { givenApps, isListGiven } from './native/given-apps.ts'
import type { Native } from './native/native.ts'
import { isTrusted, permission } from './native/permission.ts'
import type { Wakes } from './wakes.ts'

/** A feature that is unavailable here. */
export class Unsupported extends Error {
  readonly feature: keyof Native['capabilities']['features']
  constructor(feature: Unsupported['feature'], reason: string) {
    super(reason)
    this.feature = feature
  }
}

export type Handled = Exclude<Call, 'read' | 'ping' | 'settle'>
export type Handlers = { readonly [C in Handled]: (params: Calls[C]['params']) => Calls[C]['result'] }

interface Given {
  readonly native: Native
  readonly env: NodeJS.ProcessEnv
  readonly guard: (pid: number) => void
  readonly elements: Elements
  readonly wakes: Wakes
}

export function createHandlers(
  native: Native,
  env: NodeJS.ProcessEnv,
  guard: (pid: number) => void,
  wakes: Wakes,
): Handlers {
  const given = { native, env, guard, elements: reachElements(native, guard), wakes }
  return { ...applicationCalls(given), ...findingCalls(given), ...elementCalls(given), ...inputCalls(native) }
}

function off({ capabilities }: Native, feature: Unsupported['feature']): Unsupported {
  return new Unsupported(feature, String(capabilities.features[feature]))
}

/** Calls on whole applications, and observation. */
function applicationCalls({ native, env, guard, elements, wakes }: Given) {
  const { ax, table, library, capabilities } = native
  const { cf } = ax
  const { owned, frontPid, rootOf } = elements
  const statusItems = new StatusItems(ax)
  return {
    capabilities: () => capabilities,
    permission: ({ prompt }) => permission(native.engine, ax, library, prompt === true),
    apps: ({ spared }) => {
      if (isListGiven(env)) return { apps: statusItems.told(givenApps(env.IX_AX_APPS!, front(frontPid)), spared) }
      if (!native.workspace) throw off(native, 'applications')
      return { apps: statusItems.told(native.workspace.apps(), spared) }
    },
    windows: () => {
      if (!native.workspace) throw off(native, 'windows')
      return { windows: native.workspace.windows() }
    },
    application: ({ pid, action }) => {
      if (!native.workspace) throw off(native, 'applications')
      return { done: native.workspace.act(pid, action) }
    },
    open: ({ pid, messageMs }) => {
      guard(pid)
      // If the application does not answer, leave nothing behind.
      const isThere = owned(ax.application(pid), (app) => {
        ax.setTimeout(app, (messageMs ?? 0) / 1000)
        try {
          const role = ax.copy(app, 'AXRole')
          if (role !== undefined) cf.call.release(role)
          return role !== undefined
        } catch (error) {
          // Some systems answer this to a process without permission.
          if (!(error instanceof AxFault) || error.axError !== AXError.cannotComplete || isTrusted(library)) throw error
          throw new AxFault(AXError.apiDisabled, 'AXUIElementCopyAttributeValue', { pid })
        }
      })
      if (!isThere) throw new AxFault(AXError.cannotComplete, 'AXUIElementCopyAttributeValue', { pid })
      const ref = rootOf(pid)
      ax.setTimeout(table.element(ref), (messageMs ?? 0) / 1000)
      return { ref }
    },
    wake: ({ pid, by, left }) => {
      guard(pid)
      return { woken: wakes.wake(pid, by, left === true) }
    },
    close: ({ pid, left }) => {
      wakes.putBack(pid, left === true)
      native.observers?.drop(pid)
      table.forgetAll(pid)
      return {}
    },
    forget: ({ refs }) => {
      for (const ref of refs) table.forget(ref)
      return {}
    },
    observe: ({ pid }) => {
      if (!native.observers) throw off(native, 'observers')
      guard(pid)
      return { missing: native.observers.observe(pid, rootOf(pid)) }
    },
  } satisfies Partial<Handlers>
}

/** Elements by position, and positions of elements. */
function findingCalls({ native, guard, elements }: Given) {
  const { ax, table } = native
  const { reach, owned, frontPid, many, chainOf, rootOf } = elements
  return {
    at: ({ pid, x, y }) => {
      if (pid !== undefined) guard(pid)
      const within = pid === undefined ? ax.systemWide() : ax.application(pid)
      const found = owned(within, (element) => ax.at(element, x, y))
      if (found === undefined) return { chain: [] }
      return owned(found, (element) => {
        const of = ax.pid(element) ?? pid ?? 0
        const ref = table.intern(element, of)
        ax.progress.turnTo(of)
        return { ref, pid: of, chain: chainOf(ref) }
      })
    },
    focused: ({ pid: asked }) => {
      const pid = asked ?? frontPid()
      if (pid === undefined) return { chain: [] }
      guard(pid)
      ax.progress.turnTo(pid)
      const { element, intern } = reach(rootOf(pid))
      const ref = ax.elementIn(element, 'AXFocusedUIElement', intern)
      const window = ax.elementIn(element, 'AXFocusedWindow', intern)
      return {
        pid,
        ...(ref !== undefined && { ref }),
        ...(window !== undefined && { window }),
        chain: ref === undefined ? [] : chainOf(ref),
      }
    },
    frames: ({ refs }) => {
      const frames: [Ref, RawFrame][] = []
      for (const ref of refs) {
        try {
          const { AXPosition, AXSize } = many(ref, ['AXPosition', 'AXSize'])
          const frame = frameOf(AXPosition, AXSize)
          if (frame !== undefined) frames.push([ref, frame])
        } catch (error) {
          if (!(error instanceof AxFault) || error.axError === AXError.cannotComplete) throw error
        }
      }
      return { frames }
    },
  } satisfies Partial<Handlers>
}

/** One element: its values, texts and actions. */
function elementCalls({ native: { ax, table }, elements }: Given) {
  const { reach, isSecret, many, detail } = elements
  return {
    actions: ({ ref }) => ({ actions: ax.actionNames(reach(ref).element) }),
    perform: ({ ref, action }) => {
      ax.perform(reach(ref).element, action)
      return {}
    },
    set: ({ ref, attribute, value }) => {
      ax.set(reach(ref).element, attribute, value, (other) => table.element(other))
      return {}
    },
    attributes: ({ ref, names }) => {
      const asked =
        names.some((name) => secret.test(name)) && isSecret(ref) ? names.filter((n) => !secret.test(n)) : names
      return { values: many(ref, asked) }
    },
    detail: ({ ref }) => detail(ref),
    range: ({ ref, attribute, from, count }) => {
      const { element, intern } = reach(ref)
      const total = ax.count(element, attribute) ?? 0
      return { refs: from < total ? ax.items(element, attribute, from, count, intern) : [], total }
    },
    windowId: ({ ref }) => {
      const id = ax.windowId(reach(ref).element)
      return id === undefined ? {} : { id }
    },
  } satisfies Partial<Handlers>
}

function inputCalls(native: Native) {
  return {
    mouse: ({ steps, pid }) => {
      if (!native.input) throw off(native, 'input')
      native.input.mouse(steps, pid)
      return {}
    },
    scroll: ({ x, y, dx, dy }) => {
      if (!native.input) throw off(native, 'input')
      native.input.scroll(x, y, dx, dy)
      return {}
    },
    keys: ({ steps, pid }) => {
      if (!native.input) throw off(native, 'input')
      native.input.keys(steps, pid)
      return {}
    },
  } satisfies Partial<Handlers>
}

/** Failing to find the frontmost application is no reason to fail. */
function front(find: () => number | undefined): number | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** Seconds for one message. */
const messageLimit = 0.1
/** Milliseconds for one listing: applications that are left are asked in the next one. */
const listingMs = 150
/** Milliseconds until it is asked again: it may show an item later, or hide it; a silent one seldom will. */
const again = { answered: 5000, silent: 60_000 } as const

interface Known {
  readonly has: boolean
  readonly until: number
}

/** Which applications without a Dock icon have items in the menu bar: a message to each, not at every question. */
class StatusItems {
  readonly #ax: AxCalls
  readonly #known = new Map<number, Known>()

  constructor(ax: AxCalls) {
    this.#ax = ax
  }

  /** The list, with what is known of the applications that are not regular; `spared` ones are not asked. */
  told(apps: readonly RawApp[], spared: readonly number[]): RawApp[] {
    const others = new Set(apps.filter(({ regular }) => !regular).map(({ pid }) => pid))
    for (const pid of this.#known.keys()) if (!others.has(pid)) this.#known.delete(pid)
    const began = performance.now()
    for (const pid of others) {
      const now = performance.now()
      if (now - began > listingMs) break
      if (!spared.includes(pid) && now >= (this.#known.get(pid)?.until ?? 0)) this.#known.set(pid, this.#ask(pid, now))
    }
    return apps.map((app) => (others.has(app.pid) && this.#known.get(app.pid)?.has ? { ...app, menuBar: true } : app))
  }

  #ask(pid: number, now: number): Known {
    const { cf, progress } = this.#ax
    progress.turnTo(pid)
    const app = this.#ax.application(pid)
    try {
      this.#ax.setTimeout(app, messageLimit)
      const bar = this.#ax.copy(app, 'AXExtrasMenuBar')
      if (bar !== undefined) cf.call.release(bar)
      return { has: bar !== undefined, until: now + again.answered }
    } catch (error) {
      if (!(error instanceof AxFault)) throw error
      return { has: this.#known.get(pid)?.has ?? false, until: now + again.silent }
    } finally {
      cf.call.release(app)
      progress.turnTo(undefined)
    }
  }
}
