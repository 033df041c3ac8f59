/** Where elements are, and which element is at a place or has the focus. */
import type { Frame } from '../../../../api-schema/element.ts'
import type { Key } from '../../element/row.ts'
import { AXError } from '../wire/ax-error.ts'
import { Fault } from '../wire/faults.ts'
import type { AppAccess } from './access.ts'

export async function framesOf(app: AppAccess, keys: readonly Key[]): Promise<ReadonlyMap<Key, { frame: Frame }>> {
  const { mirror } = app
  const refs = keys.map((key) => mirror.refOf(key)).filter((ref) => ref !== undefined)
  if (refs.length === 0) return new Map()
  const { frames } = await app.call('frames', { refs })
  return new Map(frames.map(([ref, frame]) => [mirror.keyOf(ref), { frame }] as const))
}

export async function focusedIn(app: AppAccess): Promise<Key | undefined> {
  const { mirror } = app
  const { ref, window, chain } = await app.call('focused', { pid: app.pid })
  const found = mirror.nearest([ref, ...chain, window])
  return found === undefined ? undefined : mirror.keyOf(found)
}

/** Asks the whole system: another application may be above this one. */
export async function elementAt(app: AppAccess, x: number, y: number): Promise<Key | undefined> {
  const { mirror } = app
  const { ref, chain } = await app.call('at', { x, y }).catch((error) => {
    // The point is on no screen.
    if (error instanceof Fault && error.code === AXError.illegalArgument) return { ref: undefined, chain: [] }
    throw error
  })
  const found = mirror.nearest([ref, ...chain])
  return found === undefined || found === mirror.root ? undefined : mirror.keyOf(found)
}
