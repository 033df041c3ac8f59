/**
 * Whether an act has asked a server for something, in the daemon's isolated world: what begins in the very task of its events
 * was begun by it, whichever call of the page did. Some libraries leave the calls of an event behind before they ask.
 */

export interface Requests {
  /** An event of the act has come. */
  begin(): void
  /** One of them has been answered. */
  readonly isAnswered: boolean
  end(): void
}

export function requestsOfAct(): Requests {
  const tasks: { readonly from: number; to?: number }[] = []
  let isAnswered = false
  const take = (entries: PerformanceEntryList) => {
    const isOfAct = ({ startTime }: PerformanceEntry) =>
      tasks.some(({ from, to = Number.POSITIVE_INFINITY }) => from <= startTime && startTime <= to)
    // A page says by those what was pressed, and hears nothing back.
    const isAsked = (entry: PerformanceEntry) => (entry as PerformanceResourceTiming).initiatorType !== 'beacon'
    if (entries.some((entry) => isOfAct(entry) && isAsked(entry))) isAnswered = true
  }
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'resource' })
  return {
    begin: () => {
      const last = tasks.at(-1)
      // Its end has not come yet.
      if (last && last.to === undefined) return
      const task: (typeof tasks)[number] = { from: performance.now() }
      tasks.push(task)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        task.to = performance.now()
        port1.close()
      }
      port2.postMessage(0)
    },
    get isAnswered() {
      take(observer.takeRecords())
      return isAnswered
    },
    end: () => observer.disconnect(),
  }
}
