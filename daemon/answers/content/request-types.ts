/** Request types in callers' words, and in CDP's. */
import { cutAt } from '../../../api-schema/cut.ts'
import { nearNames } from '../../../api-schema/near-names.ts'
import { Problem } from '../../problem.ts'

/** CDP's resource types. */
const types = [
  ...['Document', 'Stylesheet', 'Image', 'Media', 'Font', 'Script', 'TextTrack', 'XHR', 'Fetch', 'Prefetch'],
  ...['EventSource', 'WebSocket', 'Manifest', 'SignedExchange', 'Ping', 'CSPViolationReport', 'Preflight', 'FedCM'],
  'Other',
]

export function requestTypeNamed(type: string): string {
  const found = types.find((one) => one.toLowerCase() === type.toLowerCase())
  if (found !== undefined) return found
  const near = nearNames(type, types)
  throw new Problem('invalid_params', {
    message: `params.type: unknown request type ${JSON.stringify(cutAt(type, 40))}.`,
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `One of ${types.join(', ')}; case does not count.`,
    data: { path: 'params.type', ...(near.length > 0 && { near }) },
  })
}
