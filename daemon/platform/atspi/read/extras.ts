/**
 * What elements of some roles need beyond the bulk read: texts, values, attributes, actions. Read by single calls in
 * parallel, for those elements only.
 */
import type { Toolkit } from '../toolkits/toolkit.ts'
import { ask, property, type Queried } from '../wire/access.ts'
import { type Item, refOf, textOf } from '../wire/cache-items.ts'
import { Has, type Ref } from '../wire/facts.ts'
import { relation, relationsOf } from '../wire/relations.ts'
import { type ActionWord, actionWords } from './actions.ts'
import { type Cut, cutBy, mayBeOutside } from './cut.ts'
import type { Place } from './place.ts'
import { all } from './read-item.ts'
import { Role, roles, textRoles } from './roles.ts'
import { isNamelessTab, isWithoutRoom, mayLackRoom } from './room.ts'
import { hasState, isEntry, isHidden, State } from './states.ts'

export interface Extras {
  readonly text?: string
  /** Its length, if longer than what was read. */
  readonly length?: number
  readonly value?: number
  readonly attributes?: { readonly [name: string]: string }
  readonly actions?: readonly ActionWord[]
  /** Only this action reveals a check box in a table cell of GTK 3. */
  readonly toggles?: boolean
  /** Not drawn, although its states say it is. */
  readonly away?: boolean
  /** A direct child of the window that reaches beyond it. */
  readonly cut?: Cut
  /** Reported as a tab, but is a page of a notebook that shows no tabs (GTK 3). */
  readonly pageOnly?: boolean
  /** The chosen option of a combo box. */
  readonly picked?: Ref
  /** The element that it was opened from. */
  readonly opener?: Ref
}

/** Bits: what an element needs. */
export const Need = {
  text: 1,
  value: 2,
  attributes: 4,
  actions: 8,
  page: 16,
  room: 32,
  window: 64,
  opener: 128,
  picked: 256,
} as const

/** Most characters kept of a text. */
const mostText = 10_000
const mostAttributes = 100
const mostActions = 30

export const noExtras: Extras = Object.freeze({})

const valued = roles('slider dial spinButton scrollBar progressBar levelBar')
/** Roles whose name is their text. */
const named = roles('label static menuItem pushButton')
/** Roles that can be pressed by nature: no need to ask for their actions. */
const pressed = roles(
  'pushButton toggleButton checkBox radioButton switch menuItem checkMenuItem radioMenuItem',
  'tearOffMenuItem menu pageTab link comboBox pushButtonMenu columnHeader tableColumnHeader',
)
const inert = roles('application scrollBar separator heading')

export function isPressed(role: number): boolean {
  return pressed.has(role)
}

/** Pressed: either for a moment, or because its menu is open, which its actions tell. */
export function isPressedOpen(item: Item, toolkit: Toolkit): boolean {
  return toolkit.pressedWhileOpen === true && item.role === Role.pushButton && hasState(item, State.pressed)
}

/** The surroundings of an element, as far as they decide what is read of it. */
export interface Surroundings {
  /** Is it the content of a page in a GTK 4 stack? */
  readonly isPage: boolean
  readonly above: (item: Item) => Item | undefined
}

/** Bits of `Need`. The content of a secure field is never requested. */
export function needsOf({ item, childCount }: Place, toolkit: Toolkit, { isPage, above }: Surroundings): number {
  const { role, interfaces } = item
  if (role === Role.passwordText) return toolkit.tagsControls ? Need.attributes : 0
  let needs = 0
  const isField = isEntry(role) || hasState(item, State.editable)
  if ((interfaces & Has.Text) !== 0) {
    if (
      isField ||
      role === Role.spinButton ||
      (childCount === 0 && !named.has(role) && (item.name === '' || role === Role.tableCell))
    )
      needs |= Need.text
  }
  if ((interfaces & Has.Value) !== 0 && valued.has(role)) needs |= Need.value
  if (
    isEntry(role) ||
    role === Role.heading ||
    (toolkit.tagsControls && (pressed.has(role) || hasState(item, State.focusable)))
  )
    needs |= Need.attributes
  if ((interfaces & Has.Action) !== 0 && toolkit.actionsAnywhere && !isHidden(item, toolkit)) {
    if (!pressed.has(role) && !inert.has(role)) needs |= Need.actions
  }
  // A text that takes the keyboard may be pressable, like the links that Kirigami draws.
  const mayBeLink = textRoles.has(role) && hasState(item, State.focusable) && (interfaces & Has.Action) !== 0
  if (mayBeLink || isPressedOpen(item, toolkit)) needs |= Need.actions
  if (mayLackRoom(item, toolkit, above)) needs |= Need.room
  if (mayBeOutside(item, toolkit, above)) needs |= Need.window
  // A closed popover belongs to an element or none, as it was left.
  const mayBePopover = role === Role.panel && toolkit.popoversInWindow === true && !isHidden(item, toolkit)
  if (mayBePopover && isInWindow(item, above)) needs |= Need.opener
  if (role === Role.comboBox && toolkit.namesByFirstText && (interfaces & Has.Selection) !== 0) needs |= Need.picked
  return isPage ? needs | Need.page : needs
}

