/** What a page has made anew just as it was: a table that is built again by every press, also by one that changes nothing. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/row.ts'
import type { Node } from '../tree/model/node.ts'
import type { Difference } from '../tree/warm/history.ts'

type Same = (was: Node, now: Node) => boolean

/** The difference without elements that others replace, in the same place and with the same to see; the focus is no difference. */
export function withoutMadeAnew(difference: Difference, isSame: Same): Difference {
  const gone = new Map(difference.removed.map((node) => [node.key, node]))
  const came = new Map(difference.added.map((node) => [node.key, node]))
  if (gone.size === 0 || came.size === 0) return difference
  /** New key → old key. */
  const again = new Map<Key, Key>()
  const pairsOf = (was: readonly Key[], now: readonly Key[]): [Key, Key][] | undefined => {
    if (was.length !== now.length) return undefined
    const pairs: [Key, Key][] = []
    for (const [at, key] of now.entries()) {
      const old = was[at]!
      if (old === key) continue
      const inner = pairsIn(gone.get(old), came.get(key))
      if (inner === undefined) return undefined
      pairs.push([key, old], ...inner)
    }
    return pairs
  }
  const pairsIn = (was: Node | undefined, now: Node | undefined) => {
    if (was === undefined || now === undefined) return undefined
    const bare = (node: Node): Node => ({ ...node, children: [], flags: node.flags & ~Flag.focused })
    return isSame(bare(was), bare(now)) ? pairsOf(was.children, now.children) : undefined
  }
  for (const { was, now } of difference.changed) {
    if (was.children.length !== now.children.length) continue
    for (const [at, key] of now.children.entries()) {
      const old = was.children[at]!
      const inner = old === key ? undefined : pairsIn(gone.get(old), came.get(key))
      if (inner !== undefined) for (const [late, early] of [[key, old] as const, ...inner]) again.set(late, early)
    }
  }
  if (again.size === 0) return difference
  const replaced = new Set(again.values())
  return {
    ...difference,
    added: difference.added.filter(({ key }) => !again.has(key)),
    removed: difference.removed.filter(({ key }) => !replaced.has(key)),
    changed: difference.changed.map(({ was, now }) => ({
      was,
      now: { ...now, children: now.children.map((key) => again.get(key) ?? key) },
    })),
  }
}
