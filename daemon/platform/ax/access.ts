/** What checking and acting need of an application: files of their own use it by this. */
import type { Key, Row } from '../platform.ts'
import type { Call, Calls } from './messages.ts'
import type { Mirror } from './mirror.ts'
import type { RawElement, Ref } from './raw-element.ts'

export interface AppAccess {
  readonly name: string
  readonly pid: number
  /** As it was last read. */
  readonly mirror: Mirror
  /** Throws Fault, also when its host was started anew meanwhile; or what the signal says. `ms` bounds it (default 1,000). */
  call<C extends Call>(
    call: C,
    params: Calls[C]['params'],
    signal: AbortSignal,
    ms?: number,
  ): Promise<Calls[C]['result']>
  /** Reads one element now, past the copy; undefined when it is gone. */
  reread(ref: Ref, signal: AbortSignal): Promise<RawElement | undefined>
  /** Reads what is under an element now, past the copy, the element first. */
  readUnder(
    ref: Ref,
    options: { readonly depth?: number; readonly menus?: boolean },
    signal: AbortSignal,
  ): Promise<Map<Ref, RawElement>>
  /** It has to be read again: alone, with its list of children, or with all under it. */
  mark(ref: Ref, part: 'self' | 'children' | 'subtree'): void
  /** Nobody knows what changed. */
  markAll(reason: string): void
}

/** The element of a key. */
export interface Located {
  readonly key: Key
  readonly ref: Ref
  readonly row: Row
}

export function windowOf(app: AppAccess, ref: Ref): Ref | undefined {
  const { mirror } = app
  const isWindow = (one: Ref) => mirror.roleOf(one) === 'AXWindow'
  if (isWindow(ref)) return ref
  for (const up of mirror.ancestors(ref)) if (isWindow(up)) return up
  return undefined
}
