/**
 * The role that an author wrote and Chromium dropped. A tree item, option, tab or menu item counts only inside its
 * widget; if the widget is in a shadow tree and the item in its slot, Chromium does not see the widget and falls back
 * to the tag's own role.
 */
import { Flag } from '../../element/flags.ts'
import type { DomFacts } from './dom-mirror.ts'

const roles: ReadonlySet<string> = new Set([
  'treeitem',
  'option',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
])

/** A link is not among them: where it leads says more. */
const fallbacks: ReadonlySet<string> = new Set(['generic', 'listitem', 'button'])

const states: { readonly [name: string]: { readonly can: number; readonly is: number } } = {
  'aria-selected': { can: Flag.selectable, is: Flag.selected },
  'aria-expanded': { can: Flag.expandable, is: Flag.expanded },
  'aria-checked': { can: Flag.checkable, is: Flag.checked },
  'aria-disabled': { can: 0, is: Flag.disabled },
}

export interface Written {
  readonly role: string
  readonly flags: number
}

/** Undefined if Chromium has kept a role of its own for it. */
export function writtenRole(role: string, dom: DomFacts | undefined): Written | undefined {
  const attributes = dom?.attributes
  if (!fallbacks.has(role) || attributes?.role === undefined) return undefined
  const first = attributes.role.trim().split(/\s+/, 1)[0]!.toLowerCase()
  if (!roles.has(first)) return undefined
  let flags = 0
  for (const [name, { can, is }] of Object.entries(states)) {
    const value = attributes[name]
    if (value === 'true') flags |= can | is
    else if (value === 'false') flags |= can
    else if (value === 'mixed' && is === Flag.checked) flags |= can | Flag.mixed
  }
  return { role: first, flags }
}
