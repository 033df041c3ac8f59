/**
 * A platform is a source of accessible elements. It knows the native API and nothing of caching, filtering, ids or
 * verbosity. `docs/decisions/0001-platform-interface.md` says how each platform implements each call.
 *
 * Every call that takes a signal ends soon after it aborts, by throwing the signal's reason; never waits longer than
 * the native API's own time limit; and throws only `Problem` (`unresponsive`, `permission_denied`, `dialog_open`,
 * `element_gone`, …).
 */
import type { Frame } from '../../api-schema/element.ts'
import type { ElementWord } from '../../api-schema/methods/interact.ts'
import type { Key, Row } from './element/row.ts'
import type { Law } from './law.ts'
import type { Capture, Picture, PictureOptions } from './picture.ts'
import type { Overrides } from './tab/overrides.ts'
import type { OwnBrowsers } from './tab/own-browsers.ts'
import type { Page } from './tab/page.ts'
import type { StorageState, Stored } from './tab/storage-state.ts'
import type { PlatformName, Target } from './target.ts'

export type { PlatformName, Target }

/** Which part of an element may be out of date: bits, so that several marks combine. */
export const Dirty = { self: 1, children: 2, subtree: 4 } as const

export type Change =
  | { readonly kind: 'dirty'; readonly key: Key; readonly what: number }
  /** Events were lost or are unavailable; everything may be out of date. */
  | { readonly kind: 'lost-track'; readonly reason: string }
  /** The target has a new document or was restarted: earlier keys will not appear again. */
  | { readonly kind: 'replaced' }
  /** A dialog has opened, and the target waits for its answer. */
  | { readonly kind: 'dialog'; readonly type: string }
  /** The target is gone; the source can only be closed. */
  | { readonly kind: 'closed'; readonly reason: string }

/** Called at once for every reported change, so that a change has a date, whenever it is read. */
export interface Hearing {
  /** Something in an element may have changed. */
  told(key: Key): void
  /** Something was written, appeared or disappeared directly in an element. */
  stirred(key: Key): void
}

export interface ReadOptions {
  readonly signal: AbortSignal
  /** `performance.now()` after which a partial result is better than none. */
  readonly deadline: number
}

export interface Reading {
  /** New or changed rows. Rows that a changed `children` no longer reaches are gone. */
  readonly rows: readonly Row[]
  /** The rows are the entire tree: anything not among them is gone. */
  readonly whole: boolean
  readonly root: Key
  /** False when the deadline or a limit cut the reading short; `reason` says which. */
  readonly complete: boolean
  readonly reason?: string
}

