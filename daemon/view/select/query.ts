/** What is asked of a tree, and what is found. */
import type { Key } from '../../platform/row.ts'
import type { Term } from '../../tree/index/terms.ts'
import type { Node } from '../../tree/model/node.ts'
import type { Range } from '../fold/ranges.ts'
import type { Lost, Shown } from '../fold/shown.ts'
import type { Skipped } from './skipped.ts'

export interface Query {
  /** Where to start; defaults to the root. Always shown, even if hidden itself. */
  readonly from?: Key
  readonly terms: readonly Term[]
  /** If given, nothing else can match: from the field index. */
  readonly candidates?: ReadonlySet<Key>
  /** A specific search: shows only matches and what contains them, and shortens no runs. */
  readonly filtered: boolean
  readonly includeHidden: boolean
  readonly includeDisabled: boolean
  /** Also set if the filter names a role, so that headings and texts can be requested by role. */
  readonly includeNonInteractable: boolean
  /** Levels of matches; context does not count. */
  readonly maxDepth: number
  readonly limit: number
  /** Matches that earlier pages have left; all if absent. */
  readonly only?: readonly Range[] | undefined
  /** The searched text, for near misses. */
  readonly needle?: string
}

export interface Answer {
  readonly shown: readonly Shown[]
  /** All matches, including those beyond limit, depth and shortened runs. */
  readonly matched: number
  /** Number of shown matches. */
  readonly count: number
  readonly searched: number
  /** Disabled controls that match otherwise, if they are not wanted. */
  readonly disabled: number
  /** Only of a view of everything that can be used. */
  readonly skipped?: Skipped | undefined
  readonly near: readonly Node[]
  /** Matches that are not shown, for lack of room or in a shortened run: `only` of the next page. */
  readonly left: readonly Range[]
  readonly cut?: 'limit' | 'maxDepth'
  /** How many matches are not shown, by the heading or the named element that they are under. */
  readonly lost: Lost
}
