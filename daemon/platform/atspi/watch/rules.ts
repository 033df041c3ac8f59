/**
 * Which parts of elements an event puts in doubt. Each toolkit omits some events; a rule that makes up for a missing
 * one says which.
 */
import { Flag } from '../../element/flags.ts'
import { type Marks, Part } from '../read/dirty.ts'
import type { Mirror } from '../read/mirror.ts'
import { idOf } from '../read/place.ts'
import { isWebContent, Role } from '../read/roles.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Ref } from '../wire/facts.ts'
import type { AtspiEvent } from './events.ts'

export interface RuleContext {
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

/** States after which an element's children may have changed. */
const revealing = new Set(['showing', 'visible', 'expanded'])

export function apply(event: AtspiEvent, context: RuleContext): void {
  const { mirror, marks, peer, toolkit } = context
  const id = idOf(event.source, peer)
  const isKnown = mirror.place(id) !== undefined
  if (toolkit.leavesOutComings && leadsFurther(event)) marks.sweep = true
  const mark = (parts: number) => {
    if (isKnown) marks.mark(id, parts)
    else marks.markUnknown(id, event.source)
  }
  if (event.kind === 'document') {
    // Firefox announces nothing more of a new page: its elements arrive silently.
    marks.markWhole()
    return
  }
  if (event.kind !== 'object') {
    if (event.kind === 'window') windowChanged(context)
    else cacheChanged(event, context)
    return
  }
  switch (event.member) {
    case 'StateChanged':
      mark(Part.states)
      stateChanged(event, id, context)
      break
    case 'PropertyChange':
      if (event.detail === 'accessible-parent') moved(id, event.source, context)
      else mark(toolkit.namesStandForMore ? Part.facts | Part.extras : (properties.get(event.detail) ?? Part.facts))
      break
    case 'ChildrenChanged':
      mark(Part.children)
      // Some programs hide a single tab, which has no name until it is shown.
      if (mirror.item(id)?.role === Role.pageTabList) markAll(mirror.place(id)?.children, Part.facts, marks)
      // GTK 3 names a new tab after announcing it; new content changes what a container reports about itself.
      if (event.other !== undefined && mirror.place(idOf(event.other, peer)) !== undefined)
        marks.mark(idOf(event.other, peer), Part.facts)
      break
    case 'TextChanged':
      mark(Part.extras | Part.name)
      break
    case 'SelectionChanged':
      mark(Part.states | Part.name | Part.extras)
      // GTK 3 does not announce what enters the closed menu of a combo box, such as search results.
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
      // VisibleDataChanged, ModelChanged, BoundsChanged.
      mark(Part.children)
  }
}

function leadsFurther({ kind, member, detail }: AtspiEvent): boolean {
  if (kind === 'window' || member === 'ChildrenChanged' || member === 'PropertyChange') return true
  return member === 'StateChanged' && revealing.has(detail)
}

function stateChanged({ detail, detail1 }: AtspiEvent, id: string, context: RuleContext): void {
  const { mirror, marks, toolkit } = context
  const parent = mirror.parent(id)
  if (detail === 'focused' && detail1 !== 0) {
    // Few toolkits announce what has lost the focus.
    for (const other of focusedIds(mirror)) marks.mark(other, Part.states)
  } else if (detail === 'defunct') {
    if (parent !== undefined) marks.mark(parent, Part.children)
  } else if (revealing.has(detail)) {
    if (toolkit.fillsTabsSilently && isWebContent(mirror.item(id)?.role)) marks.markWhole()
    marks.mark(id, Part.children)
    if (parent !== undefined)
      marks.mark(parent, toolkit.showingAddsChildren ? Part.children | Part.states : Part.states)
    if (parent !== undefined && detail !== 'expanded' && toolkit.hidesPagesSilently)
      markAll(mirror.place(parent)?.children, Part.states, marks)
  } else if (detail === 'expandable' || detail === 'selected' || detail === 'checked') {
    marks.mark(id, Part.extras)
    if (parent === undefined) return
    if (detail === 'selected') marks.mark(parent, Part.states | Part.name | Part.extras)
    // GTK 4 does not announce what was selected before.
    if (detail1 !== 0 && detail !== 'expandable') markAll(mirror.place(parent)?.children, Part.states, marks)
  }
}

function windowChanged({ mirror, marks }: RuleContext): void {
  const root = mirror.rootId
  if (root === undefined) return
  marks.mark(root, Part.children)
  markAll(mirror.place(root)?.children, Part.states | Part.name, marks)
  // With the window the focus returns to where it was.
  for (const id of mirror.inSight()) if (isFocusable(mirror, id)) marks.mark(id, Part.states)
}

function isFocusable(mirror: Mirror, id: string): boolean {
  return ((mirror.row(id)?.flags ?? 0) & Flag.focusable) !== 0
}

function markAll(ids: readonly string[] | undefined, parts: number, marks: Marks): void {
  for (const id of ids ?? []) marks.mark(id, parts)
}

/** In the list of all elements. */
function cacheChanged({ item, other }: AtspiEvent, context: RuleContext): void {
  if (item?.parent !== undefined) childrenOf(item.parent, context)
  if (other !== undefined) {
    const parent = context.mirror.parent(idOf(other, context.peer))
    if (parent !== undefined) context.marks.mark(parent, Part.children)
  }
}

function childrenOf(ref: Ref, { mirror, marks, peer }: RuleContext): void {
  const id = idOf(ref, peer)
  if (mirror.place(id) !== undefined) marks.mark(id, Part.children)
  else marks.markUnknown(id, ref)
}

function moved(id: string, source: Ref, { mirror, marks }: RuleContext): void {
  const parent = mirror.parent(id)
  if (parent !== undefined) marks.mark(parent, Part.children)
  marks.markUnknown(id, source)
}

function focusedIds(mirror: Mirror): string[] {
  const found: string[] = []
  for (const row of mirror.rows()) if ((row.flags & Flag.focused) !== 0) found.push(mirror.id(row.key)!)
  return found
}
