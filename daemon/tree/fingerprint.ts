/** Tells an element that was built anew from others: by the roles, identifiers and stable names on the way to the root. */
import type { Key } from '../platform/platform.ts'
import { type Node, nameOf } from './node.ts'

export interface Fingerprint {
  readonly role: string
  /** Of the element alone: quick to compare over a whole tree. */
  readonly own: number
  /** Of the elements that contain it. */
  readonly chain: number
}

/** `nodeOf` finds the parents: in the tree as it is, or as it was. The value has no part in it: it changes in place. */
export function fingerprintOf(node: Node, nodeOf: (key: Key) => Node | undefined): Fingerprint {
  return { role: node.role, own: ownOf(node), chain: chainOf(node, nodeOf) }
}

export function fits(node: Node, print: Fingerprint, nodeOf: (key: Key) => Node | undefined): boolean {
  return node.role === print.role && ownOf(node) === print.own && chainOf(node, nodeOf) === print.chain
}

function ownOf(node: Node): number {
  const hash = new Hash()
  put(hash, node)
  return hash.value
}

function chainOf(node: Node, nodeOf: (key: Key) => Node | undefined): number {
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

/** Counters come and go in names; the root's name is the document's title, which follows what one does in it. */
function stableName(node: Node): string | undefined {
  if (node.parent === 0) return undefined
  const name = node.title ?? node.description ?? node.placeholder
  return name === undefined || name === node.value ? undefined : name.replace(counter, '').trim()
}

const counter = /[([]\d+\+?[)\]]/g

/** Identifiers that are counted or drawn when the element is made: the next one to be made has another. */
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

/** What a caller is told of a candidate, beside its id. */
export function describe(node: Node): { role: string; name: string } {
  return { role: node.role, name: nameOf(node).slice(0, 80) }
}

/** 53 bits over texts in order: two multiplicative hashes side by side. */
class Hash {
  #a = 0x1b873593
  #b = 0x41c6ce57

  add(text: string): void {
    let a = this.#a
    let b = this.#b
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      a = Math.imul(a ^ code, 0x9e3779b1)
      b = Math.imul(b ^ code, 0x5f356495)
    }
    this.#a = Math.imul(a ^ (a >>> 15) ^ text.length, 0x85ebca77)
    this.#b = Math.imul(b ^ (b >>> 13) ^ text.length, 0xc2b2ae3d)
  }

  get value(): number {
    return 0x100000000 * (this.#a & 0x1fffff) + (this.#b >>> 0)
  }
}
