/** What the host does for each call but `read`, `ping` and those that wait. */

import { isSecure, tables } from './attributes.ts'
import type { Intern } from './ax-calls.ts'
import { AXError } from './ax-error.ts'
import { AxFault } from './ax-fault.ts'
import { frameOf } from './draft.ts'
import { givenApps, isListGiven } from './given-apps.ts'
import type { Call, Calls, Detail } from './messages.ts'
import type { Native } from './native.ts'
import { permission } from './permission.ts'
import type { RawFrame, RawValue, Ref } from './raw-element.ts'

/** A feature that is off here. */
export class Unsupported extends Error {
  readonly feature: keyof Native['capabilities']['features']
  constructor(feature: Unsupported['feature'], reason: string) {
    super(reason)
    this.feature = feature
  }
}

export type Handled = Exclude<Call, 'read' | 'ping' | 'settle'>
export type Handlers = { readonly [C in Handled]: (params: Calls[C]['params']) => Calls[C]['result'] }

const longestChain = 100
const attributesAtMost = 200
const charactersAtMost = 100_000
/** They name elements that are told otherwise, or make a table build its rows. */
const untold =
  /^AX(Children|Contents|.*Rows|.*Columns|.*Cells|VisibleChildren|SelectedChildren|Parent|Window|TopLevelUIElement|ChildrenInNavigationOrder|SharedTextUIElements|LinkedUIElements|Sections|Windows|MenuBar|ExtrasMenuBar|FunctionRowTopLevelElements)$/
/** What a secure field holds, in whatever form. */
const secret =
  /^AX(Value|ValueDescription|SelectedText|SelectedTextRange|SelectedTextRanges|NumberOfCharacters|VisibleCharacterRange|.*AttributedString.*|.*TextMarker.*)$/
/** That can be set is of interest for these. */
const settables =
  /^AX(Value|Focused|Selected|Position|Size|Minimized|Main|FullScreen|Expanded|Disclosing|Hidden|Frontmost|SelectedText|SelectedTextRange|SelectedRows|SelectedChildren)$/

