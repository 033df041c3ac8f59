/** One attachment to a recording that is being played. */

import type { Step } from '../../../api-schema/recording.ts'
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import {
  type Act,
  type Change,
  type Check,
  type Detail,
  Dirty,
  type Key,
  type Performed,
  type Reading,
  type ReadOptions,
  type Row,
  row,
  type Source,
  type Target,
} from '../platform.ts'
import { react } from './controls.ts'
import { coverOf, elementAt, isHidden } from './place.ts'
import type { Stage } from './stage.ts'

const shownSteps = 8

export class ReplaySource implements Source {
  readonly target: Target
  readonly #stage: Stage
  readonly #stop: () => void
  #listener: ((change: Change) => void) | undefined
  /** Told at the next turn of the loop, as a live platform's events come; `settle` does not wait for it. */
  #waiting: Change[] = []
  #turn: NodeJS.Immediate | undefined
  #closed = false

  constructor(target: Target, stage: Stage) {
    this.target = target
    this.#stage = stage
    this.#stop = stage.listen((change) => {
      this.#waiting.push(change)
      this.#turn ??= setImmediate(() => this.#deliver())
    })
  }

  listen(listener: (change: Change) => void): void {
    this.#listener = listener
  }

  async read(marks: ReadonlyMap<Key, number> | 'all', { signal }: ReadOptions): Promise<Reading> {
    this.#begin(signal)
    const { root } = this.#stage
    if (marks === 'all' || (marks.has(root) && (marks.get(root)! & Dirty.subtree) !== 0)) {
      return { rows: [...this.#stage.walk()].map(copy), whole: true, root, complete: true }
    }
    const rows = new Map<Key, Row>()
    for (const [key, what] of marks) {
      const at = this.#stage.row(key)
      // New children come with all that is in them, and nothing tells here which ones the reader has.
      if (at !== undefined && what !== Dirty.self)
        for (const inside of this.#stage.walk(key)) rows.set(inside.key, inside)
      else if (at !== undefined) rows.set(key, at)
    }
    return { rows: [...rows.values()].map(copy), whole: false, root, complete: true }
  }

  async settle(signal: AbortSignal): Promise<{ readonly settled: boolean }> {
    this.#begin(signal)
    this.#deliver()
    return { settled: true }
  }

  /** A step that was recorded to come later is no consequence that this waits for: `wait` is for that. */
  async quiet(signal: AbortSignal): Promise<void> {
    if (!signal.aborted && !this.#closed) this.#deliver()
  }

  async frames(keys: readonly Key[], signal: AbortSignal): Promise<Map<Key, { frame: NonNullable<Row['frame']> }>> {
    this.#begin(signal)
    const frames = new Map<Key, { frame: NonNullable<Row['frame']> }>()
    for (const key of keys) {
      const frame = this.#stage.row(key)?.frame
      if (frame !== undefined) frames.set(key, { frame })
    }
    return frames
  }

  async focused(signal: AbortSignal): Promise<Key | undefined> {
    this.#begin(signal)
    let found: Key | undefined
    for (const at of this.#stage.walk()) if ((at.flags & Flag.focused) !== 0) found = at.key
    return found
  }

  async at(x: number, y: number, _page: boolean, signal: AbortSignal): Promise<Key | undefined> {
    this.#begin(signal)
    return elementAt(this.#stage, x, y)
  }

  async check(key: Key, act: Act, signal: AbortSignal): Promise<Check> {
    this.#begin(signal)
    const at = this.#stage.row(key)
    if (at === undefined) return { reason: 'gone' }
    const found = copy(at)
    if (isHidden(this.#stage, at)) return { reason: 'hidden', row: found }
    if ((at.flags & Flag.disabled) !== 0) return { reason: 'disabled', row: found }
    const cover = coverOf(this.#stage, at)
    if (cover !== undefined) return { reason: 'covered', by: labelOf(cover), byKey: cover.key, row: found }
    const writes = act.action === 'set_value' || act.action === 'type'
    if (writes && (at.flags & Flag.readonly) !== 0) return { reason: 'readonly', row: found }
    return { row: found }
  }

  async perform(key: Key, act: Act, signal: AbortSignal): Promise<Performed> {
    this.#begin(signal)
    const at = this.#stage.row(key)
    if (at === undefined) throw new Problem('element_gone')
    const route = act.action === 'key' ? 'keys' : 'native'
    const steps = this.#stage.stepsFor(key, act)
    if (steps.length > 0) {
      this.#stage.play(steps)
      return { route }
    }
    if (act.action === 'upload')
      throw new Problem('unsupported_here', { message: 'A recording takes no files that were not recorded.' })
    const reaction = react(this.#stage, at, act)
    if (reaction === undefined) return { route, refused: this.#noSuchStep(at, act) }
    if ('noop' in reaction) return { route, noop: true }
    if ('refused' in reaction) return { route, refused: reaction.refused }
    this.#stage.edit(reaction.edits)
    return { route }
  }

  async detail(key: Key, signal: AbortSignal): Promise<Detail> {
    this.#begin(signal)
    const at = this.#stage.row(key)
    if (at === undefined) throw new Problem('element_gone')
    return { attributes: { ...at.attributes } }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stop()
    clearImmediate(this.#turn)
    this.#waiting = []
    this.#listener = undefined
  }

  #begin(signal: AbortSignal): void {
    signal.throwIfAborted()
    const { kind } = this.target
    if (!this.#closed && this.#stage.closed === undefined) return
    throw new Problem(kind === 'tab' ? 'tab_not_found' : 'app_not_found', {
      message: `${this.target.name} is closed${this.#stage.closed === undefined ? '' : `: ${this.#stage.closed}`}.`,
    })
  }

  #deliver(): void {
    clearImmediate(this.#turn)
    this.#turn = undefined
    const changes = this.#waiting
    this.#waiting = []
    for (const change of changes) this.#listener?.(change)
  }

  #noSuchStep(at: Row, act: Act): string {
    const recorded = [...new Set(Array.from(this.#stage.possible(), stepLabel))]
    const more = recorded.length - shownSteps
    const list = recorded.slice(0, shownSteps).join(', ') + (more > 0 ? ` and ${more} more` : '')
    const asked = `${act.action}${act.path === undefined ? '' : ` “${act.path}”`} on ${labelOf(at)}`
    if (recorded.length === 0) return `The recording has no such step (${asked}), nor any other from here.`
    return `The recording has no such step (${asked}). Recorded from here: ${list}.`
  }
}

/** The tree sets `parent` in the rows that it gets: each reader has its own. */
function copy(at: Row): Row {
  return row(at)
}

function stepLabel({ step, row: at }: { readonly step: Step; readonly row: Row }): string {
  const what = step.value ?? step.keys ?? step.path
  return `${step.action} ${what === undefined ? '' : `“${what}” `}${labelOf(at)}`
}

function labelOf(at: Row): string {
  const name = at.title ?? at.description ?? at.placeholder ?? at.identifier
  const role = at.role.replace(/^AX/, '')
  return name === undefined ? role : `${role} “${name}”`
}
