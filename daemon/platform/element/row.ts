/** One element as a platform reports it. */
import type { Frame } from '../../../api-schema/element.ts'
import { Flag } from './flags.ts'
import { keptText, keptTexts } from './kept-text.ts'

/**
 * The platform's identity of an element, as a number. Within one source a key is never reused, even after its element
 * is gone: CDP counts documents and appends the backend node id, AT-SPI interns the object path, AX keeps a table by
 * CFHash and CFEqual.
 */
export type Key = number

/**
 * One element as the platform reports it, in the common vocabulary. Absent fields are `undefined`, never empty. Only
 * `row()` makes them, so that all rows share one hidden class. Secure fields: `value` is `[redacted]` or undefined;
 * their text must not appear in any field.
 */
export interface Row {
  readonly key: Key
  /** Key of the parent; 0 for the root. The tree sets it from `children`. */
  parent: Key
  readonly children: readonly Key[]
  /** AX role (`AXButton`), or a readable name if there is none. Interned. */
  readonly role: string
  readonly subrole: string | undefined
  /** Title or accessible name. */
  readonly title: string | undefined
  readonly value: string | undefined
  readonly description: string | undefined
  /** Developer's name: AXIdentifier, AccessibleId, DOM id. */
  readonly identifier: string | undefined
  readonly placeholder: string | undefined
  readonly help: string | undefined
  readonly roleDescription: string | undefined
  readonly url: string | undefined
  /** Further searchable texts and platform attributes, by name. */
  readonly attributes: { readonly [name: string]: string } | undefined
  /** Bits of `flags.ts`. */
  readonly flags: number
  /** For what was opened over the rest: the element that it belongs to, if known and not its parent. */
  readonly opener: Key | undefined
  /** Native actions by AX name (`AXPress`, …); arrays are shared between elements. */
  readonly actions: readonly string[]
  /** Only if the bulk read includes it at no cost; otherwise `frames` gets it. */
  readonly frame: Frame | undefined
}

/** The attribute for the text next to an unnamed element, which may serve as its name. */
export const nearText = 'nearText'

export type RowFields = Partial<Omit<Row, 'key' | 'role'>> & Pick<Row, 'key' | 'role'>

const none: readonly never[] = Object.freeze([])

/** Cuts very long texts, for all platforms. */
export function row(fields: RowFields): Row {
  return {
    key: fields.key,
    parent: fields.parent ?? 0,
    children: fields.children ?? none,
    role: fields.role,
    subrole: fields.subrole,
    title: keptText(fields.title),
    value: keptText(fields.value),
    description: keptText(fields.description),
    identifier: keptText(fields.identifier),
    placeholder: keptText(fields.placeholder),
    help: keptText(fields.help),
    roleDescription: keptText(fields.roleDescription),
    url: keptText(fields.url),
    attributes: keptTexts(fields.attributes),
    flags: fields.flags ?? 0,
    opener: fields.opener,
    actions: fields.actions ?? none,
    frame: fields.frame,
  }
}

/** Replaces the row of a frame whose contents must not be shown. */
export function withheldRow({ key, role, identifier }: Row): Row {
  return row({ key, role, identifier, title: 'a page that may not be used', flags: Flag.withheld })
}

/** Equal in everything that can be searched. */
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
