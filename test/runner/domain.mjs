/**
 * Stands for the package `async-hook-domain`, by which tap knows the test of an error that nobody catches. That one follows
 * every promise of the process, which costs code that waits much a third of its time. The tests of a worker run one after
 * another: the error is of the one that was begun last.
 */
const running = []

const take = (error, origin) => running.at(-1).onerror(error, origin)
const takeRejected = (error) => take(error, 'unhandledRejection')

export class Domain {
  destroyed = false

  constructor(onerror) {
    this.onerror = onerror
    if (running.push(this) > 1) return
    process.on('uncaughtException', take)
    process.on('unhandledRejection', takeRejected)
  }

  destroy() {
    if (this.destroyed) return
    this.destroyed = true
    running.splice(running.indexOf(this), 1)
    if (running.length > 0) return
    process.off('uncaughtException', take)
    process.off('unhandledRejection', takeRejected)
  }
}
