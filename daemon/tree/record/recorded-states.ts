/** Turns a recording's steps, each from one state to the next, into a graph in which equal trees are one state. */
import type { Step } from '../../../api-schema/recording.ts'

/** A step, and the spontaneous changes after it. */
type Group = readonly [Step, ...Step[]]

/**
 * `prints` has one text per state, equal for equal trees. The steps lead from each state to the next, in order. A step
 * recorded twice from one state is kept once; if it led elsewhere the second time, the states before it stay separate. A
 * step that made the same change to the same elements from several states is also kept once.
 */
export function mergeStates(steps: readonly Step[], prints: readonly string[]): Step[] {
  const groups = groupsOf(steps)
  const apart = new Set<number>()
  for (;;) {
    const states = merged(prints, apart)
    const kept = new Map<string, Group>()
    let conflict: number | undefined
    for (const group of groups) {
      const [{ in: from = 0 }] = group
      const name = triggerOf(group[0], states[from]!)
      const known = kept.get(name)
      if (known === undefined) kept.set(name, group)
      else if (states[endOf(known)] !== states[endOf(group)]) {
        conflict = from
        break
      }
    }
    if (conflict === undefined) {
      const renamed = (step: Step) => ({ ...step, in: states[step.in ?? 0]!, to: states[step.to ?? 0]! })
      return withoutLike([...kept.values()])
        .flat()
        .map(renamed)
    }
    apart.add(conflict)
  }
}

/** A step that can be played wherever its `was` matches is kept once. */
function withoutLike(groups: readonly Group[]): readonly Group[] {
  const known = new Set<string>()
  return groups.filter(([{ in: _, to: __, ...step }, ...later]) => {
    if (step.was === undefined || later.length > 0) return true
    const print = JSON.stringify(step)
    if (known.has(print)) return false
    known.add(print)
    return true
  })
}

function groupsOf(steps: readonly Step[]): Group[] {
  const groups: [Step, ...Step[]][] = []
  for (const step of steps) {
    if (step.after === undefined) groups.push([step])
    else groups.at(-1)?.push(step)
  }
  return groups
}

/** State → the first state with the same tree; states that must stay separate map to themselves. */
function merged(prints: readonly string[], apart: ReadonlySet<number>): readonly number[] {
  const first = new Map<string, number>()
  return prints.map((print, state) => {
    if (apart.has(state)) return state
    const known = first.get(print)
    if (known === undefined) first.set(print, state)
    return known ?? state
  })
}

function triggerOf({ key, action, value, keys, path }: Step, state: number): string {
  return JSON.stringify([state, key, action, value, keys, path])
}

function endOf(group: Group): number {
  return group.at(-1)?.to ?? 0
}
