/** What is told when a filter found nothing, or more than it should: the nearest elements, and what would find the right one. */
import type { Element } from '../../api-schema/element.ts'
import { Flag } from '../platform/flags.ts'
import { type Line, partsOf, writeLine } from '../shape/outline.ts'
import { cutAt } from '../shape/text.ts'
import { elementOf, type Shape } from '../shape/verbosity.ts'
import { isNamed, Kind, kindOf } from '../tree/context.ts'
import { fold } from '../tree/fold.ts'
import { labelOf, ownText } from '../tree/labels.ts'
import { isInteractable, type Node, nameOf, shortRole } from '../tree/node.ts'
import type { Warm } from '../tree/sync.ts'
import { termsOf } from '../tree/terms.ts'
import type { Wish } from './view.ts'

export interface Candidate {
  readonly warm: Warm
  readonly node: Node
}

/** An element in an error or beside an empty answer; as an outline, its line. */
export type Told = (Element & { readonly in?: string }) | string

const longestName = 80
const longestPlace = 40
const nodesLooked = 30

/** Which switches would have found the near ones that fit but for them. */
export function missHint(
  near: readonly Candidate[],
  wish: Pick<Wish, 'filter' | 'elementTypes' | 'includeHidden' | 'includeDisabled' | 'includeNonInteractable'>,
): string | undefined {
  const terms = termsOf(wish.filter, wish.elementTypes)
  const found = new Set<string>()
  for (const { node, warm } of near) {
    if (!terms.every((term) => term(node))) continue
    if (!wish.includeDisabled && (node.flags & Flag.disabled) !== 0) found.add('includeDisabled')
    if (!wish.includeHidden && isHidden(warm, node)) found.add('includeHidden')
    if (!wish.includeNonInteractable && !isInteractable(node)) found.add('includeNonInteractable')
  }
  if (found.size === 0) return undefined
  const why = [
    found.has('includeDisabled') && 'is disabled',
    found.has('includeHidden') && 'is hidden',
    found.has('includeNonInteractable') && 'cannot be acted upon',
  ].filter(Boolean)
  return `What fits ${why.join(' or ')}: ${[...found].join(' and ')} true would find it.`
}

function isHidden({ tree }: Warm, node: Node): boolean {
  return [node, ...tree.ancestors(node)].some(({ flags }) => (flags & Flag.hidden) !== 0)
}

/** Those that are called exactly what was asked for come first; of those that look alike, each says where it is. */
export function tell(candidates: readonly Candidate[], count: number, asOutline: boolean, shapeOf: ShapeOf): Told[] {
  const told = candidates.slice(0, count)
  const lines = told.map(({ warm, node }) =>
    writeLine(briefly(partsOf(node, { ...shapeOf(warm), idOf: () => '0' }, labelOf(warm.tree, node)))),
  )
  return told.map(({ warm, node }, at) => {
    const isAlike = lines.indexOf(lines[at]!) !== lines.lastIndexOf(lines[at]!)
    const place = isAlike ? placeOf(warm, node) : undefined
    const text = labelOf(warm.tree, node)
    if (!asOutline)
      return {
        ...elementOf(node, shapeOf(warm), text === undefined ? {} : { text }),
        ...(place !== undefined && { in: place }),
      }
    return writeLine(briefly(partsOf(node, shapeOf(warm), text))) + (place === undefined ? '' : ` in ${place}`)
  })
}

export type ShapeOf = (warm: Warm) => Shape

export function exactFirst(candidates: readonly Candidate[], filter: Wish['filter']): Candidate[] {
  const wanted = [filter?.anyFieldContains, filter?.titleContains].flatMap((text) =>
    text === undefined ? [] : [fold(text).trim()],
  )
  const isExact = ({ node }: Candidate) => wanted.includes(fold(nameOf(node)).trim())
  return [...candidates].sort((a, b) => Number(isExact(b)) - Number(isExact(a)))
}

function briefly(line: Line): Line {
  const { name, value, description, ...rest } = line
  const brief = (text: string) => (text.length > longestName ? `${cutAt(text, longestName)}…` : text)
  return {
    ...rest,
    ...(name !== undefined && { name: brief(name) }),
    ...(value !== undefined && { value: brief(value) }),
    ...(description !== undefined && { description: brief(description) }),
  }
}

/** The nearest thing around it by which a person would tell it from others: a named container, or a row by its texts. */
function placeOf({ tree }: Warm, node: Node): string | undefined {
  const own = fold(nameOf(node)).trim()
  for (const around of tree.ancestors(node)) {
    if (around.key === tree.root) return undefined
    const isRow = kindOf(around) === Kind.row || around.subrole === 'AXListItem'
    const name = isNamed(around) ? nameOf(around) : isRow ? textsIn(tree, around, own) : undefined
    if (name === undefined || fold(name).trim() === own) continue
    return `${shortRole(around.role, around.subrole)} ${JSON.stringify(cutAt(name, longestPlace))}`
  }
  return undefined
}

/** What else a row says, of its first few elements. */
function textsIn(tree: Warm['tree'], row: Node, own: string): string | undefined {
  const texts: string[] = []
  let left = nodesLooked
  for (const node of tree.walk(row.key)) {
    if (left-- === 0) break
    const text = ownText(node)
    if (text !== undefined && fold(text).trim() !== own && !texts.includes(text)) texts.push(text)
  }
  return texts.length === 0 ? undefined : texts.join(' ')
}
