/** Selects what a view shows: one walk in document order that filters, adds context, counts and stops early. */
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { isPlain, Kind, kindOf } from '../../tree/model/context.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import type { Tree } from '../../tree/naming/labels.ts'
import { type Frame, Frames } from '../fold/folding.ts'
import { Page, type Pane } from '../fold/page.ts'
import type { Item, Lost, Shown } from '../fold/shown.ts'
import { trim } from '../fold/trim.ts'
import { readingOf } from '../name/reading.ts'
import { withoutRepeats } from '../name/said.ts'
import { Context } from './context.ts'
import { isDisabledMatch, isMatch } from './matching.ts'
import { nearest } from './near.ts'
import { foldsLists, isFolded, isOneLine, optionsIn } from './one-line.ts'
import { isPane, Panes } from './panes.ts'
import type { Answer, Query } from './query.ts'
import { SkippedCount } from './skipped.ts'
import { sizeOf, waysTo } from './ways.ts'

const nearCount = 3
/** Above this share of the tree, marking the paths to candidates costs more than walking everything. */
const fewCandidates = 1 / 8

export function walk(tree: Tree, query: Query): Answer {
  let pass = new Pass(tree, query, undefined)
  const first = pass.pane()
  if (first !== undefined && pass.page.limited) pass = new Pass(tree, query, first)
  const { matched, page } = pass
  const shown = pass.isToRead ? pass.reading() : pass.trimmed(first)
  const { left } = page
  const isCut = left.length > 0
  const nothing = query.filtered && matched === 0
  return {
    shown: nothing ? [] : shown,
    matched,
    count: page.count,
    searched: pass.searched,
    disabled: pass.disabled,
    skipped: pass.skipped?.found,
    near: nothing ? nearest(tree, pass.from, query.terms, query.needle, nearCount, pass.ways) : [],
    left,
    ...(isCut ? { cut: 'limit' as const } : pass.deep.size > 0 && { cut: 'maxDepth' as const }),
    lost: isCut ? pass.lost : pass.deep,
  }
}

/** One walk over the tree. A second one follows if something must come first (a modal dialog, the focused window). */
class Pass {
  readonly from: Key
  readonly page: Page
  matched = 0
  searched = 0
  disabled = 0
  readonly skipped: SkippedCount | undefined
  /** Matches below the depth limit, by the shown element around them. */
  readonly deep = new Map<Node | undefined, number>()
  readonly #tree: Tree
  readonly #query: Query
  readonly #marked: ReadonlySet<Key> | undefined
  readonly #frames: Frames
  readonly #context: Context
  readonly #panes = new Panes()

