/**
 * What a call means, if that is clear though it does not follow the schema. Models and people send numbers as texts, a
 * text for a find, another tool's word for an action, or leave out the scope that the rest implies. What is not
 * understood here is left for validation to report.
 */
import { namedSchemas } from './named.ts'
import { focusedWord } from './params.ts'
import type { ObjectSchema, Schema } from './schema.ts'

type Values = { [name: string]: unknown }

/** Other tools' words for values of a closed list: the first that the list has is meant. */
const otherWords: { readonly [word: string]: readonly string[] } = {
  activate: ['select'],
  choose: ['select'],
  combobox: ['dropdown'],
  context_click: ['right_click'],
  context_menu: ['show_menu'],
  create: ['open'],
  dblclick: ['double_click'],
  doubleclick: ['double_click'],
  drag_and_drop: ['drag'],
  enter_text: ['type', 'set_value'],
  fill: ['set_value'],
  input: ['set_value', 'textfield'],
  key_press: ['key'],
  keypress: ['key'],
  listbox: ['dropdown'],
  mouseover: ['hover'],
  new: ['open'],
  pause: ['wait'],
  press: ['click'],
  press_key: ['key'],
  rightclick: ['right_click'],
  select_option: ['select'],
  send_keys: ['key'],
  set: ['set_value'],
  sleep: ['wait'],
  switch: ['select', 'checkbox'],
  tap: ['click'],
  textarea: ['textfield'],
  textbox: ['textfield'],
  type_text: ['type'],
  upload_file: ['upload'],
  write: ['type'],
}

/** Other tools' names for parameters: suggested, never applied, since they may mean something else. */
const namesElsewhere: { readonly [name: string]: readonly string[] } = {
  app: ['bundleId'],
  application: ['bundleId'],
  coordinate: ['x', 'to'],
  element: ['elementId', 'find'],
  id: ['elementId'],
  input: ['value'],
  key: ['keys'],
  label: ['filter.titleContains', 'find.filter.titleContains'],
  name: ['filter.titleContains', 'find.filter.titleContains'],
  option: ['value'],
  page: ['tab'],
  query: ['filter.anyFieldContains', 'find.filter.anyFieldContains'],
  ref: ['elementId'],
  search: ['filter.anyFieldContains', 'find.filter.anyFieldContains'],
  selector: ['elementId', 'find'],
  tab_id: ['tab'],
  tabid: ['tab'],
  target: ['elementId', 'to'],
  text: ['value', 'filter.anyFieldContains', 'find.filter.anyFieldContains'],
  timeout: ['timeoutMs'],
  uid: ['elementId'],
  window: ['bundleId'],
}

/** Other tools' names that can mean only one parameter, wherever that exists. */
const sameElsewhere: readonly {
  readonly names: readonly string[]
  readonly as: string
  readonly unless: readonly string[]
}[] = [
  { names: ['name', 'app', 'application'], as: 'bundleId', unless: ['elementId', 'url'] },
  { names: ['expression', 'function'], as: 'script', unless: [] },
]

/** Actions whose value is a text. */
const writing: ReadonlySet<unknown> = new Set(['set_value', 'type', 'select'])

/** What a parameter of another tool may be called here. */
export function otherNames(name: string): readonly string[] {
  const word = wordOf(name)
  return Object.hasOwn(namesElsewhere, word) ? namesElsewhere[word]! : []
}

/** Actions of other tools that also imply the value. */
const checks: { readonly [action: string]: string } = { check: 'on', uncheck: 'off', tick: 'on', untick: 'off' }

/** Understands the parameters in place; the caller must own them. */
export function understand(schema: ObjectSchema, given: object): void {
  meantObject(schema, given as Values)
}

/** The scope that the other names imply; `undefined` if nothing is named. */
export function impliedScope({ elementId, x, y, tab, bundleId }: Values): string | undefined {
  if (x !== undefined || y !== undefined) return 'position'
  if (elementId !== undefined) return 'element'
  if (tab !== undefined) return 'tab'
  return bundleId === undefined ? undefined : 'application'
}

function meant(schema: Schema, value: unknown, name: string): unknown {
  if ('$ref' in schema && schema.$ref !== undefined) return meant(namedSchemas[schema.$ref], value, name)
  if (!('type' in schema)) return value
  switch (schema.type) {
    case 'string':
      return schema.enum === undefined ? meantText(value, name) : meantWord(schema.enum, value)
    case 'number':
    case 'integer':
      return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
    case 'boolean':
      return typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
    case 'array': {
      const list = Array.isArray(value) ? value : (parsed(value, Array.isArray) ?? (isScalar(value) ? [value] : value))
      return Array.isArray(list) ? list.map((item) => meant(schema.items, item, name)) : list
    }
    case 'object': {
      const object = parsed(value, isValues) ?? (typeof value === 'string' ? asFilter(schema, value) : value)
      if (isValues(object)) meantObject(schema, object)
      return object
    }
    default:
      return value
  }
}

