/** Records warm trees: the current state, and what each action changes. */
import { createHash } from 'node:crypto'
import type { Frame } from '../../../api-schema/element.ts'
import { given } from '../../../api-schema/given.ts'
import {
  type FieldsPatch,
  type Patch,
  type RecordedElement,
  type Recording,
  type RowPatch,
  recordingFormat,
  recordingVersion,
  type Step,
  textFields,
  withoutSecrets,
} from '../../../api-schema/recording.ts'
import { Flag, redacted, wordsOf } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Act } from '../../platform/platform.ts'
import type { Node, NodeOf } from '../model/node.ts'
import { type AlignedChanges, alignChanges } from '../warm/aligned.ts'
import type { Difference } from '../warm/history.ts'
import type { Warm } from '../warm/sync.ts'
import type { WarmTree } from '../warm/warm-tree.ts'
import { mergeStates } from './recorded-states.ts'

/** The tree at one moment. */
type View = NodeOf

/** Frames missing from the rows, by key. */
export type Frames = ReadonlyMap<Key, Frame>

const maxSteps = 5000
/** Spontaneous changes keep their delay after the last action, up to this many ms. */
const maxAfter = 2000

/** The tree as it is now. The caller has brought it up to date. */
export function snapshot(warm: Warm, frames: Frames = new Map()): Recording {
  return new Session(warm, frames).recording()
}

/** The recordings in progress, one per target. */
export class Recorder {
  readonly #sessions = new Map<string, Session>()

  /** Restarts a recording that is already in progress. */
  start(warm: Warm, frames: Frames = new Map()): void {
    this.#sessions.set(warm.target.id, new Session(warm, frames))
  }

  /** Ids of the targets being recorded. */
  get targets(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  stop(targetId: string): Recording | undefined {
    const session = this.#sessions.get(targetId)
    this.#sessions.delete(targetId)
    return session?.recording()
  }

  /**
   * Called for each action by any agent, after its consequences were read into the tree. `before` is the tree's revision
   * just before the action. Costs nothing while the target is not being recorded.
   */
  note(warm: Warm, key: Key, act: Act, before: number): void {
    this.#sessions.get(warm.target.id)?.note(warm, key, act, before)
  }
}

/** A patch, and the earlier values of the fields it changes. */
interface Changed {
  readonly patch: Patch
  readonly was: readonly FieldsPatch[]
}

class Session {
  #warm: Warm
  #frames: Frames
  #numbers = new Map<Key, number>()
  #lastNumber = 0
  #root: RecordedElement
  /** The recording is complete up to this revision and root. */
  #revision: number
  #rootKey: Key
  readonly #steps: Step[] = []
  /** One per state, equal for equal trees. The last one is the current state. */
  readonly #prints: string[] = []
  #lastAt = 0

  constructor(warm: Warm, frames: Frames) {
    this.#warm = warm
    this.#frames = frames
    const { tree } = warm
    const now: View = (key) => tree.node(key)
    this.#root = this.#element(tree.root, now)
    this.#prints.push(this.#print(tree.root, now))
    this.#revision = tree.revision
    this.#rootKey = tree.root
  }

