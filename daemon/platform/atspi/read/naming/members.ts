/** What is drawn in an application and either needs a text next to it as a name or is that text. */
import type { Toolkit } from '../../toolkits/toolkit.ts'
import type { Item } from '../../wire/cache-items.ts'
import type { Place } from '../place.ts'
import { buttons, isWebContent, Role, roles, textRoles } from '../roles.ts'
import { hasState, isEntry, isHidden, State } from '../states.ts'
import { isOfGroup } from './group-names.ts'
import { cleanName, optionsIn } from './names.ts'

export interface MemberOptions {
  readonly root: string
  readonly toolkit: Toolkit
  readonly places: ReadonlyMap<string, Place>
  /** Does an element have a placeholder, which serves as a name if there is no label next to it? */
  readonly hasPlaceholder: (id: string) => boolean
  /** Not drawn, although its states say so. */
  readonly isAway: (id: string) => boolean
  /** The text of a field. */
  readonly textOf: (id: string) => string | undefined
  /** The chosen option of a combo box, if it was asked. */
  readonly pickedIn: (id: string) => string | undefined
}

export interface Member {
  readonly item: Item
  readonly path: readonly string[]
  /** A control without a name of its own. */
  readonly seeks: boolean
}

export const checks = roles('checkBox radioButton')
export const controls = roles(
  'checkBox radioButton calendar comboBox dial entry passwordText pushButton slider spinButton switch text toggleButton',
)
const fields = roles('comboBox dial entry passwordText slider spinButton text')
/**
 * Buttons and toggles may surround the part they open or switch on, like an expander of GTK 3 and a group box of Qt.
 */
const openers = roles('pushButton toggleButton checkBox')
const rows = roles('listItem treeItem tableRow tableCell')
/** Boundaries: their contents are their own, and they separate what is around them. */
const closed = roles('table tree treeTable menuBar menu')

/**
 * The choice of a combo box that is not named by one of its options: the text in its field, or something that is not
 * drawn.
 */
export function chosenBeside(id: string, options: Pick<MemberOptions, 'places' | 'textOf' | 'pickedIn'>) {
  return isTyped(id, options) ? options.places.get(id)!.item.name : options.pickedIn(id)
}

function isTyped(id: string, { places, textOf }: Pick<MemberOptions, 'places' | 'textOf'>): boolean {
  const { item, children } = places.get(id)!
  const isSaid = (child: string) => isEntry(places.get(child)!.item.role) && textOf(child) === item.name
  return item.role === Role.comboBox && item.name !== '' && children.some(isSaid)
}

/** Everything drawn, with the containers around it, outermost first. */
export function membersOf(options: MemberOptions): Map<string, Member> {
  const { places, root, toolkit, isAway } = options
  const members: (readonly [string, Member])[] = []
  const visit = (id: string, path: readonly string[]) => {
    const place = places.get(id)
    if (place === undefined) return
    const { item } = place
    const isInSight = id === root || (!isHidden(item, toolkit) && !isAway(id))
    if (!isInSight || isWebContent(item.role)) return
    const isControl = controls.has(item.role)
    const isClosed = closed.has(item.role) || (item.role === Role.pageTab && toolkit.tabsHoldWords === true)
    if (isControl || isClosed || (textRoles.has(item.role) && item.name.trim() !== '')) {
      const seeks = isControl && isNameless(id, path.at(-1), options)
      members.push([id, { item, path, seeks }])
    }
    if ((isControl && !openers.has(item.role)) || isClosed) return
    const inner = [...path, id]
    const before = members.length
    for (const child of place.children) visit(child, inner)
    // The text of a row or button is its own, unless there is a field next to it.
    if (!rows.has(item.role) && !openers.has(item.role)) return
    const isHolder = members
      .slice(before)
      .some(([, inside]) => inside.seeks && !(buttons.has(item.role) && buttons.has(inside.item.role)))
    if (!isHolder) members.length = before
  }
  visit(root, [])
  return new Map(members)
}

function isNameless(id: string, parent: string | undefined, options: MemberOptions): boolean {
  const { places, toolkit } = options
  const { item, children } = places.get(id)!
  if (isOfGroup(item, places.get(parent ?? '')?.item, toolkit, true)) return true
  // A tooltip says what a button does; for a field it adds to the label.
  if (item.description.trim() !== '' && !fields.has(item.role)) return false
  const parts = children.map((child) => places.get(child)!.item)
  if (buttons.has(item.role)) return cleanName(item.name, toolkit) === undefined && parts.length === 0
  if (item.role === Role.text && !hasState(item, State.editable) && !hasState(item, State.focusable)) return false
  const isChosen = optionsIn(id, places).includes(item.name) || chosenBeside(id, options) !== undefined
  return cleanName(item.name, toolkit) === undefined || isChosen
}
