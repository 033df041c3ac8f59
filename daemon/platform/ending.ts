/** An end that comes once, and who is told of it: connections and sessions have one. */
export class Ending<T = void> {
  readonly #listeners = new Set<(how: T) => void>()
  #ended: { readonly how: T } | undefined

  /**
   * Called once. If the end has come, soon, and never before this has returned: a listener may use what it returns, which removes
   * the listener.
   */
  on(listener: (how: T) => void): () => void {
    const own = (how: T) => listener(how)
    this.#listeners.add(own)
    if (this.#ended !== undefined) queueMicrotask(() => this.#tell())
    return () => this.#listeners.delete(own)
  }

  /** Only the first counts. */
  end(how: T): void {
    this.#ended ??= { how }
    this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) if (this.#listeners.delete(listener)) listener(this.#ended!.how)
  }
}
