/** The ARIA role of an element, as far as the tree's words and the HTML determine it. */

/** By AX word, `role` or `role subrole`: the ARIA roles it can stand for. */
const behind: { readonly [words: string]: readonly string[] } = {
  AXButton: ['button'],
  AXMenuButton: ['button'],
  AXPopUpButton: ['combobox', 'button'],
  AXLink: ['link'],
  AXTextField: ['textbox'],
  'AXTextField AXSearchField': ['searchbox'],
  // Any kind of text input, as its browser reports it.
  AXTextArea: ['textbox', 'searchbox', 'combobox'],
  AXComboBox: ['combobox'],
  AXCheckBox: ['checkbox'],
  'AXCheckBox AXSwitch': ['switch'],
  AXRadioButton: ['radio'],
  'AXRadioButton AXTabButton': ['tab'],
  AXSlider: ['slider'],
  AXIncrementor: ['spinbutton'],
  AXOption: ['option'],
  AXMenuItem: ['menuitem'],
  'AXMenuItem AXMenuItemCheckBox': ['menuitemcheckbox'],
  'AXMenuItem AXMenuItemRadio': ['menuitemradio'],
  AXHeading: ['heading'],
  AXImage: ['img'],
  'AXList AXListBox': ['listbox'],
  'AXRow AXListItem': ['listitem'],
  'AXRow AXOutlineRow': ['treeitem'],
  AXTabGroup: ['tablist'],
  'AXGroup AXTabPanel': ['tabpanel'],
  'AXGroup AXApplicationDialog': ['dialog'],
  'AXGroup AXApplicationAlertDialog': ['alertdialog'],
  'AXCell AXColumnHeader': ['columnheader'],
  'AXCell AXRowHeader': ['rowheader'],
  AXCell: ['cell', 'gridcell'],
}
const all: ReadonlySet<string> = new Set(Object.values(behind).flat())
const none: readonly string[] = []

export function rolesBehind(role: string, subrole: string | undefined): readonly string[] {
  // Readers disagree on the role of a password field.
  if (subrole === 'AXSecureTextField') return none
  const words = subrole === undefined || subrole === 'AXToggle' ? role : `${role} ${subrole}`
  return Object.hasOwn(behind, words) ? behind[words]! : none
}

const ofInput: { readonly [type: string]: string } = {
  button: 'button',
  image: 'button',
  reset: 'button',
  submit: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
  email: 'textbox',
  tel: 'textbox',
  text: 'textbox',
  url: 'textbox',
}

/** The role its markup implies; `undefined` if that role cannot be found by name. */
export function roleInHtml(tag: string, attributes: { readonly [name: string]: string }): string | undefined {
  const { role, type = 'text' } = attributes
  const said = role
    ?.toLowerCase()
    .split(/\s+/)
    .find((word) => all.has(word))
  if (said !== undefined) return said
  switch (tag) {
    case 'a':
    case 'area':
      return attributes.href === undefined ? undefined : 'link'
    case 'button':
    case 'option':
      return tag
    case 'textarea':
      return 'textbox'
    case 'select':
      return attributes.multiple !== undefined || Number(attributes.size) > 1 ? 'listbox' : 'combobox'
    case 'input': {
      const found = Object.hasOwn(ofInput, type.toLowerCase()) ? ofInput[type.toLowerCase()] : undefined
      return attributes.list !== undefined && (found === 'textbox' || found === 'searchbox') ? 'combobox' : found
    }
    case 'img':
      return attributes.alt === '' ? undefined : 'img'
    case 'li':
      return 'listitem'
    default:
      return /^h[1-6]$/.test(tag) ? 'heading' : undefined
  }
}
