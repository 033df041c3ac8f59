/** One element as read, in the shared vocabulary. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Flag, redacted } from '../../flags.ts'
import { candidate, nameAmong } from '../../naming/candidates.ts'
import { type Key, type Row, row } from '../../row.ts'
import { isSecure, isTableRole, type RoleWords, rolesOf } from '../wire/roles.ts'
import { type Facts, listOf, nameText, numberOf, shownNumber, textOf } from '../wire/values.ts'
import { actionsOf } from './actions.ts'
import { shortcutOf } from './shortcuts.ts'
import { flagsOf, isCheck } from './states.ts'

/** An element with its surroundings. */
export interface Situation {
  readonly key: Key
  readonly facts: Facts
  readonly actions: readonly string[] | undefined
  readonly children: readonly Key[]
  readonly frame: Frame | undefined
  /** Settable attributes, if asked for. */
  readonly settable?: readonly string[] | undefined
  readonly parentRole?: string | undefined
  /** Text of the element that `AXTitleUIElement` names. */
  readonly label?: string | undefined
  /** A text area's length, if its value was truncated. */
  readonly characters?: number | undefined
  /** Rows of a table, including those not shown. */
  readonly rowCount?: number | undefined
  /** A closed menu: its items exist but are not on screen. */
  readonly closed?: boolean | undefined
}

/** Their value is already expressed by their states. */
const silent: ReadonlySet<string> = new Set([
  'AXDisclosureTriangle',
  'AXTabGroup',
  'AXRadioGroup',
  'AXHeading',
  'AXApplication',
])

/** Window buttons have no name of their own; their role description is localised and costly to ask for. */
const buttonNames: ReadonlyMap<string, string> = new Map([
  ['AXCloseButton', 'Close'],
  ['AXMinimizeButton', 'Minimize'],
  ['AXZoomButton', 'Zoom'],
  ['AXFullScreenButton', 'Full Screen'],
])

export function rowOf(at: Situation): Row {
  const { facts, key } = at
  const words = rolesOf(facts.AXRole, facts.AXSubrole, at)
  const actions = actionsOf(at.actions)
  let flags = flagsOf({ words, facts, actions, settable: at.settable })
  if (at.closed) flags |= Flag.hidden
  const title = nameAmong([candidate('author', nameText(facts.AXTitle)), candidate('label', at.label)])?.text
  const description =
    nameText(facts.AXDescription) ?? (title === undefined ? buttonNames.get(words.subrole ?? '') : undefined)
  return row({
    key,
    children: at.children,
    role: words.role,
    subrole: words.subrole,
    title,
    value: shownValue(words, at),
    description: description === title ? undefined : description,
    identifier: nameText(facts.AXIdentifier),
    placeholder: nameText(facts.AXPlaceholderValue),
    help: nameText(facts.AXHelp),
    url: textOf(facts.AXURL),
    attributes: attributesOf(words, at),
    flags,
    actions,
    frame: at.frame,
  })
}

function shownValue(words: RoleWords, { facts, characters }: Situation): string | undefined {
  if (isSecure(words)) return redacted
  if (isCheck(words) || words.subrole === 'AXTabButton' || silent.has(words.role)) return undefined
  const value = facts.AXValue
  if (typeof value === 'number' && Number.isFinite(value)) return shownNumber(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  const text = textOf(value)
  return text !== undefined && characters !== undefined && characters > text.length ? `${text}…` : text
}

function attributesOf(words: RoleWords, { facts, characters, rowCount, children }: Situation): Row['attributes'] {
  let made: { [name: string]: string } | undefined
  const put = (name: string, value: string | undefined) => {
    if (value === undefined) return
    made ??= {}
    made[name] = value
  }
  put('keyboardShortcut', shortcutOf(facts))
  put('document', nameText(facts.AXDocument))
  put('id', nameText(facts.AXDOMIdentifier))
  const classes = listOf(facts.AXDOMClassList).filter((name) => typeof name === 'string' && name !== '')
  if (classes.length > 0) put('class', classes.join(' '))
  if (!isSecure(words)) put('valueText', nameText(facts.AXValueDescription))
  const level = words.role === 'AXHeading' ? numberOf(facts.AXValue) : undefined
  if (level !== undefined) put('level', shownNumber(level))
  const [least, greatest] = [numberOf(facts.AXMinValue), numberOf(facts.AXMaxValue)]
  if (least !== undefined) put('min', shownNumber(least))
  if (greatest !== undefined) put('max', shownNumber(greatest))
  if (characters !== undefined && !isSecure(words)) put('characters', String(characters))
  if (rowCount !== undefined && isTableRole(words.role) && rowCount > children.length)
    put('childCount', String(rowCount))
  return made
}
