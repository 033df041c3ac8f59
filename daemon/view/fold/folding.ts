/** Builds the tree of what is shown during the walk: adds context before what needs it, and keeps runs short where it is crowded. */

import { holdsWords } from '../../tree/index/words.ts'
import { isNamed, isNamedByContents, Kind, kindOf } from '../../tree/model/context.ts'
import { type Node, shortRole } from '../../tree/model/node.ts'
import { labelOf, ownText, type Tree, textIn } from '../../tree/naming/labels.ts'
import { isLike, isPlace, leastOf } from './cuts.ts'
import { restOf } from './rest.ts'

/** A `Shown` under construction, whose lists still grow. */
export interface Item {
  readonly node: Node
  readonly context: boolean
  text?: string
  rest?: string
  options?: number
  readonly children: Item[]
  more?: { readonly count: number; readonly role: string } | undefined
  unfinished?: boolean
  readonly order: number
}

interface Run {
  role: string
  subrole: string | undefined
  length: number
}

/**
 * An element on the path of the walk, under which others can be shown. Objects are reused for the next element, so that
 * what is not shown costs no memory.
 */
export interface Frame {
  node: Node
  kind: Kind
  /** Set when something is shown under it. */
  item: Item | undefined
  isMatch: boolean
  /** In a shortened run: it and its contents are only counted. */
  closed: boolean
  /** Matches from the top to here, on whatever page they are shown. */
  level: number
  /** A heading to show as soon as something follows it. */
  heading: Node | undefined
  /** Words for it if it has no name; `null` if there are none, `undefined` until they are looked up. */
  label: string | null | undefined
  readonly run: Run
  /** The surrounding run as it was before this was added. */
  readonly before: Run
  /** Matches before it. */
  firstMatch: number
  hasFocus: boolean
  /** The last heading in it, and how many matches after that are not shown. */
  section: Node | undefined
  lost: number
}

const hasWords = /[\p{L}\p{N}]/u

const noRun = () => ({ role: '', subrole: undefined, length: 0 })

function newFrame(node: Node): Frame {
  return {
    node,
    kind: Kind.none,
    item: undefined,
    isMatch: false,
    closed: false,
    level: 0,
    heading: undefined,
    label: undefined,
    run: noRun(),
    before: noRun(),
    firstMatch: 0,
    hasFocus: false,
    section: undefined,
    lost: 0,
  }
}

function itemOf(node: Node, text: string | undefined): Item {
  return { node, context: true, ...(text !== undefined && { text }), children: [], order: -1 }
}

function nameIn(item: Item): string | undefined {
  return item.node.title ?? item.node.description ?? item.text
}

export class Frames {
  readonly shown: Item[] = []
  /** Index of the innermost; -1 if there is none. */
  top = -1
  /** How many matches are not shown, by the heading or the named element that they are under. */
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

  push(node: Node, kind: Kind, firstMatch: number): Frame {
    const around = this.at(this.top)
    const frame = this.#frames[++this.top] ?? newFrame(node)
    this.#frames[this.top] = frame
    frame.node = node
    frame.kind = kind
    frame.item = undefined
    frame.isMatch = false
    frame.closed = around?.closed === true
    frame.level = around?.level ?? 0
    frame.heading = undefined
    frame.label = undefined
    frame.run.length = 0
    frame.firstMatch = firstMatch
    frame.hasFocus = false
    frame.section = undefined
    frame.lost = 0
    return frame
  }

