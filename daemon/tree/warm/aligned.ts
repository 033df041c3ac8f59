/** A difference of things, not of the platform's objects: pages and toolkits rebuild elements for the same thing. */
import type { Key } from '../../platform/element/row.ts'
import { isHidden, isInteractable, type Node, type NodeOf } from '../model/node.ts'
import type { Changes } from './history.ts'
import { sameRow } from './same-row.ts'

/**
 * Without elements that were rebuilt just as they were; those that differ are in `changed`, with both keys. Earlier
 * nodes name their parents and children by the new keys.
 */
export interface AlignedChanges extends Changes {
  /** New key → old key. */
  readonly again: ReadonlyMap<Key, Key>
  /** What was rebuilt, as it is now. */
  readonly made: ReadonlyMap<Key, Node>
  /**
   * The outermost rebuilt elements that are in sight and can be used, or hold some that can: texts alone, and the
   * contents of closed menus, are rebuilt for no reason.
   */
  readonly redrawn: readonly Node[]
  /** The present key of the element that had this one. */
  keyOf(old: Key): Key
  /** An earlier node under the new keys. */
  renewed(node: Node): Node
}

type Change = Changes['changed'][number]

const known = new WeakMap<Changes, AlignedChanges>()

export function alignChanges(difference: Changes): AlignedChanges {
  const aligned = known.get(difference) ?? align(difference)
  known.set(difference, aligned).set(aligned, aligned)
  return aligned
}

function align(difference: Changes): AlignedChanges {
  const pairs = builtAgain(difference)
  const again = new Map(pairs.map(({ was, now }) => [now.key, was.key]))
  const made = new Map(pairs.map(({ now }) => [now.key, now]))
  if (pairs.length === 0)
    return { ...difference, again, made, redrawn: [], keyOf: (key) => key, renewed: (node) => node }
  const keys = new Map(pairs.map(({ was, now }) => [was.key, now.key]))
  const isOfUse = (node: Node | undefined): boolean =>
    node !== undefined && (isInteractable(node) || node.children.some((key) => isOfUse(made.get(key))))
  const keyOf = (key: Key) => keys.get(key) ?? key
  const renewed = (node: Node): Node => ({
    ...node,
    key: keyOf(node.key),
    parent: keyOf(node.parent),
    children: node.children.map(keyOf),
  })
  const changed = [...difference.changed, ...pairs].map(({ was, now }) => ({
    was: { ...renewed(was), key: was.key },
    now,
  }))
  return {
    ...difference,
    again,
    made,
    redrawn: pairs.flatMap(({ now }) => (again.has(now.parent) || isHidden(now) || !isOfUse(now) ? [] : [now])),
    keyOf,
    renewed,
    added: difference.added.filter(({ key }) => !again.has(key)),
    changed: changed.filter(({ was, now }) => !sameRow(was, now)),
    removed: difference.removed.filter(({ key }) => !keys.has(key)).map(renewed),
  }
}

/**
 * Pairs rebuilt elements, from the parents that still exist downwards: texts by their order, everything else by its
 * looks, if as many like it came as went; what is left and only groups others, by its contents.
 */
function builtAgain({ added, changed, removed }: Changes): Change[] {
  const gone = new Map(removed.map((node) => [node.key, node]))
  const came = new Map(added.map((node) => [node.key, node]))
  const found: Change[] = []
  if (gone.size === 0 || came.size === 0) return found
  const nodeOf = (key: Key) => gone.get(key) ?? came.get(key)
  const lookOf = looks(nodeOf)
  const pair = ({ was, now }: Change) => {
    const [old, made] = [nodesAt(was.children, gone), nodesAt(now.children, came)]
    const before = grouped(old, lookOf)
    const after = grouped(before.size === 0 ? [] : made, lookOf)
    for (const [look, list] of after) {
      const those = before.get(look) ?? []
      if (look !== 'text' && those.length !== list.length) continue
      found.push(...list.slice(0, those.length).map((node, at) => ({ was: those[at]!, now: node })))
      before.delete(look)
      after.delete(look)
    }
    const left = new Set([...before.values(), ...after.values()].flat())
    if (before.size > 0 && after.size > 0) found.push(...byContents(old, made, left, nodeOf))
  }
  for (const one of changed) pair(one)
  // The list grows meanwhile.
  for (const one of found) pair(one)
  return found
}

/** Limits, so that a long list costs no more than a walk. */
const mostContents = 500
const mostCompared = 100

/**
 * Pairs groups without a name that are left, such as a list with one more row, if most of what the smaller one says is
 * in the other too. Texts that several groups of one parent share, such as dates of rows, do not count.
 */