function meantObject({ properties = {}, required = [] }: ObjectSchema, values: Values): void {
  meantVerb(properties, values)
  meantFind(properties, values)
  meantAction(properties, values)
  meantPause(properties, values)
  meantFilter(properties, values)
  meantNames(properties, values)
  meantId(properties, values)
  for (const [name, schema] of Object.entries(properties)) {
    if (isNothing(schema, values[name]) && !required.includes(name)) delete values[name]
    else if (values[name] !== undefined) values[name] = meant(schema, values[name], name)
  }
  // An application is asked for, but none is named: the other names then decide.
  const isOpen = values.scope === undefined || (values.scope === 'application' && values.bundleId === undefined)
  if (properties.scope !== undefined && properties.bundleId !== undefined && isOpen) {
    const scope = impliedScope(values)
    if (scope !== undefined) values.scope = scope
  }
}

/** Some callers have to send every parameter: as null, or as an empty text for JSON in a string. */
function isNothing(schema: Schema, value: unknown): boolean {
  if (value === null) return '$ref' in schema || 'type' in schema
  if (typeof value !== 'string' || value.trim() !== '') return false
  return '$ref' in schema || ('type' in schema && (schema.type === 'object' || schema.type === 'array'))
}

/** Renames parameters that have other tools' names. */
function meantNames(properties: NonNullable<ObjectSchema['properties']>, values: Values): void {
  const move = (from: string, as: string, value = values[from]) => {
    if (properties[from] !== undefined || properties[as] === undefined) return
    if (values[from] == null || values[as] != null) return
    values[as] = value
    delete values[from]
  }
  for (const { names, as, unless } of sameElsewhere)
    if (unless.every((own) => properties[own] === undefined)) for (const name of names) move(name, as)
  const { action } = properties
  if (action !== undefined && 'enum' in action && writing.has(meantWord(action.enum!, values.action)))
    move('text', 'value')
  // A number is a position in the list of tabs.
  if (properties.context !== undefined && /^\d+$/.test(String(values.index))) move('index', 'tab', `#${values.index}`)
  // A time alone is time for the page to settle, and does not shorten the usual wait.
  if (properties.until === undefined || !(Number(values.ms) > 0)) return
  const isPause = ['filter', 'until', 'state', 'elementTypes'].every((name) => values[name] == null)
  if (isPause) values.until = 'settled'
  move('ms', 'timeoutMs', isPause ? Math.max(Number(values.ms), 10000) : Number(values.ms))
}

/** A waiting step with nothing but a time: time for the page to settle. */
function meantPause({ action, not }: NonNullable<ObjectSchema['properties']>, values: Values): void {
  if (action === undefined || not === undefined || !('enum' in action)) return
  if (meantWord(action.enum!, values.action) !== 'wait') return
  const [time, ...more] = Object.keys(values).filter((name) => name !== 'action' && values[name] != null)
  const isTime = time !== undefined && ['ms', 'seconds', 'timeoutMs'].includes(time)
  if (isTime && more.length === 0 && Number(values[time]) > 0) delete values[time]
}

/** Actions whose word decides other parameters too. */
function meantAction({ action, value, keys }: NonNullable<ObjectSchema['properties']>, values: Values): void {
  if (action === undefined || value === undefined || keys === undefined) return
  if (typeof values.action !== 'string') return
  const word = wordOf(values.action)
  if (Object.hasOwn(checks, word)) Object.assign(values, { action: 'toggle', value: values.value ?? checks[word] })
  else if (word === 'press' && values.keys != null) values.action = 'key'
}

/** A `find` or a text in place of the filter that says which elements are meant. */
function meantFilter(properties: NonNullable<ObjectSchema['properties']>, values: Values): void {
  if (properties.filter === undefined || values.filter != null) return
  meantRole(properties, values)
  if (values.filter != null) return
  for (const name of ['find', 'text']) {
    if (properties[name] !== undefined || values[name] == null) continue
    const given = parsed(values[name], isValues) ?? values[name]
    if (typeof given === 'string' && given !== '') values.filter = { anyFieldContains: given }
    else if (!isValues(given) || !Object.keys(given).every((key) => key in properties && values[key] === undefined))
      continue
    else Object.assign(values, given)
    delete values[name]
    return
  }
}

/** `role` and `name`: ARIA's way to say which element is meant. */
function meantRole(properties: NonNullable<ObjectSchema['properties']>, values: Values): void {
  const { role, name } = values
  const isOwn = properties.role !== undefined || properties.name !== undefined
  if (isOwn || ![role, name].some((one) => typeof one === 'string' && one !== '')) return
  values.filter = { ...(role != null && { role }), ...(name != null && { anyFieldContains: name }) }
  delete values.role
  delete values.name
}

