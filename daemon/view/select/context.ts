/** What is shown around matches, or without any: windows, named groups, headings, questions and messages. */
import { isNamed, Kind, kindOf } from '../../tree/model/context.ts'
import type { Node } from '../../tree/model/node.ts'
import type { Tree } from '../../tree/naming/labels.ts'
import { textIn } from '../../tree/naming/texts.ts'
import type { Frames } from '../fold/folding.ts'
import type { Item } from '../fold/shown.ts'
import { saidBy } from '../name/said.ts'
import { isFolded } from './one-line.ts'
import type { Query } from './query.ts'

export class Context {
  readonly #tree: Tree
  readonly #query: Query
  readonly #frames: Frames
  /** Number of shown messages. */
  #live = 0

  constructor(tree: Tree, query: Query, frames: Frames) {
    this.#tree = tree
    this.#query = query
    this.#frames = frames
  }

  /** Shows the element, or keeps it until something in it is shown. `matched`: matches before it. */
  meet(node: Node, matched: number): void {
    const kind = kindOf(node)
    if (kind === Kind.none || kind === Kind.text) return
    const frames = this.#frames
    const { filtered } = this.#query
    if (kind === Kind.heading || kind === Kind.landmark) {
      if (filtered) return
      if (kind === Kind.heading) {
        frames.at(frames.top)!.heading = node
        frames.section(node)
      } else if (node.children.length > 0) frames.push(node, kind, matched)
    } else if (kind === Kind.live) {
      if (!filtered) this.#tell(node, matched)
    } else if (kind === Kind.dialog) {
      frames.push(node, kind, matched)
      if (!filtered) {
        frames.open(frames.top)
        this.say(node)
      }
    } else if (node.children.length > 0) {
      frames.push(node, kind, matched)
      if (kind === Kind.window && isFolded(this.#tree, this.#query, node)) frames.open(frames.top)
      else if (kind === Kind.window && !filtered) this.say(node)
    }
  }

  /** A dialog's question is shown with its buttons, on the first page. */
  say(dialog: Node): void {
    const { only, includeNonInteractable } = this.#query
    if (only !== undefined || includeNonInteractable) return
    const said = saidBy(this.#tree, dialog)
    if (said.length === 0 || !this.#frames.open(this.#frames.top)) return
    for (const node of said) this.#frames.append(this.#frames.top, { node, context: true, children: [], order: -1 })
  }

  /** A live region with a message is shown whatever it contains. */
  #tell(node: Node, matched: number): void {
    const text = textIn(this.#tree, node) ?? node.value
    if ((text === undefined && !isNamed(node)) || this.#live >= this.#query.limit) return
    const frames = this.#frames
    const parent = frames.top
    if (!frames.open(parent)) return
    const isNew = text !== undefined && text !== (node.title ?? node.description)
    const item: Item = { node, context: true, ...(isNew && { text }), children: [], order: -1 }
    if (!frames.append(parent, item)) return
    this.#live++
    frames.push(node, Kind.live, matched).item = item
  }
}
