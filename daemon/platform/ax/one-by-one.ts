/** For elements that cannot be asked for many attributes at once, as those of some toolkits: one request for each. */
import { Arena } from './arena.ts'
import type { AxCalls } from './ax-calls.ts'
import { AXError } from './ax-error.ts'
import { AxFault, isFatal } from './ax-fault.ts'
import type { CFRef } from './cf.ts'

/** As one request for all would give them, in a CFArray that the caller owns. Throws what that one said where nothing is to be had. */
export function copyOneByOne(ax: AxCalls, element: CFRef, names: CFRef, fault: AxFault): CFRef {
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
    // One that does not even say what it is gives nothing.
    if (values.every((value) => value === missing) && arena.own(copy(cf.name('AXRole')) ?? 0n) === 0n) throw fault
    return cf.createArray(values)
  } finally {
    arena.releaseAll()
  }
}
