/**
 * What a platform is: a source of accessible elements. It knows the native API and nothing of caching, filtering,
 * ids or verbosity. `docs/decisions/0001-platform-interface.md` says how each platform answers each call.
 *
 * Contracts that hold for every call that takes a signal: it ends soon after the signal aborts, by throwing the
 * signal's reason; it never waits longer than the native API's own time limit; it throws `Problem`
 * (`unresponsive`, `permission_denied`, `dialog_open`, `element_gone`, …) and nothing else.
 */
import type { Frame } from '../../api-schema/element.ts'
import type { ActionWord } from '../../api-schema/methods/interact.ts'
import type { Page } from './page.ts'
import type { Capture, Picture, PictureWish } from './picture.ts'

/**
 * What the platform calls the same element, as a number. Within one source a key is never given to another
 * element, also not after the first one is gone: CDP counts documents and joins the backend node id, AT-SPI
 * interns the object path, AX keeps a table by CFHash and CFEqual.
 */
export type Key = number

/** An application (with windows) or a tab (with a page). */
export interface Target {
  readonly kind: 'application' | 'tab'
  /** Bundle id of an application, tab id of a tab: what a caller passes. Unique over all platforms. */
  readonly id: string
  /** Application id that a tab belongs to. */
  readonly app?: string
  readonly platform: PlatformName
  readonly name: string
  /** Other names under which it may be asked for. */
  readonly aliases?: readonly string[]
  readonly pid?: number
  readonly url?: string
  /** In front on its platform: the focused application, the selected tab. */
  readonly focused?: boolean
  /** Text of the dialog that is open. */
  readonly dialog?: string
}

export type PlatformName = 'ax' | 'atspi' | 'cdp' | 'replay'

/**
 * One element as the platform reports it, in the common words. Fields that are absent are `undefined`, never empty.
 * Made by `row()` alone, so that all rows have one hidden class. Secure fields: `value` is `[redacted]` or
 * undefined; their text must not be in any field.
 */
export interface Row {
  readonly key: Key
  /** Key of the parent; 0 for the root. The tree sets it from `children`. */
  parent: Key
  readonly children: readonly Key[]
  /** AX word (`AXButton`), or a readable one of its own where there is none. Interned. */
  readonly role: string
  readonly subrole: string | undefined
  /** Title or accessible name. */
  readonly title: string | undefined
  readonly value: string | undefined
  readonly description: string | undefined
  /** Developer's name: AXIdentifier, AccessibleId, DOM id. */
  readonly identifier: string | undefined
  readonly placeholder: string | undefined
  readonly help: string | undefined
  readonly roleDescription: string | undefined
  readonly url: string | undefined
  /** Further searchable texts and platform attributes, by name. */
  readonly attributes: { readonly [name: string]: string } | undefined
  /** Bits of `flags.ts`. */
  readonly flags: number
  /** Native action names in AX words (`AXPress`, …); shared arrays, not one an element. */
  readonly actions: readonly string[]
  /** Only where the bulk read has it for nothing; else asked for by `frames`. */
  readonly frame: Frame | undefined
}

export type RowFields = Partial<Omit<Row, 'key' | 'role'>> & Pick<Row, 'key' | 'role'>

const none: readonly never[] = Object.freeze([])

export function row(fields: RowFields): Row {
  return {
    key: fields.key,
    parent: fields.parent ?? 0,
    children: fields.children ?? none,
    role: fields.role,
    subrole: fields.subrole,
    title: fields.title,
    value: fields.value,
    description: fields.description,
    identifier: fields.identifier,
    placeholder: fields.placeholder,
    help: fields.help,
    roleDescription: fields.roleDescription,
    url: fields.url,
    attributes: fields.attributes,
    flags: fields.flags ?? 0,
    actions: fields.actions ?? none,
    frame: fields.frame,
  }
}

/** Equal in all that can be searched for. */
export function sameTexts(a: Row, b: Row): boolean {
  return (
    a.role === b.role &&
    a.subrole === b.subrole &&
    a.title === b.title &&
    a.value === b.value &&
    a.description === b.description &&
    a.identifier === b.identifier &&
    a.placeholder === b.placeholder &&
    a.help === b.help &&
    a.roleDescription === b.roleDescription &&
    a.url === b.url &&
    sameAttributes(a.attributes, b.attributes)
  )
}

