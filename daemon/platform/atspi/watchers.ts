/** Those who want to hear of something, in the order in which they came. */

export type Watcher<T> = (what: T) => void

export class Watchers<T> {
  readonly #watchers = new Set<Watcher<T>>()

  /** Answers what takes the watcher back. */
  add(watcher: Watcher<T>): () => void {
    const own: Watcher<T> = (what) => watcher(what)
    this.#watchers.add(own)
    return () => this.#watchers.delete(own)
  }

  tell(what: T): void {
    for (const watcher of [...this.#watchers]) watcher(what)
  }
}
