/** The relations between elements that elements report. */
import { ask, type Queried } from './access.ts'
import { refOf } from './cache-items.ts'
import type { Ref } from './facts.ts'

export const relation = { labelFor: 1, labelledBy: 2, popupFor: 15 } as const

export async function relationsOf(queried: Queried): Promise<[number, Ref][]> {
  const [set] = await ask(queried, 'Accessible', 'GetRelationSet')
  return (Array.isArray(set) ? set : []).flatMap((one) => {
    const [kind, targets] = Array.isArray(one) ? one : []
    const refs = (Array.isArray(targets) ? targets : []).map((target) => refOf(target, queried.ref.bus))
    return refs.flatMap((ref): [number, Ref][] => (ref === undefined ? [] : [[kind, ref]]))
  })
}
