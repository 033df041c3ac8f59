/** Rows of a table or list that appeared or replaced others: reports the first few, and the number of the rest. */

import { shortRole } from '../../platform/element/role-words.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import { isRow } from '../../tree/naming/parts.ts'
import { flat, type Shown } from '../../view/fold/shown.ts'

/** Longer runs are cut. */
const longestRun = 8
const shownOfRun = 4
/** At least this many rows that replaced as many others are new contents, cut to the first few. */
const leastReplaced = 3

/** A removed element, reported in one line. */
export interface Gone {
  readonly node: Node
  /** Removed elements with words inside it. */
  readonly inside: number
  /** Similar rows removed with it that are not listed. */
  readonly more?: number
}

export function withShortRuns(
  added: readonly Shown[],
  removed: readonly Gone[],
): { readonly added: readonly Shown[]; readonly removed: readonly Gone[] } {
  const came = countsOf(added.filter(isPlainRow).map(({ node }) => node))
  const went = countsOf(removed.map(({ node }) => node).filter(isRow))
  const isReplaced = (run: string) => (came.get(run) ?? 0) >= leastReplaced && (went.get(run) ?? 0) >= leastReplaced
  const mostOf = (run: string) => {
    if (isReplaced(run)) return leastReplaced
    return (came.get(run) ?? 0) > longestRun ? shownOfRun : Number.POSITIVE_INFINITY
  }
  return {
    added: cut(
      added,
      (one) => (isPlainRow(one) ? runOf(one.node) : undefined),
      mostOf,
      (last, count) => {
        const { role, subrole } = last.node
        return { ...last, more: { count, role: shortRole(role, subrole) } }
      },
    ),
    removed: cut(
      removed,
      ({ node }) => (isRow(node) ? runOf(node) : undefined),
      (run) => (isReplaced(run) ? 1 : Number.POSITIVE_INFINITY),
      (last, more) => ({ ...last, more }),
    ),
  }
}

/** Cuts each run of one kind to its first few. */
export function shortened<T>(
  list: readonly T[],
  kind: (one: T) => string,
): { readonly list: readonly T[]; readonly left: number } {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(kind(one), (counts.get(kind(one)) ?? 0) + 1)
  const seen = new Map<string, number>()
  const kept = list.filter((one) => {
    const count = (seen.get(kind(one)) ?? 0) + 1
    seen.set(kind(one), count)
    return counts.get(kind(one))! <= longestRun || count <= shownOfRun
  })
  return { list: kept, left: list.length - kept.length }
}

/** Keeps the first `mostOf` of each run; the last one kept counts the others. */
function cut<T>(
  list: readonly T[],
  run: (one: T) => string | undefined,
  mostOf: (run: string) => number,
  withMore: (last: T, count: number) => T,
): readonly T[] {
  const kept: T[] = []
  const seen = new Map<string, { count: number; last: number }>()
  for (const one of list) {
    const name = run(one)
    const before = name === undefined ? undefined : (seen.get(name) ?? { count: 0, last: 0 })
    if (name === undefined || before === undefined || before.count < mostOf(name)) {
      if (name !== undefined) seen.set(name, { count: (before?.count ?? 0) + 1, last: kept.length })
      kept.push(one)
    } else before.count += 1
  }
  for (const [name, { count, last }] of seen) {
    const left = count - mostOf(name)
    if (left > 0) kept[last] = withMore(kept[last]!, left)
  }
  return kept
}

/** Nothing in it is a control: its cells are texts. */
function isPlainRow(one: Shown): boolean {
  return isRow(one.node) && [...flat([one])].every(({ node }) => !isInteractable(node))
}

function runOf({ parent, role, subrole }: Node): string {
  return `${parent} ${role} ${subrole ?? ''}`
}

function countsOf(nodes: readonly Node[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const node of nodes) counts.set(runOf(node), (counts.get(runOf(node)) ?? 0) + 1)
  return counts
}
