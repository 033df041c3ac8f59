/** Reports for a filter that matched nothing or too much: the closest elements, and how to match the right one. */
import type { Element } from '../../../api-schema/element.ts'
import { nearNames } from '../../../api-schema/near-names.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import { Flag } from '../../platform/element/flags.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { roleTerm, termsOf } from '../../tree/index/terms.ts'
import { isModal } from '../../tree/model/context.ts'
import { isHidden, isInteractable, type Node } from '../../tree/model/node.ts'
import { labelOf } from '../../tree/naming/labels.ts'
import type { Whereabouts } from '../../tree/naming/places.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { whereabouts } from '../../view/name/look-alikes.ts'
import { isOutOfSight } from '../../view/select/visibility.ts'
import { partsOf, placeText, shortened, writeLine } from '../../view/write/outline.ts'
import { elementOf, type Shape } from '../../view/write/verbosity.ts'
import type { ViewOptions } from './view-options.ts'

export interface Candidate {
  readonly warm: Warm
  readonly node: Node
}

/** An element in an error or next to an empty answer; in an outline, its line. */
export type Described = (Element & { readonly in?: string }) | string

const longestName = 80

/** The switches that exclude otherwise matching elements. */
export function missHint(
  near: readonly Candidate[],
  options: Pick<
    ViewOptions,
    'filter' | 'elementTypes' | 'includeHidden' | 'includeDisabled' | 'includeNonInteractable'
  >,
  front = frontHint(near),
): string | undefined {
  const terms = termsOf(options.filter, options.elementTypes)
  const found = new Set<string>()
  for (const { node, warm } of near) {
    if (!terms.every((term) => term(node))) continue
    if (!options.includeDisabled && (node.flags & Flag.disabled) !== 0) found.add('includeDisabled')
    if (!options.includeHidden && isOutOfSight(warm, node)) found.add('includeHidden')
    if (!options.includeNonInteractable && !isInteractable(node)) found.add('includeNonInteractable')
  }
  if (found.size === 0) return undefined
  if (front !== undefined && found.has('includeHidden')) return front
  const why = [
    found.has('includeDisabled') && 'disabled',
    found.has('includeHidden') && 'hidden',
    found.has('includeNonInteractable') && 'not interactable',
  ].filter(Boolean)
  return `There are matches that are ${why.join(' or ')}: set ${[...found].join(' and ')} to true to find them.`
}

/** Set if a modal dialog hides the first of them. */
export function frontHint([first]: readonly Candidate[]): string | undefined {
  if (first === undefined || !isOutOfSight(first.warm, first.node)) return undefined
  const { tree } = first.warm
  const around = new Set(tree.ancestors(first.node))
  for (const node of tree.walk()) {
    if (!isModal(node) || isHidden(node) || around.has(node)) continue
    const dialog = node.title === undefined ? 'A dialog' : `The dialog ${quoted(node.title)}`
    return `${dialog} is in front of what matches: answer or close it first.`
  }
  return undefined
}

/** Set if no element has the requested role: lists similar roles that exist. */
export function roleHint(
  places: readonly Pick<Candidate, 'warm'>[],
  filter: ViewOptions['filter'],
): string | undefined {
  if (filter?.role === undefined) return undefined
  const nodes = places.flatMap(({ warm }) => [...warm.tree.walk()])
  if (nodes.some(roleTerm(filter.role))) return undefined
  const isAx = /^ax/i.test(filter.role)
  const roles = new Set(nodes.map(({ role, subrole }) => (isAx ? role : shortRole(role, subrole))))
  const near = nearNames(filter.role, roles).map((role) => quoted(role))
  return `No element here has the role ${quoted(filter.role)}.${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`}`
}

/** Look-alikes each state their location. */
export function tell(
  candidates: readonly Candidate[],
  count: number,
  asOutline: boolean,
  shapeOf: ShapeOf,
): Described[] {
  const chosen = candidates.slice(0, count)
  // The value or the focus of an element does not say whether it is meant.
  const lines = chosen.map(({ warm, node }) => {
    const { value: _, ...parts } = partsOf(
      node,
      { ...shapeOf(warm), idOf: () => '0' },
      { text: labelOf(warm.tree, node) },
    )
    return writeLine(shortened({ ...parts, states: [] }, longestName))
  })
  const places = new Map<Candidate, Whereabouts>()
  for (const [at, first] of chosen.entries()) {
    const alike = chosen.filter(({ warm }, other) => warm === first.warm && lines[other] === lines[at])
    if (alike.length === 1 || alike[0] !== first) continue
    const found = whereabouts(
      first.warm.tree,
      alike.map(({ node }) => node),
    )
    for (const one of alike) {
      const place = found.get(one.node.key)
      if (place !== undefined) places.set(one, place)
    }
  }
  return chosen.map((one) => {
    const { warm, node } = one
    const place = places.get(one)
    const text = labelOf(warm.tree, node)
    if (!asOutline)
      return {
        ...elementOf(node, shapeOf(warm), text === undefined ? {} : { text }),
        ...(place !== undefined && { in: placeText(place).replace(/^in /, '') }),
      }
    return (
      writeLine(shortened(partsOf(node, shapeOf(warm), { text }), longestName)) +
      (place === undefined ? '' : ` ${placeText(place)}`)
    )
  })
}

export type ShapeOf = (warm: Warm) => Shape
