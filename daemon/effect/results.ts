/** What is typed into a search or a filter brings its results a moment later, by a timer or a request of the page. */
import type { Key } from '../platform/row.ts'
import { isInside, isOfType, isWithin, type Node } from '../tree/model/node.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { isOfChildren, partOf, partsOf } from '../tree/warm/things.ts'
import { changesBefore, thingsSince, veryLateMs } from './read-back.ts'
import { type Patience, settle } from './settle.ts'

/** Waits until something other than the field has changed since the revision, where that is what the field is for. */
export async function resultsOf(
  warm: Warm,
  field: Node,
  revision: number,
  looked: number,
  options: Patience,
): Promise<void> {
  if (warm.source.page === undefined || !isQuery(warm, field)) return
  const end = performance.now() + veryLateMs
  let seen = looked
  while (!hasCome(warm, field.key, revision) && (await changesBefore(end, warm, seen, options.signal)))
    seen = (await settle(warm, options)).seen
}

/**
 * No browser tells which timers a page has set, so the field has to: it searches by its markup, or it is the only one of
 * its page, and in no form, so that what is in it is sent nowhere.
 */
function isQuery({ tree }: Warm, field: Node): boolean {
  const nodeOf = (key: Key) => tree.node(key)
  const isIn = (subrole: string) => isInside(field, (around) => around.subrole === subrole, nodeOf)
  if (field.subrole === 'AXSearchField' || field.role === 'AXComboBox' || isIn('AXLandmarkSearch')) return true
  if (field.role !== 'AXTextField' || field.subrole !== undefined || isIn('AXLandmarkForm')) return false
  return [...tree.walk()].filter((node) => isOfType(node, 'textfield')).length === 1
}

function hasCome({ tree, restless, closed }: Warm, field: Key, revision: number): boolean {
  const things = closed ? undefined : thingsSince(tree, revision)
  const now = tree.node(field)
  if (things === undefined || now === undefined) return true
  const nodeOf = (key: Key) => tree.node(key)
  const isApart = (node: Node) => !isWithin(node, field, nodeOf) && !isWithin(now, node.key, nodeOf)
  return (
    things.changed.some((one) => !isOfChildren(one) && isApart(one.now) && !restless.has(partOf(one))) ||
    [...things.added, ...things.removed].some(
      (node) => isApart(node) && !partsOf(node).some((part) => restless.has(part)),
    )
  )
}
