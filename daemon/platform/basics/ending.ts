/** The end of a connection or session, which happens once, and its listeners. */
export class Ending<T = void> {
  readonly #listeners = new Set<(how: T) => void>()
  #ended: { readonly how: T } | undefined

  /**
   * Calls the listener once; if the end has already happened, shortly after this returns, so that the listener may use the
   * returned function, which removes it.
   */
  on(listener: (how: T) => void): () => void {
    const own = (how: T) => listener(how)
    this.#listeners.add(own)
    if (this.#ended !== undefined) queueMicrotask(() => this.#tell())
    return () => this.#listeners.delete(own)
  }

  /** Only the first call counts. */
  end(how: T): void {
    this.#ended ??= { how }
    this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) if (this.#listeners.delete(listener)) listener(this.#ended!.how)
  }
}
