/** Recent differences of a tree, and any consecutive run of them combined into one. */
import type { Key } from '../../platform/element/row.ts'
import { isHidden, type Node } from '../model/node.ts'
import { sameRow } from './same-row.ts'

export interface Changes {
  readonly added: readonly Node[]
  readonly changed: readonly { was: Node; now: Node }[]
  readonly removed: readonly Node[]
}

/** Elements that became visible, as they are now, and elements that were hidden, as they were. */
export function visibilityChanges({ changed }: Changes): {
  readonly came: readonly Node[]
  readonly went: readonly Node[]
} {
  return {
    came: changed.filter(({ was, now }) => isHidden(was) && !isHidden(now)).map(({ now }) => now),
    went: changed.filter(({ was, now }) => !isHidden(was) && isHidden(now)).map(({ was }) => was),
  }
}

/** Between two revisions. */
export interface Difference extends Changes {
  readonly from: number
  readonly to: number
}

/** What one reading changed. Removed nodes are as they were before it. */
export interface Patch {
  readonly added: Node[]
  readonly changed: { was: Node; now: Node }[]
  readonly removed: Node[]
}

export interface HistoryLimits {
  readonly patches: number
  /** Estimated size of nodes that only the history still holds. */
  readonly bytes: number
}

const standard: HistoryLimits = { patches: 256, bytes: 2 << 20 }

export class History {
  readonly #limits: HistoryLimits
  #patches: { readonly patch: Patch; readonly bytes: number }[] = []
  #bytes = 0
  #last: number
  /** Since the last change: a repeated question gets the same object, so that it is aligned only once. */
  #answers: Difference[] = []

  /** Starts empty at `revision`. */
  constructor(revision: number, limits: HistoryLimits = standard) {
    this.#last = revision
    this.#limits = limits
  }

  /** The earliest revision from which differences are still known. */
  get oldest(): number {
    return this.#last - this.#patches.length
  }

  /** A patch that is too large by itself clears the history: later callers read everything again. */
  add(patch: Patch): void {
    const bytes = bytesOf(patch)
    this.#patches.push({ patch, bytes })
    this.#bytes += bytes
    this.#last++
    this.#answers = []
    while (this.#patches.length > this.#limits.patches || this.#bytes > this.#limits.bytes) {
      this.#bytes -= this.#patches.shift()!.bytes
    }
  }

  /** Restarts at a revision that is unrelated to the earlier ones. */
  reset(revision: number): void {
    this.#patches = []
    this.#answers = []
    this.#bytes = 0
    this.#last = revision
  }

  /** From the revision to another, or the latest; `undefined` if it is too old, or was never reached. */
  since(from: number, to = this.#last): Difference | undefined {
    if (!Number.isInteger(from) || from > to || to > this.#last || from < this.oldest) return undefined
    const known = this.#answers.find((answer) => answer.from === from && answer.to === to)
    if (known !== undefined) return known
    const patches = this.#patches.slice(from - this.oldest, to - this.oldest)
    const difference = { from, to, ...compose(patches.map((entry) => entry.patch)) }
    this.#answers.push(difference)
    return difference
  }

  /** The last revision at which a removed element existed, as far back as known. */
  lastSeen(key: Key): number | undefined {
    for (let i = this.#patches.length - 1; i >= 0; i--) {
      if (this.#patches[i]!.patch.removed.some((node) => node.key === key)) return this.oldest + i
    }
    return undefined
  }

  /** The last revision before an element that is gone or hidden now came into sight, as far back as known. */
  beforeSeen(key: Key): number | undefined {
    for (let i = this.#patches.length - 1; i >= 0; i--) {
      const { added, changed } = this.#patches[i]!.patch
      const came =
        added.some((node) => node.key === key && !isHidden(node)) ||
        changed.some(({ was, now }) => now.key === key && isHidden(was) && !isHidden(now))
      if (came) return this.oldest + i
    }
    return undefined
  }
}

interface Fate {
  readonly was: Node | undefined
  now: Node | undefined
}

/** Added and then removed cancels out, and so does changed and changed back. */
export function compose(patches: readonly Patch[]): Patch {
  if (patches.length === 1) return patches[0]!
  const fates = new Map<Key, Fate>()
  const meet = (key: Key, was: Node | undefined, now: Node | undefined) => {
    const fate = fates.get(key)
    if (fate === undefined) fates.set(key, { was, now })
    else fate.now = now
  }
  for (const { added, changed, removed } of patches) {
    for (const node of removed) meet(node.key, node, undefined)
    for (const { was, now } of changed) meet(now.key, was, now)
    for (const node of added) meet(node.key, undefined, node)
  }
  const whole: Patch = { added: [], changed: [], removed: [] }
  for (const { was, now } of fates.values()) {
    if (was === undefined) {
      if (now !== undefined) whole.added.push(now)
    } else if (now === undefined) whole.removed.push(was)
    else if (!sameRow(was, now)) whole.changed.push({ was, now })
  }
  return whole
}

function bytesOf({ added, changed, removed }: Patch): number {
  let bytes = 100 + 8 * added.length
  for (const { was } of changed) bytes += 32 + nodeBytes(was)
  for (const node of removed) bytes += 8 + nodeBytes(node)
  return bytes
}

function nodeBytes(node: Node): number {
  const { title, value, description, url } = node
  const texts = (title?.length ?? 0) + (value?.length ?? 0) + (description?.length ?? 0) + (url?.length ?? 0)
  return 200 + 8 * node.children.length + texts + (node.attributes === undefined ? 0 : 200)
}
