/** Script answers that contain nodes: the browser sends each node's id along, so no further call is needed. */
import type { Protocol } from 'devtools-protocol'
import type { Place } from './access.ts'
import type { Session } from './connection.ts'

export type How = Pick<Protocol.Runtime.CallFunctionOnRequest, 'returnByValue' | 'serializationOptions'>
type Deep = Protocol.Runtime.DeepSerializedValue

/** For a node in an answer, asks only for its id. */
export const withPlaces = {
  serializationOptions: {
    serialization: 'deep',
    maxDepth: 6,
    additionalParameters: { maxNodeDepth: 0, includeShadowTree: 'none' },
  },
} as const satisfies How

/** An answer with each node as its place, and null as undefined. */
export function placed(session: Session, answer: Deep | undefined): unknown {
  const known = new Map<number, Place>()
  const of = ({ type, value, weakLocalObjectReference: again = -1 }: Deep): unknown => {
    if (value === undefined) return known.get(again)
    // Numbers that JSON lacks come as text.
    if (type === 'number') return Number(value)
    if (type === 'array') return value.map(of)
    if (type === 'object') return Object.fromEntries(value.map(([name, one]: [string, Deep]) => [name, of(one)]))
    if (type !== 'node') return value
    const place = { session, backendNodeId: value.backendNodeId }
    known.set(again, place)
    return place
  }
  return answer && of(answer)
}
