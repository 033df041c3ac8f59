/** One attachment to a recording being played. */

import { firstOf } from '../../../api-schema/first-of.ts'
import type { Step } from '../../../api-schema/recording.ts'
import { Problem } from '../../problem.ts'
import { menuSteps, pick } from '../acting/choosing.ts'
import { unsupported } from '../acting/problems.ts'
import { needs } from '../acting/requests.ts'
import { refuseSpot } from '../acting/spot.ts'
import { Flag } from '../element/flags.ts'
import { spokenName } from '../element/role-words.ts'
import { type Key, type Row, row } from '../element/row.ts'
import {
  type Act,
  type Change,
  type Check,
  type Detail,
  Dirty,
  type Performed,
  type Reading,
  type ReadOptions,
  type Source,
  type Target,
} from '../platform.ts'
import { react } from './controls.ts'
import type { Stage } from './stage.ts'

const shownSteps = 8

export class ReplaySource implements Source {
  readonly target: Target
  readonly #stage: Stage
  readonly #stop: () => void
  #listener: ((change: Change) => void) | undefined
  /** Delivered in the next turn of the loop, as live events are; `settle` does not wait for it. */
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
      // New children arrive whole, since it is unknown which ones the reader has.
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

  /** A step recorded to come later is not a consequence to wait for here: use `wait`. */
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
    if (isHidden(this.#stage, at) && needs(act.action, 'visible')) return { reason: 'hidden', row: found }
    if ((at.flags & Flag.disabled) !== 0 && needs(act.action, 'enabled')) return { reason: 'disabled', row: found }
    const cover = coverOf(this.#stage, at)
    if (cover !== undefined) return { reason: 'covered', by: spokenName(cover), byKey: cover.key, row: found }
    if ((at.flags & Flag.readonly) !== 0 && needs(act.action, 'editable')) return { reason: 'readonly', row: found }
    return { row: found }
  }

  async perform(key: Key, act: Act, signal: AbortSignal): Promise<Performed> {
    refuseSpot(act)
    this.#begin(signal)
    const at = this.#stage.row(key)
    if (at === undefined) throw new Problem('element_gone')
    const route = act.action === 'key' ? 'keys' : 'native'
    const path = act.action === 'menu' ? this.#recordedPath(key, act.path!) : undefined
    const steps = this.#stage.stepsFor(key, path === undefined ? act : { ...act, path })
    if (steps.length > 0) {
      this.#stage.play(steps)
      return { route }
    }
    if (act.action === 'upload') throw unsupported('A recording only takes files that were recorded.')
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

  /** The recorded spelling of a menu path that was chosen here. Throws not_found. */
  #recordedPath(key: Key, asked: string): string | undefined {
    const isOfMenu = ({ step, row }: { readonly step: Step; readonly row: Row }) =>
      row.key === key && step.action === 'menu' && step.path !== undefined
    let left = [...this.#stage.possible()]
      .filter(isOfMenu)
      .map(({ step }) => ({ path: step.path!, steps: menuSteps(step.path!) }))
    if (left.length === 0) return undefined
    const names = (name: string) => [name]
    const wanted = menuSteps(asked)
    for (const [level, name] of wanted.entries()) {
      const entries = [...new Set(left.flatMap(({ steps }) => steps[level] ?? []))]
      const entry = pick(entries, name, { where: 'The recorded menu', each: 'entry', names })
      left = left.filter(({ steps }) => steps[level] === entry)
    }
    return left.find(({ steps }) => steps.length === wanted.length)?.path
  }

  #noSuchStep(at: Row, act: Act): string {
    const recorded = [...new Set(Array.from(this.#stage.possible(), stepLabel))]
    const asked = `${act.action}${act.path === undefined ? '' : ` ${JSON.stringify(act.path)}`} on ${spokenName(at)}`
    if (recorded.length === 0) return `The recording has no such step (${asked}), nor any other from here.`
    return `The recording has no such step (${asked}). Recorded from here: ${firstOf(recorded, shownSteps)}.`
  }
}

/** The tree sets `parent` in the rows it gets: each reader needs its own. */
function copy(at: Row): Row {
  return row(at)
}

function stepLabel({ step, row: at }: { readonly step: Step; readonly row: Row }): string {
  const what = step.value ?? step.keys ?? step.path
  return `${step.action} ${what === undefined ? '' : `${JSON.stringify(what)} `}${spokenName(at)}`
}

const dialogRoles = new Set(['AXSheet', 'AXDialog', 'AXPopover', 'AXMenu'])
const dialogSubroles = new Set(['AXDialog', 'AXSystemDialog', 'AXApplicationDialog', 'AXApplicationAlertDialog'])

/** The innermost element at the point. Later elements lie above; hidden ones do not count. */
function elementAt(stage: Stage, x: number, y: number): Key | undefined {
  return hit(stage, stage.row(stage.root), x, y)
}

function hit(stage: Stage, at: Row | undefined, x: number, y: number): Key | undefined {
  if (at === undefined || (at.flags & Flag.hidden) !== 0) return undefined
  for (let index = at.children.length - 1; index >= 0; index--) {
    const inside = hit(stage, stage.row(at.children[index]!), x, y)
    if (inside !== undefined) return inside
  }
  return contains(at, x, y) ? at.key : undefined
}

/** The dialog over the element: a later sibling of it or of an ancestor that is modal, or a dialog over its centre. */
function coverOf(stage: Stage, at: Row): Row | undefined {
  let below = at
  for (const parent of stage.ancestors(at)) {
    const from = parent.children.indexOf(below.key) + 1
    const cover = parent.children
      .slice(from)
      .map((key) => stage.row(key))
      .findLast((sibling) => sibling !== undefined && covers(sibling, at))
    if (cover !== undefined) return cover
    below = parent
  }
  return undefined
}

function covers(sibling: Row, at: Row): boolean {
  if ((sibling.flags & Flag.hidden) !== 0) return false
  if ((sibling.flags & Flag.modal) !== 0) return true
  if (!dialogRoles.has(sibling.role) && !dialogSubroles.has(sibling.subrole ?? '')) return false
  const { frame } = at
  return frame !== undefined && contains(sibling, frame.x + frame.width / 2, frame.y + frame.height / 2)
}

function isHidden(stage: Stage, at: Row): boolean {
  if ((at.flags & Flag.hidden) !== 0) return true
  for (const up of stage.ancestors(at)) if ((up.flags & Flag.hidden) !== 0) return true
  return false
}

function contains({ frame }: Row, x: number, y: number): boolean {
  if (frame === undefined) return false
  return x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height
}
