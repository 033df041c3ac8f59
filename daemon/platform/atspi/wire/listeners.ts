/** A list of listeners, called in the order they were added. */

export type Listener<T> = (what: T) => void

export class Listeners<T> {
  readonly #listeners = new Set<Listener<T>>()

  /** Returns a function that removes the listener. */
  add(listener: Listener<T>): () => void {
    const own: Listener<T> = (what) => listener(what)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  emit(what: T): void {
    for (const listener of [...this.#listeners]) listener(what)
  }
}
