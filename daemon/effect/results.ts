/** Typing into a search or a filter brings results a moment later, by a timer or a request of the page. */
import { getOrCreate } from '../platform/basics/get-or-create.ts'
import type { Key } from '../platform/element/row.ts'
import { isInside, isOfType, isWithin, type Node } from '../tree/model/node.ts'
import { isOfChildren, type Part, partOf, partsOf } from '../tree/warm/aligned.ts'
import { Calm } from '../tree/warm/restless.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { alignedSince, changesBefore } from './read.ts'
import { type Patience, settle, veryLateMs } from './settle.ts'

/** Fields that looked like a search and brought nothing: waiting for them once is enough. */
const fruitless = new WeakMap<Warm, Set<Key>>()

/** Waits until something other than the field has changed since the revision, if that is what the field is for. */
export async function resultsOf(
  warm: Warm,
  field: Node,
  revision: number,
  looked: number,
  options: Patience,
): Promise<void> {
  if (warm.source.page === undefined) return
  const isSearch = isSearchByMarkup(warm, field)
  const vain = getOrCreate(fruitless, warm, () => new Set<Key>())
  if (!isSearch && (vain.has(field.key) || !isOnlyField(warm, field))) return
  const end = performance.now() + veryLateMs
  let seen = looked
  while (!hasCome(warm, field.key, revision)) {
    if (!(await changesBefore(end, { warm, seen, options }))) {
      if (!isSearch && !options.signal.aborted) vain.add(field.key)
      return
    }
    seen = (await settle(warm, options)).seen
  }
}

/** No browser says which timers a page has set, so the field has to say what it is for. */
function isSearchByMarkup({ tree }: Warm, field: Node): boolean {
  return field.subrole === 'AXSearchField' || field.role === 'AXComboBox' || isIn(tree, field, 'AXLandmarkSearch')
}

/** The only field of its page, and in no form: its text is sent nowhere, so it may well filter what is there. */
function isOnlyField({ tree }: Warm, field: Node): boolean {
  if (field.role !== 'AXTextField' || field.subrole !== undefined || isIn(tree, field, 'AXLandmarkForm')) return false
  for (const node of tree.walk()) if (node.key !== field.key && isOfType(node, 'textfield')) return false
  return true
}

function isIn(tree: Warm['tree'], field: Node, subrole: string): boolean {
  return isInside(
    field,
    (around) => around.subrole === subrole,
    (key) => tree.node(key),
  )
}

function hasCome({ tree, restless, closed }: Warm, field: Key, revision: number): boolean {
  const changes = closed ? undefined : alignedSince(tree, revision)
  const now = tree.node(field)
  if (changes === undefined || now === undefined) return true
  const nodeOf = (key: Key) => tree.node(key)
  const isRestless = (part: Part) => restless.calmOf(part) === Calm.restless
  const isApart = (node: Node) => !isWithin(node, field, nodeOf) && !isWithin(now, node.key, nodeOf)
  return (
    changes.changed.some((one) => !isOfChildren(one) && isApart(one.now) && !isRestless(partOf(one))) ||
    [...changes.added, ...changes.removed].some((node) => isApart(node) && !partsOf(node).some(isRestless))
  )
}
