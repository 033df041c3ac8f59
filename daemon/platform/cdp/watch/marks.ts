/** What the events of a session's document left open, to be read before it is shown. */
export class Marks {
  /** Backend ids whose accessibility nodes, up to the root, must be reread. */
  readonly stale = new Set<number>()
  /** Inserted DOM nodes whose children were not included. */
  readonly unexpanded = new Set<number>()
  /** Elements that may have become controls, or stopped being ones. */
  readonly doubtful = new Set<number>()
  /** Listeners or pointer cursors may be others. */
  uses = false
  /** Changes may have happened that the browser has not told yet. */
  untold = false

  get isEmpty(): boolean {
    return !(this.stale.size > 0 || this.unexpanded.size > 0 || this.uses || this.untold)
  }

  take() {
    const { uses, untold } = this
    const taken = {
      uses,
      untold,
      stale: [...this.stale],
      unexpanded: [...this.unexpanded],
      doubtful: [...this.doubtful],
    }
    this.clear()
    return taken
  }

  clear(): void {
    this.stale.clear()
    this.unexpanded.clear()
    this.doubtful.clear()
    this.uses = false
    this.untold = false
  }
}
