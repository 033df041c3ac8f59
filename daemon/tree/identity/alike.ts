/** Finds elements that look like one that was shown: those that exist, and those that disappeared with it. */
import type { Key } from '../../platform/element/row.ts'
import type { Node } from '../model/node.ts'
import type { Difference } from '../warm/history.ts'
import type { Warm } from '../warm/sync.ts'
import { type Evidence, isFirm, Witness } from './evidence.ts'
import { type Fingerprint, fits } from './fingerprint.ts'
import { nestOfRows } from './nest.ts'

interface Shown {
  readonly key: Key
  readonly print: Fingerprint
  readonly evidence: Evidence
}

export function living({ tree }: Warm, print: Fingerprint): Node[] {
  const nodeOf = (key: Key) => tree.node(key)
  const found: Node[] = []
  for (const node of tree.walk()) if (fits(node, print, nodeOf)) found.push(node)
  return found
}

/** Removed elements indistinguishable from it, judged by the tree before each removal. */
export function twinsThatWent(
  tree: Warm['tree'],
  { removed, changed }: Difference,
  { key, print, evidence }: Shown,
): Key[] {
  const past = new Map<Key, Node>()
  for (const node of removed) past.set(node.key, node)
  for (const { was } of changed) past.set(was.key, was)
  const nodeOf = (key: Key) => past.get(key) ?? tree.node(key)
  const witness = new Witness(nestOfRows(nodeOf), new Set())
  const isOther = (twin: Key) => twin !== key && witness.take(twin).some(isFirm) && !witness.fits(twin, evidence)
  const found: Key[] = []
  for (const node of removed) if (fits(node, print, nodeOf) && !isOther(node.key)) found.push(node.key)
  return found
}
