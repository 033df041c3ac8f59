/** Builds the view during the walk: adds context before the elements that need it, and shortens runs where it is crowded. */

import { shortRole } from '../../platform/element/role-words.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isNamed, Kind } from '../../tree/model/context.ts'
import type { Node } from '../../tree/model/node.ts'
import { labelOf, type Tree } from '../../tree/naming/labels.ts'
import { ownText, textIn } from '../../tree/naming/texts.ts'
import { isLike, isPlace, leastOf } from './cuts.ts'
import { flat, type Item } from './shown.ts'
import { dissolveAlone, isIdle, nameIn, restIn, tellOnce } from './told-once.ts'

interface Run {
  role: string
  subrole: string | undefined
  length: number
}

const noRun = () => ({ role: '', subrole: undefined, length: 0 })

/** An element on the walk's path. Reused for the next, so that hidden ones cost no memory: `begin` sets every field. */
export class Frame {
  node!: Node
  kind!: Kind
  /** Set once something under it is shown. */
  item: Item | undefined
  isMatch!: boolean
  /** Beyond the end of a shortened run: it and its contents are only counted. */
  closed!: boolean
  /** Matches on the path down to here, whichever page shows them. */
  level!: number
  /** A pending heading, shown as soon as something follows it. */
  heading: Node | undefined
  /** Words for an unnamed element; `null` if there are none, `undefined` if not looked up yet. */
  label: string | null | undefined
  readonly run: Run = noRun()
  /** The run around it before this one was added. */
  readonly before: Run = noRun()
  /** Matches before it. */
  firstMatch!: number
  hasFocus!: boolean
  /** Its last heading, and the omitted matches after that. */
  section: Node | undefined
  lost!: number

  begin(node: Node, kind: Kind, firstMatch: number, around: Frame | undefined): this {
    this.node = node
    this.kind = kind
    this.item = undefined
    this.isMatch = false
    this.closed = around?.closed === true
    this.level = around?.level ?? 0
    this.heading = undefined
    this.label = undefined
    this.run.length = 0
    this.firstMatch = firstMatch
    this.hasFocus = false
    this.section = undefined
    this.lost = 0
    return this
  }
}

function itemOf(node: Node, text: string | undefined): Item {
  return { node, context: true, ...(text !== undefined && { text }), children: [], order: -1 }
}

export class Frames {
  readonly shown: Item[] = []
  /** Index of the innermost; -1 if there is none. */
  top = -1
  /** Omitted matches, by their heading or nearest named container. */
  readonly lost = new Map<Node | undefined, number>()
  readonly #tree: Tree
  readonly #isCrowded: () => boolean
  readonly #dropped: (index: number) => void
  readonly #frames: Frame[] = []

  /** `dropped` receives the position of each match that was shown and then removed. */
  constructor(tree: Tree, options: { readonly isCrowded: () => boolean; readonly dropped: (index: number) => void }) {
    this.#tree = tree
    this.#isCrowded = options.isCrowded
    this.#dropped = options.dropped
  }

  at(index: number): Frame | undefined {
    return index < 0 ? undefined : this.#frames[index]
  }

  get inner(): Frame | undefined {
    return this.at(this.top)
  }

