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
  | 'limit'
  | 'maxTokens'
> & {
  readonly filter?: Params<'explore'>['filter']
  readonly format: 'json' | 'outline' | 'list' | 'count'
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
  limit: 100,
  maxTokens: 2000,
  format: 'json',
}
