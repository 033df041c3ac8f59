/** AT-SPI roles in AX words. */
import { Role, type RoleName, roleNames, roles } from '../toolkits/role-numbers.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'

export interface AxRole {
  /** AT-SPI's name. */
  readonly name: string
  readonly role: string
  readonly subrole: string | undefined
}

export { Role, roles }

/** The AT-SPI roles behind each AX role, with its subrole if there is one. All others are groups. */
const ax: { readonly [words: string]: ReadonlySet<number> } = {
  AXApplication: roles('application'),
  AXButton: roles('pushButton'),
  'AXButton AXSortButton': roles('columnHeader tableColumnHeader'),
  AXCell: roles('tableCell'),
  AXCheckBox: roles('checkBox'),
  'AXCheckBox AXSwitch': roles('switch'),
  'AXCheckBox AXToggle': roles('toggleButton'),
  AXColorWell: roles('colorChooser'),
  AXComboBox: roles('autocomplete'),
  AXDateField: roles('dateEditor'),
  'AXGroup AXApplicationAlert': roles('alert'),
  'AXGroup AXApplicationLog': roles('log'),
  'AXGroup AXApplicationMarquee': roles('marquee'),
  'AXGroup AXApplicationStatus': roles('statusBar notification infoBar'),
  'AXGroup AXApplicationTimer': roles('timer'),
  'AXGroup AXAudio': roles('audio'),
  'AXGroup AXDefinition': roles('definition'),
  'AXGroup AXDescription': roles('descriptionValue'),
  'AXGroup AXDocument': roles('documentSpreadsheet documentPresentation documentEmail'),
  'AXGroup AXDocumentArticle': roles('article'),
  'AXGroup AXDocumentMath': roles('math'),
  'AXGroup AXLandmarkBanner': roles('header'),
  'AXGroup AXLandmarkContentInfo': roles('footer'),
  'AXGroup AXLandmarkForm': roles('form'),
  'AXGroup AXLandmarkRegion': roles('landmark'),
  'AXGroup AXTerm': roles('descriptionTerm'),
  'AXGroup AXVideo': roles('video'),
  AXHeading: roles('heading'),
  AXHelpTag: roles('toolTip'),
  AXImage: roles('animation arrow desktopIcon icon image chart imageMap'),
  'AXImage AXCanvas': roles('canvas'),
  AXIncrementor: roles('spinButton'),
  AXLevelIndicator: roles('levelBar'),
  AXLink: roles('link'),
  AXList: roles('list'),
  'AXList AXDescriptionList': roles('descriptionList'),
  'AXList AXListBox': roles('listBox'),
  AXMenu: roles('menu popupMenu'),
  AXMenuBar: roles('menuBar'),
  AXMenuButton: roles('pushButtonMenu'),
  AXMenuItem: roles('menuItem tearOffMenuItem'),
  'AXMenuItem AXMenuItemCheckBox': roles('checkMenuItem'),
  'AXMenuItem AXMenuItemRadio': roles('radioMenuItem'),
  AXOutline: roles('tree treeTable'),
  AXPopUpButton: roles('comboBox'),
  AXProgressIndicator: roles('progressBar'),
  AXRadioButton: roles('radioButton'),
  'AXRadioButton AXTabButton': roles('pageTab'),
  AXRatingIndicator: roles('rating'),
  AXRow: roles('listItem'),
  'AXRow AXOutlineRow': roles('treeItem'),
  'AXRow AXTableRow': roles('tableRow'),
  AXRuler: roles('ruler'),
  AXScrollArea: roles('scrollPane'),
  AXScrollBar: roles('scrollBar'),
  AXSlider: roles('dial slider'),
  AXSplitGroup: roles('splitPane'),
  AXSplitter: roles('separator'),
  AXStaticText: roles('acceleratorLabel label rowHeader tableRowHeader caption static subscript superscript'),
  AXTabGroup: roles('pageTabList'),
  AXTable: roles('table'),
  AXTextArea: roles('terminal documentText'),
  AXTextField: roles('text editBar entry'),
  'AXTextField AXSecureTextField': roles('passwordText'),
  AXToolbar: roles('toolBar'),
  AXUnknown: roles('unknown'),
  AXWebArea: roles('documentFrame documentWeb'),
  AXWindow: roles('window inputMethodWindow'),
  'AXWindow AXDialog': roles('dialog fileChooser'),
  'AXWindow AXStandardWindow': roles('frame'),
}

const unknown: AxRole = { name: 'unknown', role: 'AXUnknown', subrole: undefined }
const nameOf = (role: RoleName) => role.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const known = new Map<number, AxRole>(
  roleNames.map((name, at) => [at + 1, { name: nameOf(name), role: 'AXGroup', subrole: undefined }]),
)
for (const [words, numbers] of Object.entries(ax)) {
  const [role = '', subrole] = words.split(' ')
  for (const number of numbers) known.set(number, { ...known.get(number)!, role, subrole })
}

/** The meaning of a role number; `AXUnknown` for numbers newer than this table. */
export function axRole(number: number): AxRole {
  return known.get(number) ?? unknown
}

/** The role of an element that reports `role` inside one with the role `within`. */
export function roleIn(within: number | undefined, role: number, { partsOf }: Toolkit): number {
  return partsOf?.[within ?? 0]?.[role] ?? role
}

/** Roles that are pressed and say what they do. */
export const buttons = roles('pushButton toggleButton')
/** Roles that only say something. */
export const textRoles = roles('label static')

const leaves = roles(
  'checkBox checkMenuItem image label menuItem progressBar pushButton radioButton radioMenuItem',
  'separator slider static tableCell toggleButton',
)

/** Roles that seldom contain anything. */
export function isLeaf(role: number): boolean {
  return leaves.has(role)
}

const webContent = roles('internalFrame documentFrame documentWeb')

/** A browser's page, or an HTML frame around one. */
export function isWebContent(role: number | undefined): boolean {
  return role !== undefined && webContent.has(role)
}
