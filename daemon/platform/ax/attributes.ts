/**
 * Which attributes are asked for in which request. At most two requests an element, in the mean: one for what every element may have, and,
 * once its role is known, one for what that role has. Before the role is known neither children nor value are asked for: the
 * children of a table make the application build all its rows, the value of a text area is its whole document, and that of
 * a secure field is nobody's business.
 */
import type { Kind } from './element-table.ts'

const truthNames = [
  'AXEnabled',
  'AXFocused',
  'AXSelected',
  'AXExpanded',
  'AXHidden',
  'AXElementBusy',
  'AXRequired',
] as const

/** Texts, truths and the frame: whatever these are, they can be read from text. */
export const common = [
  'AXRole',
  'AXSubrole',
  'AXTitle',
  'AXDescription',
  'AXHelp',
  'AXIdentifier',
  'AXPlaceholderValue',
  ...truthNames,
  'AXPosition',
  'AXSize',
  'AXTitleUIElement',
] as const

export const truths: ReadonlySet<string> = new Set(truthNames)

const windowExtras = ['AXMain', 'AXMinimized', 'AXModal', 'AXDocument']
const menuExtras = ['AXMenuItemCmdChar', 'AXMenuItemCmdModifiers', 'AXMenuItemMarkChar']
const webExtras = ['AXURL', 'AXDOMIdentifier', 'AXDOMClassList', 'AXInvalid']
const rangeExtras = ['AXMinValue', 'AXMaxValue', 'AXValueDescription']

/** The one request for elements of which it is known how they were come to. */
export const byKind: { readonly [kind in Kind]: readonly string[] } = {
  application: [...common, 'AXFrontmost', 'AXWindows', 'AXMenuBar', 'AXFocusedWindow', 'AXChildren'],
  window: [...common, ...windowExtras, 'AXChildren'],
  menu: [...common, ...menuExtras, 'AXChildren'],
  part: [...common, 'AXDisclosing', 'AXChildren'],
  web: [...common, ...webExtras, 'AXChildren'],
}

/** A closed menu: some applications fill theirs when they are asked for their entries. */
export const closedMenu: readonly string[] = [...common, ...menuExtras]

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** A part of them is shown, and only that exists: the rest is built when it is asked for. */
export const tables = words('AXTable AXOutline AXList AXBrowser AXGrid')
/** Their children are of no use to anybody, or there are none. */
const leaves = words(
  'AXStaticText AXImage AXScrollBar AXSplitter AXGrowArea AXProgressIndicator AXBusyIndicator AXLevelIndicator ' +
    'AXRelevanceIndicator AXValueIndicator AXColorWell AXDisclosureTriangle AXHelpTag AXMatte AXHandle AXRulerMarker ' +
    'AXSecureTextField',
)
/** What the value of these would say is said otherwise. */
const valueless = words(
  'AXApplication AXWindow AXSheet AXDrawer AXDialog AXGroup AXScrollArea AXSplitGroup AXSplitter AXToolbar AXButton AXImage ' +
    'AXMenuBar AXMenuBarItem AXMenu AXMenuItem AXTable AXOutline AXList AXBrowser AXGrid AXRow AXColumn AXScrollBar ' +
    'AXTextArea AXSecureTextField AXWebArea AXLayoutArea AXLayoutItem AXGrowArea AXPopover AXTabGroup AXRadioGroup AXLink AXUnknown',
)
const ranges = words('AXSlider AXIncrementor AXLevelIndicator AXProgressIndicator AXValueIndicator')
const windows = words('AXWindow AXSheet AXDrawer AXDialog AXPopover')

/**
 * A button with a name of its own: what is in it is its face, and is not asked for. That pays for the question whether text fields
 * can be written, the one state that has no attribute.
 */
export function isPlainButton(role: string, { AXTitle, AXDescription }: { readonly [name: string]: unknown }): boolean {
  return role === 'AXButton' && (AXTitle !== undefined || AXDescription !== undefined)
}

export function isSecure(role: string, subrole: string | undefined): boolean {
  return role === 'AXSecureTextField' || subrole === 'AXSecureTextField'
}

/** The second request; empty where there is none to be made. */
export function byRole(role: string, subrole: string | undefined, kind: Kind | undefined): readonly string[] {
  const secure = isSecure(role, subrole) ? 'secure' : ''
  const key = `${role} ${kind ?? ''} ${secure}`
  let names = known.get(key)
  if (names === undefined) {
    names = makeNames(role, kind, secure !== '')
    // An application may make up roles without end.
    if (known.size < 1000) known.set(key, names)
  }
  return names
}

const known = new Map<string, readonly string[]>()

function makeNames(role: string, kind: Kind | undefined, secure: boolean): readonly string[] {
  const names: string[] = []
  if (!secure && !valueless.has(role)) names.push('AXValue')
  if (ranges.has(role)) names.push(...rangeExtras)
  if (role === 'AXTextArea' && !secure) names.push('AXNumberOfCharacters')
  if (kind !== undefined) return names
  if (windows.has(role)) names.push(...windowExtras)
  if (role === 'AXLink' || role === 'AXWebArea') names.push('AXURL')
  if (role === 'AXMenuItem') names.push(...menuExtras)
  if (role === 'AXRow') names.push('AXDisclosing')
  if (role === 'AXList') names.push('AXVisibleChildren', 'AXHeader')
  else if (role === 'AXBrowser') names.push('AXVisibleColumns', 'AXColumns')
  else if (tables.has(role)) names.push('AXVisibleRows', 'AXVisibleChildren', 'AXHeader')
  else if (!leaves.has(role)) names.push('AXChildren')
  return names
}

/** What the children of an element are before they are read. */
export function kindUnder(role: string, kind: Kind | undefined): Kind | undefined {
  if (kind === 'web' || role === 'AXWebArea') return 'web'
  if (role === 'AXMenuBar' || role === 'AXMenuBarItem' || role === 'AXMenu' || role === 'AXMenuItem') return 'menu'
  return parents.has(role) ? 'part' : undefined
}

/** No table and no list is right under these. */
const parents = words(
  'AXTable AXOutline AXRow AXToolbar AXRadioGroup AXPopUpButton AXMenuButton AXButton AXLink AXHeading',
)

const press: readonly string[] = Object.freeze(['AXPress'])
const pressOrMenu: readonly string[] = Object.freeze(['AXPress', 'AXShowMenu'])
const adjust: readonly string[] = Object.freeze(['AXIncrement', 'AXDecrement'])
const raise: readonly string[] = Object.freeze(['AXRaise'])
const none: readonly string[] = Object.freeze([])

const roleActions: ReadonlyMap<string, readonly string[]> = new Map([
  ...['AXButton', 'AXCheckBox', 'AXRadioButton', 'AXLink', 'AXDisclosureTriangle', 'AXMenuItem', 'AXMenuBarItem'].map(
    (role) => [role, press] as const,
  ),
  ['AXPopUpButton', pressOrMenu],
  ['AXMenuButton', pressOrMenu],
  ['AXColorWell', press],
  ['AXSlider', adjust],
  ['AXIncrementor', adjust],
  ['AXWindow', raise],
])

/** The actions that elements of a role have; that they have no others is not said. */
export function actionsOfRole(role: string): readonly string[] {
  return roleActions.get(role) ?? none
}

/** Whether a bulk read asks for its actions: where that makes no third request, and its role does not tell. */
export function asksActions(role: string, kind: Kind | undefined): boolean {
  if (kind === 'web') return byRole(role, undefined, kind).length === 0
  return role === 'AXImage'
}
