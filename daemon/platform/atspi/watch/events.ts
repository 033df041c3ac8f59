/** Applications' signals as events: what happened to which element. */
import type { Signal } from '../wire/bus.ts'
import { type Item, itemOf, refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'

export interface AtspiEvent {
  readonly source: Ref
  /** The signal's own name, such as `StateChanged`. */
  readonly member: string
  readonly kind: 'object' | 'window' | 'document' | 'cache'
  /** `focused`, `add`, `accessible-name`: without anything after a slash. */
  readonly detail: string
  readonly detail1: number
  /** The element that came or went, if the signal includes it. */
  readonly item?: Item
  readonly other?: Ref
}

const object = 'org.a11y.atspi.Event.Object'
const window = 'org.a11y.atspi.Event.Window'
const document = 'org.a11y.atspi.Event.Document'
const cache = 'org.a11y.atspi.Cache'

/** Requested from the registry: with more, toolkits would announce every frame of an animation. */
export const registrations = [
  'object:state-changed',
  'object:children-changed',
  'object:property-change',
  'object:text-changed',
  'object:selection-changed',
  'object:visible-data-changed',
  'object:active-descendant-changed',
  'object:model-changed',
  'window:',
  'document:load-complete',
] as const

const members = [
  'StateChanged',
  'ChildrenChanged',
  'PropertyChange',
  'TextChanged',
  'SelectionChanged',
  'VisibleDataChanged',
  'ActiveDescendantChanged',
  'ModelChanged',
]

/** Match rules for one sender; `byBounds`: see `tellsByBounds`. */
export function rulesFor(sender: string, byBounds: boolean): string[] {
  const from = `type='signal',sender='${sender}'`
  const rules = [...members, ...(byBounds ? ['BoundsChanged'] : [])].map(
    (member) => `${from},interface='${object}',member='${member}'`,
  )
  rules.push(`${from},interface='${window}'`, `${from},interface='${document}',member='LoadComplete'`)
  if (byBounds) rules.push(`${from},interface='${cache}'`)
  return rules
}

const kinds: ReadonlyMap<string, 'object' | 'window' | 'document'> = new Map([
  [object, 'object'],
  [window, 'window'],
  [document, 'document'],
])

/** Undefined unless it is a well-formed event. Texts carried by an event are ignored. */
export function eventOf({ sender, path, interface: of, member, body }: Signal): AtspiEvent | undefined {
  const source = { bus: sender, path }
  if (of === cache) {
    const base = { source, member, kind: 'cache', detail: '', detail1: 0 } as const
    if (member === 'AddAccessible') {
      const item = itemOf(body[0], sender)
      return item && { ...base, item }
    }
    const other = refOf(body[0], sender)
    return other && { ...base, other }
  }
  const kind = kinds.get(of)
  const [detail, detail1, , any] = body
  if (kind === undefined || typeof detail !== 'string' || typeof detail1 !== 'number') return undefined
  const value = (any as { readonly value?: unknown } | undefined)?.value
  const other = refOf(value, sender)
  return {
    source,
    member,
    kind,
    detail: detail.split('/', 1)[0]!,
    detail1,
    ...(other !== undefined && { other }),
  }
}
