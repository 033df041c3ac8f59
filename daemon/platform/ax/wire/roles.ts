/** macOS roles and subroles in the vocabulary all platforms share, which differs in only a few words. */
import { words } from '../../basics/words.ts'

export interface RoleWords {
  readonly role: string
  readonly subrole: string | undefined
}

/** What is known of an element's surroundings. */
export interface Around {
  readonly parentRole?: string | undefined
}

const word = /^[A-Za-z][A-Za-z0-9 _-]*$/
/** Roles and subroles are few, but each occurs thousands of times. */
const interned = new Map<string, string>()
const most = 2000

export function intern(text: string): string {
  const known = interned.get(text)
  if (known !== undefined) return known
  if (interned.size < most) interned.set(text, text)
  return text
}

function wordOf(text: unknown): string | undefined {
  return typeof text === 'string' && text.length <= 64 && word.test(text) ? intern(text) : undefined
}

/** AppKit's tabs are radio buttons in a tab group; meaningless subroles are left out. */
export function rolesOf(role: unknown, subrole: unknown, { parentRole }: Around = {}): RoleWords {
  const main = wordOf(role) ?? 'AXUnknown'
  const sub = wordOf(subrole)
  if (main === 'AXRadioButton' && parentRole === 'AXTabGroup') return { role: main, subrole: 'AXTabButton' }
  if (main === 'AXTab' || main === 'AXTabButton') return { role: 'AXRadioButton', subrole: 'AXTabButton' }
  if (main === 'AXSecureTextField') return { role: 'AXTextField', subrole: 'AXSecureTextField' }
  return { role: main, subrole: sub === 'AXUnknown' || sub === main ? undefined : sub }
}

const textRoles = words('AXTextField AXTextArea AXComboBox AXDateField AXTimeField')
const windowRoles: ReadonlySet<string> = new Set(['AXWindow', 'AXSheet', 'AXDrawer'])
const tableRoles: ReadonlySet<string> = new Set(['AXTable', 'AXOutline', 'AXList', 'AXBrowser'])
const sliderRoles: ReadonlySet<string> = new Set(['AXSlider', 'AXIncrementor', 'AXStepper'])

/** Text fields: read-only if they cannot be edited. */
export function isTextRole(role: string): boolean {
  return textRoles.has(role)
}

export function isWindowRole(role: string): boolean {
  return windowRoles.has(role)
}

/** Does it have a place of its own on the screen, above its window? */
export function isLayerRole(role: string): boolean {
  return isWindowRole(role) || role === 'AXPopover' || role === 'AXMenu'
}

/** Only their visible rows are read: asking for others makes the application build them. */
export function isTableRole(role: string): boolean {
  return tableRoles.has(role)
}

export function isSliderRole(role: string): boolean {
  return sliderRoles.has(role)
}

export function isSecure({ role, subrole }: RoleWords): boolean {
  return subrole === 'AXSecureTextField' || role === 'AXSecureTextField'
}
