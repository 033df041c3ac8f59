/** Decides what of a tree is shown: one walk in document order that filters, gives context, counts and stops in time. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/platform.ts'
import { isModal, isNamed, isPlain, isWrapper, Kind, kindOf } from './context.ts'
import { type Frame, Frames, type Item } from './frames.ts'
import { ownText, type Tree, textIn } from './labels.ts'
import { nearest } from './near.ts'
import { isInteractable, type Node } from './node.ts'
import { Page, type Pane } from './page.ts'
import type { Range } from './ranges.ts'
import type { Term } from './terms.ts'
import { holdsWords } from './words.ts'

export interface Query {
  /** Where to begin; the root where it is left out. It is shown, also when it is hidden itself. */
  readonly from?: Key
  readonly terms: readonly Term[]
  /** Where given, nothing else can match: from the field index. */
  readonly candidates?: ReadonlySet<Key>
  /** Something particular is looked for: only matches and what holds them are shown, and no run is shortened. */
  readonly filtered: boolean
  readonly includeHidden: boolean
  readonly includeDisabled: boolean
  /** Also set where the filter names a role, so that headings and texts can be asked for by it. */
  readonly includeNonInteractable: boolean
  /** Levels of matches; context is not counted. */
  readonly maxDepth: number
  readonly limit: number
  /** Matches that earlier pages have left; all where it is left out. */
  readonly only?: readonly Range[] | undefined
  /** The text that was asked for, for near misses. */
  readonly needle?: string
}

export interface Shown {
  readonly node: Node
  /** It is not a match, and shown because of others. */
  readonly context: boolean
  /** Static text that names it, or the state that it tells. */
  readonly text?: string
  readonly children: readonly Shown[]
  /** Like siblings that follow and are not shown. */
  readonly more?: { readonly count: number; readonly role: string }
  /** Place among all matches, in document order; -1 for context. */
  readonly order: number
}

export interface Answer {
  readonly shown: readonly Shown[]
  /** All matches, also those beyond limit, depth and shortened runs. */
  readonly matched: number
  /** Shown matches. */
  readonly count: number
  readonly searched: number
  readonly near: readonly Node[]
  /** Matches that are not shown, for lack of room or in a shortened run: `only` of the next page. */
  readonly left: readonly Range[]
  readonly cut?: 'limit' | 'maxDepth'
}

const nearCount = 3
/** Above this share of the tree, marking the ways to candidates costs more than walking everything. */
const fewCandidates = 1 / 8

export function walk(tree: Tree, query: Query): Answer {
  let pass = new Pass(tree, query, undefined)
  const first = pass.pane()
  if (first !== undefined && pass.page.limited) pass = new Pass(tree, query, first)
  const { matched, page, shown } = pass
  const nothing = query.filtered && matched === 0
  return {
    shown: nothing ? [] : shown,
    matched,
    count: page.count,
    searched: pass.searched,
    near: nothing ? nearest(tree, pass.from, query.terms, query.needle, nearCount, pass.ways) : [],
    left: nothing ? [] : page.left,
    ...(page.limited ? { cut: 'limit' as const } : pass.tooDeep && { cut: 'maxDepth' as const }),
  }
}

/** One walk over the tree. What comes first (a modal dialog, the focused window) is known only to a second one. */
class Pass {
  readonly from: Key
  readonly page: Page
  matched = 0
  searched = 0
  tooDeep = false
  readonly #tree: Tree
  readonly #query: Query
  readonly #marked: ReadonlySet<Key> | undefined
  readonly #frames: Frames
  #live = 0
  #modal: Pane | undefined
  #focused: Pane | undefined
  #around: Pane | undefined

  constructor(tree: Tree, query: Query, first: Pane | undefined) {
    this.#tree = tree
    this.#query = query
    this.from = query.from ?? tree.root
    this.page = new Page({ limit: query.limit, only: query.only, first })
    // What an earlier page left out of a run is what a later one is asked for.
    const shortens = !query.filtered && query.only === undefined
    this.#frames = new Frames(tree, { shortens, dropped: (index) => this.page.add(index, -1) })
    const { candidates } = query
    if (candidates !== undefined && candidates.size < tree.size * fewCandidates) this.#marked = waysTo(tree, candidates)
    this.#walk()
    if (this.#marked !== undefined) this.searched = this.from === tree.root ? tree.size : sizeOf(tree, this.from)
  }

  get shown(): readonly Shown[] {
    return this.#frames.shown
  }

  /** The candidates and all that leads to them, where they are few. */
  get ways(): ReadonlySet<Key> | undefined {
    return this.#marked
  }

  /** What is to come first, when it is not all there is. */
  pane(): Pane | undefined {
    const pane = this.#modal ?? this.#focused ?? this.#around
    return pane !== undefined && pane.to - pane.from < this.matched ? pane : undefined
  }

  #walk(): void {
    const root = this.#tree.node(this.from)
    if (root === undefined) return
    const left = (frame: Frame) => this.#left(frame)
    const frames = this.#frames
    const lists: (readonly Key[])[] = [root.children]
    const places: number[] = [0]
    const tops: number[] = [-1]
    const marked = this.#marked
    const skipsHidden = !this.#query.includeHidden
    const skipsPlain = !this.#query.includeNonInteractable
    let depth = 0
    this.searched++
    this.#enter(root, true)
    while (depth >= 0) {
      const list = lists[depth]!
      const place = places[depth]!++
      if (place >= list.length) {
        frames.leave(tops[depth]!, left)
        depth--
        continue
      }
      const key = list[place]!
      if (marked !== undefined && !marked.has(key)) continue
      const node = this.#tree.node(key)
      if (node === undefined) continue
      this.searched++
      const { flags, children } = node
      if (skipsHidden && (flags & Flag.hidden) !== 0) continue
      const { top } = frames
      if (!skipsPlain || !isPlain(node)) this.#enter(node, false)
      if (children.length === 0) {
        if (frames.top > top) frames.leave(top, left)
      } else {
        lists[++depth] = children
        places[depth] = 0
        tops[depth] = top
      }
    }
  }

