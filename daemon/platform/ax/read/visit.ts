/** A brief look at a running application, whether or not there is a copy of it. */
import { Problem } from '../../../problem.ts'
import type { Target } from '../../platform.ts'
import { isGone, problemOf } from '../wire/faults.ts'
import type { Instance, Opened } from '../wire/instance.ts'
import type { AppEvent } from '../wire/messages.ts'
import type { RawValue, Ref } from '../wire/raw-element.ts'
import { type AppAccess, attributeOf } from './access.ts'
import { Session } from './session.ts'

/** The work's errors become problems. `onEvent` gets the application's events meanwhile. */
export async function visited<T>(
  instance: Instance,
  { name }: Target,
  signal: AbortSignal,
  work: (app: AppAccess, opened: Opened) => Promise<T>,
  onEvent: (event: AppEvent) => void = () => {},
): Promise<T> {
  const reader = { hear: onEvent, replaced: () => {} }
  instance.add(reader)
  try {
    const opened = await instance.open(signal)
    const session = new Session({ instance, opened, name: () => name, marked: () => {} })
    return await work(session.during(signal), opened)
  } catch (error) {
    throw isGone(error)
      ? new Problem('app_not_found', { message: `${name} is no longer running.` })
      : problemOf(error, name)
  } finally {
    instance.remove(reader)
  }
}

/** Some attributes of an element, read now. */
export async function valuesOf(app: AppAccess, ref: Ref, names: readonly string[]) {
  return (await app.call('attributes', { ref, names })).values
}

export function elementIn(value: RawValue | undefined): Ref | undefined {
  return typeof value === 'object' && value.kind === 'element' ? value.ref : undefined
}

function elementsIn(value: RawValue | undefined): readonly Ref[] {
  return typeof value === 'object' && value.kind === 'list' ? value.items.flatMap((item) => elementIn(item) ?? []) : []
}

/** Includes windows missing from its children while in the background; its window children if it has no list. */
export async function windowsOf(app: AppAccess): Promise<readonly Ref[]> {
  const { root } = app.mirror
  const listed = elementsIn(await attributeOf(app, root, 'AXWindows'))
  if (listed.length > 0) return listed
  const found = await app.readUnder(root, { depth: 1 })
  return [...found.values()].filter(({ facts }) => facts.AXRole === 'AXWindow').map(({ ref }) => ref)
}
