/** A running application that is looked at for a moment, whether or not there is a copy of it. */
import { Problem } from '../../problem.ts'
import type { Target } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { isGone, problemOf } from './faults.ts'
import type { Instance } from './instance.ts'
import type { AppEvent } from './messages.ts'
import type { RawValue, Ref } from './raw-element.ts'
import { Session } from './session.ts'

/** The work's errors become problems. `hear` is told what the application tells meanwhile. */
export async function visited<T>(
  instance: Instance,
  { name }: Target,
  signal: AbortSignal,
  work: (app: Session) => Promise<T>,
  hear: (event: AppEvent) => void = () => {},
): Promise<T> {
  const reader = { hear, replaced: () => {} }
  instance.add(reader)
  try {
    const opened = await instance.open(signal)
    return await work(new Session({ instance, opened, name: () => name, marked: () => {} }))
  } catch (error) {
    throw isGone(error)
      ? new Problem('app_not_found', { message: `${name} is not running any more.` })
      : problemOf(error, name)
  } finally {
    instance.remove(reader)
  }
}

/** Some attributes of an element, read now. */
export async function valuesOf(app: AppAccess, ref: Ref, names: readonly string[], signal: AbortSignal) {
  return (await app.call('attributes', { ref, names }, signal)).values
}

export function elementIn(value: RawValue | undefined): Ref | undefined {
  return typeof value === 'object' && value.kind === 'element' ? value.ref : undefined
}

export function elementsIn(value: RawValue | undefined): readonly Ref[] {
  return typeof value === 'object' && value.kind === 'list' ? value.items.flatMap((item) => elementIn(item) ?? []) : []
}

/** Also those that are not among its children while it is not in front; by these where it has no list of its own. */
export async function windowsOf(app: AppAccess, signal: AbortSignal): Promise<readonly Ref[]> {
  const { root } = app.mirror
  const listed = elementsIn((await valuesOf(app, root, ['AXWindows'], signal)).AXWindows)
  if (listed.length > 0) return listed
  const found = await app.readUnder(root, { depth: 1 }, signal)
  return [...found.values()].filter(({ facts }) => facts.AXRole === 'AXWindow').map(({ ref }) => ref)
}