  recording(): Recording {
    const { kind, id, name, url, platform } = this.#warm.target
    return withoutSecrets({
      format: recordingFormat,
      version: recordingVersion,
      source: `Recorded from the platform ${platform}.`,
      target: { kind, id, name, ...(url === undefined ? {} : { url }) },
      root: this.#root,
      ...(this.#steps.length === 0 ? {} : { steps: mergeStates(this.#steps, this.#prints) }),
    })
  }

  note(warm: Warm, key: Key, act: Act, before: number): void {
    if (this.#steps.length >= maxSteps) return
    if (warm !== this.#warm) this.#attach(warm)
    const { tree } = warm
    const from = Math.max(before, this.#revision)
    const own = tree.since(from)
    if (own !== undefined) this.#catchUp(tree, own, from)
    const number = this.#numbers.get(key)
    // An element that no patch introduced: its change is recorded with the next step.
    if (number === undefined) return
    const now: View = (at) => tree.node(at)
    const secure = ((tree.node(key) ?? gone(own, key))?.flags ?? 0) & Flag.secure
    const hide = (text: string | undefined) => (secure !== 0 && text !== undefined ? redacted : text)
    const { action, path } = act
    const trigger = given({
      in: this.#prints.length - 1,
      key: number,
      action,
      value: hide(act.value),
      keys: hide(act.keys),
      path,
    })
    const { patch, was } =
      own === undefined || tree.root !== this.#rootKey
        ? { patch: { root: this.#element(tree.root, now) }, was: [] }
        : this.#between(alignChanges(own), now)
    this.#steps.push({
      ...(trigger as unknown as Step),
      ...(was.length > 0 ? { was } : {}),
      to: this.#prints.push(this.#print(tree.root, now)) - 1,
      patch,
    })
    this.#lastAt = performance.now()
    this.#revision = tree.revision
    this.#rootKey = tree.root
  }

  /** Another attachment to the same target has different keys. */
  #attach(warm: Warm): void {
    this.#warm = warm
    this.#numbers = new Map()
    this.#frames = new Map()
    this.#rootKey = 0
    this.#revision = 0
  }

  /** Records spontaneous changes since the last action or the start, up to the revision where `own` begins. */
  #catchUp(tree: WarmTree, own: Difference, until: number): void {
    const then = earlier(tree, own)
    const missed = tree.root === this.#rootKey ? tree.since(this.#revision, until) : undefined
    const last = this.#steps.at(-1)
    const patch = missed === undefined ? undefined : this.#between(alignChanges(missed), then).patch
    this.#revision = until
    this.#rootKey = tree.root
    if (patch !== undefined && Object.keys(patch).length === 0) return
    const print = this.#print(tree.root, then)
    if (last !== undefined) this.#later(last, patch ?? { root: this.#element(tree.root, then) }, print)
    else {
      this.#root = this.#element(tree.root, then)
      this.#prints[0] = print
    }
  }

  #later(last: Step, patch: Patch, print: string): void {
    const after = Math.min(Math.max(Math.round(performance.now() - this.#lastAt), 1), maxAfter)
    this.#steps.push({ ...last, to: this.#prints.push(print) - 1, patch, after })
  }

  /** `to`: the tree after the changes. */
  #between(aligned: AlignedChanges, to: View): Changed {
    for (const [now, was] of aligned.again) this.#numbers.set(now, this.#number(was))
    const added = new Set(aligned.added.map(({ key }) => key))
    const rows: RowPatch[] = []
    const wereSo: FieldsPatch[] = []
    const removed: number[] = []
    for (const { was, now } of aligned.changed) {
      const key = this.#number(now.key)
      const patch: { [name: string]: unknown } = fieldsBetween(was, now)
      if (Object.keys(patch).length > 0) wereSo.push({ key, ...fieldsBetween(now, was) })
      this.#children(was, now, added, to, patch, removed)
      if (Object.keys(patch).length > 0) rows.push({ key, ...patch })
    }
    return {
      patch: { ...(rows.length > 0 ? { rows } : {}), ...(removed.length > 0 ? { removed } : {}) },
      was: wereSo,
    }
  }

  /** Long lists change in few places: removals, and additions at the end, are written as such. */
  #children(
    was: Node,
    now: Node,
    added: ReadonlySet<Key>,
    to: View,
    patch: { [name: string]: unknown },
    removed: number[],
  ): void {
    const left = was.children.filter((child) => to(child) !== undefined)
    const rest = now.children.slice(left.length)
    const grown = left.every((child, at) => now.children[at] === child) && rest.every((child) => added.has(child))
    if (grown) {
      for (const child of was.children) if (to(child) === undefined) removed.push(this.#number(child))
      const elements = rest.map((child) => this.#element(child, to))
      if (elements.length > 0) patch.append = elements
    } else {
      patch.children = now.children.flatMap((child) => {
        if (to(child) === undefined) return []
        return [added.has(child) ? this.#element(child, to) : this.#number(child)]
      })
    }
  }

  #element(key: Key, view: View): RecordedElement {
    const node = view(key)
    if (node === undefined) return { key: this.#number(key), role: 'AXUnknown' }
    const children = node.children.filter((child) => view(child) !== undefined)
    const fields: { [name: string]: unknown } = { key: this.#number(key), role: node.role }
    for (const field of textFields) fields[field] = node[field]
    if ((node.flags & Flag.secure) !== 0 && node.value !== undefined) fields.value = redacted
    fields.attributes = node.attributes
    if (node.flags !== 0) fields.states = wordsOf(node.flags)
    if (node.actions.length > 0) fields.actions = node.actions
    fields.frame = node.frame ?? this.#frames.get(key)
    if (children.length > 0) fields.children = children.map((child) => this.#element(child, view))
    return given(fields) as unknown as RecordedElement
  }

  /** Short, and equal for trees of the same elements with the same fields. */
  #print(root: Key, view: View): string {
    const hash = createHash('sha1')
    const stack = [root]
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      const node = view(key)
      if (node === undefined) continue
      const children = node.children.filter((child) => view(child) !== undefined)
      const texts = textFields.map((field) => node[field] ?? '')
      const fields = [this.#number(key), node.role, texts, node.attributes, node.flags, node.actions, children.length]
      hash.update(JSON.stringify(fields))
      stack.push(...children)
    }
    return hash.digest('base64')
  }

  #number(key: Key): number {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = ++this.#lastNumber
      this.#numbers.set(key, number)
    }
    return number
  }
}

/** The tree before the difference. */
function earlier(tree: WarmTree, { added, changed, removed }: Difference): View {
  const was = new Map<Key, Node | undefined>()
  for (const node of added) was.set(node.key, undefined)
  for (const change of changed) was.set(change.was.key, change.was)
  for (const node of removed) was.set(node.key, node)
  return (key) => (was.has(key) ? was.get(key) : tree.node(key))
}

function gone(difference: Difference | undefined, key: Key): Node | undefined {
  return difference?.removed.find((node) => node.key === key)
}

function fieldsBetween(was: Node, now: Node): { [name: string]: unknown } {
  const fields: { [name: string]: unknown } = {}
  for (const field of textFields) if (was[field] !== now[field]) fields[field] = now[field] ?? null
  if (was.role !== now.role) fields.role = now.role
  if (was.flags !== now.flags) fields.states = wordsOf(now.flags)
  if (was.actions.join() !== now.actions.join()) fields.actions = now.actions
  if (JSON.stringify(was.attributes) !== JSON.stringify(now.attributes)) fields.attributes = now.attributes ?? null
  return fields
}
