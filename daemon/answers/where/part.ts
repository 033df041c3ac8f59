/** The part of a page that a selector names. */
import { cutAt } from '../../../api-schema/cut.ts'
import type { Found } from '../../platform/tab/page.ts'
import { Problem } from '../../problem.ts'
import type { Warm } from '../../tree/warm/sync.ts'

/** `path` names the selector's parameter. Throws not_found if nothing matches, invalid_params if it is invalid. */
export async function partOf(
  { source, target }: Warm,
  selector: string,
  path: string,
  signal: AbortSignal,
): Promise<Found> {
  const found = await source.page!.query(selector, signal)
  if (found !== undefined) return found
  throw new Problem('not_found', {
    message: `The selector ${JSON.stringify(cutAt(selector, 100))} matches nothing in ${target.id}.`,
    hint: 'Call {expand} on an element of that part for selectors that match, or omit the selector.',
    data: { path },
  })
}

/** A hint if the selector matches other elements as well. */
export function firstHint(found: Found | undefined): string | undefined {
  return found === undefined || found.matches < 2
    ? undefined
    : `The selector matches ${found.matches} elements; this is the first.`
}
