/** What can keep a tab from answering: an open dialog, a server it waits for, a busy page, the tab's end. */
import { setMaxListeners } from 'node:events'
import { cut, longestTold } from '../../../../api-schema/cut.ts'
import { Problem } from '../../../problem.ts'
import { dialogOpen } from '../../acting/problems.ts'
import type { Change } from '../../platform.ts'
import type { OpenDialog } from '../../tab/dialog.ts'
import { navigating, type PendingNavigation, pendingWords } from '../../tab/pending-navigation.ts'
import { type Block, CommandError } from './connection.ts'

/** A page that takes this long to answer the smallest question is reported as unresponsive. */
const answerMs = 1000

/** Why a tab is gone that can be revived. */
export const crashed = 'the page crashed'

/**
 * For a page that did not answer while attaching. `isBusy`: a renderer computes all the time. Without that second sign
 * the page may be fine and the machine slow.
 */
export function stuck(isBusy: boolean): Problem {
  if (!isBusy)
    return new Problem('unresponsive', {
      message: 'The page has not answered yet: it, or the machine, is busy.',
      hint: 'Try again later. Only where it never answers: Call {tabs} with action "close" and this tab, then {navigate} with the url.',
    })
  return new Problem('unresponsive', {
    message: 'The page does not answer: its scripts do not end.',
    hint: 'Call {tabs} with action "close" and this tab, then {navigate} with the url: it opens another.',
    data: { reason: 'stuck' },
  })
}

export function navigationProblem(navigation: PendingNavigation, tab: string): Problem {
  return new Problem('unresponsive', {
    message: pendingWords(navigation, tab),
    hint: [
      'Call {wait} for what is to come, or {navigate} elsewhere. {navigate} with action "stop" stays on the page; so does {interact} with an element of it.',
      'Ask again later.',
    ],
    data: { reason: navigating, url: cut(navigation.url, longestTold) },
  })
}

export class Obstacles {
  readonly #tabId: () => string
  /** Those of all pending work. */
  readonly blocks = new Set<Block>()
  #dialog: OpenDialog | undefined
  #navigation: PendingNavigation | undefined
  /** How many callers wait for the server themselves. */
  #leavers = 0
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

  /** Ends all pending work. Returns the change to report. */
  openDialog(dialog: OpenDialog): Change {
    this.#dialog = { ...dialog, message: cut(dialog.message, longestTold) }
    this.#stop(this.dialogProblem())
    return { kind: 'dialog', type: dialog.type }
  }

  closeDialog(): void {
    this.#dialog = undefined
  }

  /** The page is held back for a server. Ends all pending work except that of callers who wait for the server. */
  navigate(navigation: PendingNavigation): void {
    this.#navigation = navigation
    if (this.isHeld) this.#stop(this.#navigatingProblem())
  }

  arrive(): void {
    this.#navigation = undefined
  }

  get isHeld(): boolean {
    return this.#navigation !== undefined && this.#leavers === 0
  }

  /** Runs what takes the page elsewhere: its caller waits for the server. */
  async leaving<T>(work: () => Promise<T>): Promise<T> {
    this.#leavers++
    try {
      return await work()
    } finally {
      this.#leavers--
      if (this.isHeld) this.#stop(this.#navigatingProblem())
    }
  }

  /** Ends all pending work. False if it had already ended. */
  end(reason: string): boolean {
    if (this.#closed !== undefined) return false
    this.#closed = reason
    this.#stop(this.#gone())
    return true
  }

  /** What is in the way now. */
  get obstacle(): Problem | undefined {
    if (this.#closed !== undefined) return this.#gone()
    if (this.#dialog !== undefined) return this.dialogProblem()
    return this.isHeld ? this.#navigatingProblem() : undefined
  }

  refuse(): void {
    const { obstacle } = this
    if (obstacle !== undefined) throw obstacle
  }

  /**
   * Runs work that ends when a dialog opens or the tab goes away; throws only Problems. `isSmall`: a page that has not
   * answered in time is unresponsive. Joins the signals by hand: `AbortSignal.any` costs several times as much.
   */
  async race<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, isSmall = false): Promise<T> {
    const abort = new AbortController()
    const block = (reason: unknown) => abort.abort(reason)
    const pass = () => block(signal.reason)
    if (signal.aborted) pass()
    else {
      setMaxListeners(0, signal)
      signal.addEventListener('abort', pass, { once: true })
    }
    this.blocks.add(block)
    const timer = isSmall ? setTimeout(() => block(this.#noAnswer()), answerMs) : undefined
    try {
      return await work(abort.signal)
    } catch (error) {
      throw this.problem(abort.signal.aborted ? abort.signal.reason : error)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', pass)
      this.blocks.delete(block)
    }
  }

  dialogProblem(): Problem {
    const { type, message } = this.#dialog ?? { type: 'alert', message: '' }
    return dialogOpen({ type, message }, this.#tabId())
  }

  /** What a protocol error means to a caller. */
  problem(error: unknown): Error {
    if (error instanceof Problem) return error
    if (this.#closed !== undefined) return this.#gone()
    if (error instanceof CommandError) {
      if (nodeGone.test(error.message)) return new Problem('element_gone')
      if (pageGone.test(error.message)) {
        return new Problem('unresponsive', { message: 'The page went away during the call.' })
      }
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') return new Problem('timeout')
    return error instanceof Error ? error : new Error(String(error))
  }

  #navigatingProblem(): Problem {
    return navigationProblem(this.#navigation!, this.#tabId())
  }

  #noAnswer(): Problem {
    if (this.#navigation !== undefined) return this.#navigatingProblem()
    return new Problem('unresponsive', {
      message: `The page of tab ${this.#tabId()} does not answer: its scripts are busy or it is stopped.`,
      hint: 'Try again later. If it never answers, call {navigate} with this tab and a url: it ends the page.',
    })
  }

  #gone(): Problem {
    if (this.#closed === crashed) {
      return new Problem('unresponsive', {
        message: `The page of tab ${this.#tabId()} has crashed.`,
        hint: 'Call {navigate} with this tab and a url, or with action "reload".',
        data: { reason: 'crashed', tab: this.#tabId() },
      })
    }
    return new Problem('tab_not_found', { message: `Tab ${this.#tabId()} is gone: ${this.#closed}.` })
  }

  #stop(problem: Problem): void {
    for (const block of [...this.blocks]) block(problem)
  }
}

const nodeGone = /No node|not find (context|node)|does not belong|Could not compute|no longer|not an element|detached/i
const pageGone = /Session closed|Session with given id not found|Target closed|Inspected target navigated|Not attached/i
