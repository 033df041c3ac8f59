/** What a person calls elements by their roles: the words of views, lines and errors. */
import type { Row } from './row.ts'

/** Words are untrusted: `constructor` must not find what every object has. */
function table(words: { readonly [word: string]: string }): ReadonlyMap<string, string> {
  return new Map(Object.entries(words))
}

/** Short words that are not just the AX word without `AX`, in lower case. */
const shortRoles = table({
  AXPopUpButton: 'dropdown',
  AXMenuButton: 'menu button',
  AXComboBox: 'combobox',
  AXCheckBox: 'checkbox',
  AXRadioButton: 'radio',
  AXRadioGroup: 'radio group',
  AXTextField: 'textfield',
  AXTextArea: 'textarea',
  AXStaticText: 'text',
  AXTabGroup: 'tabs',
  AXWebArea: 'page',
  AXMenuBar: 'menu bar',
  AXMenuItem: 'menu item',
  AXMenuBarItem: 'menu',
  AXProgressIndicator: 'progress',
  AXScrollArea: 'scroll area',
  AXScrollBar: 'scrollbar',
  AXIncrementor: 'spinner',
  AXOutline: 'tree',
  AXDisclosureTriangle: 'disclosure',
})
const shortSubroles = table({
  AXTabButton: 'tab',
  AXSwitch: 'switch',
  AXToggle: 'toggle',
  AXSearchField: 'searchfield',
  AXSecureTextField: 'password',
  AXDialog: 'dialog',
  AXSystemDialog: 'dialog',
  AXApplicationDialog: 'dialog',
  AXApplicationAlert: 'alert',
  AXApplicationAlertDialog: 'dialog',
  AXApplicationStatus: 'status',
  AXApplicationLog: 'log',
  AXLandmarkNavigation: 'navigation',
  AXLandmarkMain: 'main',
  AXLandmarkBanner: 'banner',
  AXLandmarkContentInfo: 'footer',
  AXLandmarkComplementary: 'aside',
  AXLandmarkSearch: 'search',
  AXLandmarkRegion: 'region',
  AXLandmarkForm: 'form',
  AXOutlineRow: 'treeitem',
  AXMenuExtra: 'status item',
  AXDescriptionList: 'list',
})

const shortCache = new Map<string, string>()

/** The word shown in outlines: `button`, `tab`, `textfield`. */
export function shortRole(role: string, subrole?: string): string {
  const special = subrole === undefined ? undefined : shortSubroles.get(subrole)
  if (special !== undefined) return special
  const known = shortRoles.get(role) ?? shortCache.get(role)
  if (known !== undefined) return known
  const short = (role.startsWith('AX') ? role.slice(2) : role).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  if (shortCache.size < 500) shortCache.set(role, short)
  return short
}

/** How an error calls an element: `button "Save"`. */
export function spokenName({ role, subrole, title, description, placeholder }: Row): string {
  const name = title ?? description ?? placeholder
  const word = shortRole(role, subrole)
  return name === undefined ? word : `${word} ${JSON.stringify(name)}`
}
