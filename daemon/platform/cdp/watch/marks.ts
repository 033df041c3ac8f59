/**
 * Ages of a document, in ms, at which it is asked again what listens in it: scripts attach their listeners after a page has loaded, which no event reports.
 */
export const lateAges = [1000, 3000, 8000] as const

/** What the events of a session's document left open, to be read before it is shown. One for each document. */
export class Marks {
  readonly #since = performance.now()
  #ages = 0
  #motion: NodeJS.Timeout | undefined
  readonly #rested: () => void
  /** Backend ids whose accessibility nodes, up to the root, must be reread. */
  readonly stale = new Set<number>()
  /** Inserted DOM nodes whose children were not included. */
  readonly unexpanded = new Set<number>()
  /** Elements that may have become controls, or stopped being ones. */
  readonly doubtful = new Set<number>()
  /** Listeners or pointer cursors may be others. */
  uses = false
  /** What is in reach may be other things. */
  reach = false
  /** Changes may have happened that the browser has not reported yet. */
  untold = false

  get isEmpty(): boolean {
    return this.stale.size === 0 && this.unexpanded.size === 0 && !this.uses && !this.reach && !this.untold
  }

  /** `rested` is called when what moves has come to rest. */
  constructor(rested: () => void) {
    this.#rested = rested
  }

  /** What moves may come into reach or go out of it, and no event tells when it has come to rest. */
  rest({ motionMs = 0 } = {}): void {
    clearTimeout(this.#motion)
    if (motionMs > 0) this.#motion = setTimeout(this.#rested, motionMs).unref()
  }

  /** True, and marked, when the document has come to an age since it was last read. */
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

  /** What there is, and nothing is left. */
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
