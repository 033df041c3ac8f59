/** Compares two readings of an element. */
import { Flag } from '../../platform/element/flags.ts'
import { type Row, sameTexts } from '../../platform/element/row.ts'

/** Equal in everything but the frame; the parent follows from other rows' children. */
export function sameRow(a: Row, b: Row): boolean {
  return a.flags === b.flags && sameBesideFlags(a, b)
}

/** States that do not distinguish elements: values and the focus. */
const states = Flag.focused | Flag.selected | Flag.expanded | Flag.checked | Flag.mixed | Flag.busy | Flag.invalid

export function differsInStateAlone(a: Row, b: Row): boolean {
  return ((a.flags ^ b.flags) & ~states) === 0 && sameBesideFlags(a, b)
}

function sameBesideFlags(a: Row, b: Row): boolean {
  return sameTexts(a, b) && sameList(a.children, b.children) && sameList(a.actions, b.actions)
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
