/** Elements that locate others: windows, dialogs, named containers, headings, live regions, rows. */
import { Flag } from '../../platform/element/flags.ts'
import { isInteractable, type Node } from './node.ts'

/** `none` is neither shown as context nor limits anything. */
export const Kind = {
  none: 0,
  container: 1,
  window: 2,
  dialog: 3,
  page: 4,
  heading: 5,
  live: 6,
  row: 7,
  landmark: 8,
  text: 9,
} as const
export type Kind = (typeof Kind)[keyof typeof Kind]

const containers = [
  'AXGroup',
  'AXToolbar',
  'AXTabGroup',
  'AXList',
  'AXTable',
  'AXOutline',
  'AXGrid',
  'AXTree',
  'AXRadioGroup',
  'AXMenu',
  'AXMenuBar',
  'AXBrowser',
  'AXSplitGroup',
  'AXScrollArea',
  'AXDrawer',
  'AXPopover',
  'AXArticle',
  'AXDocument',
  'AXForm',
  'AXFieldset',
  'AXLayoutArea',
  'AXApplication',
]
const byRole = new Map<string, Kind>([
  ...containers.map((role) => [role, Kind.container] as const),
  ['AXWindow', Kind.window],
  ['AXSheet', Kind.dialog],
  ['AXDialog', Kind.dialog],
  ['AXWebArea', Kind.page],
  ['AXHeading', Kind.heading],
  ['AXAlert', Kind.live],
  ['AXStatus', Kind.live],
  ['AXRow', Kind.row],
  ['AXStaticText', Kind.text],
])
const bySubrole = new Map<string, Kind>([
  ['AXDialog', Kind.dialog],
  ['AXSystemDialog', Kind.dialog],
  ['AXApplicationDialog', Kind.dialog],
  ['AXApplicationAlertDialog', Kind.dialog],
  ['AXApplicationAlert', Kind.live],
  ['AXApplicationStatus', Kind.live],
])

/** The element's role for its contents; unnamed containers are `none`. */
export function kindOf(node: Node): Kind {
  return kindWith(node, isNamed(node))
}

function kindWith({ role, subrole, flags }: Node, hasName: boolean): Kind {
  // A reader must learn that part of the page is withheld.
  if ((flags & Flag.withheld) !== 0) return Kind.live
  const special = subrole === undefined ? undefined : bySubrole.get(subrole)
  if (special !== undefined) return special
  const kind = byRole.get(role)
  if (kind === undefined) return Kind.none
  if (kind === Kind.container && !hasName) {
    return subrole?.startsWith('AXLandmark') === true ? Kind.landmark : Kind.none
  }
  return kind
}

/** A message to the person, or a question. */
export function isMessage(node: Node): boolean {
  const kind = kindOf(node)
  return kind === Kind.live || kind === Kind.dialog
}

export function isNamed(node: Node): boolean {
  return node.title !== undefined || node.description !== undefined
}

/** The parts of a description list. */
const ofTerms = new Set(['AXTerm', 'AXDefinition', 'AXDescription'])

/** Whether its name consists of the texts in it. Not for pages, windows and lists, even if the words are the same. */
export function isNamedByContents(node: Node): boolean {
  const kind = kindOf(node)
  if (kind === Kind.heading || kind === Kind.row || kind === Kind.text || node.role === 'AXCell') return true
  if (node.subrole !== undefined && ofTerms.has(node.subrole)) return true
  return kind === Kind.none && isInteractable(node)
}

const wrappers = new Set([
  'AXGroup',
  'AXUnknown',
  'AXScrollArea',
  'AXSplitGroup',
  'AXLayoutArea',
  'AXLayoutItem',
  'AXSplitter',
  'AXGenericElement',
  'AXGeneric',
])

/** Flags that a mere wrapper may have. */
const idle = Flag.disabled | Flag.hidden | Flag.focusable | Flag.scrollable

/** An element that only groups others and says nothing itself. */
export function isWrapper(node: Node): boolean {
  return (
    wrappers.has(node.role) &&
    (node.flags & ~idle) === 0 &&
    !isNamed(node) &&
    node.value === undefined &&
    kindOf(node) === Kind.none
  )
}

/** Groups elements, named or not, pressable or not. */
export function isContainer(node: Node): boolean {
  return wrappers.has(node.role) && kindWith(node, false) === Kind.none
}

/** A toolkit's tip: it comes where the pointer rests, goes after a while, and any press closes it. */
export function isTip({ role }: Node): boolean {
  return role === 'AXHelpTag'
}

/** Does the element capture all input while it is present? */
export function isModal(node: Node): boolean {
  return (node.flags & Flag.modal) !== 0
}

const plainRoles = new Map<string, boolean>()

/** Certainly neither interactable nor context, wherever it is: the quick answer for most of a tree. False proves nothing. */
export function isPlain(node: Node): boolean {
  if (node.flags !== 0 || node.subrole !== undefined) return false
  const known = plainRoles.get(node.role)
  if (known === undefined) return learnPlain(node)
  return (
    known || (node.title === undefined && node.description === undefined && byRole.get(node.role) === Kind.container)
  )
}

/** Properties that hold without flags, name and subrole hold for the role. */
function learnPlain(node: Node): boolean {
  const kind = byRole.get(node.role) ?? Kind.none
  const plain = !isInteractable(node) && (kind === Kind.none || kind === Kind.text)
  if (plainRoles.size < 500) plainRoles.set(node.role, plain)
  return plain
}