  /** The innermost frame that passes. */
  innermost(isSo: (frame: Frame) => boolean): Frame | undefined {
    for (let at = this.top; at >= 0; at--) if (isSo(this.#frames[at]!)) return this.#frames[at]
    return undefined
  }

  push(node: Node, kind: Kind, firstMatch: number): Frame {
    const around = this.inner
    this.#frames[++this.top] ??= new Frame()
    return this.#frames[this.top]!.begin(node, kind, firstMatch, around)
  }

  /** Words for an unnamed frame, looked up once. */
  label(frame: Frame): string | undefined {
    if (frame.label === undefined) frame.label = labelOf(this.#tree, frame.node) ?? null
    return frame.label ?? undefined
  }

  /** Shows the frames up to `to` as context. False if a shortened run excludes them. */
  open(to: number): boolean {
    let at = to
    while (at >= 0 && this.#frames[at]!.item === undefined && !this.#frames[at]!.closed) at--
    if (at >= 0 && this.#frames[at]!.closed) return false
    for (at++; at <= to; at++) {
      const frame = this.#frames[at]!
      // A match shown on an earlier page keeps its name from there.
      const item = itemOf(frame.node, frame.isMatch ? this.label(frame) : undefined)
      if (!this.append(at - 1, item, frame.before)) {
        for (let inner = at; inner <= this.top; inner++) this.#frames[inner]!.closed = true
        return false
      }
      frame.item = item
    }
    return true
  }

  /** Adds to the innermost shown frame. False if it would extend a run that is long enough. */
  append(frame: number, item: Item, before?: Run): boolean {
    const around = this.at(frame)
    if (around === undefined) {
      this.shown.push(item)
      return true
    }
    this.#head(around, item)
    if (before !== undefined) Object.assign(before, around.run)
    if (!this.#lengthen(around, item)) return false
    around.item!.children.push(item)
    return true
  }

  /** Leaves the frames deeper than `top`, calling `left` for each. */
  leave(top: number, left: (frame: Frame) => void): void {
    while (this.top > top) {
      const frame = this.#frames[this.top]!
      if (frame.item !== undefined) dissolveAlone(frame.item)
      if (frame.item?.context === true && this.top > 0) this.#collapse(frame)
      else if (frame.isMatch && frame.item !== undefined) tellOnce(frame.item)
      left(frame)
      this.#account(frame)
      this.top--
    }
  }

  /** Marks open lists as unfinished: siblings after this are not counted. */
  interrupt(): void {
    for (let at = this.top; at >= 0; at--) {
      const last = this.#frames[at]!.item?.children.at(-1)
      if (last === undefined) continue
      if (last.unfinished === true) return
      last.unfinished = true
      last.more = undefined
    }
  }

  /** Counts an omitted match. */
  lose(): void {
    this.#frames[this.top]!.lost++
  }

  count(place: Node | undefined, by = 1): void {
    this.lost.set(place, (this.lost.get(place) ?? 0) + by)
  }

  /** Makes it the heading of the following elements. */
  section(heading: Node): void {
    const frame = this.#frames[this.top]!
    this.#account(frame)
    frame.section = heading
  }

  #account(frame: Frame): void {
    const { lost, section, node } = frame
    if (lost === 0) return
    frame.lost = 0
    const place = section ?? (isPlace(node) ? node : undefined)
    const around = this.at(this.top - 1)
    if (place === undefined && around !== undefined) around.lost += lost
    else this.count(place, lost)
  }

  /** Shows the pending heading, unless the next element or the dialog around it says the same. */
  #head(around: Frame, item: Item): void {
    const { heading } = around
    if (heading === undefined) return
    around.heading = undefined
    const text = ownText(heading) ?? textIn(this.#tree, heading)
    const name = nameIn(item)
    if (around.kind === Kind.dialog && text === nameIn(around.item!)) return
    if (text === undefined || (name !== undefined && holdsWords(name, text))) return
    around.item!.children.push(itemOf(heading, isNamed(heading) ? undefined : text))
    around.run.length = 0
  }

  #lengthen(around: Frame, item: Item): boolean {
    const { run } = around
    const { role, subrole } = item.node
    if (run.length === 0 || !isLike(run, item.node)) {
      run.role = role
      run.subrole = subrole
      run.length = 1
      return true
    }
    run.length++
    const last = around.item!.children.at(-1)
    if (last === undefined) return true
    if (last.more === undefined && (run.length <= leastOf(item.node) || !this.#isCrowded())) return true
    if (last.unfinished !== true) last.more = { count: (last.more?.count ?? 0) + 1, role: shortRole(role, subrole) }
    return false
  }

  #drop(item: Item): void {
    for (const { order } of flat([item])) if (order >= 0) this.#dropped(order)
  }

  /** Replaces a container by its contents if it adds nothing to them. */
  #collapse(frame: Frame): void {
    const item = frame.item!
    if (frame.isMatch || item.children.length === 0 || item.more !== undefined) return
    if (!isIdle(this.#tree, frame.kind, item)) {
      const rest = item.rest ?? restIn(item)
      if (rest !== undefined) item.rest = rest
      return
    }
    const around = this.at(this.top - 1)!
    const list = around.item!.children
    list.pop()
    Object.assign(around.run, frame.before)
    for (const child of item.children) {
      if (this.#lengthen(around, child)) list.push(child)
      else this.#drop(child)
    }
  }
}
