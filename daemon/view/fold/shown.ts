/** A view's elements, before they are written. */
import type { Node } from '../../tree/model/node.ts'

export interface Shown {
  readonly node: Node
  /** Not a match; shown because of others. */
  readonly context: boolean
  /** Static text that names it, or whose state it expresses. */
  readonly text?: string
  /** The part of its name that its shown children do not repeat. */
  readonly rest?: string
  /** For a closed list: the number of its options, which are not shown. */
  readonly options?: number
  readonly children: readonly Shown[]
  /** Omitted similar siblings after it. */
  readonly more?: { readonly count: number; readonly role: string } | undefined
  /** The walk stopped before counting all that follows in its list. */
  readonly unfinished?: boolean
  /** Position among all matches, in document order; -1 for context. */
  readonly order: number
}

/** One that is still being built. */
export interface Item extends Omit<{ -readonly [field in keyof Shown]: Shown[field] }, 'children'> {
  readonly children: Item[]
}

/** All of them with their contents, in the order in which they are written. */
export function* flat(shown: readonly Shown[]): Iterable<Shown> {
  const stack = [...shown].reverse()
  while (stack.length > 0) {
    const one = stack.pop()!
    yield one
    for (let i = one.children.length - 1; i >= 0; i--) stack.push(one.children[i]!)
  }
}

/** Omitted matches, by their heading or nearest named container. */
export type Lost = ReadonlyMap<Node | undefined, number>