export function createHandlers(native: Native, env: NodeJS.ProcessEnv, guard: (pid: number) => void): Handlers {
  const { ax, table, library, capabilities } = native
  const { cf } = ax
  const reach = (ref: Ref) => {
    const { element, pid } = table.entry(ref)
    guard(pid)
    const intern: Intern = (found) => table.intern(found, pid)
    return { element, pid, intern }
  }
  const off = (feature: Unsupported['feature']) => new Unsupported(feature, String(capabilities.features[feature]))
  const owned = <T>(element: bigint, use: (element: bigint) => T): T => {
    try {
      return use(element)
    } finally {
      cf.release(element)
    }
  }
  const withSystem = <T>(use: (element: bigint) => T): T => owned(ax.systemWide(), use)
  const frontPid = (): number | undefined =>
    withSystem((system) => {
      const app = ax.copy(system, 'AXFocusedApplication')
      return app === undefined ? undefined : owned(app, (element) => ax.pid(element))
    })
  const isSecret = (ref: Ref): boolean => {
    const { element, intern } = reach(ref)
    const text = (value: RawValue | undefined) => (typeof value === 'string' ? value : '')
    return isSecure(text(ax.value(element, 'AXRole', intern)), text(ax.value(element, 'AXSubrole', intern)))
  }
  const many = (ref: Ref, names: readonly string[]): { [name: string]: RawValue } => {
    const values: { [name: string]: RawValue } = {}
    if (names.length === 0) return values
    const { element, intern } = reach(ref)
    owned(cf.createArray(names.map((name) => cf.name(name))), (list) =>
      owned(ax.copyMany(element, list, names.length), (array) => {
        for (const [i, item] of cf.values(array).entries()) {
          const value = ax.decode(item, intern)
          if (value !== undefined) values[names[i]!] = value
        }
      }),
    )
    return values
  }
  /** Ancestors, nearest first. */
  const chainOf = (ref: Ref): Ref[] => {
    const chain: Ref[] = []
    for (let at: Ref | undefined = ref; at !== undefined && chain.length < longestChain; ) {
      const { element, intern } = reach(at)
      at = ax.elementIn(element, 'AXParent', intern)
      if (at === undefined || chain.includes(at)) break
      chain.push(at)
    }
    return chain
  }
  const rootOf = (pid: number): Ref => {
    const ref = owned(ax.application(pid), (element) => table.intern(element, pid))
    table.entry(ref).kind = 'application'
    return ref
  }
  const textOf = (ref: Ref, location: number, length: number): Calls['text']['result'] => {
    const { element, intern } = reach(ref)
    const found = ax.value(element, 'AXNumberOfCharacters', intern)
    const size = Math.min(length, charactersAtMost)
    if (typeof found === 'number') {
      const most = Math.max(0, Math.min(size, found - location))
      const part = most === 0 ? '' : ax.textPart(element, location, most)
      if (part !== undefined) return { text: part, characters: found }
    }
    const value = ax.value(element, 'AXValue', intern)
    const text = typeof value === 'string' ? value : ''
    return { text: text.slice(location, location + size), characters: text.length }
  }
  const detail = (ref: Ref): Detail => {
    const { element } = reach(ref)
    const all = ax.attributeNames(element).slice(0, attributesAtMost)
    const hidden = isSecret(ref)
    const { AXRole: role } = many(ref, ['AXRole'])
    const isLong = role === 'AXTextArea'
    const isTable = typeof role === 'string' && tables.has(role)
    const names = all.filter(
      (name) =>
        !untold.test(name) &&
        !(hidden && secret.test(name)) &&
        !(isLong && (name === 'AXValue' || name === 'AXAttributedValue')) &&
        !(isTable && name === 'AXHeader'),
    )
    const attributes = many(ref, names)
    if (isLong && !hidden) attributes.AXValue = textOf(ref, 0, 2_000).text
    return {
      attributes,
      settable: all.filter((name) => settables.test(name) && ax.isSettable(element, name)),
      actions: ax.actionNames(element).map((name) => {
        const description = ax.actionDescription(element, name)
        return { name, ...(description !== undefined && { description }) }
      }),
      parameterized: ax.parameterizedNames(element),
    }
  }

  return {
    capabilities: () => capabilities,
    permission: ({ prompt }) => permission(native.engine, ax, library, prompt === true),
    apps: () => {
      if (isListGiven(env)) return { apps: givenApps(env.IX_AX_APPS!, front(frontPid)) }
      if (!native.workspace) throw off('applications')
      return { apps: native.workspace.apps() }
    },
    windows: () => {
      if (!native.workspace) throw off('windows')
      return { windows: native.workspace.windows() }
    },
    application: ({ pid, action }) => {
      if (!native.workspace) throw off('applications')
      return { done: native.workspace.act(pid, action) }
    },
    open: ({ pid, messageMs, wake }) => {
      guard(pid)
      // An application that does not answer leaves nothing behind.
      const isThere = owned(ax.application(pid), (app) => {
        ax.setTimeout(app, (messageMs ?? 0) / 1000)
        const role = ax.copy(app, 'AXRole')
        if (role !== undefined) cf.release(role)
        return role !== undefined
      })
      if (!isThere) throw new AxFault(AXError.cannotComplete, 'AXUIElementCopyAttributeValue', { pid })
      const ref = rootOf(pid)
      const element = table.element(ref)
      ax.setTimeout(element, (messageMs ?? 0) / 1000)
      if (!wake) return { ref }
      try {
        ax.set(element, 'AXManualAccessibility', true, (other) => table.element(other))
        return { ref, woken: 'asked' }
      } catch (error) {
        if (error instanceof AxFault && error.axError !== AXError.cannotComplete) return { ref, woken: 'refused' }
        throw error
      }
    },
    close: ({ pid }) => {
      native.observers?.drop(pid)
      table.forgetAll(pid)
      return {}
    },
    forget: ({ refs }) => {
      for (const ref of refs) table.forget(ref)
      return {}
    },
    observe: ({ pid }) => {
      if (!native.observers) throw off('observers')
      guard(pid)
      return { missing: native.observers.observe(pid, rootOf(pid)) }
    },
    watch: ({ refs, notifications }) => {
      let registered = 0
      for (const ref of refs) registered += native.observers?.watch(reach(ref).pid, [ref], notifications) ?? 0
      return { registered }
    },
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
    mouse: ({ steps, pid }) => {
      if (!native.input) throw off('input')
      native.input.mouse(steps, pid)
      return {}
    },
    scroll: ({ x, y, dx, dy }) => {
      if (!native.input) throw off('input')
      native.input.scroll(x, y, dx, dy)
      return {}
    },
    keys: ({ steps, pid }) => {
      if (!native.input) throw off('input')
      native.input.keys(steps, pid)
      return {}
    },
  }
}

/** Which application is in front is no reason to fail. */
function front(find: () => number | undefined): number | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}