  #enter(node: Node, isRoot: boolean): void {
    if (this.#isMatch(node)) {
      const index = this.matched++
      if (!this.page.full || this.#query.includeNonInteractable || isRoot) this.#match(node, index)
      else this.#count(node, index)
    } else if (isRoot) {
      this.#frames.push(node, Kind.window, 0)
      if (!this.#query.filtered) this.#frames.open(this.#frames.top)
    } else this.#context(node)
    if ((node.flags & Flag.focused) !== 0 && !this.#query.filtered) this.#focusIn()
  }

  #isMatch(node: Node): boolean {
    const query = this.#query
    if (!query.includeDisabled && (node.flags & Flag.disabled) !== 0) return false
    if (query.includeNonInteractable) {
      if (!query.filtered && isWrapper(node)) return false
    } else if (!isInteractable(node)) return false
    if (query.candidates !== undefined && !query.candidates.has(node.key)) return false
    const { terms } = query
    for (let i = 0; i < terms.length; i++) if (!terms[i]!(node)) return false
    return !query.includeNonInteractable || !this.#isTold(node)
  }

  /** A static text that the match around it says already is part of that, and no match of its own. */
  #isTold(node: Node): boolean {
    const frame = this.#frames.at(this.#frames.top)
    if (kindOf(node) !== Kind.text) return false
    const text = ownText(node)
    if (text === undefined) return !this.#query.filtered
    if (frame?.isMatch !== true) return false
    const told = frame.node.title ?? frame.node.description ?? this.#frames.label(frame)
    return told !== undefined && holdsWords(told, text)
  }

  /** A match that there is no room for matters as the bound of what comes first, and in no other way. */
  #count(node: Node, index: number): void {
    if (this.page.isWanted(index)) this.page.leave(index)
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
      if (isWanted && frame.level <= this.#query.maxDepth) page.leave(index)
      return
    }
    const text = frames.label(frame)
    const item: Item = { node, context: false, ...(text !== undefined && { text }), children: [], order: index }
    if (!frames.append(parent, item)) {
      frame.closed = true
      page.leave(index)
      return
    }
    frame.item = item
    page.add(index, 1)
  }

  #fits(index: number, around: Frame | undefined): boolean {
    if (around !== undefined && around.level >= this.#query.maxDepth) {
      this.tooDeep = true
      return false
    }
    return around?.closed !== true && this.page.hasRoom(index)
  }

  #context(node: Node): void {
    const kind = kindOf(node)
    if (kind === Kind.none || kind === Kind.text) return
    const frames = this.#frames
    const { filtered } = this.#query
    if (kind === Kind.heading || kind === Kind.landmark) {
      if (!filtered) frames.at(frames.top)!.heading = kind === Kind.heading ? node : undefined
    } else if (kind === Kind.live) {
      if (!filtered) this.#tell(node)
    } else if (kind === Kind.dialog) {
      frames.push(node, kind, this.matched)
      if (!filtered) frames.open(frames.top)
    } else if (node.children.length > 0 && (kind === Kind.window || !this.page.full))
      frames.push(node, kind, this.matched)
  }

  /** A live region that says something is shown whatever there is in it. */
  #tell(node: Node): void {
    const text = textIn(this.#tree, node) ?? node.value
    if ((text === undefined && !isNamed(node)) || this.#live >= this.#query.limit) return
    const frames = this.#frames
    const parent = frames.top
    if (!frames.open(parent)) return
    const isNew = text !== undefined && text !== (node.title ?? node.description)
    const item: Item = { node, context: true, ...(isNew && { text }), children: [], order: -1 }
    if (!frames.append(parent, item)) return
    this.#live++
    frames.push(node, Kind.live, this.matched).item = item
  }

  /** Remembers which matches a window or dialog holds, when it may have to come first. */
  #left(frame: Frame): void {
    if (frame.kind !== Kind.dialog && frame.kind !== Kind.window) return
    if (this.matched === frame.firstMatch || frame.node.key === this.from) return
    const pane = { from: frame.firstMatch, to: this.matched }
    if (isModal(frame.node)) this.#modal = pane
    else if ((frame.node.flags & Flag.focused) !== 0) this.#focused = pane
    else if (frame.hasFocus) this.#around ??= pane
  }

  #focusIn(): void {
    for (let at = this.#frames.top; at >= 0; at--) {
      const frame = this.#frames.at(at)!
      if (frame.kind !== Kind.dialog && frame.kind !== Kind.window) continue
      frame.hasFocus = true
      return
    }
  }
}

/** The candidates and all that lead to them. */
function waysTo(tree: Tree, candidates: ReadonlySet<Key>): Set<Key> {
  const ways = new Set<Key>()
  for (const candidate of candidates) {
    for (let key = candidate; key !== 0 && !ways.has(key); ) {
      ways.add(key)
      const node = tree.node(key)
      if (node === undefined) break
      key = node.parent
    }
  }
  return ways
}

function sizeOf(tree: Tree, from: Key): number {
  let size = 0
  const stack = [from]
  while (stack.length > 0) {
    const node = tree.node(stack.pop()!)
    if (node === undefined) continue
    size++
    for (const child of node.children) stack.push(child)
  }
  return size
}
