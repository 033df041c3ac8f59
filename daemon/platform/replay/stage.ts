/** A recording being played: the living elements, the current state, and pending timed steps. */
import {
  type FieldsPatch,
  type Patch,
  type RecordedElement,
  type Recording,
  type RowPatch,
  type Step,
  textFields,
} from '../../../api-schema/recording.ts'
import { flagsOf, redacted } from '../element/flags.ts'
import { type Key, type Row, type RowFields, row } from '../element/row.ts'
import { type Act, type Change, Dirty } from '../platform.ts'

/** The state after playing a step in a state it was not recorded in. */
const unrecorded = -1

/** A change to one element, as row fields. */
export interface Edit {
  readonly key: Key
  readonly fields: Partial<Omit<Row, 'key' | 'parent'>>
}

/** Shared by all sources of the target: each sees what the others do. Owned by the platform. */
export class Stage {
  readonly recording: Recording
  closed: string | undefined
  #rows = new Map<Key, Row>()
  /** Recorded keys to living ones. An element that returns is a new one: living keys are never reused. */
  #living = new Map<number, Key>()
  #recorded = new Map<Key, number>()
  #lastKey = 0
  #state = 0
  #root: Key
  /** By starting state; `any` for those without. */
  readonly #steps = new Map<number | 'any', Step[]>()
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #later = new Set<NodeJS.Timeout>()

  constructor(recording: Recording) {
    this.recording = recording
    for (const step of recording.steps ?? []) {
      const steps = this.#steps.get(step.in ?? 'any')
      if (steps === undefined) this.#steps.set(step.in ?? 'any', [step])
      else steps.push(step)
    }
    this.#root = this.#adopt(recording.root, 0)
  }

  get root(): Key {
    return this.#root
  }

  row(key: Key): Row | undefined {
    return this.#rows.get(key)
  }

