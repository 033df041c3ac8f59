/** Which elements are seen, and how: the parameters of explore. */
import type { Params } from '../../api-schema/methods.ts'

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
  /** Most elements shown; by default `limitOf`. */
  readonly limit?: number | undefined
  readonly filter?: Params<'explore'>['filter']
  readonly format: 'json' | 'outline' | 'list' | 'count'
  /** Only words that an element owns: not those that a view adds because they stand near it. */
  readonly owned?: boolean
  /** In an outline all positions are on the screen, also of elements in a page. */
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

const limitOfJson = 100
/** No line of an outline has fewer. */
const leastTokens = 5

/** An outline holds as many as fit into its tokens. */
export function limitOf({ limit, format, maxTokens }: ViewOptions): number {
  return limit ?? (format === 'json' ? limitOfJson : Math.max(limitOfJson, Math.ceil(maxTokens / leastTokens)))
}