function isInWindow(item: Item, above: (item: Item) => Item | undefined): boolean {
  const window = above(item)
  return window !== undefined && above(window)?.role === Role.application
}

/** `holder`: its parent. */
export async function readExtras(
  at: Queried,
  { item }: Place,
  needs: number,
  holder: Ref | undefined,
): Promise<Extras> {
  const { role } = item
  const when = <T>(need: number, read: () => Promise<T>) => ((needs & need) === 0 ? undefined : read())
  const [text, value, attributes, actions, isRoomless, cut, relations, picked] = await all([
    when(Need.text, () => readBegin(at, role === Role.spinButton)),
    when(Need.value, () => property(at, 'Value', 'CurrentValue')),
    when(Need.attributes, () => readAttributes(at)),
    when(Need.actions, () => readActionNames(at)),
    when(Need.page | Need.room, () => isWithoutRoom(at)),
    when(Need.window, async () => (holder === undefined ? undefined : await cutBy(at, holder))),
    when(Need.opener, () => relationsOf(at)),
    when(Need.picked, async () => refOf((await ask(at, 'Selection', 'GetSelectedChild', 'i', [0]))[0], at.ref.bus)),
  ] as const)
  const opener = relations?.find(([kind]) => kind === relation.popupFor)?.[1]
  const away = isRoomless === true || cut === 'outside'
  return {
    ...text,
    ...(typeof value === 'number' && Number.isFinite(value) && { value }),
    ...(attributes !== undefined && { attributes }),
    ...(actions !== undefined && { actions: actionWords(actions, isEntry(role) || role === Role.spinButton) }),
    ...(role === Role.tableCell && actions?.includes('toggle') && { toggles: true }),
    ...(away && (isNamelessTab(item) ? { pageOnly: true } : { away })),
    ...(cut !== undefined && cut !== 'outside' && { cut }),
    ...(opener !== undefined && { opener }),
    ...(picked !== undefined && { picked }),
  }
}

/** Asks for the length first: asking for "all" returns nothing in some toolkits. */
export async function readText(at: Queried, most = Number.POSITIVE_INFINITY): Promise<[string, number] | undefined> {
  const count = await property(at, 'Text', 'CharacterCount')
  if (typeof count !== 'number') return undefined
  const [text] = count <= 0 ? [''] : await ask(at, 'Text', 'GetText', 'ii', [0, Math.min(count, most)])
  return typeof text === 'string' ? [text, count] : undefined
}

/** `showsAll`: also if it is empty. */
async function readBegin(at: Queried, showsAll: boolean): Promise<Pick<Extras, 'text' | 'length'>> {
  const [text, count = 0] = (await readText(at, mostText)) ?? []
  if (text === undefined || (text === '' && !showsAll)) return {}
  return { text: text.slice(0, 2 * mostText), ...(count > mostText && { length: count }) }
}

export async function readAttributes(at: Queried): Promise<{ [name: string]: string } | undefined> {
  const [found] = await ask(at, 'Accessible', 'GetAttributes')
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined
  const attributes: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(found).slice(0, mostAttributes)) {
    if (typeof value === 'string' && value !== '') attributes[name] = value.slice(0, 1000)
  }
  return attributes
}

/** Asked one at a time: the complete list is empty or wrong in browsers. `member`: what to ask of each action. */
export async function readActionNames(at: Queried, member = 'GetName'): Promise<string[]> {
  const count = Number(await property(at, 'Action', 'NActions')) || 0
  const asked = Array.from({ length: Math.min(count, mostActions) }, (_, index) =>
    ask(at, 'Action', member, 'i', [index]),
  )
  return (await all(asked)).map(([name]) => textOf(name))
}