/** `{"click": "Save"}`: the name is the action, and the value is its target or argument. */
function meantVerb(properties: NonNullable<ObjectSchema['properties']>, values: Values): void {
  const { action: words, find, elementId } = properties
  const verbs: readonly string[] = words !== undefined && 'enum' in words ? (words.enum ?? []) : []
  if (verbs.length === 0 || find === undefined || elementId === undefined) return
  const isOpen = values.find == null || (isValues(values.find) && values.find.filter == null)
  if (values.action != null || !isOpen || values.elementId != null || values.steps != null) return
  const unknown = Object.keys(values).filter(
    (name) => properties[name] === undefined && typeof values[name] === 'string',
  )
  const verb = unknown.find((name) => verbs.includes(String(meantWord(verbs, name))))
  if (verb === undefined) return
  const action = String(meantWord(verbs, verb))
  const part = action === 'goto' ? 'url' : action === 'key' ? 'keys' : action === 'type' ? 'value' : 'find'
  if (properties[part] === undefined || (part !== 'find' && values[part] != null)) return
  const more = part === 'find' && isValues(values.find) ? values.find : undefined
  const said = values[verb]
  Object.assign(values, { action, [part]: more === undefined ? said : { ...more, filter: { anyFieldContains: said } } })
  delete values[verb]
}

/** What describes the element besides its text: `{"click": "Save", "nth": 2}` is a find with both. */
function meantFind({ find, elementId, ...others }: NonNullable<ObjectSchema['properties']>, values: Values): void {
  if (find === undefined || elementId === undefined || values.elementId != null) return
  const schema = '$ref' in find && find.$ref !== undefined ? namedSchemas[find.$ref] : find
  if (!('properties' in schema) || schema.properties?.filter === undefined) return
  const { properties } = schema
  // `scope` says where to look, and may have words of its own.
  const isMore = (name: string) => (properties[name] !== undefined && name !== 'scope') || name === 'role'
  const isBeside = (name: string) => others[name] === undefined && isMore(name)
  const beside = Object.keys(values).filter((name) => name !== 'find' && isBeside(name) && values[name] != null)
  const given = parsed(values.find, isValues) ?? values.find ?? {}
  const found = typeof given === 'string' ? asFilter(schema, given) : given
  if (beside.length === 0 || !isValues(found) || beside.some((name) => found[name] != null)) return
  const { role, ...moved } = Object.fromEntries(beside.map((name) => [name, values[name]]))
  const filter = found.filter ?? moved.filter
  if (role !== undefined && filter !== undefined && !isValues(filter)) return
  values.find = { ...found, ...moved, ...(role !== undefined && { filter: { ...(filter as object), role } }) }
  for (const name of beside) delete values[name]
}

/** Ids are numbers: words in place of one say which element is meant. A find may say where. */
function meantId({ find, elementId }: NonNullable<ObjectSchema['properties']>, values: Values): void {
  const said = values.elementId
  if (find === undefined || elementId === undefined || typeof said !== 'string') return
  if (said === focusedWord || !Number.isNaN(Number(said.replace(/^\s*\[(.*)\]\s*$/, '$1')))) return
  const where = parsed(values.find, isValues) ?? values.find ?? {}
  if (!isValues(where) || ['filter', 'elementId'].some((name) => where[name] != null)) return
  values.find = { ...where, filter: { anyFieldContains: said } }
  delete values.elementId
}

/** Ids are shown as `[16]`. */
function meantText(value: unknown, name: string): unknown {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return name === 'elementId' && typeof value === 'string' ? value.replace(/^\s*\[(\d+)\]\s*$/, '$1') : value
}

/** The word that a value means, or the value itself. */
export function meantWord(words: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string' || words.includes(value)) return value
  const word = wordOf(value)
  if (words.includes(word)) return word
  const others = Object.hasOwn(otherWords, word) ? otherWords[word]! : []
  return others.find((other) => words.includes(other)) ?? value
}

/** `Double-click` and `double click` are one word. */
function wordOf(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** A text that describes elements may match any of their fields. */
function asFilter({ properties = {} }: ObjectSchema, text: string): unknown {
  if (text === '') return text
  if (properties.anyFieldContains !== undefined) return { anyFieldContains: text }
  return properties.filter !== undefined && properties.scope !== undefined
    ? { filter: { anyFieldContains: text } }
    : text
}

/** Some clients send a nested value as its JSON. */
function parsed<T>(value: unknown, fits: (value: unknown) => value is T): T | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
  try {
    const read: unknown = JSON.parse(value)
    return fits(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
