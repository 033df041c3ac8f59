/** Ages of a document, in ms, at which its listeners are looked for again: no event tells of those attached late. */
export const lateAges = [1000, 3000, 8000] as const

/** What a document's events left open, to be read before it is shown. One per document. */
export class Marks {
  readonly #since = performance.now()
  #ages = 0
  #motion: NodeJS.Timeout | undefined
  readonly #rested: () => void
  /** Backend ids whose accessibility nodes, up to the root, must be reread. */
  readonly stale = new Set<number>()
  /** Inserted DOM nodes whose children were not included. */
  readonly unexpanded = new Set<number>()
  /** Elements that may have become controls, or stopped being controls. */
  readonly doubtful = new Set<number>()
  /** Listeners or pointer cursors may have changed. */
  uses = false
  /** What is in reach may have changed. */
  reach = false
  /** Changes may have happened that the browser has not reported yet. */
  untold = false

  get isEmpty(): boolean {
    return this.stale.size === 0 && this.unexpanded.size === 0 && !this.uses && !this.reach && !this.untold
  }

  /** `rested` is called when all motion has ended. */
  constructor(rested: () => void) {
    this.#rested = rested
  }

  /** Moving elements may come into reach or leave it, and no event tells when motion has ended. */
  rest({ motionMs = 0 } = {}): void {
    clearTimeout(this.#motion)
    if (motionMs > 0) this.#motion = setTimeout(this.#rested, motionMs).unref()
  }

  /** True, and marked, if the document has passed one of the ages since it was last read. */
  grow(): boolean {
    const ages = lateAges.filter((age) => performance.now() - this.#since >= age).length
    const hasGrown = ages > this.#ages
    this.#ages = ages
    this.uses ||= hasGrown
    return hasGrown
  }

  takeStale(): number[] {
    const ids = [...this.stale]
    this.stale.clear()
    return ids
  }

  /** Takes all marks and leaves none. */
  take() {
    this.grow()
    const { uses, reach, untold } = this
    const [stale, unexpanded, doubtful] = [this.stale, this.unexpanded, this.doubtful].map((ids) => [...ids])
    for (const ids of [this.stale, this.unexpanded, this.doubtful]) ids.clear()
    this.uses = false
    this.reach = false
    this.untold = false
    return { stale: stale!, unexpanded: unexpanded!, doubtful: doubtful!, uses, reach, untold }
  }
}
