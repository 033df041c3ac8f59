/**
 * What an element contains right now, read directly: menus and lists fill when they open, before the next reading sees
 * them.
 */
import { cleanName } from '../../read/naming/names.ts'
import { Role, roleIn, roles } from '../../read/roles.ts'
import { hasState, State } from '../../read/states.ts'
import { ask, property } from '../../wire/access.ts'
import { refOf, statesOf } from '../../wire/cache-items.ts'
import type { Ref } from '../../wire/facts.ts'
import type { Subject } from './subject.ts'

export interface LiveElement {
  readonly ref: Ref
  readonly name: string
  readonly role: number
  readonly states: number
  readonly moreStates: number
  /** Index among its parent's children. */
  readonly index: number
  readonly parent: LiveElement | undefined
}

/** Roles that can be picked from menus and lists. */
const picked = roles(
  'menuItem checkMenuItem radioMenuItem tearOffMenuItem menu listItem tableCell treeItem pageTab',
  'radioButton',
)
/** An element with more children than this is not listed: a spreadsheet has a million. */
const mostChildren = 500
const mostElements = 2000
/** GTK 4 nests menu entries ten levels deep. */
const deepest = 24

export function canBePicked({ role }: LiveElement): boolean {
  return picked.has(role)
}

/** Everything inside the element, open menus included, in tree order. */
export async function liveElementsIn(
  subject: Subject,
  ref: Ref,
  enter: (element: LiveElement) => boolean = () => true,
): Promise<LiveElement[]> {
  const found: LiveElement[] = []
  const key = subject.access.key(ref)
  const top = key === undefined ? undefined : subject.access.facts(key)?.role
  const walk = async (of: Ref, parent: LiveElement | undefined, level: number): Promise<void> => {
    if (level > deepest || found.length > mostElements) return
    const elements = await childrenOf(subject, of, parent, parent?.role ?? top)
    for (const element of elements) {
      found.push(element)
      const isOpenEnded = hasState(element, State.managesDescendants) && !subject.access.toolkit.managesAnything
      if (!isOpenEnded && enter(element)) await walk(element.ref, element, level + 1)
    }
  }
  await walk(ref, undefined, 0)
  return found
}

async function childrenOf(
  subject: Subject,
  ref: Ref,
  parent: LiveElement | undefined,
  within: number | undefined,
): Promise<LiveElement[]> {
  const at = { ...subject, ref }
  const count = await property(at, 'Accessible', 'ChildCount')
  if (count === 0 || (typeof count === 'number' && count > mostChildren)) return []
  const [list] = await ask(at, 'Accessible', 'GetChildren')
  const refs = (Array.isArray(list) ? list : []).map((one) => refOf(one, ref.bus)).filter((one) => one !== undefined)
  return await Promise.all(refs.map((one, index) => liveElement(subject, one, index, parent, within)))
}

async function liveElement(
  subject: Subject,
  ref: Ref,
  index: number,
  parent: LiveElement | undefined,
  within: number | undefined,
): Promise<LiveElement> {
  const at = { ...subject, ref }
  const [name, [role], [words]] = await Promise.all([
    property(at, 'Accessible', 'Name'),
    ask(at, 'Accessible', 'GetRole'),
    ask(at, 'Accessible', 'GetState'),
  ])
  const text = typeof name === 'string' ? name : ''
  // Removes doubling from the name without knowing the names of its parts.
  const half = text.trim().slice(Math.floor(text.trim().length / 2) + 1)
  const clean = cleanName(text, subject.access.toolkit, false, [half])
  const reported = Number(role) || 0
  const drawn = roleIn(within, reported, subject.access.toolkit)
  return { ref, name: clean ?? '', role: drawn, ...statesOf(words), index, parent }
}

/** Its name, or that of a label inside it. */
export function nameOf(element: LiveElement, all: readonly LiveElement[]): string {
  if (element.name !== '') return element.name
  const label = all.find(
    (one) => one.name !== '' && (one.role === Role.label || one.role === Role.static) && isIn(one, element),
  )
  return label?.name ?? ''
}

function isIn(inner: LiveElement, outer: LiveElement): boolean {
  for (let at = inner.parent; at !== undefined; at = at.parent) if (at === outer) return true
  return false
}
