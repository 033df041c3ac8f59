/** AT-SPI roles in AX words, by number: role names differ between toolkits, numbers do not. */
import { Role } from '../toolkits/role-numbers.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'

export interface AxRole {
  /** AT-SPI's name. */
  readonly name: string
  readonly role: string
  readonly subrole: string | undefined
}

export { Role }

/** Without an AX word: `AXGroup` for containers, a readable name for the rest. */
const table: readonly (readonly [number, string, string, string?])[] = [
  [1, 'accelerator label', 'AXStaticText'],
  [2, 'alert', 'AXGroup', 'AXApplicationAlert'],
  [3, 'animation', 'AXImage'],
  [4, 'arrow', 'AXImage'],
  [5, 'calendar', 'AXGroup'],
  [6, 'canvas', 'AXImage', 'AXCanvas'],
  [7, 'check box', 'AXCheckBox'],
  [8, 'check menu item', 'AXMenuItem', 'AXMenuItemCheckBox'],
  [9, 'color chooser', 'AXColorWell'],
  [10, 'column header', 'AXButton', 'AXSortButton'],
  [11, 'combo box', 'AXPopUpButton'],
  [12, 'date editor', 'AXDateField'],
  [13, 'desktop icon', 'AXImage'],
  [14, 'desktop frame', 'AXGroup'],
  [15, 'dial', 'AXSlider'],
  [16, 'dialog', 'AXWindow', 'AXDialog'],
  [17, 'directory pane', 'AXGroup'],
  [18, 'drawing area', 'AXGroup'],
  [19, 'file chooser', 'AXWindow', 'AXDialog'],
  [20, 'filler', 'AXGroup'],
  [21, 'focus traversable', 'AXGroup'],
  [22, 'font chooser', 'AXGroup'],
  [23, 'frame', 'AXWindow', 'AXStandardWindow'],
  [24, 'glass pane', 'AXGroup'],
  [25, 'html container', 'AXGroup'],
  [26, 'icon', 'AXImage'],
  [27, 'image', 'AXImage'],
  [28, 'internal frame', 'AXGroup'],
  [29, 'label', 'AXStaticText'],
  [30, 'layered pane', 'AXGroup'],
  [31, 'list', 'AXList'],
  [32, 'list item', 'AXRow'],
  [33, 'menu', 'AXMenu'],
  [34, 'menu bar', 'AXMenuBar'],
  [35, 'menu item', 'AXMenuItem'],
  [36, 'option pane', 'AXGroup'],
  [37, 'page tab', 'AXRadioButton', 'AXTabButton'],
  [38, 'page tab list', 'AXTabGroup'],
  [39, 'panel', 'AXGroup'],
  [40, 'password text', 'AXTextField', 'AXSecureTextField'],
  [41, 'popup menu', 'AXMenu'],
  [42, 'progress bar', 'AXProgressIndicator'],
  [43, 'push button', 'AXButton'],
  [44, 'radio button', 'AXRadioButton'],
  [45, 'radio menu item', 'AXMenuItem', 'AXMenuItemRadio'],
  [46, 'root pane', 'AXGroup'],
  [47, 'row header', 'AXStaticText'],
  [48, 'scroll bar', 'AXScrollBar'],
  [49, 'scroll pane', 'AXScrollArea'],
  [50, 'separator', 'AXSplitter'],
  [51, 'slider', 'AXSlider'],
  [52, 'spin button', 'AXIncrementor'],
  [53, 'split pane', 'AXSplitGroup'],
  [54, 'status bar', 'AXGroup', 'AXApplicationStatus'],
  [55, 'table', 'AXTable'],
  [56, 'table cell', 'AXCell'],
  [57, 'table column header', 'AXButton', 'AXSortButton'],
  [58, 'table row header', 'AXStaticText'],
  [59, 'tear off menu item', 'AXMenuItem'],
  [60, 'terminal', 'AXTextArea'],
  [61, 'text', 'AXTextField'],
  [62, 'toggle button', 'AXCheckBox', 'AXToggle'],
  [63, 'tool bar', 'AXToolbar'],
  [64, 'tool tip', 'AXHelpTag'],
  [65, 'tree', 'AXOutline'],
  [66, 'tree table', 'AXOutline'],
  [67, 'unknown', 'AXUnknown'],
  [68, 'viewport', 'AXGroup'],
  [69, 'window', 'AXWindow'],
  [70, 'extended', 'AXGroup'],
  [71, 'header', 'AXGroup', 'AXLandmarkBanner'],
  [72, 'footer', 'AXGroup', 'AXLandmarkContentInfo'],
  [73, 'paragraph', 'AXGroup'],
  [74, 'ruler', 'AXRuler'],
  [75, 'application', 'AXApplication'],
  [76, 'autocomplete', 'AXComboBox'],
  [77, 'edit bar', 'AXTextField'],
  [78, 'embedded', 'AXGroup'],
  [79, 'entry', 'AXTextField'],
  [80, 'chart', 'AXImage'],
  [81, 'caption', 'AXStaticText'],
  [82, 'document frame', 'AXWebArea'],
  [83, 'heading', 'AXHeading'],
  [84, 'page', 'AXGroup'],
  [85, 'section', 'AXGroup'],
  [86, 'redundant object', 'AXGroup'],
  [87, 'form', 'AXGroup', 'AXLandmarkForm'],
  [88, 'link', 'AXLink'],
  [89, 'input method window', 'AXWindow'],
  [90, 'table row', 'AXRow', 'AXTableRow'],
  [91, 'tree item', 'AXRow', 'AXOutlineRow'],
  [92, 'document spreadsheet', 'AXGroup', 'AXDocument'],
  [93, 'document presentation', 'AXGroup', 'AXDocument'],
  [94, 'document text', 'AXTextArea'],
  [95, 'document web', 'AXWebArea'],
  [96, 'document email', 'AXGroup', 'AXDocument'],
  [97, 'comment', 'AXGroup'],
  [98, 'list box', 'AXList', 'AXListBox'],
  [99, 'grouping', 'AXGroup'],
  [100, 'image map', 'AXImage'],
  [101, 'notification', 'AXGroup', 'AXApplicationStatus'],
  [102, 'info bar', 'AXGroup', 'AXApplicationStatus'],
  [103, 'level bar', 'AXLevelIndicator'],
  [104, 'title bar', 'AXGroup'],
  [105, 'block quote', 'AXGroup'],
  [106, 'audio', 'AXGroup', 'AXAudio'],
  [107, 'video', 'AXGroup', 'AXVideo'],
  [108, 'definition', 'AXGroup', 'AXDefinition'],
  [109, 'article', 'AXGroup', 'AXDocumentArticle'],
  [110, 'landmark', 'AXGroup', 'AXLandmarkRegion'],
  [111, 'log', 'AXGroup', 'AXApplicationLog'],
  [112, 'marquee', 'AXGroup', 'AXApplicationMarquee'],
  [113, 'math', 'AXGroup', 'AXDocumentMath'],
  [114, 'rating', 'AXRatingIndicator'],
  [115, 'timer', 'AXGroup', 'AXApplicationTimer'],
  [116, 'static', 'AXStaticText'],
  [117, 'math fraction', 'AXGroup'],
  [118, 'math root', 'AXGroup'],
  [119, 'subscript', 'AXStaticText'],
  [120, 'superscript', 'AXStaticText'],
  [121, 'description list', 'AXList', 'AXDescriptionList'],
  [122, 'description term', 'AXGroup', 'AXTerm'],
  [123, 'description value', 'AXGroup', 'AXDescription'],
  [124, 'footnote', 'AXGroup'],
  [125, 'content deletion', 'AXGroup'],
  [126, 'content insertion', 'AXGroup'],
  [127, 'mark', 'AXGroup'],
  [128, 'suggestion', 'AXGroup'],
  [129, 'push button menu', 'AXMenuButton'],
  [130, 'switch', 'AXCheckBox', 'AXSwitch'],
] as const

