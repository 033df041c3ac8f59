import { type Node, type NodeOf, nameOf } from '../model/node.ts'
import { labelOf, textBeside } from '../naming/labels.ts'
import { Hash } from './hash.ts'

export interface Fingerprint {
  readonly role: string
  /** Hash of the element, with the label that the view shows if it has no name. */
  readonly own: number
  /** Hash of the text next to it. */
  readonly beside: number
  /** Hash of its ancestors. */
  readonly chain: number
}

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

/** Whether the text next to it, which may be the name of its row, is the same. */
export function isBesideTheSame(node: Node, { beside }: Fingerprint, nodeOf: NodeOf): boolean {
  return besideOf(node, nodeOf) === beside
}

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

/** Without changing counters. Not for the root, whose name is the document title and changes during work. */
function stableName(node: Node): string | undefined {
  if (node.parent === 0) return undefined
  const name = node.title ?? node.description ?? node.placeholder
  return name === undefined || name === node.value ? undefined : name.replace(counter, '').trim()
}

/** In a name it changes, appears and disappears. */
export const counter = /[([]\d+\+?[)\]]/g

/** Numbered or random identifiers: the next instance will have another one. */
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

/** A candidate's fields in an error, besides its id. */
export function describe(node: Node): { role: string; name: string } {
  return { role: node.role, name: nameOf(node).slice(0, 80) }
}
