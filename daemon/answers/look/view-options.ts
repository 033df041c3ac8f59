/** Which elements a view shows, and how: the parameters of explore. */
import type { Params } from '../../../api-schema/methods.ts'

export type ViewOptions = Pick<
  Params<'explore'>,
  | 'elementTypes'
  | 'includeHidden'
  | 'includeDisabled'
  | 'includeNonInteractable'
  | 'showCoordinates'
  | 'showActions'
  | 'maxDepth'
  | 'maxTokens'
> & {
  /** Most elements shown; defaults to `limitOf`. */
  readonly limit?: number | undefined
  readonly filter?: Params<'explore'>['filter']
  readonly format: 'json' | 'outline' | 'list' | 'count'
  /** Matches an element's own words only, not labels found near it. */
  readonly owned?: boolean
  /** Positions are screen positions, even for elements of a page. */
  readonly onScreen?: boolean
}

export const defaultOptions: ViewOptions = {
  elementTypes: ['any'],
  includeHidden: false,
  includeDisabled: false,
  includeNonInteractable: false,
  showCoordinates: false,
  showActions: false,
  maxDepth: 10,
  maxTokens: 2000,
  format: 'json',
}

/** Everything that a call searches for the element it means. */
export const wholeOptions = { ...defaultOptions, limit: 200, maxDepth: 1000 }

const limitOfJson = 100
/** The shortest line of an outline. */
const leastTokens = 5

/** As many elements as can fit into an outline's tokens. */
export function limitOf({ limit, format, maxTokens }: ViewOptions): number {
  return limit ?? (format === 'json' ? limitOfJson : Math.max(limitOfJson, Math.ceil(maxTokens / leastTokens)))
}