  /** Document order. */
  *walk(from: Key = this.#root): Generator<Row> {
    const stack = [from]
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      const at = this.#rows.get(key)
      if (at === undefined) continue
      yield at
      for (let index = at.children.length - 1; index >= 0; index--) stack.push(at.children[index]!)
    }
  }

  *ancestors(at: Row): Generator<Row> {
    for (let up = this.#rows.get(at.parent); up !== undefined; up = this.#rows.get(up.parent)) yield up
  }

  /** Listeners run at the moment of the change. Returns a function that stops it. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Matching recorded steps: first those of the current state, then those of any state, then those of other states. */
  stepsFor(key: Key, act: Act): readonly Step[] {
    const recorded = this.#recorded.get(key)
    const fitting = (step: Step) => step.key === recorded && fits(step, act)
    for (const state of [this.#state, 'any'] as const) {
      const found = (this.#steps.get(state) ?? []).filter(fitting)
      if (found.length > 0) return found
    }
    const alike = [...this.#elsewhere()].filter(fitting)
    return alike.filter((step) => step.in === alike[0]?.in).map((step) => ({ ...step, to: unrecorded }))
  }

  /** Steps of other states that can also be played here. */
  *#elsewhere(): Generator<Step> {
    for (const step of this.recording.steps ?? []) {
      if (step.in !== this.#state && step.was !== undefined && this.#holds(step.was)) yield step
    }
  }

  #holds(was: readonly FieldsPatch[]): boolean {
    return was.every((fields) => {
      const at = this.#rows.get(this.#living.get(fields.key) ?? 0)
      if (at === undefined) return false
      return Object.entries(this.#fieldsOf(fields, at)).every(([name, value]) => same(at[name as keyof Row], value))
    })
  }

  /** All steps that can be played now, with their starting elements. */
  *possible(): Generator<{ readonly step: Step; readonly row: Row }> {
    const here = [this.#state, 'any' as const].flatMap((state) => this.#steps.get(state) ?? [])
    for (const step of [...here, ...this.#elsewhere()]) {
      const at = this.#rows.get(this.#living.get(step.key) ?? 0)
      if (at !== undefined) yield { step, row: at }
    }
  }

  play(steps: readonly Step[]): void {
    for (const step of steps) {
      if (!step.after) this.#playNow(step)
      else {
        const timer = setTimeout(() => {
          this.#later.delete(timer)
          this.#playNow(step)
        }, step.after)
        this.#later.add(timer)
      }
    }
  }

  #playNow(step: Step): void {
    this.#state = step.to ?? this.#state
    this.apply(step.patch)
  }

  /** Patches for missing elements are skipped. */
  apply(patch: Patch): void {
    if (patch.closed !== undefined) this.close(patch.closed)
    else if (patch.root !== undefined) this.#replace(patch.root)
    else this.edit(this.#editsOf(patch))
  }

  #editsOf(patch: Patch): Edit[] {
    const edits: Edit[] = []
    for (const change of patch.rows ?? []) {
      const at = this.#rows.get(this.#living.get(change.key) ?? 0)
      if (at !== undefined) edits.push({ key: at.key, fields: this.#fieldsOf(change, at) })
    }
    for (const gone of patch.removed ?? []) {
      const parent = this.#rows.get(this.#rows.get(this.#living.get(gone) ?? 0)?.parent ?? 0)
      const key = this.#living.get(gone)
      if (parent === undefined) continue
      const edit = edits.findLast((made) => made.key === parent.key && made.fields.children !== undefined)
      const children = (edit?.fields.children ?? parent.children).filter((child) => child !== key)
      edits.push({ key: parent.key, fields: { children } })
    }
    return edits
  }

  /** Changes rows and reports them; edits without effect are not reported. */
  edit(edits: readonly Edit[]): void {
    const marks = new Map<Key, number>()
    for (const { key, fields } of edits) {
      const was = this.#rows.get(key)
      if (was === undefined) continue
      const now = row({ ...was, ...fields })
      const children = fields.children !== undefined && !same(was.children, now.children)
      const self = Object.keys(fields).some(
        (name) => name !== 'children' && !same(was[name as keyof Row], now[name as keyof Row]),
      )
      if (!children && !self) continue
      this.#rows.set(key, now)
      for (const child of children ? now.children : []) this.#rows.get(child)!.parent = key
      marks.set(key, (marks.get(key) ?? 0) | (self ? Dirty.self : 0) | (children ? Dirty.children : 0))
    }
    if ([...marks.values()].some((what) => (what & Dirty.children) !== 0)) this.#sweep()
    for (const [key, what] of marks) if (this.#rows.has(key)) this.#emit({ kind: 'dirty', key, what })
  }

  close(reason: string): void {
    if (this.closed !== undefined) return
    this.closed = reason
    for (const timer of this.#later) clearTimeout(timer)
    this.#later.clear()
    this.#emit({ kind: 'closed', reason })
    this.#listeners.clear()
  }

  #replace(root: RecordedElement): void {
    this.#rows = new Map()
    this.#living = new Map()
    this.#recorded = new Map()
    this.#root = this.#adopt(root, 0)
    this.#emit({ kind: 'replaced' })
  }

  #emit(change: Change): void {
    for (const listener of [...this.#listeners]) listener(change)
  }

  /** Brings the element and everything in it to life. Returns its key. */
  #adopt(element: RecordedElement, parent: Key): Key {
    const key = ++this.#lastKey
    this.#living.set(element.key, key)
    this.#recorded.set(key, element.key)
    const children = (element.children ?? []).map((child) => this.#adopt(child, key))
    this.#rows.set(key, row({ ...rowFieldsOf(element), key, parent, children }))
    return key
  }

  #fieldsOf(change: RowPatch, at: Row): Edit['fields'] {
    const fields: { -readonly [K in keyof Row]?: Row[K] | undefined } = {}
    for (const name of textFields) {
      if (change[name] !== undefined) fields[name] = change[name] || undefined
    }
    if (change.role !== undefined) fields.role = change.role
    if (change.attributes !== undefined) fields.attributes = change.attributes ?? undefined
    if (change.frame !== undefined) fields.frame = change.frame ?? undefined
    if (change.states !== undefined) fields.flags = flagsOf(change.states)
    if (change.actions !== undefined) fields.actions = change.actions
    if (change.children !== undefined) {
      fields.children = change.children.flatMap((child) => {
        if (typeof child !== 'number') return [this.#adopt(child, at.key)]
        const living = this.#living.get(child)
        return living === undefined ? [] : [living]
      })
    }
    if (change.append !== undefined) {
      const again = new Set(change.append.map((element) => this.#living.get(element.key)))
      const kept = (fields.children ?? at.children).filter((child) => !again.has(child))
      fields.children = [
        ...kept,
        ...change.append.map((element) => this.#living.get(element.key) ?? this.#adopt(element, at.key)),
      ]
    }
    return fields as Edit['fields']
  }

  /** Forgets what the root no longer reaches. */
  #sweep(): void {
    const reached = new Set<Key>()
    for (const at of this.walk()) reached.add(at.key)
    for (const key of this.#rows.keys()) {
      if (reached.has(key)) continue
      const recorded = this.#recorded.get(key)!
      if (this.#living.get(recorded) === key) this.#living.delete(recorded)
      this.#recorded.delete(key)
      this.#rows.delete(key)
    }
  }
}

function rowFieldsOf(element: RecordedElement): Omit<RowFields, 'key'> {
  const fields: { [name: string]: unknown } = { role: element.role, flags: flagsOf(element.states ?? []) }
  for (const name of textFields) if (element[name]) fields[name] = element[name]
  if (Object.keys(element.attributes ?? {}).length > 0) fields.attributes = element.attributes
  if (element.actions !== undefined) fields.actions = shared(element.actions)
  if (element.frame !== undefined) fields.frame = element.frame
  return fields as unknown as Omit<RowFields, 'key'>
}

/** Does the step match the act? The caller checks state and element. */
function fits(step: Step, act: Act): boolean {
  const free = (recorded: string | undefined, given: string | undefined) =>
    recorded === undefined || recorded === redacted || recorded === given
  return (
    step.action === act.action && free(step.value, act.value) && free(step.keys, act.keys) && free(step.path, act.path)
  )
}

const actionLists = new Map<string, readonly string[]>()

/** One array for all elements with the same actions. */
function shared(actions: readonly string[]): readonly string[] {
  const name = actions.join()
  const known = actionLists.get(name)
  if (known !== undefined) return known
  if (actionLists.size < 1000) actionLists.set(name, actions)
  return actions
}

/** Rows hold only texts, numbers and small plain values. */
function same(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}
