/** Chromium's accessibility roles as AX roles. */

export interface AxRole {
  readonly role: string
  readonly subrole?: string
}

const plain = (role: string, subrole?: string): AxRole => (subrole === undefined ? { role } : { role, subrole })
const group = plain('AXGroup')
const landmark = (name: string) => plain('AXGroup', `AXLandmark${name}`)

/** Roles as in the protocol: ARIA names for ARIA roles, Chromium's own names for the rest. */
export const roles: { readonly [role: string]: AxRole } = {
  RootWebArea: plain('AXWebArea'),
  WebArea: plain('AXWebArea'),
  Iframe: plain('AXGroup', 'AXFrame'),
  IframePresentational: plain('AXGroup', 'AXFrame'),
  button: plain('AXButton'),
  link: plain('AXLink'),
  'doc-backlink': plain('AXLink'),
  'doc-biblioref': plain('AXLink'),
  'doc-glossref': plain('AXLink'),
  'doc-noteref': plain('AXLink'),
  textbox: plain('AXTextField'),
  searchbox: plain('AXTextField', 'AXSearchField'),
  combobox: plain('AXComboBox'),
  checkbox: plain('AXCheckBox'),
  switch: plain('AXCheckBox', 'AXSwitch'),
  radio: plain('AXRadioButton'),
  radiogroup: plain('AXRadioGroup'),
  tab: plain('AXRadioButton', 'AXTabButton'),
  tablist: plain('AXTabGroup'),
  tabpanel: plain('AXGroup', 'AXTabPanel'),
  slider: plain('AXSlider'),
  spinbutton: plain('AXIncrementor'),
  scrollbar: plain('AXScrollBar'),
  progressbar: plain('AXProgressIndicator'),
  meter: plain('AXLevelIndicator'),
  listbox: plain('AXList', 'AXListBox'),
  option: plain('AXOption'),
  MenuListOption: plain('AXOption'),
  MenuListPopup: plain('AXMenu'),
  menu: plain('AXMenu'),
  menubar: plain('AXMenuBar'),
  menuitem: plain('AXMenuItem'),
  menuitemcheckbox: plain('AXMenuItem', 'AXMenuItemCheckBox'),
  menuitemradio: plain('AXMenuItem', 'AXMenuItemRadio'),
  StaticText: plain('AXStaticText'),
  heading: plain('AXHeading'),
  image: plain('AXImage'),
  img: plain('AXImage'),
  SvgRoot: plain('AXImage'),
  Canvas: plain('AXImage', 'AXCanvas'),
  list: plain('AXList'),
  listitem: plain('AXRow', 'AXListItem'),
  DescriptionList: plain('AXList', 'AXDescriptionList'),
  table: plain('AXTable'),
  grid: plain('AXTable'),
  treegrid: plain('AXOutline'),
  row: plain('AXRow'),
  cell: plain('AXCell'),
  gridcell: plain('AXCell'),
  columnheader: plain('AXCell', 'AXColumnHeader'),
  rowheader: plain('AXCell', 'AXRowHeader'),
  tree: plain('AXOutline'),
  treeitem: plain('AXRow', 'AXOutlineRow'),
  separator: plain('AXSplitter'),
  toolbar: plain('AXToolbar'),
  dialog: plain('AXGroup', 'AXApplicationDialog'),
  alertdialog: plain('AXGroup', 'AXApplicationAlertDialog'),
  alert: plain('AXGroup', 'AXApplicationAlert'),
  status: plain('AXGroup', 'AXApplicationStatus'),
  log: plain('AXGroup', 'AXApplicationLog'),
  navigation: landmark('Navigation'),
  main: landmark('Main'),
  banner: landmark('Banner'),
  contentinfo: landmark('ContentInfo'),
  complementary: landmark('Complementary'),
  search: landmark('Search'),
  region: landmark('Region'),
  form: landmark('Form'),
  article: plain('AXGroup', 'AXDocumentArticle'),
  DisclosureTriangle: plain('AXDisclosureTriangle'),
  DisclosureTriangleGrouped: plain('AXDisclosureTriangle'),
  Details: plain('AXGroup', 'AXDetails'),
  ColorWell: plain('AXColorWell'),
  Date: plain('AXDateField'),
  DateTime: plain('AXDateField'),
  InputTime: plain('AXTimeField'),
  Video: plain('AXGroup', 'AXVideo'),
  Audio: plain('AXGroup', 'AXAudio'),
  math: plain('AXGroup', 'AXDocumentMath'),
  figure: plain('AXGroup', 'AXFigure'),
  generic: group,
  paragraph: group,
  group,
  none: group,
}

/** Roles that add nothing to their parent: skipped when a reply is read. */
export const droppedRoles: ReadonlySet<string> = new Set([
  'InlineTextBox',
  'LineBreak',
  'ListMarker',
  'LayoutTableColumn',
])

const made = new Map<string, AxRole>()

export function axRole(role: string): AxRole {
  const known = (Object.hasOwn(roles, role) ? roles[role] : undefined) ?? made.get(role)
  if (known !== undefined) return known
  // Chromium's structural roles (LabelText, time, emphasis, …) are groups, with the original as subrole.
  const fallback = plain('AXGroup', `AX${role.charAt(0).toUpperCase()}${role.slice(1)}`)
  if (made.size < 200) made.set(role, fallback)
  return fallback
}