function byContents(gone: readonly Node[], came: readonly Node[], left: ReadonlySet<Node>, nodeOf: NodeOf): Change[] {
  if (![gone, came].every((nodes) => nodes.some((node) => left.has(node) && isUnnamedGroup(node)))) return []
  const [was, now] = [gone, came].map((nodes) => nodes.map((node) => ({ node, says: saidIn(node, nodeOf) })))
  const isTold = [was!, now!].map((all) => {
    const times = new Map<string, number>()
    for (const { says } of all) for (const one of says) times.set(one, (times.get(one) ?? 0) + 1)
    return (one: string) => (times.get(one) ?? 0) <= 1
  })
  const [old, made] = [was!, now!].map((all) =>
    all.flatMap(({ node, says }) =>
      left.has(node) && isUnnamedGroup(node)
        ? { node, says: new Set([...says].filter((one) => isTold.every((is) => is(one)))) }
        : [],
    ),
  )
  const pairs: Change[] = []
  for (const { node, says } of made!.slice(0, mostCompared)) {
    const shares = old!.slice(0, mostCompared).map((one) => {
      const isOfKind = isAlike(one.node, node)
      const smaller = Math.min(says.size, one.says.size)
      return isOfKind && smaller > 0 ? [...says].filter((text) => one.says.has(text)).length / smaller : 0
    })
    const best = shares.indexOf(Math.max(...shares))
    if (best < 0 || shares[best]! <= 0.5) continue
    pairs.push({ was: old![best]!.node, now: node })
    old!.splice(best, 1)
  }
  return pairs
}

function isAlike(a: Node, b: Node): boolean {
  return a.role === b.role && a.subrole === b.subrole && a.opener === b.opener
}

function isUnnamedGroup({ title, description, children }: Node): boolean {
  return (title ?? description) === undefined && children.length > 0
}

function saidIn({ children }: Node, nodeOf: NodeOf): ReadonlySet<string> {
  const said = new Set<string>()
  const stack = [...children]
  for (let left = mostContents; stack.length > 0 && left > 0; left--) {
    const node = nodeOf(stack.pop()!)
    const text = node?.title ?? node?.description ?? node?.value
    if (text !== undefined) said.add(`${node!.role} ${text}`)
    stack.push(...(node?.children ?? []))
  }
  return said
}

function nodesAt(keys: readonly Key[], among: ReadonlyMap<Key, Node>): Node[] {
  return keys.flatMap((key) => among.get(key) ?? [])
}

function grouped(nodes: readonly Node[], lookOf: (node: Node) => number): Map<number | 'text', Node[]> {
  const groups = new Map<number | 'text', Node[]>()
  for (const node of nodes) {
    const look = isText(node) ? 'text' : lookOf(node)
    const group = groups.get(look)
    if (group === undefined) groups.set(look, [node])
    else group.push(node)
  }
  return groups
}

/** What elements say, as a number: their own names, or all that is in them if they have none. */
function looks(nodeOf: NodeOf): (node: Node) => number {
  const numbers = new Map<string, number>()
  const known = new Map<Node, number>()
  const numberOf = (fields: readonly unknown[]) => {
    const look = fields.join('\0')
    const number = numbers.get(look) ?? numbers.size
    if (number === numbers.size) numbers.set(look, number)
    return number
  }
  const isNamed = ({ title, description }: Node) => (title ?? description) !== undefined
  const wholeOf = (node: Node): number => {
    const { role, subrole, title, description, placeholder, opener } = node
    const inner = node.children.map((key) => {
      const child = nodeOf(key)
      return child === undefined ? `kept ${key}` : (known.get(child) ?? wholeOf(child))
    })
    const value = isNamed(node) ? undefined : node.value
    const number = numberOf([role, subrole, title, description, value, placeholder, opener, ...inner])
    known.set(node, number)
    return number
  }
  return (node) => {
    const { role, subrole, title, description, identifier, opener } = node
    return isNamed(node) ? numberOf([role, subrole, title, description, identifier, opener]) : wholeOf(node)
  }
}

/** What may keep changing by itself: an element, the texts directly in one, which pages rebuild each time, or where the focus is. */
export type Part = `element ${Key}` | `texts of ${Key}` | typeof theFocus
/** Of no element: key 0 is none. */
export const theFocus = 'focus 0'

export function keyIn(part: Part): Key {
  return Number(part.slice(part.lastIndexOf(' ')))
}

export function partOf({ was, now }: Change): Part {
  return was.key !== now.key && isText(now) ? `texts of ${now.parent}` : `element ${now.key}`
}

/** What changes if this is added or removed again: its parent's contents, and the texts directly in it. */
export function partsOf(node: Node): readonly Part[] {
  return isText(node) ? [`element ${node.parent}`, `texts of ${node.parent}`] : [`element ${node.parent}`]
}

/** Where texts appeared or disappeared without a replacement: a clock read between its old text and its new one. */
export function textPartsOf({ added, removed }: Changes): Part[] {
  return [...added, ...removed].filter(isText).map(({ parent }): Part => `texts of ${parent}`)
}

/** Only its list of children changed. */
export function isOfChildren({ was, now }: Change): boolean {
  return sameRow(was, { ...now, children: was.children })
}

export function isText({ role, children }: Node): boolean {
  return role === 'AXStaticText' && children.length === 0
}
