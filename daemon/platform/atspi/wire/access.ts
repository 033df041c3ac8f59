/** What the parts of an application (acting, geometry, detail) may use of it; implemented in `source.ts`. */
import type { Key, Row } from '../../element/row.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import { CallError } from './call-error.ts'
import type { Facts, Has, Ref } from './facts.ts'

/** Interfaces of `org.a11y.atspi`, by the last word of their names. */
export type Interface = keyof typeof Has

export type CallArguments = [
  ref: Ref,
  of: Interface,
  member: string,
  signature: string,
  body: readonly unknown[],
  signal: AbortSignal,
  ms?: number,
]

/** An application that can be asked. */
export interface Line {
  readonly toolkit: Toolkit
  /**
   * One method call; returns the values of its reply. Time limit `ms` (default 700). Throws, also the signal's reason.
   */
  call(...args: CallArguments): Promise<readonly unknown[]>
  /** One property. Never all of an interface: that crashes Qt applications. */
  get(ref: Ref, of: Interface, property: string, signal: AbortSignal): Promise<unknown>
}

/**
 * Its calls throw Problem: element_gone (no such object), unsupported_here (no such method or interface), unresponsive,
 * app_not_found.
 */
export interface AppAccess extends Line {
  readonly name: string
  readonly owner: Owner
  /** The application's own element; 0 before it is read. */
  readonly root: Key
  /** Its windows as last read. */
  readonly windows: readonly Key[]
  ref(key: Key): Ref | undefined
  /** Only for elements that were read. */
  key(ref: Ref): Key | undefined
  /** Undefined for the application itself. */
  parent(key: Key): Key | undefined
  facts(key: Key): Facts | undefined
  row(key: Key): Row | undefined
  /** Sets one property; `signature` is the value's. */
  set(ref: Ref, of: Interface, property: string, signature: string, value: unknown, signal: AbortSignal): Promise<void>
  /** The innermost element with the focus, as last read. */
  focused(signal: AbortSignal): Promise<Key | undefined>
  /** The element it last announced as focused, even if it is nobody's child, like the field over a cell. */
  readonly lastFocused?: Ref | undefined
  /** Reads one element again, without its children; undefined when it is gone. */
  reread(key: Key, signal: AbortSignal): Promise<Row | undefined>
  /** Calls the listener at each event of the application, until the returned function is called. */
  onEvent(listener: () => void): () => void
  /** The window system's id of a window; only if the application's windows are known from there. */
  systemWindow?(key: Key): number | undefined
}

/** Whose window it is: the process; below 0, if none of its windows tells the process, the client of the X server. */
export type Owner = number

/** The element and its ancestors, innermost first, up to the application. */
export function lineage(access: AppAccess, key: Key): Key[] {
  const keys: Key[] = []
  for (let at: Key | undefined = key; at !== undefined; at = access.parent(at)) keys.push(at)
  return keys
}

/** A window as the window system sees it. */
export interface SystemWindow {
  /** `_GTK_APPLICATION_ID`. */
  readonly gtkApplicationId?: string
  /** Both words of WM_CLASS. */
  readonly wmInstance?: string
  readonly wmClass?: string
  readonly title?: string
}

/** A process on the accessibility bus: its possible names, and the titles of its windows. */
export interface Shown {
  readonly pid: number
  readonly words: readonly string[]
  readonly titles: readonly string[]
}

/** What the window system knows of a process; implemented by `windows.ts` under X11. */
export interface WindowsOf {
  /** For a process that has just appeared; its first window may come a moment later. */
  firstOf(pid: number, signal: AbortSignal): Promise<readonly SystemWindow[]>
}

/** An element to query. */
export interface Queried {
  readonly access: Line
  readonly ref: Ref
  readonly signal: AbortSignal
}

/** The values of a call's reply; none if the element lacks the interface or the method. */
export async function ask(
  { access, ref, signal }: Queried,
  of: Interface,
  member: string,
  signature = '',
  body: readonly unknown[] = [],
): Promise<readonly unknown[]> {
  return await access.call(ref, of, member, signature, body, signal).catch((error) => absent(error, signal))
}

export async function property({ access, ref, signal }: Queried, of: Interface, name: string): Promise<unknown> {
  return await access.get(ref, of, name, signal).catch((error) => absent(error, signal)[0])
}

const absences = new Set(['no-object', 'no-method', 'failed', 'unsupported_here', 'element_gone'])

/** No values if the element lacks this or is gone; rethrows other errors. */
function absent(error: unknown, signal: AbortSignal): readonly undefined[] {
  signal.throwIfAborted()
  const what = error instanceof CallError ? error.failure : error instanceof Error ? error.name : ''
  if (absences.has(what)) return []
  throw error
}