  constructor(tree: Tree, query: Query, first: Pane | undefined) {
    this.#tree = tree
    this.#query = query
    this.from = query.from ?? tree.root
    // A later page asks for exactly what an earlier one cut from a run.
    const shortens = !query.filtered && query.only === undefined
    // How far runs must be shortened is only known once the rest has been seen.
    this.page = new Page({ limit: shortens ? query.limit * 2 : query.limit, only: query.only, first })
    this.#frames = new Frames(tree, {
      isCrowded: () => shortens && this.page.count > query.limit,
      dropped: (index) => this.page.add(index, -1),
    })
    this.#context = new Context(tree, query, this.#frames)
    this.skipped = shortens && !query.includeNonInteractable ? new SkippedCount(this.#isOfPage) : undefined
    const { candidates } = query
    if (candidates !== undefined && candidates.size < tree.size * fewCandidates) this.#marked = waysTo(tree, candidates)
    this.#walk()
    if (this.#marked !== undefined) this.searched = this.from === tree.root ? tree.size : sizeOf(tree, this.from)
  }

  get lost(): Lost {
    return this.#frames.lost
  }

  /** The view, within the limit. */
  trimmed(first: Pane | undefined): readonly Shown[] {
    const frames = this.#frames
    if (this.page.count <= this.#query.limit) return frames.shown
    const { shown, dropped } = trim(frames.shown, this.#query.limit, first, (place) => frames.count(place))
    for (const index of dropped) this.page.add(index, -1)
    return shown
  }

  /** The candidates and their ancestors, if there are few. */
  get ways(): ReadonlySet<Key> | undefined {
    return this.#marked
  }

  /** True for a view of controls, on a page without any. */
  get isToRead(): boolean {
    if (this.skipped === undefined || !this.#isOfPage) return false
    return this.matched === 0 || (this.matched === 1 && isInteractable(this.#tree.node(this.from)!))
  }

  get #isOfPage(): boolean {
    const root = this.#tree.node(this.from)
    return root !== undefined && kindOf(root) === Kind.page
  }

  reading(): readonly Shown[] {
    const [page, ...others] = this.#frames.shown
    if (page === undefined) return others
    const { shown, characters } = readingOf(this.#tree, page.node, page.children)
    this.skipped?.tell(characters)
    return [{ ...page, children: [...shown, ...page.children] }, ...others]
  }

  /** The part that must come first, if it is not everything. */
  pane(): Pane | undefined {
    return this.#panes.first(this.matched)
  }

  #walk(): void {
    const root = this.#tree.node(this.from)
    if (root === undefined) return
    const frames = this.#frames
    const isShut = this.#query.foldsLists === true && isOneLine(this.#tree, root)
    const lists: (readonly Key[])[] = [isShut ? [] : root.children]
    const places: number[] = [0]
    const tops: number[] = [-1]
    const skipsHidden = !this.#query.includeHidden
    const skipsPlain = !this.#query.includeNonInteractable
    const folds = foldsLists(this.#query)
    let depth = 0
    this.searched++
    this.#enter(root, true)
    while (depth >= 0) {
      const list = lists[depth]!
      const place = places[depth]!++
      if (place >= list.length) {
        frames.leave(tops[depth]!, this.#left)
        this.skipped?.up(this.matched)
        depth--
        continue
      }
      const key = list[place]!
      if (this.#marked !== undefined && !this.#marked.has(key)) continue
      const node = this.#tree.node(key)
      if (node === undefined) continue
      this.searched++
      const { flags, children } = node
      if (skipsHidden && (flags & Flag.hidden) !== 0) continue
      this.skipped?.meet(node)
      const { top } = frames
      if (!skipsPlain || !isPlain(node)) this.#enter(node, false)
      if (children.length === 0 || (folds && isOneLine(this.#tree, node))) {
        if (frames.top > top) frames.leave(top, this.#left)
      } else {
        this.skipped?.down(node, this.matched)
        lists[++depth] = children
        places[depth] = 0
        tops[depth] = top
      }
    }
  }

  #enter(node: Node, isRoot: boolean): void {
    if (isDisabledMatch(this.#query, node)) this.disabled++
    if (isMatch(this.#tree, this.#query, node, this.#frames)) {
      const index = this.matched++
      if (!this.page.full || this.#query.includeNonInteractable || isRoot) this.#match(node, index)
      else this.#count(node, index)
    } else if (isRoot) {
      this.#frames.push(node, Kind.window, 0)
      if (!this.#query.filtered) {
        this.#frames.open(this.#frames.top)
        if (kindOf(node) === Kind.dialog || kindOf(node) === Kind.window) this.#context.say(node)
      }
    } else this.#context.meet(node, this.matched)
    if ((node.flags & Flag.focused) !== 0 && !this.#query.filtered) this.#panes.focusIn(this.#frames)
  }

  /** A match without room still extends the range of what comes first. */
  #count(node: Node, index: number): void {
    if (this.page.isWanted(index)) this.#leave(index)
    const kind = kindOf(node)
    if (kind === Kind.dialog || kind === Kind.window) this.#frames.push(node, kind, this.matched - 1)
  }

  #match(node: Node, index: number): void {
    const frames = this.#frames
    const parent = frames.top
    const { page } = this
    const isWanted = page.isWanted(index)
    const isShown = isWanted && this.#fits(index, frames.at(parent)) && frames.open(parent)
    const frame = frames.push(node, kindOf(node), index)
    frame.isMatch = true
    frame.level++
    if (!isShown) {
      if (isWanted && frame.level <= this.#query.maxDepth) this.#leave(index)
      return
    }
    const text = frames.label(frame)
    const options = isFolded(this.#tree, this.#query, node) ? optionsIn(this.#tree, node) : 0
    const item: Item = {
      node,
      context: false,
      ...(text !== undefined && { text }),
      ...(options > 0 && { options }),
      children: [],
      order: index,
    }
    if (!frames.append(parent, item)) {
      frame.closed = true
      this.#leave(index)
      return
    }
    frame.item = item
    page.add(index, 1)
  }

  #leave(index: number): void {
    this.page.leave(index)
    this.#frames.lose()
  }

  #tooDeep(): void {
    const place = this.#frames.innermost(({ item }) => item !== undefined)?.node
    this.deep.set(place, (this.deep.get(place) ?? 0) + 1)
  }

  #fits(index: number, around: Frame | undefined): boolean {
    if (around !== undefined && around.level >= this.#query.maxDepth) {
      this.#tooDeep()
      return false
    }
    if (around?.closed === true) return false
    const hasRoom = this.page.hasRoom(index)
    if (!hasRoom) this.#frames.interrupt()
    return hasRoom
  }

  /** Records which matches a window or dialog contains, in case it must come first, and what a row says. */
  readonly #left = (frame: Frame): void => {
    if (frame.kind === Kind.row && !frame.isMatch) this.skipped?.tellRow(frame.item)
    if (!isPane(frame)) return
    if (frame.item !== undefined) withoutRepeats(frame.item)
    if (this.matched > frame.firstMatch && frame.node.key !== this.from) this.#panes.add(frame, this.matched)
  }
}
