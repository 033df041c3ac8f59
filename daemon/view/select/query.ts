/** The parameters and result of a walk. */
import type { Key } from '../../platform/element/row.ts'
import type { Keys } from '../../tree/index/field-index.ts'
import type { Term } from '../../tree/index/terms.ts'
import type { Node } from '../../tree/model/node.ts'
import type { Range } from '../fold/ranges.ts'
import type { Lost, Shown } from '../fold/shown.ts'
import type { Skipped } from './skipped.ts'

export interface Query {
  /** Where to start; defaults to the root. Always shown, even if hidden itself. */
  readonly from?: Key
  readonly terms: readonly Term[]
  /** Candidates from the field index; if given, nothing else can match. */
  readonly candidates?: Keys
  /** A specific search: shows only matches and what contains them, and shortens no runs. */
  readonly filtered: boolean
  readonly includeHidden: boolean
  readonly includeDisabled: boolean
  /** Also set if the filter names a role, so that headings and texts can be requested by role. */
  readonly includeNonInteractable: boolean
  /** Options of closed lists are only counted, even where the walk starts. Default: in a view of all controls. */
  readonly foldsLists?: boolean
  /** Levels of matches; context does not count. */
  readonly maxDepth: number
  readonly limit: number
  /** Matches left by earlier pages; all if absent. */
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
  /** Disabled controls that would match if they were included. */
  readonly disabled: number
  /** Only for a view of all controls. */
  readonly skipped?: Skipped | undefined
  readonly near: readonly Node[]
  /** Matches omitted for lack of room or in a shortened run: `only` of the next page. */
  readonly left: readonly Range[]
  readonly cut?: 'limit' | 'maxDepth'
  /** Omitted matches, by their heading or nearest named container. */
  readonly lost: Lost
}
