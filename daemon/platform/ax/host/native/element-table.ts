/** The elements that the host keeps, by number. One may have several addresses: CFEqual decides. */

import type { Ref } from '../../wire/raw-element.ts'
import type { CFRef, Cf } from './cf.ts'

interface Entry {
  readonly element: CFRef
  readonly hash: bigint
  readonly pid: number
  /** How it was reached, so that a later read treats it the same way. */
  kind: Kind | undefined
  /** For a menu: the item that opens it. */
  opener?: Ref
}

/** What is known about an element before it is read, which lets the first request ask for more. */
export type Kind = 'application' | 'window' | 'menu' | 'part' | 'web'

export class NoSuchRef extends Error {
  readonly ref: Ref
  constructor(ref: Ref) {
    super(`no element ${ref}`)
    this.ref = ref
  }
}

export class ElementTable {
  readonly #cf: Cf
  readonly #entries = new Map<Ref, Entry>()
  readonly #byHash = new Map<bigint, Ref | Ref[]>()
  #last = 0

  constructor(cf: Cf) {
    this.#cf = cf
  }

  get size(): number {
    return this.#entries.size
  }

  /** The number of a borrowed reference; new ones are retained. */
  intern(element: CFRef, pid: number): Ref {
    const hash = this.#cf.call.hash(element)
    const known = this.#byHash.get(hash)
    if (known === undefined) return this.#add(element, hash, pid, undefined)
    for (const ref of typeof known === 'number' ? [known] : known)
      if (this.#cf.call.equal(this.#entries.get(ref)!.element, element) !== 0) return ref
    return this.#add(element, hash, pid, known)
  }

  #add(element: CFRef, hash: bigint, pid: number, known: Ref | Ref[] | undefined): Ref {
    const ref = ++this.#last
    this.#cf.call.retain(element)
    this.#entries.set(ref, { element, hash, pid, kind: undefined })
    if (known === undefined) this.#byHash.set(hash, ref)
    else if (typeof known === 'number') this.#byHash.set(hash, [known, ref])
    else known.push(ref)
    return ref
  }

  has(ref: Ref): boolean {
    return this.#entries.has(ref)
  }

  entry(ref: Ref): Entry {
    const entry = this.#entries.get(ref)
    if (entry === undefined) throw new NoSuchRef(ref)
    return entry
  }

  element(ref: Ref): CFRef {
    return this.entry(ref).element
  }

  forget(ref: Ref): void {
    const entry = this.#entries.get(ref)
    if (entry === undefined) return
    this.#entries.delete(ref)
    const known = this.#byHash.get(entry.hash)
    if (typeof known === 'number' || known === undefined || known.length === 1) this.#byHash.delete(entry.hash)
    else known.splice(known.indexOf(ref), 1)
    this.#cf.call.release(entry.element)
  }

  forgetAll(pid?: number): void {
    for (const [ref, entry] of this.#entries) if (pid === undefined || entry.pid === pid) this.forget(ref)
  }
}