function sameAttributes(a: Row['attributes'], b: Row['attributes']): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  let left = 0
  for (const name in a) {
    if (a[name] !== b[name]) return false
    left++
  }
  for (const _ in b) left--
  return left === 0
}

/** What of an element may be out of date: bits, so that marks of one element add up. */
export const Dirty = { self: 1, children: 2, subtree: 4 } as const

export type Change =
  | { readonly kind: 'dirty'; readonly key: Key; readonly what: number }
  /** Events were lost or cannot be had; everything may be out of date. */
  | { readonly kind: 'lost-track'; readonly reason: string }
  /** The target has a new document or was restarted: no key from before will be seen again. */
  | { readonly kind: 'replaced' }
  /** A dialog has opened, and the target waits for its answer. */
  | { readonly kind: 'dialog'; readonly type: string }
  /** The target is gone; the source can only be closed. */
  | { readonly kind: 'closed'; readonly reason: string }

export interface ReadOptions {
  readonly signal: AbortSignal
  /** `performance.now()` at which a part is better than nothing. */
  readonly deadline: number
}

export interface Reading {
  /** New or changed rows. Rows that a changed `children` no longer reaches are gone. */
  readonly rows: readonly Row[]
  /** The rows are the entire tree: what is not among them is gone. */
  readonly whole: boolean
  readonly root: Key
  /** False when the deadline or a limit cut the read; `reason` says which. */
  readonly complete: boolean
  readonly reason?: string
}

/** What verification found just before an action. */
export interface Check {
  /** `undefined` when the element can be acted upon. */
  readonly reason?: 'gone' | 'disabled' | 'hidden' | 'covered' | 'moved' | 'outside' | 'readonly'
  /** What covers it, as a short text, and its key when it is known. */
  readonly by?: string
  readonly byKey?: Key
  /** The element as it is now, children not included. */
  readonly row?: Row
}

export interface Act {
  readonly action: ActionWord
  readonly value?: string
  readonly keys?: string
  readonly path?: string
  /** Absolute paths, for upload. */
  readonly files?: readonly string[]
  /** Target of drag, move, resize, scroll. */
  readonly to?: { readonly key?: Key; readonly x?: number; readonly y?: number }
}

export interface Performed {
  /** `native` (the platform's own action), `keys`, `pointer`. */
  readonly route: 'native' | 'keys' | 'pointer'
  /** The platform's own no. */
  readonly refused?: string
  /** The state was so already; nothing was done. */
  readonly noop?: boolean
  /** The platform has read the effect back itself. */
  readonly seen?: boolean
  /** Names of the files that the field holds now. */
  readonly files?: readonly string[]
}

export interface Detail {
  /** All attributes that the platform has for it, secure values left out. */
  readonly attributes: { readonly [name: string]: string }
  readonly dom?: {
    readonly tag: string
    readonly attributes: { readonly [name: string]: string }
    readonly selectors: readonly string[]
    readonly frame?: string
    readonly shadow?: 'open' | 'closed'
  }
}

