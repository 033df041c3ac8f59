/** Recognizes a rebuilt element among others by the roles, identifiers and stable names on the path to the root. */
import type { Key } from '../../platform/row.ts'
import { type Node, nameOf } from '../model/node.ts'
import { labelOf, textBeside } from '../naming/labels.ts'
import { Hash } from './hash.ts'

export interface Fingerprint {
  readonly role: string
  /** Of the element, with the label that the view shows if it has no name. */
  readonly own: number
  /** Of the text beside it. */
  readonly beside: number
  /** Of its ancestors. */
  readonly chain: number
}

type NodeOf = (key: Key) => Node | undefined

/** `nodeOf` finds the parents, in the current tree or an earlier one. Ignores the value, which changes in place. */
export function fingerprintOf(node: Node, nodeOf: NodeOf): Fingerprint {
  return { role: node.role, own: ownOf(node, nodeOf), beside: besideOf(node, nodeOf), chain: chainOf(node, nodeOf) }
}

export function fits(node: Node, print: Fingerprint, nodeOf: NodeOf): boolean {
  return node.role === print.role && ownOf(node, nodeOf) === print.own && chainOf(node, nodeOf) === print.chain
}

function ownOf(node: Node, nodeOf: NodeOf): number {
  const hash = new Hash()
  put(hash, node)
  hash.add(labelOf({ node: nodeOf }, node) ?? '')
  return hash.value
}

function besideOf(node: Node, nodeOf: NodeOf): number {
  return new Hash().add(textBeside({ node: nodeOf }, node)?.replace(counter, '').trim() ?? '').value
}

/** Is the same text beside it? It may be the name of its row. */
export function isBesideTheSame(node: Node, { beside }: Fingerprint, nodeOf: NodeOf): boolean {
  return besideOf(node, nodeOf) === beside
}

/** Does it have a name, an identifier or a label? */
export function isCalled(node: Node, nodeOf: NodeOf): boolean {
  const isNamed = stableName(node) !== undefined || stableIdentifier(node.identifier) !== undefined
  return isNamed || labelOf({ node: nodeOf }, node) !== undefined
}

function chainOf(node: Node, nodeOf: NodeOf): number {
  const hash = new Hash()
  for (let up = nodeOf(node.parent); up !== undefined; up = nodeOf(up.parent)) put(hash, up)
  return hash.value
}

function put(hash: Hash, node: Node): void {
  hash.add(node.role)
  hash.add(node.subrole ?? '')
  hash.add(stableIdentifier(node.identifier) ?? '')
  hash.add(stableName(node) ?? '')
}

/** Names may contain changing counters; the root's name is the document title, which changes as one works in it. */
function stableName(node: Node): string | undefined {
  if (node.parent === 0) return undefined
  const name = node.title ?? node.description ?? node.placeholder
  return name === undefined || name === node.value ? undefined : name.replace(counter, '').trim()
}

const counter = /[([]\d+\+?[)\]]/g

/** Identifiers that are numbered or random, so that the next instance has a different one. */
const fleeting = [
  /^_NS:\d+$/,
  /^[:«_]r[0-9a-z]+[:»_]/,
  /:r[0-9a-z]+:/,
  /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/i,
  /\d{4,}/,
  /^(?:ember|ext-gen|yui|gwt-uid-|isc_|jqgh|ui-id-|mat-\D+-|cdk-\D+-|mui-|react-aria|headlessui-\D+-|radix-|downshift-|select2-\D+-|auto-?id)[-_]?\d+/i,
]

export function stableIdentifier(identifier: string | undefined): string | undefined {
  return identifier === undefined || fleeting.some((pattern) => pattern.test(identifier)) ? undefined : identifier
}

/** What a caller sees of a candidate, besides its id. */
export function describe(node: Node): { role: string; name: string } {
  return { role: node.role, name: nameOf(node).slice(0, 80) }
}
