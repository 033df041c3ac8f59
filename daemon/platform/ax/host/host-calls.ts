/** How the host handles each call except `read`, `ping` and those that wait. */

import { AXError } from '../wire/ax-error.ts'
import type { Call, Calls } from '../wire/messages.ts'
import type { RawFrame, Ref } from '../wire/raw-element.ts'
import { frameOf } from './draft.ts'
import { type Elements, reachElements, secret } from './elements.ts'
import { AxFault } from './native/ax-fault.ts'
import { givenApps, isListGiven } from './native/given-apps.ts'
import type { Native } from './native/native.ts'
import { isTrusted, permission } from './native/permission.ts'
import { StatusItems } from './status-items.ts'
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
  const { reach, owned, frontPid, rootOf } = elements
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
          if (role !== undefined) cf.release(role)
          return role !== undefined
        } catch (error) {
          // Some systems answer so to whoever has no permission.
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
    watch: ({ refs, notifications }) => {
      let registered = 0
      for (const ref of refs) registered += native.observers?.watch(reach(ref).pid, [ref], notifications) ?? 0
      return { registered }
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
  const { reach, isSecret, many, textOf, detail } = elements
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
    settable: ({ ref, attribute }) => ({ settable: ax.isSettable(reach(ref).element, attribute) }),
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
    text: ({ ref, location, length }) =>
      isSecret(ref) ? { text: '', characters: 0 } : textOf(ref, Math.max(0, location), length),
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

/** Not knowing the frontmost application is no reason to fail. */
function front(find: () => number | undefined): number | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}
