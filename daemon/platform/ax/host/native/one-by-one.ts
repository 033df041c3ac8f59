/** For elements that cannot return many attributes at once, such as those of some toolkits: one request for each. */

import { AXError } from '../../wire/ax-error.ts'
import { Arena } from './arena.ts'
import { AxFault, isFatal } from './ax-fault.ts'
import type { CFRef, Cf } from './cf.ts'

interface Copying {
  readonly cf: Cf
  /** Owned by the caller; undefined if there is no value. */
  copy(element: CFRef, attribute: string): CFRef | undefined
  createSample(kind: 'error', values: readonly number[]): CFRef
}

/** The same result as one request for all. Throws that request's fault if nothing can be read. */
export function copyOneByOne(ax: Copying, element: CFRef, names: CFRef, fault: AxFault): CFRef {
  const { cf } = ax
  const arena = new Arena(cf)
  const copy = (name: CFRef): CFRef | undefined => {
    try {
      return ax.copy(element, cf.text(name))
    } catch (error) {
      if (error instanceof AxFault && !isFatal(error.axError)) return undefined
      throw error
    }
  }
  try {
    const missing = arena.own(ax.createSample('error', [AXError.noValue]))
    const values: CFRef[] = []
    for (const name of cf.values(names)) values.push(arena.own(copy(name) ?? 0n) || missing)
    // An element that will not even say what it is has nothing to give.
    if (values.every((value) => value === missing) && arena.own(copy(cf.name('AXRole')) ?? 0n) === 0n) throw fault
    return cf.createArray(values)
  } finally {
    arena.releaseAll()
  }
}
