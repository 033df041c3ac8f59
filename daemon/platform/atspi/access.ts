/** What the parts of an application (acting, geometry, detail) may know of it; `application.ts` implements it. */
import type { Capture, Picture } from '../picture.ts'
import type { Key, Row, Source } from '../platform.ts'
import type { Facts, Ref } from './facts.ts'

/** Toolkits that need rules of their own; `other` gets the most careful ones. */
export type Toolkit = 'gtk3' | 'gtk4' | 'qt' | 'libreoffice' | 'chromium' | 'gecko' | 'other'

/** Interfaces of `org.a11y.atspi`, by the last word of their names. */
export type Interface =
  | 'Accessible'
  | 'Action'
  | 'Application'
  | 'Cache'
  | 'Collection'
  | 'Component'
  | 'Document'
  | 'EditableText'
  | 'Hyperlink'
  | 'Hypertext'
  | 'Image'
  | 'Selection'
  | 'Table'
  | 'TableCell'
  | 'Text'
  | 'Value'

export interface AppAccess {
  readonly name: string
  readonly pid: number
  readonly toolkit: Toolkit
  /** The application's own element; 0 before it is read. */
  readonly root: Key
  /** Its windows, as they were last read. */
  readonly windows: readonly Key[]
  ref(key: Key): Ref | undefined
  /** Of elements that were read. */
  key(ref: Ref): Key | undefined
  /** Undefined for the application itself. */
  parent(key: Key): Key | undefined
  facts(key: Key): Facts | undefined
  row(key: Key): Row | undefined
  /**
   * One method call: the values of its reply. Time limit `ms` (700 where it is left out). Throws Problem: element_gone
   * (no such object), unsupported_here (no such method or interface), unresponsive, app_not_found, or what the signal
   * says.
   */
  call(
    ref: Ref,
    of: Interface,
    member: string,
    signature: string,
    body: readonly unknown[],
    signal: AbortSignal,
    ms?: number,
  ): Promise<readonly unknown[]>
  /** One property; never all of an interface: that ends Qt applications. */
  get(ref: Ref, of: Interface, property: string, signal: AbortSignal): Promise<unknown>
  /** Sets one property; `signature` is of the value. */
  set(ref: Ref, of: Interface, property: string, signature: string, value: unknown, signal: AbortSignal): Promise<void>
  /** Reads one element again, its children not included; undefined when it is gone. */
  reread(key: Key, signal: AbortSignal): Promise<Row | undefined>
  /** The element differs, or may: it is read again before the next answer. `what` is of `Dirty`. */
  mark(key: Key, what: number): void
}

/** What is done to an application, and where its elements are; each has the contract of `Source`'s own. */
export interface Acting {
  frames(access: AppAccess, keys: readonly Key[], signal: AbortSignal): ReturnType<Source['frames']>
  at(access: AppAccess, x: number, y: number, signal: AbortSignal): ReturnType<Source['at']>
  check(access: AppAccess, ...of: Parameters<Source['check']>): ReturnType<Source['check']>
  perform(access: AppAccess, ...of: Parameters<Source['perform']>): ReturnType<Source['perform']>
  capture(access: AppAccess, wish: Capture, signal: AbortSignal): Promise<Picture>
}

/** A window as the window system has it. */
export interface SystemWindow {
  /** `_GTK_APPLICATION_ID`. */
  readonly gtkApplicationId?: string
  /** Both words of WM_CLASS. */
  readonly wmInstance?: string
  readonly wmClass?: string
  readonly title?: string
}

/** What the window system knows of a process; made by `windows.ts` where there is X11. */
export interface WindowsOf {
  /** Of a process that has just shown itself; its first window may come a moment later. */
  firstOf(pid: number, signal: AbortSignal): Promise<readonly SystemWindow[]>
}
