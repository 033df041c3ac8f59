/** Reads elements in bulk, breadth first, the focused window before others, in turns with the host's other calls. */

import { AXError } from '../wire/ax-error.ts'
import type { ReadParams } from '../wire/messages.ts'
import type { Cut, RawElement, Ref } from '../wire/raw-element.ts'
import { isTextRole } from '../wire/roles.ts'
import {
  actionsOfRole,
  asksActions,
  byKind,
  byRole,
  closedMenu,
  common,
  isPlainButton,
  isSecure,
  kindUnder,
  tables,
} from './attributes.ts'
import { type Draft, Drafts, roleOf, textFact } from './draft.ts'
import type { AxCalls, Intern } from './native/ax-calls.ts'
import { AxFault } from './native/ax-fault.ts'
import { type CFRef, mostJoined } from './native/cf.ts'
import type { ElementTable, Kind } from './native/element-table.ts'
import type { Join } from './native/join.ts'
import { isMenuClosed, shownRows, textStart } from './partial-reads.ts'

/** How many elements have their first requests joined into one text. */
const together = Math.floor(mostJoined / common.length)
const commonSize = common.length

interface Task {
  readonly ref: Ref
  readonly depth: number
  /** Requested by ref: reported even if dead. */
  readonly isAsked: boolean
  /** A menu that is not open. Unknown for elements requested by ref. */
  closed?: boolean
}

export interface ReaderOptions {
  readonly ax: AxCalls
  readonly table: ElementTable
  readonly join: Join | undefined
  readonly params: ReadParams
  readonly pid: number
  /** `performance.now()` at which it returns what it has. */
  readonly deadline: number
}