const unknown: AxRole = { name: 'unknown', role: 'AXUnknown', subrole: undefined }
const roles: AxRole[] = []
for (const [number, name, role, subrole] of table) roles[number] = { name, role, subrole }

/** The meaning of a role number; `AXUnknown` for numbers newer than this table. */
export function axRole(number: number): AxRole {
  return roles[number] ?? unknown
}

/** The role of an element that reports `role`, in one of the role `within`. */
export function roleIn(within: number | undefined, role: number, { partsOf }: Toolkit): number {
  return partsOf?.[within ?? 0]?.[role] ?? role
}

const leaves: ReadonlySet<number> = new Set<number>([
  Role.checkBox,
  Role.checkMenuItem,
  Role.image,
  Role.label,
  Role.menuItem,
  Role.progressBar,
  Role.pushButton,
  Role.radioButton,
  Role.radioMenuItem,
  Role.separator,
  Role.slider,
  Role.static,
  Role.tableCell,
  Role.toggleButton,
])

/** Roles that seldom contain anything. */
export function isLeaf(role: number): boolean {
  return leaves.has(role)
}

const webContent: ReadonlySet<number> = new Set<number>([Role.internalFrame, Role.documentFrame, Role.documentWeb])

/** A browser's page, or an HTML frame around one. */
export function isWebContent(role: number | undefined): boolean {
  return role !== undefined && webContent.has(role)
}
