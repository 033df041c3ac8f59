/** Where elements are, and which one is at a place or has the focus. */
import type { Frame } from '../../../../api-schema/element.ts'
import type { Key } from '../../row.ts'
import { AXError } from '../wire/ax-error.ts'
import { Fault } from '../wire/faults.ts'
import type { Session } from './session.ts'

export async function framesOf(
  session: Session,
  keys: readonly Key[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Key, { frame: Frame }>> {
  const { mirror } = session
  const refs = keys.map((key) => mirror.refOf(key)).filter((ref) => ref !== undefined)
  if (refs.length === 0) return new Map()
  const { frames } = await session.call('frames', { refs }, signal)
  return new Map(frames.map(([ref, frame]) => [mirror.keyOf(ref), { frame }] as const))
}

export async function focusedIn(session: Session, signal: AbortSignal): Promise<Key | undefined> {
  const { mirror } = session
  const { ref, window, chain } = await session.call('focused', { pid: session.pid }, signal)
  const found = mirror.nearest([ref, ...chain, window])
  return found === undefined ? undefined : mirror.keyOf(found)
}

/** Of the whole system: another application may be above this one. */
export async function elementAt(session: Session, x: number, y: number, signal: AbortSignal): Promise<Key | undefined> {
  const { mirror } = session
  const { ref, chain } = await session.call('at', { x, y }, signal).catch((error) => {
    // On no screen.
    if (error instanceof Fault && error.code === AXError.illegalArgument) return { ref: undefined, chain: [] }
    throw error
  })
  const found = mirror.nearest([ref, ...chain])
  return found === undefined || found === mirror.root ? undefined : mirror.keyOf(found)
}
