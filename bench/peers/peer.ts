/** What a tool has to offer to be measured alongside the others. */
import type { Line } from './lines.ts'

/** Find one control by text, act on it, learn what changed. */
export interface Task {
  readonly role: 'link' | 'button' | 'textbox' | 'checkbox' | 'radio' | 'combobox' | 'option' | 'tab'
  readonly text: string
  /** Typed into a field, chosen in a list; without it, the control is clicked. */
  readonly value?: string
  /** Enter is pressed after what was typed. */
  readonly submits?: true
  /** Matches an answer that shows the change, and no view before it. */
  readonly shows: RegExp
}

/** One call: what was asked and what was answered, both paid for in tokens. */
export interface Exchange {
  readonly asked: string
  readonly answer: string
  readonly ms: number
  /** The tool says itself that it did not do it. */
  readonly isRefused: boolean
}

export interface Peer {
  readonly name: string
  /** Describes its standard view. */
  readonly viewIs: string
  /** Describes its lean way, as its own documents give it. */
  readonly leanIs: string
  /** All calls since the start, in order. */
  readonly log: readonly Exchange[]
  start(): Promise<void>
  /** The list of tools that a model is given; a command line has none. */
  tools(): Promise<readonly object[] | undefined>
  /** The least that can be asked of it. */
  ping(): Promise<void>
  open(url: string): Promise<void>
  view(): Promise<string>
  /** The view at its other size; absent if there is only the standard one. */
  whole?(): Promise<string>
  /** Returns what contains the task's control, for standard views that may leave it out. */
  search?(task: Task): Promise<string>
  lines(view: string): readonly Line[]
  /** Acts on the element with the id that a view gave. */
  act(ref: string, task: Task): Promise<void>
  /** Finds and acts. */
  lean(task: Task): Promise<void>
  close(): Promise<void>
}

/** No call is awaited longer. */
export const callMs = 30_000

/** The cost of `work`: the calls made meanwhile. */
export async function exchangesOf(peer: Peer, work: () => Promise<unknown>): Promise<readonly Exchange[]> {
  const before = peer.log.length
  await work()
  return peer.log.slice(before)
}

/** Works within the limit, or says what took too long. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
