/** References that are released together. */
import type { CFRef, Cf } from './cf.ts'

/** Owns references until all are released at once. */
export class Arena {
  readonly #cf: Cf
  readonly #refs: CFRef[] = []

  constructor(cf: Cf) {
    this.#cf = cf
  }

  own(ref: CFRef): CFRef {
    if (ref !== 0n) this.#refs.push(ref)
    return ref
  }

  releaseAll(): void {
    for (const ref of this.#refs) this.#cf.call.release(ref)
    this.#refs.length = 0
  }
}
