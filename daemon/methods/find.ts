/** The one element that a `find` means. */
import type { Params } from '../../api-schema/methods.ts'
import type { Call, World } from '../dispatch.ts'
import type { Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/sync.ts'
import { shapeOf } from './effect.ts'
import { type Candidate, exactFirst, missHint, tell } from './miss.ts'
import { placesOf } from './scope.ts'
import { flat, look, plainWish } from './view.ts'

export type Find = NonNullable<Params<'interact'>['find']>

export interface FindOptions {
  /** Of the candidates that an error names. */
  readonly format: 'json' | 'outline'
  /** What became of the call where none or several fit, such as `Nothing was done.` */
  readonly outcome?: string
}

const candidatesTold = 6
/** Looked through for one that is called exactly what was asked for. */
const candidatesSeen = 50

/** Exactly one element must fit; a guess is never taken. Throws element_ambiguous and not_found. */
export async function found(
  find: Find,
  options: FindOptions,
  call: Call,
  world: World,
): Promise<{ readonly warm: Warm; readonly key: Key }> {
  const places = await placesOf(find, 'auto', call, world)
  const matches: Candidate[] = []
  const near: Candidate[] = []
  let matched = 0
  let searched = 0
  for (const place of places) {
    const { answer } = look(place, { ...plainWish, ...find, limit: candidatesSeen, maxDepth: 1000 })
    matched += answer.matched
    searched += answer.searched
    for (const shown of flat(answer.shown)) if (!shown.context) matches.push({ warm: place.warm, node: shown.node })
    for (const node of answer.near) near.push({ warm: place.warm, node })
  }
  const one = matches[0]
  if (matched === 1 && one !== undefined) return { warm: one.warm, key: one.node.key }
  const told = (list: readonly Candidate[]) =>
    tell(list, candidatesTold, options.format === 'outline', (warm) => shapeOf(warm, world))
  const asked = askedOf(find)
  const outcome = options.outcome === undefined ? '' : ` ${options.outcome}`
  if (matched > 1) {
    throw new Problem('element_ambiguous', {
      message: `${matched} elements fit ${asked}.${outcome}`,
      hint: 'Take one of the candidates by its elementId, or narrow the find by filter, elementTypes or scope element.',
      data: { candidates: told(exactFirst(matches, find.filter)), matched },
    })
  }
  const hint = missHint(near, find)
  throw new Problem('not_found', {
    message: `None of ${searched} elements fits ${asked}.${outcome}`,
    ...(hint !== undefined && { hint: `${hint} Or take one of the near ones.` }),
    ...(hint === undefined && near.length === 0 && { hint: 'Call explore for what is there, or loosen the filter.' }),
    data: { near: told(near), searched },
  })
}

function askedOf({ filter = {}, elementTypes }: Find): string {
  const types = elementTypes.includes('any') ? '' : ` of type ${elementTypes.join(' or ')}`
  return `${JSON.stringify(filter)}${types}`
}
