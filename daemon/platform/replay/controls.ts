/** What simple controls do when a recording has no step: check boxes, fields, sliders, lists, disclosure, focus. */
import { pick } from '../acting/choosing.ts'
import { numberWithin, type Range } from '../acting/numbers.ts'
import { takesNoValue } from '../acting/problems.ts'
import { mustPress, switchOf } from '../acting/toggling.ts'
import { settingOf } from '../acting/value-words.ts'
import { Flag, redacted } from '../element/flags.ts'
import type { Row } from '../element/row.ts'
import type { Act } from '../platform.ts'
import type { Edit, Stage } from './stage.ts'

export type Reaction = { readonly edits: readonly Edit[] } | { readonly noop: true } | { readonly refused: string }

const noop: Reaction = { noop: true }

/** `undefined`: not something a simple control does by itself. */
export function react(stage: Stage, at: Row, act: Act): Reaction | undefined {
  switch (act.action) {
    case 'click':
      return click(stage, at)
    case 'toggle':
      return toggle(stage, at, act.value)
    case 'set_value':
      return setValue(stage, at, act.value!)
    case 'type':
      return type(stage, at, act.value!)
    case 'select':
      return select(stage, at, act.value)
    case 'expand':
      return has(at, Flag.expandable) ? expand(at, true) : undefined
    case 'collapse':
      return has(at, Flag.expandable) ? expand(at, false) : undefined
    case 'increment':
      return step(at, 1)
    case 'decrement':
      return step(at, -1)
    case 'focus':
      return focus(stage, at)
    case 'hover':
    case 'scroll':
      return noop
    default:
      return undefined
  }
}

function click(stage: Stage, at: Row): Reaction | undefined {
  if (has(at, Flag.checkable)) return toggle(stage, at, at.role === 'AXRadioButton' ? 'true' : undefined)
  if (has(at, Flag.editable)) return focus(stage, at)
  if (has(at, Flag.expandable)) return expand(at, !has(at, Flag.expanded))
  if (has(at, Flag.selectable)) return choose(stage, at)
  return undefined
}

function toggle(stage: Stage, at: Row, wanted: string | undefined): Reaction {
  if (!mustPress(switchOf(at), wanted)) return noop
  const to = wanted === undefined ? !has(at, Flag.checked) : settingOf(wanted) === 'on'
  const edit: Edit = {
    key: at.key,
    fields: { flags: (at.flags & ~(Flag.mixed | Flag.checked)) | (to ? Flag.checked : 0) },
  }
  if (at.role !== 'AXRadioButton') return { edits: [edit] }
  const others = siblings(stage, at).filter((other) => other.role === at.role && has(other, Flag.checked))
  return { edits: [...others.map((other) => flags(other, Flag.checked, false)), edit] }
}

function setValue(stage: Stage, at: Row, value: string): Reaction | undefined {
  if (has(at, Flag.editable)) {
    const now = has(at, Flag.secure) ? (value === '' ? undefined : redacted) : value || undefined
    return now === at.value && !has(at, Flag.secure) ? noop : { edits: [{ key: at.key, fields: { value: now } }] }
  }
  if (isAdjustable(at)) return adjust(at, numberWithin(value, endsOf(at)))
  if (at.role === 'AXPopUpButton') return select(stage, at, value)
  if (has(at, Flag.checkable)) return toggle(stage, at, value)
  throw takesNoValue()
}

/** Text goes in at the end, as after focusing by keyboard. */
function type(stage: Stage, at: Row, text: string): Reaction | undefined {
  if (!has(at, Flag.editable)) return undefined
  const value = has(at, Flag.secure) ? redacted : `${at.value ?? ''}${text}`
  const focused = focus(stage, at)
  const edits = focused !== undefined && 'edits' in focused ? focused.edits : []
  return { edits: [...edits, { key: at.key, fields: { value: value || undefined } }] }
}

function select(stage: Stage, at: Row, option: string | undefined): Reaction | undefined {
  if (at.role !== 'AXPopUpButton' && at.role !== 'AXComboBox') {
    return has(at, Flag.selectable) && option === undefined ? choose(stage, at) : undefined
  }
  if (option === undefined) return { refused: 'A value is needed: the option to select.' }
  const options = optionsOf(stage, at)
  const names = (name: string) => [name]
  const value = options.length === 0 ? option : pick(options, option, { where: 'The list', each: 'option', names })
  if (value === at.value) return noop
  const items = [...stage.walk(at.key)].filter((item) => item.key !== at.key && has(item, Flag.selectable))
  const moved = items.filter((item) => has(item, Flag.selected) !== (item.title === value))
  return {
    edits: [
      { key: at.key, fields: { value } },
      ...moved.map((item) => flags(item, Flag.selected, item.title === value)),
    ],
  }
}

/** Names of the items inside, or else the attribute `options`, separated by line breaks or commas. */
function optionsOf(stage: Stage, at: Row): string[] {
  const inside = [...stage.walk(at.key)].flatMap((item) =>
    item.role === 'AXMenuItem' && item.title ? [item.title] : [],
  )
  if (inside.length > 0) return inside
  return (at.attributes?.options ?? '').split(/[\n,]/).flatMap((name) => name.trim() || [])
}

function choose(stage: Stage, at: Row): Reaction {
  if (has(at, Flag.selected)) return noop
  const others = siblings(stage, at).filter((other) => has(other, Flag.selected))
  return { edits: [...others.map((other) => flags(other, Flag.selected, false)), flags(at, Flag.selected, true)] }
}

function expand(at: Row, to: boolean): Reaction {
  return has(at, Flag.expanded) === to ? noop : { edits: [flags(at, Flag.expanded, to)] }
}

function isAdjustable(at: Row): boolean {
  return has(at, Flag.adjustable) || at.role === 'AXSlider' || at.role === 'AXIncrementor'
}

function step(at: Row, direction: 1 | -1): Reaction | undefined {
  if (!isAdjustable(at)) return undefined
  const size = Number(at.attributes?.step ?? 1) || 1
  return adjust(at, Number(at.value ?? 0) + direction * size)
}

function endsOf({ attributes }: Row): Range {
  return { least: Number(attributes?.min ?? -Infinity), most: Number(attributes?.max ?? Infinity) }
}

/** Stays within the attributes `min` and `max`. */
function adjust(at: Row, wanted: number): Reaction {
  const { least = -Infinity, most = Infinity } = endsOf(at)
  const held = Math.min(Math.max(wanted, least), most)
  const value = String(Number(held.toPrecision(12)))
  return value === at.value ? noop : { edits: [{ key: at.key, fields: { value } }] }
}

function focus(stage: Stage, at: Row): Reaction | undefined {
  if (!has(at, Flag.focusable) && !has(at, Flag.editable)) return undefined
  if (has(at, Flag.focused)) return noop
  const others = [...stage.walk()].filter((other) => has(other, Flag.focused))
  return { edits: [...others.map((other) => flags(other, Flag.focused, false)), flags(at, Flag.focused, true)] }
}

function siblings(stage: Stage, at: Row): Row[] {
  const keys = stage.row(at.parent)?.children ?? []
  return keys.flatMap((key) => (key === at.key ? [] : (stage.row(key) ?? [])))
}

function flags(at: Row, bits: number, on: boolean): Edit {
  return { key: at.key, fields: { flags: on ? at.flags | bits : at.flags & ~bits } }
}

function has(at: Row, bits: number): boolean {
  return (at.flags & bits) !== 0
}