/** One target, attached. Owned by the tree that keeps its copy, which closes it. */
export interface Source {
  readonly target: Target
  /** Changes from now on, in order; one listener. */
  listen(listener: (change: Change) => void): void
  /**
   * Reads the whole tree, or what the marks name: keys to bits of `Dirty`. May read and return more, or a whole
   * tree, where that is cheaper or surer.
   */
  read(marks: ReadonlyMap<Key, number> | 'all', options: ReadOptions): Promise<Reading>
  /**
   * Returns when every change that happened before the call has been told to the listener.
   * `false` where the platform cannot promise that (yet), with the reason.
   */
  settle(signal: AbortSignal): Promise<{ readonly settled: boolean; readonly reason?: string }>
  /**
   * Waits for the consequences of an action to end, by events: returns when the target has gone quiet, at the
   * latest when the signal aborts. May call `lull` when the first of them are there and it goes on waiting for others:
   * what is read then need not be read when the waiting is over.
   */
  quiet(signal: AbortSignal, lull?: () => void): Promise<void>
  /** Screen frames (and page frames) of elements; gone or frameless ones are left out. */
  frames(keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, { frame: Frame; pageFrame?: Frame }>>
  /** The element with the keyboard focus, if it is in this target. */
  focused(signal: AbortSignal): Promise<Key | undefined>
  /** The innermost element at a screen point (page pixels when `page`). */
  at(x: number, y: number, page: boolean, signal: AbortSignal): Promise<Key | undefined>
  /** Reads the element again in one round trip, as close before `perform` as can be. */
  check(key: Key, act: Act, signal: AbortSignal): Promise<Check>
  perform(key: Key, act: Act, signal: AbortSignal): Promise<Performed>
  detail(key: Key, signal: AbortSignal): Promise<Detail>
  /** Only where there is a page behind the tree. */
  readonly page?: Page
  /** Only where a desktop shows it; a page has its own. Throws unsupported_here, not_found for what is not seen. */
  capture?(wish: Capture, signal: AbortSignal): Promise<Picture>
  /** Gives native references back. Never throws. */
  close(): Promise<void>
}

export interface PlatformStatus {
  readonly name: PlatformName
  readonly available: boolean
  /** Why not, or what it is attached to. */
  readonly reason?: string
  readonly remedy?: string
  readonly detail?: { readonly [key: string]: unknown }
}

/** One thing that a platform needs or can do: is it there, and if not, what would help. */
export interface Finding {
  readonly what: string
  readonly state: 'ok' | 'missing' | 'note'
  readonly detail: string
  readonly remedy?: string
}

/** What is done for findings beyond looking. */
export interface FindingsWish {
  /** Tries out what looking alone does not show, as `ix doctor` does; a window may move by a point and back. */
  readonly probe?: boolean
  /** Lets the system ask its person for the permissions that are missing. */
  readonly prompt?: boolean
}

/** What is on the clipboard, in each of its forms. */
export interface Clipping {
  readonly text?: string
  /** Paths on the daemon's machine. */
  readonly files?: readonly string[]
  /** PNG. */
  readonly picture?: Buffer
}

export interface Clipboard {
  /** Empty when nothing is there. */
  read(signal: AbortSignal): Promise<Clipping>
  /** In place of what was there. It may be lost when the daemon ends. */
  write(clipping: Clipping, signal: AbortSignal): Promise<void>
}

/** What is done to applications as wholes. All throw unsupported_here where the desktop has no way to it. */
export interface Applications {
  /**
   * Starts it, or brings it to the front where it runs and has no file to open; answers when it can be explored. `name`
   * is an id or a name of an installed application, never a command. Throws app_not_found, with near names in
   * `data.near`; unresponsive when it does not come up.
   */
  launch(name: string, files: readonly string[], signal: AbortSignal): Promise<Target>
  /** Its window in front comes before all others, and has the keyboard. */
  activate(target: Target, signal: AbortSignal): Promise<void>
  /** Its windows are out of sight, until it is activated. */
  hide(target: Target, signal: AbortSignal): Promise<void>
  /** Asks it to end, as its own menu does. False when it still runs after a little while: it may ask its person first. */
  quit(target: Target, signal: AbortSignal): Promise<boolean>
}

export interface Platform {
  readonly name: PlatformName
  status(): PlatformStatus
  /** In detail, by asking the system. Never throws: what does not answer in time is a finding too. */
  findings?(signal: AbortSignal, wish?: FindingsWish): Promise<readonly Finding[]>
  /** What can be explored now, the one in front first. Empty when there is nothing. */
  targets(signal: AbortSignal): Promise<readonly Target[]>
  /**
   * Attaches. Throws app_not_found or tab_not_found when it is gone by now, unresponsive with `data.reason` crashed when
   * `revive` would help.
   */
  open(target: Target, signal: AbortSignal): Promise<Source>
  /** Only browsers: opens a tab, starting a browser if need be. */
  openTab?(url: string, signal: AbortSignal): Promise<Target>
  closeTab?(target: Target, signal: AbortSignal): Promise<void>
  /** Only browsers: gives a tab whose page has crashed a page again, a blank one or the same; not waited for. */
  revive?(target: Target, how: 'blank' | 'reload', signal: AbortSignal): Promise<void>
  /** Only where there is a desktop. */
  readonly clipboard?: Clipboard
  readonly applications?: Applications
  /** Of all screens. Throws unsupported_here, permission_denied. */
  captureScreen?(wish: PictureWish, signal: AbortSignal): Promise<Picture>
  close(): Promise<void>
}