/** What verification found just before an action. */
export interface Check {
  /** `undefined` when the element can be acted on. */
  readonly reason?: 'gone' | 'disabled' | 'hidden' | 'covered' | 'moved' | 'outside' | 'readonly'
  /** What covers it, as a short text, and its key if known. */
  readonly by?: string
  readonly byKey?: Key
  /** The element's current state, without its children. */
  readonly row?: Row
  /**
   * The application may have noticed the approach and changed: the element was scrolled to, or something was hovered.
   */
  readonly isStirred?: boolean
  /** It is shown only under the pointer, which has shown it. */
  readonly isShown?: boolean
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Act {
  readonly action: ElementWord
  readonly value?: string
  readonly keys?: string
  readonly path?: string
  /** Absolute paths, for upload. */
  readonly files?: readonly string[]
  /**
   * Target of drag, move, resize, scroll. `via`: points that a drag passes on its way, in order, as `x` and `y` are.
   */
  readonly to?: { readonly key?: Key; readonly x?: number; readonly y?: number; readonly via?: readonly Point[] }
  /** Where on the element a drag begins, relative to its top left corner. */
  readonly from?: Point
  /** Bring its window to the front first, even if that is not needed. */
  readonly front?: boolean
}

export interface Performed {
  /** `native` (the platform's own action), `keys`, `pointer`. */
  readonly route: 'native' | 'keys' | 'pointer'
  /** How the platform refused. */
  readonly refused?: string
  /** It was already in that state; nothing was done. */
  readonly noop?: boolean
  /** The platform has read the effect back itself. */
  readonly seen?: boolean
  /** The name of the chosen option, which the request may have called otherwise. */
  readonly option?: string
  /** The value was chosen in a list, whatever text the element shows. */
  readonly isChosen?: boolean
  /** Why it was incomplete or cannot be read back, as the end of a sentence: no change proves it. */
  readonly doubt?: string
  /** What is shown but may not have been accepted yet, and when it will be, as part of a sentence. */
  readonly untaken?: string
  /** What the editor drew next to the field before; the field's own text is not what a person sees. */
  readonly drawn?: string
  /** The press began on it but ended elsewhere, so it got no click. */
  readonly strayed?: boolean
  /** True if it was brought to the front; false if that was requested but it was there already. */
  readonly front?: boolean
  /** Names of the files the field now holds. */
  readonly files?: readonly string[]
  /** Where a drag let go: a point of the screen, or of the page if there is one. */
  readonly dropped?: Point
}

export interface Detail {
  /** Flags that a reading of the tree leaves out. */
  readonly flags?: number
  /** All attributes the platform has for it, without secure values. */
  readonly attributes: { readonly [name: string]: string }
  readonly dom?: {
    readonly tag: string
    readonly attributes: { readonly [name: string]: string }
    readonly selectors: readonly string[]
    readonly frame?: string
    readonly shadow?: 'open' | 'closed'
  }
}

/** Rows of lists and tables that a reading leaves out because the application makes them only when they are shown. */
export interface FurtherRows {
  /** Reads `count` rows from the index `from` on, without adding them to the copy. `total`: rows in the list. */
  read(list: Key, from: number, count: number, options: ReadOptions): Promise<Reading & { readonly total: number }>
  /** Includes these rows in every later reading of the list; above a limit, the oldest are left out again. */
  keep(list: Key, rows: readonly Key[]): void
}

/** Rows that a page has not created yet. */
export interface Unmade {
  /** Key of their list; or of an element in it, if `isInside`, since no other is known. */
  readonly key: Key
  /** Roughly how many. */
  readonly rows: number
  readonly isInside: boolean
}

/** One attached target. Owned by the tree that keeps its copy, which closes it. */
export interface Source {
  /** The law it was opened with. */
  readonly law?: Law | undefined
  readonly target: Target
  /** Why its windows cannot be read, and what is still possible: shown with every view of it. */
  readonly unseen?: string
  /** Visible content that is in no element, and how to reach it, as sentences. */
  readonly withheld?: string
  /** Rows that a page creates only when they are scrolled to, as last read. */
  readonly unmade?: () => readonly Unmade[]
  /** Reports changes from now on, in order, to one listener. A source need not call `hearing` for all of them. */
  listen(listener: (change: Change) => void, hearing?: Hearing): void
  /**
   * Reads the whole tree, or what the marks name: keys to bits of `Dirty`. May return more, even the whole tree, if
   * that is cheaper or safer.
   */
  read(marks: ReadonlyMap<Key, number> | 'all', options: ReadOptions): Promise<Reading>
  /**
   * Returns when the listener has received every change that happened before the call. `false`, with the reason, if the
   * platform cannot promise that (yet).
   */
  settle(signal: AbortSignal): Promise<{ readonly settled: boolean; readonly reason?: string }>
  /**
   * The nesting including plain containers that have no row, each with its own key. Only if there are such containers;
   * from what was read, without a request.
   */
  readonly nested?: {
    /** 0 above the root. */
    parent(key: Key): Key | undefined
    children(key: Key): readonly Key[] | undefined
  }
  /**
   * Waits, by events, for the consequences of an action to end: returns when the target is quiet, at the latest when
   * the signal aborts. May call `onPause` once the first consequences have arrived and it goes on waiting: whatever is
   * read then need not be read at the end.
   */
  quiet(signal: AbortSignal, onPause?: () => void): Promise<void>
  /** Screen frames (and page frames) of elements; leaves out those that are gone or have none. */
  frames(keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, { frame: Frame; pageFrame?: Frame }>>
  /** Describes the looks of elements without text, such as `icon “trash”`. Leaves out elements it knows nothing about. */
  looks?(keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, string>>
  /** The element with the keyboard focus, if it is in this target. */
  focused(signal: AbortSignal): Promise<Key | undefined>
  /** The innermost element at a screen point (page pixels when `page`). */
  at(x: number, y: number, page: boolean, signal: AbortSignal): Promise<Key | undefined>
  /** Reads the element again in one round trip, as close before `perform` as possible. */
  check(key: Key, act: Act, signal: AbortSignal): Promise<Check>
  /**
   * `act` has passed `checkRequest` of `acting/requests.ts`. `arrived`: to be awaited each time the pointer has come to
   * where it is about to press, if `check` does not move it there; what has changed by then is not an effect.
   */
  perform(key: Key, act: Act, signal: AbortSignal, arrived?: () => Promise<void>): Promise<Performed>
  detail(key: Key, signal: AbortSignal): Promise<Detail>
  /** Only where rows can be read without being shown. */
  readonly furtherRows?: FurtherRows
  /** Only if there is a page behind the tree. */
  readonly page?: Page
  /** It has ended after its windows had closed. */
  readonly hasQuit?: boolean
  /** Only on a desktop; a page has its own. Throws unsupported_here, or not_found for something not visible. */
  capture?(options: Capture, signal: AbortSignal): Promise<Picture>
  /** Releases native references. Never throws. */
  close(): Promise<void>
}

export interface PlatformStatus {
  readonly name: PlatformName
  readonly available: boolean
  /** Why it is unavailable, or what it is attached to. */
  readonly reason?: string
  readonly remedy?: string
  readonly detail?: { readonly [key: string]: unknown }
}

/** One requirement or ability of a platform: its state, and a remedy if it is missing. */
export interface Finding {
  readonly what: string
  readonly state: 'ok' | 'missing' | 'note'
  readonly detail: string
  readonly remedy?: string
}

/** What `findings` may do besides reading. */
export interface FindingsOptions {
  /** Tries what looking alone does not show, as `ix doctor` does; may move a window by a point and back. */
  readonly probe?: boolean
  /** Lets the system ask the user for missing permissions. */
  readonly prompt?: boolean
}

/** The clipboard's content, in each of its forms. */
export interface Clipping {
  readonly text?: string
  /** Paths on the daemon's machine. */
  readonly files?: readonly string[]
  /** PNG. */
  readonly picture?: Buffer
}

export interface Clipboard {
  /** Empty when the clipboard is. */
  read(signal: AbortSignal): Promise<Clipping>
  /** Replaces the content. It may be lost when the daemon ends. */
  write(clipping: Clipping, signal: AbortSignal): Promise<void>
}

/** Actions on whole applications. All throw unsupported_here where the desktop offers no way. */
export interface Applications {
  /**
   * Starts it, or brings it to the front if it is running and has no file to open; returns when it can be explored.
   * `name` is an id or name of an installed application, never a command. Throws app_not_found, with similar names in
   * `data.near`; unresponsive when it does not come up.
   */
  launch(name: string, files: readonly string[], signal: AbortSignal): Promise<Target>
  /** Brings its front window above all others and gives it the keyboard. */
  activate(target: Target, signal: AbortSignal): Promise<void>
  /** Hides its windows until it is activated. */
  hide(target: Target, signal: AbortSignal): Promise<void>
  /** Asks it to quit, as its own menu does. False if it still runs after a short while: it may ask the user first. */
  quit(target: Target, signal: AbortSignal): Promise<boolean>
}

export type Context = 'shared' | 'own'

export interface TabWish {
  readonly url: string
  /** The id of the session that will own the tab; the tab opens in its browser if each session has one. */
  readonly session: string
  /** `own`: with the session's own cookies and storage, empty at first. */
  readonly context: Context
  /** The id of the browser to open it in, if there are several. */
  readonly browser?: string
}

export interface Platform {
  readonly name: PlatformName
  /** Its targets are recordings: they do not exist, and must never be mistaken for something that does. */
  readonly recorded?: true | undefined
  status(): PlatformStatus
  /** Detailed, by asking the system. Never throws: a missing answer is a finding too. */
  findings?(signal: AbortSignal, options?: FindingsOptions): Promise<readonly Finding[]>
  /** Targets that can be explored now, the front one first. */
  targets(signal: AbortSignal): Promise<readonly Target[]>
  /**
   * Attaches. Throws app_not_found or tab_not_found if it is gone, unresponsive with `data.reason` crashed if `revive` would
   * help. With a law, a tab's source shows, does and reports nothing in documents that the law excludes.
   */
  open(target: Target, signal: AbortSignal, law?: Law): Promise<Source>
  /** Browsers only: opens a tab, starting a browser if necessary. */
  openTab?(wish: TabWish, signal: AbortSignal): Promise<Target>
  /**
   * Closes an ended session's own context with all its tabs, and its other tabs that no person can see, except those that
   * `isHeld`. Never throws.
   */
  endSession?(session: string, isHeld: (tab: string) => boolean): Promise<void>
  /** The stored state of a tab's context: all cookies, and the storage of each origin that was open in it. */
  saveStorage?(target: Target, signal: AbortSignal): Promise<{ readonly state: StorageState; readonly stored: Stored }>
  /** Loads the state into the context, over existing state, and opens a tab with it. */
  loadStorage?(
    state: StorageState,
    wish: TabWish,
    signal: AbortSignal,
  ): Promise<{ readonly target: Target; readonly stored: Stored }>
  closeTab?(target: Target, signal: AbortSignal): Promise<void>
  /** Browsers only: gives a crashed tab a page again, blank or the same; does not wait for it. */
  revive?(target: Target, how: 'blank' | 'reload', signal: AbortSignal): Promise<void>
  /** Browsers only. */
  readonly overrides?: Overrides
  readonly ownBrowsers?: OwnBrowsers
  /** Only on a desktop. */
  readonly clipboard?: Clipboard
  readonly applications?: Applications
  /** Of all screens. Throws unsupported_here, permission_denied. */
  captureScreen?(options: PictureOptions, signal: AbortSignal): Promise<Picture>
  close(): Promise<void>
}
