/**
 * What elements of some roles need beyond the bulk read: texts, values, attributes, actions. Read by single calls in
 * parallel, for those elements only.
 */
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Bus } from '../wire/bus.ts'
import type { Item } from '../wire/cache-items.ts'
import { Has, type Ref } from '../wire/facts.ts'
import { tryCall, tryGet } from '../wire/peer.ts'
import { type ActionWord, actionWords } from './actions.ts'
import type { Place } from './place.ts'
import { all } from './read-item.ts'
import { Role, roles } from './roles.ts'
import { isNamelessTab, mayBeOutside, mayLackRoom, type RoomAsked, takesNoRoom } from './room.ts'
import { hasState, isEntry, isHidden, State } from './states.ts'

export interface Extras {
  readonly text?: string
  /** Its length, if longer than what was read. */
  readonly length?: number
  readonly value?: number
  readonly attributes?: { readonly [name: string]: string }
  readonly actions?: readonly ActionWord[]
  /** GTK 3 tells a check box in a table cell by this action alone. */
  readonly toggles?: boolean
  /** Not drawn, although its states say it is. */
  readonly away?: boolean
  /** Reported as a tab, and a page of a notebook that shows no tabs (GTK 3). */
  readonly pageOnly?: boolean
}

/** Bits: what an element needs. */
export const Need = { text: 1, value: 2, attributes: 4, actions: 8, page: 16, room: 32, window: 64 } as const

/** Most characters kept of a text. */
export const mostText = 10_000
const mostAttributes = 100
const mostActions = 20

export const noExtras: Extras = Object.freeze({})

const valued = roles('slider dial spinButton scrollBar progressBar levelBar')
/** Their name is the text. */
const named = roles('label static menuItem pushButton')
/** Clickable by nature: no need to ask for their actions. */
const pressed = roles(
  'pushButton toggleButton checkBox radioButton switch menuItem checkMenuItem radioMenuItem',
  'tearOffMenuItem menu pageTab link comboBox pushButtonMenu columnHeader tableColumnHeader',
)
const inert = roles('application scrollBar separator heading')

export function isPressed(role: number): boolean {
  return pressed.has(role)
}

/** An element's surroundings, as far as they decide what is read of it. */
export interface Surroundings {
  /** It is the content of a page of a GTK 4 stack. */
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
  if (mayLackRoom(item, toolkit, above)) needs |= Need.room
  if (mayBeOutside(item, toolkit, above)) needs |= Need.window
  return isPage ? needs | Need.page : needs
}

/** What tells whether an element takes up room, by bits of `Need`; `holder` is what it is in. */
export function roomOf(needs: number, holder: Ref | undefined): RoomAsked {
  return { own: (needs & (Need.page | Need.room)) !== 0, within: (needs & Need.window) === 0 ? undefined : holder }
}

/** `holder` is what it is in. */
export async function readExtras(
  bus: Bus,
  place: Place,
  needs: number,
  toolkit: Toolkit,
  signal: AbortSignal,
  holder: Ref | undefined,
): Promise<Extras> {
  const { ref, role } = place.item
  const when = <T>(need: number, read: () => Promise<T>) => ((needs & need) === 0 ? undefined : read())
  const [text, value, attributes, actions, away] = await all([
    when(Need.text, () => readText(bus, place, signal)),
    when(Need.value, () => tryGet(bus, ref, 'Value', 'CurrentValue', signal)),
    when(Need.attributes, () => readAttributes(bus, place, signal)),
    when(Need.actions, () => readActionNames(bus, place, signal)),
    when(Need.page | Need.room | Need.window, () => takesNoRoom(bus, ref, toolkit, signal, roomOf(needs, holder))),
  ] as const)
  return {
    ...text,
    ...(typeof value === 'number' && Number.isFinite(value) && { value }),
    ...(attributes !== undefined && { attributes }),
    ...(actions !== undefined && { actions: actionWords(actions, isEntry(role) || role === Role.spinButton) }),
    ...(role === Role.tableCell && actions?.includes('toggle') && { toggles: true }),
    ...(away === true && (isNamelessTab(place.item) ? { pageOnly: true } : { away })),
  }
}

/** The length first: asking for "all" returns nothing in some toolkits. */
async function readText(bus: Bus, { item }: Place, signal: AbortSignal): Promise<Pick<Extras, 'text' | 'length'>> {
  const count = await tryGet(bus, item.ref, 'Text', 'CharacterCount', signal)
  if (typeof count !== 'number' || count <= 0) return {}
  const end = Math.min(count, mostText)
  const [text] = (await tryCall(bus, item.ref, 'Text', 'GetText', 'ii', [0, end], signal)) ?? []
  if (typeof text !== 'string' || text === '') return {}
  return { text: text.slice(0, 2 * mostText), ...(count > end && { length: count }) }
}

export async function readAttributes(
  bus: Bus,
  { item }: Pick<Place, 'item'>,
  signal: AbortSignal,
): Promise<{ [name: string]: string } | undefined> {
  const [found] = (await tryCall(bus, item.ref, 'Accessible', 'GetAttributes', '', [], signal)) ?? []
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined
  const attributes: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(found).slice(0, mostAttributes)) {
    if (typeof value === 'string' && value !== '') attributes[name] = value.slice(0, 1000)
  }
  return attributes
}

/** By `GetName`, one at a time: the complete list is empty or wrong in browsers. */
export async function readActionNames(bus: Bus, { item }: Pick<Place, 'item'>, signal: AbortSignal): Promise<string[]> {
  const count = await tryGet(bus, item.ref, 'Action', 'NActions', signal)
  if (typeof count !== 'number' || count <= 0) return []
  const names = await all(
    Array.from({ length: Math.min(count, mostActions) }, async (_, index) => {
      const [name] = (await tryCall(bus, item.ref, 'Action', 'GetName', 'i', [index], signal)) ?? []
      return typeof name === 'string' ? name : ''
    }),
  )
  return names
}