export class Reader {
  readonly #options: ReaderOptions
  readonly #ax: AxCalls
  readonly #table: ElementTable
  readonly #intern: Intern
  readonly #drafts: Drafts
  /** Processed one after the other, each breadth first. */
  readonly #queues: Task[][]
  readonly #seen = new Set<Ref>()
  readonly #known: ReadonlySet<Ref>
  readonly #limit: number
  readonly #depth: number
  readonly cuts: { [cut in Cut]?: number } = {}
  elements = 0
  #at = 0

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#ax = options.ax
    this.#table = options.table
    this.#intern = (element) => options.table.intern(element, options.pid)
    const { refs, limit, depth, characters, known } = options.params
    this.#limit = limit ?? 50_000
    this.#depth = depth ?? 100
    this.#drafts = new Drafts(options.ax, options.join, this.#intern, characters ?? 20_000_000)
    this.#known = new Set(known)
    this.#queues = [refs.map((ref) => ({ ref, depth: 0, isAsked: true }))]
    for (const ref of refs) this.#seen.add(ref)
  }

  /** Reads for `ms`, or until there are `most` elements. Undefined when everything is read. */
  turn(ms: number, most: number): RawElement[] | undefined {
    const until = performance.now() + ms
    const found: RawElement[] = []
    while (found.length < most && performance.now() < until) {
      const queue = this.#queues[0]
      if (queue === undefined) break
      if (this.#at >= queue.length) {
        this.#queues.shift()
        this.#at = 0
        continue
      }
      const stop = this.#stop()
      if (stop !== undefined) {
        this.#end(stop)
        break
      }
      if (this.#at > 10_000) {
        queue.splice(0, this.#at)
        this.#at = 0
      }
      const room = Math.min(together, this.#limit - this.elements, most - found.length)
      this.#group(queue.slice(this.#at, this.#at + room), found, until)
    }
    return found.length === 0 && this.#queues.length === 0 ? undefined : found
  }

  #stop(): Cut | undefined {
    if (this.elements >= this.#limit) return 'limit'
    if (this.#drafts.characters <= 0) return 'characters'
    return performance.now() >= this.#options.deadline ? 'deadline' : undefined
  }

  #cut(cut: Cut, count = 1): void {
    this.cuts[cut] = (this.cuts[cut] ?? 0) + count
  }

  #end(cut: Cut): void {
    let left = -this.#at
    for (const queue of this.#queues) left += queue.length
    this.#cut(cut, Math.max(left, 1))
    this.#queues.length = 0
    this.#at = 0
  }

  /** Reads at least one, and none after `until`, so that a slow application cannot stretch the turn. */
  #group(tasks: readonly Task[], found: RawElement[], until: number): void {
    const plain: { readonly task: Task; readonly values: CFRef }[] = []
    try {
      for (const task of tasks) {
        this.#at++
        const { kind } = this.#table.entry(task.ref)
        if (kind !== undefined) {
          this.#attempt(task, found, () => this.#readKnown(task, kind))
        } else
          this.#attempt(task, found, () => {
            const values = this.#ax.copyMany(this.#table.element(task.ref), this.#ax.cf.nameList(common), commonSize)
            plain.push({ task, values })
            return undefined
          })
        if (this.#queues.length === 0 || performance.now() >= until) break
      }
      const drafts = this.#drafts.common(plain.map(({ values }) => values))
      for (const [i, { task }] of plain.entries()) {
        if (this.#queues.length === 0 && i > 0) this.#keep(task, drafts[i]!, found)
        else this.#attempt(task, found, () => this.#second(task, drafts[i]!))
      }
    } finally {
      for (const { values } of plain) this.#ax.cf.call.release(values)
    }
  }

  /** Reports an element whose second request did not fit in the time. */
  #keep({ ref }: Task, draft: Draft, found: RawElement[]): void {
    found.push({ ...draft, ref, actions: actionsOfRole(roleOf(draft)), cut: 'unresponsive' })
    this.elements++
  }

  #attempt(task: Task, found: RawElement[], read: () => RawElement | undefined): void {
    let element: RawElement | undefined
    try {
      element = read()
    } catch (error) {
      if (!(error instanceof AxFault)) throw error
      switch (error.axError) {
        case AXError.invalidElement:
          if (task.isAsked) element = { ref: task.ref, facts: {}, actions: [], gone: true }
          else this.#cut('gone')
          break
        case AXError.cannotComplete:
          // Nothing has been reported yet, so the error is the answer.
          if (this.elements === 0 && found.length === 0) throw error
          this.#end('unresponsive')
          break
        case AXError.apiDisabled:
          throw error
        default:
          this.#cut('failed')
          element = { ref: task.ref, facts: {}, actions: [], cut: 'failed' }
      }
    }
    if (element === undefined) return
    found.push(element)
    this.elements++
  }

  /** Everything in one request, safe because the element's kind is known. */
  #readKnown(task: Task, kind: Kind): RawElement {
    const names = kind === 'menu' && this.#isClosed(task) ? closedMenu : byKind[kind]
    const draft: Draft = { ref: task.ref, facts: {}, actions: [] }
    return this.#many(task, draft, names, (lists) => {
      const role = roleOf(draft)
      const subrole = textFact(draft, 'AXSubrole')
      const children = kind === 'application' ? this.#ofApplication(lists) : (lists.get('AXChildren') ?? none)
      const second = byRole(role, subrole, kind)
      if (second.length > 0) this.#many(task, draft, second, () => {})
      this.#finish(task, draft, role, kind, children)
    })
  }

  #many(
    task: Task,
    draft: Draft,
    names: readonly string[],
    then: (lists: ReadonlyMap<string, readonly Ref[]>) => void,
  ): RawElement {
    const array = this.#ax.copyMany(this.#table.element(task.ref), this.#ax.cf.nameList(names), names.length)
    try {
      const values = this.#ax.cf.first(array, names.length)
      this.#drafts.fill(draft, names, values)
      then(this.#drafts.lists(names, values))
    } finally {
      this.#ax.cf.call.release(array)
    }
    return draft
  }

  /** A menu whose opener is not selected: it exists, but is not on screen. */
  #isClosed(task: Task): boolean {
    const { params, ax, table } = this.#options
    task.closed ??= !params.menus && isMenuClosed(ax, table, task.ref, this.#intern)
    return task.closed
  }

  /** AXChildren leaves windows out while the application is in the background. */
  #ofApplication(lists: ReadonlyMap<string, readonly Ref[]>): Ref[] {
    const windows = lists.get('AXWindows') ?? none
    // The second bar holds its status items.
    const bars = [...(lists.get('AXExtrasMenuBar') ?? none), ...(lists.get('AXMenuBar') ?? none)]
    for (const ref of windows) this.#table.entry(ref).kind ??= 'window'
    for (const bar of bars) this.#table.entry(bar).kind ??= 'menu'
    const [front] = lists.get('AXFocusedWindow') ?? none
    const all = new Set([...windows, ...(lists.get('AXChildren') ?? none)])
    for (const bar of bars) all.add(bar)
    // Another process's panel appears only here; a sheet is part of its window.
    if (front !== undefined && !all.has(front) && this.#isOnTop(front)) all.add(front)
    const children = [...all]
    if (this.#options.params.part === 'self') return children
    const order = front === undefined || !all.has(front) ? children : [...new Set([front, ...children])]
    const isLast = (ref: Ref) => bars.indexOf(ref)
    for (const ref of order.sort((a, b) => isLast(a) - isLast(b))) {
      if (this.#seen.has(ref) || this.#isKnown(ref) || this.#depth < 1) continue
      this.#seen.add(ref)
      this.#queues.push([{ ref, depth: 1, isAsked: false, closed: false }])
    }
    return children
  }

  #isOnTop(ref: Ref): boolean {
    const parent = this.#ax.elementIn(this.#table.element(ref), 'AXParent', this.#intern)
    return parent === undefined || this.#table.entry(parent).kind === 'application'
  }

  #isKnown(ref: Ref): boolean {
    return this.#options.params.part === 'children' && this.#known.has(ref)
  }

  #second(task: Task, draft: Draft): RawElement {
    draft.ref = task.ref
    const role = roleOf(draft)
    const subrole = textFact(draft, 'AXSubrole')
    const names = isPlainButton(role, draft.facts) ? [] : byRole(role, subrole, undefined)
    if (names.length === 0) {
      this.#finish(task, draft, role, undefined, none)
      return draft
    }
    return this.#many(task, draft, names, (lists) => {
      const isTable = tables.has(role)
      const children = isTable ? this.#rowsOf(task, draft, role, lists) : (lists.get('AXChildren') ?? none)
      this.#finish(task, draft, role, undefined, children)
    })
  }

  #rowsOf({ ref }: Task, draft: Draft, role: string, lists: ReadonlyMap<string, readonly Ref[]>): readonly Ref[] {
    const shown = shownRows(this.#ax, this.#table.element(ref), role, lists, this.#intern)
    if (shown.total !== undefined) draft.rows = shown.total
    if (shown.isPart) {
      draft.cut = 'rows'
      this.#cut('rows')
    }
    const kept = (this.#options.params.kept ?? []).filter(([list, row]) => list === ref && this.#table.has(row))
    return kept.length === 0 ? shown.rows : [...new Set([...shown.rows, ...kept.map(([, row]) => row)])]
  }

  #finish(task: Task, draft: Draft, role: string, kind: Kind | undefined, children: readonly Ref[]): void {
    const { params } = this.#options
    const element = this.#table.element(task.ref)
    const subrole = textFact(draft, 'AXSubrole')
    if (isSecure(role, subrole)) {
      delete draft.facts.AXValue
      delete draft.characters
    } else if (role === 'AXTextArea') {
      const start = textStart(this.#ax, element, draft.characters, this.#intern)
      if (start !== undefined) {
        draft.characters = start.characters
        this.#drafts.put(draft, 'AXValue', start.text)
      }
    }
    if (kind === 'web') draft.web = true
    if (isTextRole(role)) draft.editable = this.#ax.isSettable(element, 'AXValue')
    if (asksActions(role, kind)) {
      draft.actions = this.#ax.actionNames(element)
      draft.asked = true
    } else draft.actions = actionsOfRole(role)
    if (kind === 'menu' && this.#isClosed(task)) {
      this.#cut('menu')
      draft.cut = 'menu'
      return
    }
    if (params.part === 'self') return
    draft.children = children
    if (kind === 'application') return
    this.#queueChildren(task, draft, role, kind, children)
  }

  #queueChildren(task: Task, draft: Draft, role: string, kind: Kind | undefined, children: readonly Ref[]): void {
    const under = kindUnder(role, kind)
    const depth = task.depth + 1
    const isOpener = role === 'AXMenuBarItem' || role === 'AXMenuItem'
    const closed = isOpener && !this.#options.params.menus && draft.facts.AXSelected !== true
    const queue = this.#queues[0]
    for (const ref of children) {
      const entry = this.#table.entry(ref)
      if (under !== undefined) entry.kind ??= under
      if (isOpener) entry.opener = task.ref
      if (this.#seen.has(ref) || this.#isKnown(ref)) continue
      if (depth > this.#depth) {
        draft.cut = 'depth'
        this.#cut('depth')
        continue
      }
      if (queue === undefined) continue
      this.#seen.add(ref)
      queue.push({ ref, depth, isAsked: false, closed })
    }
  }
}

const none: readonly Ref[] = []