  /** Words for an unnamed frame, looked up once. */
  label(frame: Frame): string | undefined {
    if (frame.label === undefined) frame.label = labelOf(this.#tree, frame.node) ?? null
    return frame.label ?? undefined
  }

  /** Shows the frames up to one as context. False if a shortened run excludes them. */
  open(to: number): boolean {
    let at = to
    while (at >= 0 && this.#frames[at]!.item === undefined && !this.#frames[at]!.closed) at--
    if (at >= 0 && this.#frames[at]!.closed) return false
    for (at++; at <= to; at++) {
      const frame = this.#frames[at]!
      // A match from an earlier page keeps its name from there.
      const item = itemOf(frame.node, frame.isMatch ? this.label(frame) : undefined)
      if (!this.append(at - 1, item, frame.before)) {
        for (let inner = at; inner <= this.top; inner++) this.#frames[inner]!.closed = true
        return false
      }
      frame.item = item
    }
    return true
  }

  /** Adds to the innermost shown frame. False if it continues a run that is long enough. */
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

  /** Leaves the frames above one, reporting each. */
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

  /** What follows is not counted in its lists: how many siblings are missing there is not known. */
  interrupt(): void {
    for (let at = this.top; at >= 0; at--) {
      const last = this.#frames[at]!.item?.children.at(-1)
      if (last === undefined) continue
      if (last.unfinished === true) return
      last.unfinished = true
      last.more = undefined
    }
  }

  /** Counts a match that is not shown. */
  lose(): void {
    this.#frames[this.top]!.lost++
  }

  count(place: Node | undefined, by = 1): void {
    this.lost.set(place, (this.lost.get(place) ?? 0) + by)
  }

  /** What follows is under the heading. */
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

  /** Shows the pending heading, unless it says the same as what follows, or names the dialog around it. */
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
    const stack = [item]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next.order >= 0) this.#dropped(next.order)
      for (const child of next.children) stack.push(child)
    }
  }

  /**
   * A named container gives way to its only child if that says the same, and so does a row of nothing but links: links
   * explain themselves, while a button in a row needs the row's texts. A landmark divides more than one element.
   */
  #collapse(frame: Frame): void {
    const item = frame.item!
    if (frame.isMatch || item.children.length === 0 || item.more !== undefined) return
    if (!this.#isIdle(frame, item)) {
      const rest = restIn(item)
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

  #isIdle({ kind }: Frame, item: Item): boolean {
    if (kind === Kind.row) return !this.#tellsRow(item)
    if (kind === Kind.landmark) return item.children.length === 1
    if (kind !== Kind.container && kind !== Kind.page) return false
    return saysTheSame(item, nameIn(item)) || saysTheSame(item, restIn(item)) || restIn(item) === ''
  }

  /** Does the row have words for its contents, and are they needed? They are only looked up now. */
  #tellsRow(item: Item): boolean {
    if (item.children.every(({ node }) => node.role === 'AXLink' || node.role === 'AXHeading')) return false
    if (isNamed(item.node)) return true
    const text = textIn(this.#tree, item.node)
    if (text === undefined || !hasWords.test(text)) return false
    item.text = text
    return true
  }
}

/** What its name says beside what is shown in it, if that is less. */
function restIn(item: Item): string | undefined {
  const name = nameIn(item)?.trim()
  if (name === undefined || !isNamedByContents(item.node)) return undefined
  const rest = restOf(
    name,
    item.children.flatMap((child) => nameIn(child)?.trim() ?? []),
  )
  return rest === name ? undefined : rest
}

/** What can be used and is named by the texts in it is told without the words of what is shown in it, not of wrappers. */
function tellOnce(item: Item): void {
  if (!saysItsTexts(item)) return
  if (item.children.some(({ node }) => node.role === 'AXGroup' && node.subrole === undefined)) return
  const rest = restIn(item)
  if (rest !== undefined) item.rest = rest
}

function saysItsTexts({ node, text }: Item): boolean {
  const kind = kindOf(node)
  return (
    kind === Kind.row ||
    kind === Kind.heading ||
    node.role === 'AXCell' ||
    (node.role === 'AXGroup' && text !== undefined)
  )
}

/** A landmark that holds all that is shown divides nothing. */
function dissolveAlone({ children }: Item): void {
  const only = children[0]
  if (children.length !== 1 || only!.more !== undefined || !only!.context || kindOf(only!.node) !== Kind.landmark)
    return
  children.splice(0, 1, ...only!.children)
}

function saysTheSame(item: Item, name: string | undefined): boolean {
  const only = item.children[0]!
  if (item.children.length > 1 || only.more !== undefined) return false
  const inner = nameIn(only)
  return name !== undefined && inner !== undefined && holdsWords(inner, name)
}
