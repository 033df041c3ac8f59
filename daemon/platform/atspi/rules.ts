/**
 * What an event says of the copy: which parts of which elements may be out of date. Toolkits leave out events, each
 * others; a rule that stands for one that is missing says which.
 */
import { Flag } from '../flags.ts'
import type { Toolkit } from './access.ts'
import type { AtspiEvent } from './events.ts'
import type { Ref } from './facts.ts'
import { type Marks, Part } from './marks.ts'
import type { Mirror } from './mirror.ts'
import { isFrameOrPage, Role } from './roles.ts'
import { idOf } from './tree-walk.ts'

export interface Ground {
  readonly mirror: Mirror
  readonly marks: Marks
  readonly toolkit: Toolkit
  readonly peer: string
}

const properties: ReadonlyMap<string, number> = new Map([
  ['accessible-name', Part.name],
  ['accessible-description', Part.description],
  ['accessible-value', Part.extras],
  ['accessible-role', Part.facts | Part.extras],
])

/** States after which an element's children may be others. */
const revealing = new Set(['showing', 'visible', 'expanded'])

export function apply(event: AtspiEvent, ground: Ground): void {
  const { mirror, marks, peer, toolkit } = ground
  const id = idOf(event.source, peer)
  const isKnown = mirror.place(id) !== undefined
  // Qt tells little of what comes and goes; where something does, it is looked for.
  if (toolkit === 'qt' && leadsFurther(event)) marks.sweep = true
  const mark = (parts: number) => {
    if (isKnown) marks.mark(id, parts)
    else marks.markUnknown(id, event.source)
  }
  if (event.kind === 'document') {
    // All that Firefox tells of a page that has come: its elements are there without a word.
    marks.markWhole()
    return
  }
  if (event.kind !== 'object') {
    if (event.kind === 'window') windowChanged(ground)
    else cacheChanged(event, ground)
    return
  }
  switch (event.member) {
    case 'StateChanged':
      mark(Part.states)
      stateChanged(event, id, ground)
      break
    case 'PropertyChange':
      if (event.detail === 'accessible-parent') moved(id, event.source, ground)
      // Qt tells a new name, and not the description that comes with it.
      else mark(toolkit === 'qt' ? Part.facts | Part.extras : (properties.get(event.detail) ?? Part.facts))
      break
    case 'ChildrenChanged':
      mark(Part.children)
      // A lone tab is not shown in some programs, and has no name until it is.
      if (mirror.item(id)?.role === Role.pageTabList) markAll(mirror.place(id)?.children, Part.facts, marks)
      // GTK 3 names a new tab after it told of it; elements that come into a container change what it says of itself.
      if (event.other !== undefined && mirror.place(idOf(event.other, peer)) !== undefined)
        marks.mark(idOf(event.other, peer), Part.facts)
      break
    case 'TextChanged':
      mark(Part.extras | Part.name)
      break
    case 'SelectionChanged':
      mark(Part.states | Part.name | Part.extras)
      // GTK 3 does not tell of what comes into the closed menu of a combo box, as what is searched for does.
      markAll(
        mirror.place(id)?.children,
        mirror.item(id)?.role === Role.comboBox ? Part.states | Part.children : Part.states,
        marks,
      )
      break
    case 'ActiveDescendantChanged':
      mark(Part.states)
      markAll(mirror.place(id)?.children, Part.states, marks)
      break
    default:
      // VisibleDataChanged, ModelChanged; BoundsChanged is all that GTK 4 tells of new rows of a list.
      mark(Part.children)
  }
}

function leadsFurther({ kind, member, detail }: AtspiEvent): boolean {
  if (kind === 'window' || member === 'ChildrenChanged' || member === 'PropertyChange') return true
  return member === 'StateChanged' && revealing.has(detail)
}

function stateChanged({ detail, detail1 }: AtspiEvent, id: string, ground: Ground): void {
  const { mirror, marks, toolkit } = ground
  const parent = mirror.parent(id)
  if (detail === 'focused' && detail1 !== 0) {
    // Few toolkits tell what lost the focus.
    for (const other of focusedIds(mirror)) marks.mark(other, Part.states)
  } else if (detail === 'defunct') {
    if (parent !== undefined) marks.mark(parent, Part.children)
  } else if (revealing.has(detail)) {
    // A tab that comes to the front was filled without a word while it was not.
    if (toolkit === 'gecko' && isFrameOrPage(mirror.item(id)?.role)) marks.markWhole()
    marks.mark(id, Part.children)
    if (parent !== undefined) marks.mark(parent, toolkit === 'gtk4' ? Part.children | Part.states : Part.states)
    // A page that comes puts another one away, which Qt does not tell.
    if (parent !== undefined && detail !== 'expanded' && toolkit === 'qt')
      markAll(mirror.place(parent)?.children, Part.states, marks)
  } else if (detail === 'expandable' || detail === 'selected' || detail === 'checked') {
    marks.mark(id, Part.extras)
    if (parent === undefined) return
    if (detail === 'selected') marks.mark(parent, Part.states | Part.name | Part.extras)
    // What was chosen before is not told of in GTK 4.
    if (detail1 !== 0 && detail !== 'expandable') markAll(mirror.place(parent)?.children, Part.states, marks)
  }
}

function windowChanged({ mirror, marks }: Ground): void {
  const root = mirror.rootId
  if (root === undefined) return
  marks.mark(root, Part.children)
  markAll(mirror.place(root)?.children, Part.states | Part.name, marks)
  // With the window the focus comes to what had it there before.
  for (const id of mirror.inSight()) if (isFocusable(mirror, id)) marks.mark(id, Part.states)
}

function isFocusable(mirror: Mirror, id: string): boolean {
  return ((mirror.row(id)?.flags ?? 0) & Flag.focusable) !== 0
}

function markAll(ids: readonly string[] | undefined, parts: number, marks: Marks): void {
  for (const id of ids ?? []) marks.mark(id, parts)
}

/** The list of all elements: told by GTK 4 where it tells nothing else. */
function cacheChanged({ item, other }: AtspiEvent, ground: Ground): void {
  if (item?.parent !== undefined) childrenOf(item.parent, ground)
  if (other !== undefined) {
    const parent = ground.mirror.parent(idOf(other, ground.peer))
    if (parent !== undefined) ground.marks.mark(parent, Part.children)
  }
}

function childrenOf(ref: Ref, { mirror, marks, peer }: Ground): void {
  const id = idOf(ref, peer)
  if (mirror.place(id) !== undefined) marks.mark(id, Part.children)
  else marks.markUnknown(id, ref)
}

function moved(id: string, source: Ref, { mirror, marks }: Ground): void {
  const parent = mirror.parent(id)
  if (parent !== undefined) marks.mark(parent, Part.children)
  marks.markUnknown(id, source)
}

function focusedIds(mirror: Mirror): string[] {
  const found: string[] = []
  for (const row of mirror.rows()) if ((row.flags & Flag.focused) !== 0) found.push(mirror.id(row.key)!)
  return found
}
