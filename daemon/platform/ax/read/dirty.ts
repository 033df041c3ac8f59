/**
 * What may be out of date. macOS says that something changed, but seldom where: a notification from the application
 * marks every element that could have sent it or, if that is nearly all of them, everything.
 */
import { words } from '../../basics/words.ts'
import type { ReadParams } from '../wire/messages.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isTableRole, isWindowRole } from '../wire/roles.ts'
import type { Mirror } from './mirror.ts'

export class Pending {
  /** Why everything must be read. */
  whole: string | undefined
  /** Elements to read alone, with their lists of children, with everything under them. */
  readonly self = new Set<Ref>()
  readonly children = new Set<Ref>()
  readonly subtree = new Set<Ref>()
  /** Some value changed. */
  values = false
  /** The focus moved. */
  focus = false
  /** An action was performed and its surroundings marked: in a large application that is enough for now. */
  acted = false

  get empty(): boolean {
    const { whole, self, children, subtree, values, focus } = this
    return whole === undefined && self.size + children.size + subtree.size === 0 && !values && !focus
  }

  merge(other: Pending): void {
    this.whole ??= other.whole
    for (const ref of other.self) this.self.add(ref)
    for (const ref of other.children) this.children.add(ref)
    for (const ref of other.subtree) this.subtree.add(ref)
    this.values ||= other.values
    this.focus ||= other.focus
    this.acted ||= other.acted
  }
}

const values: ReadonlySet<string> = new Set(['AXValueChanged', 'AXSelectedTextChanged', 'AXUnitsChanged'])
const titles: ReadonlySet<string> = new Set(['AXTitleChanged', 'AXElementBusyChanged', 'AXExpandedChanged'])
const focus: ReadonlySet<string> = new Set(['AXFocusedUIElementChanged'])
const windows = words(`AXFocusedWindowChanged AXMainWindowChanged AXWindowCreated
  AXWindowMiniaturized AXWindowDeminiaturized AXSheetCreated AXDrawerCreated AXApplicationActivated
  AXApplicationDeactivated AXApplicationHidden AXApplicationShown`)
const places: ReadonlySet<string> = new Set(['AXWindowMoved', 'AXWindowResized', 'AXMoved', 'AXResized'])
const silent: ReadonlySet<string> = new Set(['AXAnnouncementRequested', 'AXHelpTagCreated'])
const selections = words(`AXSelectedRowsChanged AXSelectedChildrenChanged AXSelectedCellsChanged
  AXSelectedColumnsChanged AXRowCountChanged AXRowExpanded AXRowCollapsed`)

/** Beyond this, reading needs a turn of its own. */
const valuesAtMost = 400
/** Trees this small are read whole when it is unknown whose name changed. */
const smallTree = 400

export function concernsValues(notification: string): boolean {
  return values.has(notification)
}

export function note(pending: Pending, notification: string, mirror: Mirror): void {
  if (pending.whole !== undefined || silent.has(notification)) return
  if (values.has(notification)) pending.values = true
  else if (focus.has(notification)) pending.focus = true
  else if (titles.has(notification) && mirror.size <= smallTree) pending.whole = notification
  else if (titles.has(notification) || windows.has(notification)) noteWindows(pending, mirror)
  else if (selections.has(notification)) noteTables(pending, mirror)
  else if (places.has(notification)) for (const window of windowsOf(mirror)) pending.subtree.add(window)
  else pending.whole = notification
}

function windowsOf(mirror: Mirror): Ref[] {
  return mirror.children(mirror.root).filter((ref) => isWindowRole(mirror.roleOf(ref) ?? ''))
}

/** Sheets and drawers are children of windows. */
function noteWindows(pending: Pending, mirror: Mirror): void {
  pending.children.add(mirror.root)
  for (const window of windowsOf(mirror)) pending.children.add(window)
}

function noteTables(pending: Pending, mirror: Mirror): void {
  for (const ref of mirror.refs()) if (isTableRole(mirror.roleOf(ref) ?? '')) pending.subtree.add(ref)
}

const rolesWithValues = words(`AXStaticText AXTextField AXTextArea AXComboBox AXCheckBox
  AXRadioButton AXPopUpButton AXSlider AXIncrementor AXStepper AXProgressIndicator AXLevelIndicator
  AXRatingIndicator AXValueIndicator AXScrollBar AXDisclosureTriangle AXDateField AXTimeField AXColorWell AXCell`)

/** Elements within one whose value may have changed; undefined if there are too many. */
export function valueRefs(mirror: Mirror, within: Ref, most = valuesAtMost): Ref[] | undefined {
  const found: Ref[] = []
  const queue = [within]
  for (let at = 0; at < queue.length; at++) {
    const ref = queue[at]!
    if (rolesWithValues.has(mirror.roleOf(ref) ?? '')) found.push(ref)
    if (found.length > most) return undefined
    for (const child of mirror.children(ref)) queue.push(child)
  }
  return found
}

/** Lists first: whatever they add is read with them, and whatever they drop is not asked for. */
export function requestsFor({ self, children, subtree }: Pending, mirror: Mirror): ReadParams[] {
  const present = (refs: Iterable<Ref>) => [...refs].filter((ref) => mirror.raw(ref) !== undefined)
  const whole = present(subtree)
  const lists = present(children).filter((ref) => !subtree.has(ref))
  const alone = present(self).filter((ref) => !subtree.has(ref) && !children.has(ref))
  const requests: ReadParams[] = []
  if (lists.length > 0) {
    const known = lists.flatMap((ref) => mirror.children(ref))
    requests.push({ refs: lists, part: 'children', known })
  }
  if (whole.length > 0) requests.push({ refs: whole, part: 'whole' })
  if (alone.length > 0) requests.push({ refs: alone, part: 'self' })
  return requests
}

/** The elements around one whose value may have changed: as far out as there are not too many. */
export function valuesAround(mirror: Mirror, ref: Ref): readonly Ref[] {
  let found: readonly Ref[] = []
  for (const around of [ref, ...mirror.ancestors(ref)]) {
    const wider = valueRefs(mirror, around)
    if (wider === undefined) break
    found = wider
  }
  return found
}
