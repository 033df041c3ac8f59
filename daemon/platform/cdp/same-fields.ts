/** Do two rows say the same, children and place aside? */
import type { Row } from '../platform.ts'

export function sameFields(a: Row, b: Row): boolean {
  return (
    a.flags === b.flags &&
    a.role === b.role &&
    a.subrole === b.subrole &&
    a.title === b.title &&
    a.value === b.value &&
    a.description === b.description &&
    a.identifier === b.identifier &&
    a.placeholder === b.placeholder &&
    a.url === b.url &&
    a.roleDescription === b.roleDescription &&
    sameAttributes(a.attributes, b.attributes)
  )
}

function sameAttributes(a: Row['attributes'], b: Row['attributes']): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
