/**
 * Which attributes go in which request. Usually at most two requests an element: one for what any element may have and,
 * once its role is known, one for what that role has. Children and value wait for the role: asking a table for its
 * children makes the application build all its rows, a text area's value is the whole document, and a secure field's
 * must not be read.
 */
import type { Kind } from './native/element-table.ts'

const truthNames = [
  'AXEnabled',
  'AXFocused',
  'AXSelected',
  'AXExpanded',
  'AXHidden',
  'AXElementBusy',
  'AXRequired',
] as const

/** Strings, booleans and the frame: all of them can be decoded from text. */
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

/** The single request for elements whose kind is known from how they were reached. */
export const byKind: { readonly [kind in Kind]: readonly string[] } = {
  application: [...common, 'AXFrontmost', 'AXWindows', 'AXMenuBar', 'AXExtrasMenuBar', 'AXFocusedWindow', 'AXChildren'],
  window: [...common, ...windowExtras, 'AXChildren'],
  menu: [...common, ...menuExtras, 'AXChildren'],
  part: [...common, 'AXDisclosing', 'AXChildren'],
  web: [...common, ...webExtras, 'AXChildren'],
}

/** For a closed menu: some applications fill theirs when asked for items. */
export const closedMenu: readonly string[] = [...common, ...menuExtras]

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Only the visible rows exist: others are built when asked for. */
export const tables = words('AXTable AXOutline AXList AXBrowser AXGrid')
/** Elements without children, or whose children are useless. */
const leaves = words(
  'AXStaticText AXImage AXScrollBar AXSplitter AXGrowArea AXProgressIndicator AXBusyIndicator AXLevelIndicator ' +
    'AXRelevanceIndicator AXValueIndicator AXColorWell AXDisclosureTriangle AXHelpTag AXMatte AXHandle AXRulerMarker ' +
    'AXSecureTextField',
)
/** Elements whose value repeats what other attributes say. */
const valueless = words(
  'AXApplication AXWindow AXSheet AXDrawer AXDialog AXGroup AXScrollArea AXSplitGroup AXSplitter AXToolbar AXButton AXImage ' +
    'AXMenuBar AXMenuBarItem AXMenu AXMenuItem AXTable AXOutline AXList AXBrowser AXGrid AXRow AXColumn AXScrollBar ' +
    'AXTextArea AXSecureTextField AXWebArea AXLayoutArea AXLayoutItem AXGrowArea AXPopover AXTabGroup AXRadioGroup AXLink AXUnknown',
)
const ranges = words('AXSlider AXIncrementor AXLevelIndicator AXProgressIndicator AXValueIndicator')
const windows = words('AXWindow AXSheet AXDrawer AXDialog AXPopover')

/**
 * A button with its own name: its contents only draw it, and are skipped. The request saved pays for asking whether
 * text fields are writable, the one state without an attribute.
 */
export function isPlainButton(role: string, { AXTitle, AXDescription }: { readonly [name: string]: unknown }): boolean {
  return role === 'AXButton' && (AXTitle !== undefined || AXDescription !== undefined)
}

export function isSecure(role: string, subrole: string | undefined): boolean {
  return role === 'AXSecureTextField' || subrole === 'AXSecureTextField'
}

/** The second request; empty if none is needed. */
export function byRole(role: string, subrole: string | undefined, kind: Kind | undefined): readonly string[] {
  const secure = isSecure(role, subrole) ? 'secure' : ''
  const key = `${role} ${kind ?? ''} ${secure}`
  let names = known.get(key)
  if (names === undefined) {
    names = makeNames(role, kind, secure !== '')
    // An application may invent endless roles.
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

/** What kind an element's children are, before they are read. */
export function kindUnder(role: string, kind: Kind | undefined): Kind | undefined {
  if (kind === 'web' || role === 'AXWebArea') return 'web'
  if (role === 'AXMenuBar' || role === 'AXMenuBarItem' || role === 'AXMenu' || role === 'AXMenuItem') return 'menu'
  return parents.has(role) ? 'part' : undefined
}

/** Roles whose children are never a table or list. */
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

/** Actions that elements of a role are known to have; they may have others. */
export function actionsOfRole(role: string): readonly string[] {
  return roleActions.get(role) ?? none
}

/** Does a bulk read ask for its actions? Only if the role does not imply them and that costs no third request. */
export function asksActions(role: string, kind: Kind | undefined): boolean {
  if (kind === 'web') return byRole(role, undefined, kind).length === 0
  return role === 'AXImage'
}
