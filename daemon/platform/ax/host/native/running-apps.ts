/** NSWorkspace, whose list updates only while a run loop turns, and the window server's; `IX_AX_APPS` replaces both. */

import type { RawApp, RawWindow } from '../../wire/messages.ts'
import type { RawValue } from '../../wire/raw-element.ts'
import type { CFRef, Cf } from './cf.ts'
import type { Engine, Library, Native, Param, Ptr, Result } from './engine.ts'

export interface Workspace {
  readonly hasWindows: boolean
  apps(): RawApp[]
  windows(): RawWindow[]
  act(pid: number, action: 'activate' | 'hide' | 'unhide' | 'quit' | 'force-quit'): boolean
}

const appKit = '/System/Library/Frameworks/AppKit.framework/AppKit'
const objc = '/usr/lib/libobjc.A.dylib'
const activateIgnoringOthers = 2
const regular = 0
const onScreenOnly = 1
const withoutDesktop = 16

/** Throws if unavailable. */
export function createWorkspace(engine: Engine, cf: Cf, library: Library): Workspace {
  const listWindows = library.has('CGWindowListCopyWindowInfo')
    ? library.def<CFRef>('CGWindowListCopyWindowInfo', 'ptr', ['u32', 'u32'])
    : undefined
  if (process.platform !== 'darwin') {
    if (!listWindows) throw new Error('there is no NSWorkspace here')
    return { hasWindows: true, apps: () => [], windows: () => windowsOf(cf, listWindows), act: () => false }
  }
  engine.openLibrary(appKit)
  const runtime = engine.openLibrary(objc)
  const getClass: Native<Ptr> = runtime.def('objc_getClass', 'ptr', ['ptr'])
  const getSelector: Native<Ptr> = runtime.def('sel_registerName', 'ptr', ['ptr'])
  const push: Native<Ptr> = runtime.def('objc_autoreleasePoolPush', 'ptr', [])
  const pop: Native<void> = runtime.def('objc_autoreleasePoolPop', 'void', ['ptr'])
  // Bound to the exact signature each time, since it forwards whatever the method takes.
  const sender = <R>(result: Result, ...params: Param[]) =>
    runtime.def<R>('objc_msgSend', result, ['ptr', 'ptr', ...params])
  const send = sender<Ptr>('ptr')
  const sendNumber = sender<number>('i32')
  const sendLong = sender<number>('i64')
  const sendTruth = sender<number>('u8')
  const sendIndex = sender<Ptr>('ptr', 'i64')
  const sendOptions = sender<number>('u8', 'i64')
  const text = engine.memory(256)
  const named = new Map<string, Ptr>()
  const cString = (word: string): Ptr => {
    const end = text.bytes.write(word, 0, 255)
    text.bytes[end] = 0
    return text.address
  }
  const selector = (word: string): Ptr => {
    let found = named.get(word)
    if (found === undefined) {
      found = getSelector(cString(word))
      named.set(word, found)
    }
    return found
  }
  const run = cf.maybe('CFRunLoopRunInMode', 'i32', ['ptr', 'f64', 'u8'])
  const mode = cf.data('kCFRunLoopDefaultMode')
  const pooled = <T>(use: () => T): T => {
    const pool = push()
    try {
      return use()
    } finally {
      pop(pool)
    }
  }
  /** NSString is CFString. */
  const string = (ref: Ptr): string | undefined => (ref !== 0n && cf.isString(ref) ? cf.text(ref, 2000) : undefined)
  const all = (): Ptr[] => {
    if (run && mode) run(mode, 0, 0)
    const workspace = send(getClass(cString('NSWorkspace')), selector('sharedWorkspace'))
    const list = workspace === 0n ? 0n : send(workspace, selector('runningApplications'))
    const count = list === 0n ? 0 : sendLong(list, selector('count'))
    return Array.from({ length: count }, (_, i) => sendIndex(list, selector('objectAtIndex:'), i))
  }
  const pidOf = (app: Ptr) => sendNumber(app, selector('processIdentifier'))
  const describe = (app: Ptr): RawApp | undefined => {
    const bundleId = string(send(app, selector('bundleIdentifier')))
    const url = send(app, selector('bundleURL'))
    const path = url === 0n ? undefined : string(send(url, selector('path')))
    const name = string(send(app, selector('localizedName'))) ?? bundleId ?? path
    if (name === undefined) return undefined
    return {
      pid: pidOf(app),
      bundleId: bundleId ?? name,
      name,
      active: sendTruth(app, selector('isActive')) !== 0,
      regular: sendLong(app, selector('activationPolicy')) === regular,
      ...(path !== undefined && { path }),
    }
  }
  return {
    hasWindows: listWindows !== undefined,
    apps: () => pooled(() => all().flatMap((app) => describe(app) ?? [])),
    windows: () => (listWindows ? windowsOf(cf, listWindows) : []),
    act: (pid, action) =>
      pooled(() => {
        const app = all().find((one) => pidOf(one) === pid)
        if (app === undefined) return false
        if (action === 'activate')
          return sendOptions(app, selector('activateWithOptions:'), activateIgnoringOthers) !== 0
        const word = { hide: 'hide', unhide: 'unhide', quit: 'terminate', 'force-quit': 'forceTerminate' }[action]
        return sendTruth(app, selector(word)) !== 0
      }),
  }
}

function windowsOf(cf: Cf, list: Native<CFRef>): RawWindow[] {
  const array = list(onScreenOnly | withoutDesktop, 0)
  if (array === 0n) return []
  try {
    const found: RawWindow[] = []
    for (const item of cf.values(array, 1000)) {
      const value = cf.decode(item, () => 'no')
      // Fully transparent windows are invisible.
      if (typeof value === 'object' && value.kind === 'map' && value.entries.kCGWindowAlpha !== 0)
        found.push(windowOf(value.entries))
    }
    return found
  } finally {
    cf.call.release(array)
  }
}

function windowOf(entries: { readonly [key: string]: RawValue }): RawWindow {
  const number = (value: RawValue | undefined) => (typeof value === 'number' ? value : 0)
  const bounds = entries.kCGWindowBounds
  const sides = typeof bounds === 'object' && bounds.kind === 'map' ? bounds.entries : {}
  const name = entries.kCGWindowName
  const owner = entries.kCGWindowOwnerName
  return {
    id: number(entries.kCGWindowNumber),
    pid: number(entries.kCGWindowOwnerPID),
    ...(typeof name === 'string' && { name }),
    ...(typeof owner === 'string' && { owner }),
    layer: number(entries.kCGWindowLayer),
    onScreen: entries.kCGWindowIsOnscreen !== false,
    frame: {
      ...{ x: number(sides.X), y: number(sides.Y) },
      ...{ width: number(sides.Width), height: number(sides.Height) },
    },
  }
}
