/** What can stand in the way of a tab's answers: an open dialog, a page that is busy, the end of the tab. */
import { Problem } from '../../problem.ts'
import type { OpenDialog } from '../page.ts'
import type { Change } from '../platform.ts'
import { CommandError, reasonOf } from './connection.ts'

/** A page that does not answer the smallest question for so long is told to be unresponsive. */
const answerMs = 1000

/** Why a tab is gone that can be brought back. */
export const crashed = 'the page crashed'

export class Obstacles {
  readonly #tabId: () => string
  readonly #blocked = new Set<(problem: Problem) => void>()
  #dialog: OpenDialog | undefined
  #closed: string | undefined

  constructor(tabId: () => string) {
    this.#tabId = tabId
  }

  get dialog(): OpenDialog | undefined {
    return this.#dialog
  }

  /** Why the tab is gone. */
  get closed(): string | undefined {
    return this.#closed
  }

  /** Ends whatever is under way. Answers what is to be told. */
  openDialog(dialog: OpenDialog): Change {
    this.#dialog = dialog
    this.#stop(this.dialogProblem())
    return { kind: 'dialog', type: dialog.type }
  }

  closeDialog(): void {
    this.#dialog = undefined
  }

  /** Ends whatever is under way. False when it had ended before. */
  end(reason: string): boolean {
    if (this.#closed !== undefined) return false
    this.#closed = reason
    this.#stop(this.#gone())
    return true
  }

  /** Throws what stands in the way now. */
  refuse(): void {
    if (this.#closed !== undefined) throw this.#gone()
    if (this.#dialog !== undefined) throw this.dialogProblem()
  }

  /** Runs one piece of work that ends when a dialog opens or the tab goes, and speaks only in Problems. */
  async race<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const abort = new AbortController()
    const block = (problem: Problem) => abort.abort(problem)
    this.#blocked.add(block)
    try {
      return await work(AbortSignal.any([signal, abort.signal]))
    } catch (error) {
      throw this.problem(abort.signal.aborted ? reasonOf(abort.signal) : error)
    } finally {
      this.#blocked.delete(block)
    }
  }

  /** Aborts, as unresponsive, when a page has had time enough for a small question. */
  patience(): AbortSignal {
    const abort = new AbortController()
    const message = `The page of tab ${this.#tabId()} does not answer: its scripts are busy or it is stopped.`
    setTimeout(() => abort.abort(new Problem('unresponsive', { message })), answerMs).unref()
    return abort.signal
  }

  dialogProblem(): Problem {
    const { type, message } = this.#dialog ?? { type: 'alert', message: '' }
    return new Problem('dialog_open', {
      message: `A dialog (${type}) is open in tab ${this.#tabId()}: ${JSON.stringify(message)}.`,
      data: { dialog: { type, message }, tab: this.#tabId() },
    })
  }

  /** What an error of the protocol means to a caller. */
  problem(error: unknown): Error {
    if (error instanceof Problem) return error
    if (this.#closed !== undefined) return this.#gone()
    if (error instanceof CommandError) {
      if (nodeGone.test(error.message)) return new Problem('element_gone')
      if (pageGone.test(error.message)) {
        return new Problem('unresponsive', { message: 'The page went away in the middle of the call.' })
      }
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') return new Problem('timeout')
    return error instanceof Error ? error : new Error(String(error))
  }

  #gone(): Problem {
    if (this.#closed === crashed) {
      return new Problem('unresponsive', {
        message: `The page of tab ${this.#tabId()} has crashed.`,
        hint: 'Call navigate with this tab and a url, or with action "reload".',
        data: { reason: 'crashed', tab: this.#tabId() },
      })
    }
    return new Problem('tab_not_found', { message: `Tab ${this.#tabId()} is gone: ${this.#closed}.` })
  }

  #stop(problem: Problem): void {
    for (const block of [...this.#blocked]) block(problem)
  }
}

const nodeGone = /No node|not find (context|node)|does not belong|Could not compute|no longer|not an element|detached/i
const pageGone = /Session closed|Target closed|Inspected target navigated|Not attached/i
