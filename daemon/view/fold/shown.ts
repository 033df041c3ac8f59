/** What is shown of a tree. */
import type { Node } from '../../tree/model/node.ts'

export interface Shown {
  readonly node: Node
  /** Not a match, shown because of others. */
  readonly context: boolean
  /** Static text that names it, or whose state it expresses. */
  readonly text?: string
  /** What of its name is not said again by what is shown in it. */
  readonly rest?: string
  /** Of a closed list: how many options it has, none of which is shown. */
  readonly options?: number
  readonly children: readonly Shown[]
  /** Similar siblings that follow and are not shown. */
  readonly more?: { readonly count: number; readonly role: string } | undefined
  /** The walk has not counted all that follows it in its list. */
  readonly unfinished?: boolean
  /** Position among all matches, in document order; -1 for context. */
  readonly order: number
}

/** How many matches are not shown, by the heading or the named element that they are under. */
export type Lost = ReadonlyMap<Node | undefined, number>
