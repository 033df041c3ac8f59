/** Builds the tree of what is shown, while the walk goes: context in front of what needs it, and runs cut short. */
import { isNamed, Kind } from './context.ts'
import { labelOf, ownText, type Tree, textIn } from './labels.ts'
import { isInteractable, type Node, shortRole } from './node.ts'
import { holdsWords } from './words.ts'

/** Longer runs of like siblings are shortened. Rows of data speak for each other; a control that is not shown may be the one that is wanted. */
const dataRun = { longest: 12, shown: 6 } as const
const controlRun = { longest: 40, shown: 20 } as const

/** Being built: a `Shown` whose lists still grow. */
export interface Item {
  readonly node: Node
  readonly context: boolean
  text?: string
  readonly children: Item[]
  more?: { readonly count: number; readonly role: string }
  readonly order: number
}

interface Run {
  role: string
  subrole: string | undefined
  length: number
}

/**
 * An element on the way to where the walk is, under which others can be shown. Frames are used again for the next
 * element, so that what is not shown costs no memory.
 */
export interface Frame {
  node: Node
  kind: Kind
  /** Set when something is shown under it. */
  item: Item | undefined
  isMatch: boolean
  /** In a shortened run: it and all in it are only counted. */
  closed: boolean
  /** Matches from the top to here, on whatever page they are shown. */
  level: number
  /** A heading that is shown as soon as something follows. */
  heading: Node | undefined
  /** Words for it where it has no name; `null` where there are none, `undefined` before they are looked for. */
  label: string | null | undefined
  readonly run: Run
  /** The run around as it was before this came into it. */
  readonly before: Run
  /** Matches before it. */
  firstMatch: number
  hasFocus: boolean
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
  /** Index of the innermost; -1 where there is none. */
  top = -1
  readonly #tree: Tree
  readonly #shortens: boolean
  readonly #dropped: (index: number) => void
  readonly #frames: Frame[] = []

  /** `dropped` is told the place of each match that was shown and is taken out again. */
  constructor(tree: Tree, options: { readonly shortens: boolean; readonly dropped: (index: number) => void }) {
    this.#tree = tree
    this.#shortens = options.shortens
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
    return frame
  }

  /** Words for a frame without a name, looked for once. */
  label(frame: Frame): string | undefined {
    if (frame.label === undefined) frame.label = labelOf(this.#tree, frame.node) ?? null
    return frame.label ?? undefined
  }

  /** Shows the frames up to one as context. False where a shortened run keeps them out. */
  open(to: number): boolean {
    let at = to
    while (at >= 0 && this.#frames[at]!.item === undefined && !this.#frames[at]!.closed) at--
    if (at >= 0 && this.#frames[at]!.closed) return false
    for (at++; at <= to; at++) {
      const frame = this.#frames[at]!
      // A match of an earlier page is named as it was there.
      const item = itemOf(frame.node, frame.isMatch ? this.label(frame) : undefined)
      if (!this.append(at - 1, item, frame.before)) {
        for (let inner = at; inner <= this.top; inner++) this.#frames[inner]!.closed = true
        return false
      }
      frame.item = item
    }
    return true
  }

  /** Adds to the innermost frame that is shown. False where it goes on a run that is long enough. */
  append(frame: number, item: Item, before?: Run): boolean {
    const around = this.at(frame)
    if (around === undefined) {
      this.shown.push(item)
      return true
    }
    this.#head(around, item)
    if (before !== undefined) Object.assign(before, around.run)
    if (this.#shortens && !this.#lengthen(around, item)) return false
    around.item!.children.push(item)
    return true
  }

  /** Leaves the frames above one, telling of each. */
  leave(top: number, left: (frame: Frame) => void): void {
    while (this.top > top) {
      const frame = this.#frames[this.top]!
      if (frame.item?.context === true && this.top > 0) this.#collapse(frame)
      left(frame)
      this.top--
    }
  }

  /** Shows the heading that waits, unless it says the same as what follows. */
  #head(around: Frame, item: Item): void {
    const { heading } = around
    if (heading === undefined) return
    around.heading = undefined
    const text = ownText(heading) ?? textIn(this.#tree, heading)
    const name = nameIn(item)
    if (text === undefined || (name !== undefined && holdsWords(name, text))) return
    around.item!.children.push(itemOf(heading, isNamed(heading) ? undefined : text))
    around.run.length = 0
  }

  #lengthen(around: Frame, item: Item): boolean {
    const { run } = around
    const { role, subrole } = item.node
    if (run.length === 0 || run.role !== role || run.subrole !== subrole) {
      run.role = role
      run.subrole = subrole
      run.length = 1
      return true
    }
    const { longest, shown } = isInteractable(item.node) && role !== 'AXRow' && role !== 'AXCell' ? controlRun : dataRun
    if (++run.length <= longest) return true
    const list = around.item!.children
    if (run.length === longest + 1) {
      for (const dropped of list.splice(list.length - (longest - shown))) this.#drop(dropped)
    }
    list[list.length - 1]!.more = { count: run.length - shown, role: shortRole(role, subrole) }
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
   * A named container that says the same as the only one in it gives its place to it, and so does a row that holds
   * nothing but links: they say what they are for, while a button in a row needs its texts.
   */
  #collapse(frame: Frame): void {
    const item = frame.item!
    if (frame.isMatch || item.children.length === 0 || item.more !== undefined) return
    const isIdle =
      frame.kind === Kind.row
        ? !this.#tellsRow(item)
        : (frame.kind === Kind.container || frame.kind === Kind.page) && saysTheSame(item)
    if (!isIdle) return
    const around = this.at(this.top - 1)!
    const list = around.item!.children
    list.pop()
    Object.assign(around.run, frame.before)
    for (const child of item.children) {
      if (!this.#shortens || this.#lengthen(around, child)) list.push(child)
      else this.#drop(child)
    }
  }

  /** Has the row words for what is in it, and is there a need of them? Only now they are looked for. */
  #tellsRow(item: Item): boolean {
    if (item.children.every(({ node }) => node.role === 'AXLink' || node.role === 'AXHeading')) return false
    if (isNamed(item.node)) return true
    const text = textIn(this.#tree, item.node)
    if (text === undefined || !hasWords.test(text)) return false
    item.text = text
    return true
  }
}

function saysTheSame(item: Item): boolean {
  const only = item.children[0]!
  if (item.children.length > 1 || only.more !== undefined) return false
  const name = nameIn(item)
  const inner = nameIn(only)
  return name !== undefined && inner !== undefined && holdsWords(inner, name)
}
