/** What checking and acting need from an application, for one question or act. */
import type { Call, Calls } from '../wire/messages.ts'
import type { RawElement, RawValue, Ref } from '../wire/raw-element.ts'
import { truthOf } from '../wire/values.ts'
import type { Mirror } from './mirror.ts'

export interface AppAccess {
  readonly name: string
  readonly pid: number
  /** As last read. */
  readonly mirror: Mirror
  /** Ends the question or act. */
  readonly signal: AbortSignal
  /** Throws Fault (also if the host restarted meanwhile) or the signal's reason. `ms`: the limit (default 1,000). */
  call<C extends Call>(call: C, params: Calls[C]['params'], ms?: number): Promise<Calls[C]['result']>
  /** Reads one element now, bypassing the copy; undefined if it is gone. */
  reread(ref: Ref): Promise<RawElement | undefined>
  /** Reads an element and everything under it now, bypassing the copy. */
  readUnder(ref: Ref, options: ReadUnder): Promise<Map<Ref, RawElement>>
  /** Marks it for rereading: alone, with its list of children, or with everything under it. */
  mark(ref: Ref, part: 'self' | 'children' | 'subtree'): void
  /** For when it is unknown what changed. */
  markAll(reason: string): void
  /** The same, for something that ends with another signal. */
  during(signal: AbortSignal): AppAccess
}

export interface ReadUnder {
  readonly depth?: number
  readonly menus?: boolean
}

/** An attribute of an element, read now. */
export async function attributeOf(app: AppAccess, ref: Ref, name: string): Promise<RawValue | undefined> {
  return (await app.call('attributes', { ref, names: [name] })).values[name]
}

export async function isTrue(app: AppAccess, ref: Ref, name: string): Promise<boolean> {
  return truthOf(await attributeOf(app, ref, name)) === true
}

export function windowOf(app: AppAccess, ref: Ref): Ref | undefined {
  const { mirror } = app
  const isWindow = (one: Ref) => mirror.roleOf(one) === 'AXWindow'
  if (isWindow(ref)) return ref
  for (const up of mirror.ancestors(ref)) if (isWindow(up)) return up
  return undefined
}
