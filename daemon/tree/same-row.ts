/** Tells whether two readings of an element say the same. */
import type { Frame } from '../../api-schema/element.ts'
import type { Row } from '../platform/platform.ts'

/** Equal in all that a reading says but the frame; the parent follows from the children of others. */
export function sameRow(a: Row, b: Row): boolean {
  return a.flags === b.flags && sameTexts(a, b) && sameList(a.children, b.children) && sameList(a.actions, b.actions)
}

/** Equal in all that can be searched for. */
export function sameTexts(a: Row, b: Row): boolean {
  return (
    a.role === b.role &&
    a.subrole === b.subrole &&
    a.title === b.title &&
    a.value === b.value &&
    a.description === b.description &&
    a.identifier === b.identifier &&
    a.placeholder === b.placeholder &&
    a.help === b.help &&
    a.roleDescription === b.roleDescription &&
    a.url === b.url &&
    sameAttributes(a.attributes, b.attributes)
  )
}

export function sameFrame(a: Frame | undefined, b: Frame | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function sameAttributes(a: Row['attributes'], b: Row['attributes']): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  let left = 0
  for (const name in a) {
    if (a[name] !== b[name]) return false
    left++
  }
  for (const _ in b) left--
  return left === 0
}
