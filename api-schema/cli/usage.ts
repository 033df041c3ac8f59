/** The commands of `ix`, their arguments and flags, generated from the method records. */
import type { Expectation } from '../expectation.ts'
import type { Method } from '../method.ts'
import { type ActionWord, actionWords, dialogWords } from '../methods/interact.ts'
import { type MethodName, methods } from '../methods.ts'
import type { ObjectSchema, Schema } from '../schema.ts'
import { examples } from './examples.ts'

export interface Option {
  /** Without the dashes. */
  readonly flag: string
  /** The parameter it sets: `limit`, `filter.role`, `find.filter.role`. */
  readonly path: string
  readonly schema: Schema
  readonly help: string
}

export interface Positional {
  readonly path: string
  readonly label: string
  readonly required: boolean
}

export interface Command {
  readonly name: string
  readonly summary: string
  readonly method: MethodName
  /** Fixed parameters: the action of `ix click`. */
  readonly fixed: { readonly [name: string]: unknown }
  readonly positional: readonly Positional[]
  readonly options: readonly Option[]
  /**
   * Where the scope's parameters are: `find.` for those of a `find`, empty if they are the method's own, absent if
   * there are none.
   */
  readonly scopeAt?: '' | 'find.'
  readonly examples: readonly string[]
}

const flagNames: { readonly [parameter: string]: string } = {
  bundleId: 'app',
  permissionScope: 'scope',
  elementId: 'id',
  elementTypes: 'type',
  expectation: 'expect',
  maxDepth: 'depth',
  anyFieldContains: 'any',
  titleContains: 'title',
  descriptionContains: 'description',
  identifierContains: 'identifier',
  'find.elementId': 'within',
}

/** Words of `--expect`, and what they include. */
export const expectWords: { readonly [word: string]: keyof Expectation } = {
  snapshot: 'includeSnapshot',
  console: 'includeConsole',
  downloads: 'includeDownloads',
  tabs: 'includeTabs',
  code: 'includeCode',
  diff: 'diff',
}
const checkHelp =
  "What is to be so afterwards, in words of the step expect: '\"Saved\"', '\"Save\" is disabled', '\"Total\" = 12', 'count \"Delete\" = 3', 'url = */cart'. Repeatable."
const expectHelp = `What to add to the answer: ${Object.keys(expectWords).join(', ')}, separated by commas, no- to leave out; or everything as JSON.`

/** Flags that `--all` turns on. */
export const allFlags = ['includeHidden', 'includeDisabled', 'includeNonInteractable'] as const

/** Counted from the element's top left corner. */
const point = 'to?=X,Y'
/** What an action's command takes without a flag. `?` marks optional arguments, `=` gives the label in the help. */
const argumentsOf: { readonly [action in ActionWord]?: readonly string[] } = {
  click: ['elementId', point],
  double_click: ['elementId', point],
  right_click: ['elementId', point],
  hover: ['elementId', point],
  set_value: ['elementId', 'value'],
  type: ['elementId', 'value'],
  key: ['keys', 'elementId?'],
  select: ['elementId', 'value?'],
  toggle: ['elementId', 'value?=on|off'],
  menu: ['elementId', 'path'],
  drag: ['elementId', 'to'],
  scroll: ['elementId', 'to?'],
  move: ['elementId', 'to'],
  resize: ['elementId', 'to'],
  upload: ['elementId', 'files'],
  accept: ['value?'],
  dismiss: [],
}
const labels: { readonly [parameter: string]: string } = {
  elementId: 'ID',
  value: 'TEXT',
  keys: 'KEYS',
  files: 'FILE…',
  bundleId: 'APP',
  url: 'URL',
  accept: 'accept|dismiss',
  confirmToken: 'TOKEN',
  to: 'ID|X,Y',
}

/** Methods and actions with a shorter command name. */
const shortNames: { readonly [name: string]: string } = { 'set-value': 'set', evaluate: 'eval', agents: 'agent' }

/** Other tools' names for commands. */
export const aliases: { readonly [alias: string]: string } = {
  fill: 'set',
  goto: 'navigate',
  look: 'explore',
  open: 'navigate',
  picture: 'screenshot',
  press: 'key',
  snapshot: 'explore',
}

export function commandNamed(name: string): Command | undefined {
  const others = { ...shortNames, ...aliases }
  const meant = Object.hasOwn(others, name) ? others[name] : name
  return commands.find((command) => command.name === meant)
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

/** Never a flag: others can see what is typed. */
const secret = 'password'

/**
 * The parameter that may be secret and can be read from stdin: the last argument if it is entered into an element, or a
 * password.
 */
export function typedUnseen({ positional, method }: Command): string | undefined {
  if (positional.at(-1)?.path === 'value') return 'value'
  return secret in (methods[method].params.properties as object) ? secret : undefined
}

/** Can the command act on a point? */
export function takesPoint({ method, fixed }: Command): boolean {
  return (
    method === 'interact' && ['click', 'double_click', 'right_click', 'hover', 'drag'].includes(String(fixed.action))
  )
}

function methodCommands(): Command[] {
  return Object.values<Method>(methods).map((method) => {
    const own = kebab(method.name.replace('rpc.', ''))
    const name = shortNames[own] ?? own
    const scopeAt = scopeOf(method)
    return {
      name,
      summary: method.summary,
      method: method.name as MethodName,
      fixed: {},
      positional: wordsOf(method).map(positional),
      options: optionsIn(method),
      ...(scopeAt !== undefined && { scopeAt }),
      examples: examples[name] ?? [],
    }
  })
}

function optionsIn(method: Method): Option[] {
  const options = optionsOf(ownParams(method), '')
  return method.name === 'interact' ? options.map(checking) : options
}

function checking(option: Option): Option {
  return option.path === 'expectation' ? { ...option, help: `${checkHelp} ${option.help}` } : option
}

/** Where all steps look is a flag of `ix do`; for a single action its find says so. */
function ownParams({ name, params }: Method): ObjectSchema {
  if (name !== 'interact') return params
  const { tab: _, bundleId: __, ...properties } = params.properties ?? {}
  return { ...params, properties }
}

/** Marks parameters that the method does not require as optional. */
function wordsOf({ positional: words = [], params }: Method): readonly string[] {
  return words.map((word) => (params.required?.includes(word) ? word : `${word}?`))
}

/** One command per action, except `expand`: that is the method, the action is `ix interact ID expand`. */
function actionCommands(): Command[] {
  return actionWords
    .filter((action) => action !== 'expand')
    .map((action) => {
      const name = action === 'set_value' ? 'set' : kebab(action)
      const words = argumentsOf[action] ?? ['elementId']
      const isOfDialog = (dialogWords as readonly string[]).includes(action)
      const others = actionParameters.filter((parameter) => !words.some((word) => word.startsWith(parameter)))
      return {
        name,
        summary:
          summaries[action] ?? `${name.replace('-', ' ').replace(/^./, (letter) => letter.toUpperCase())} an element.`,
        method: 'interact',
        fixed: { action },
        positional: words.map(positional),
        options: optionsIn(methods.interact).filter(
          ({ path }) => !others.includes(path) && (!isOfDialog || !path.startsWith('find.') || ofPlace.includes(path)),
        ),
        ...(!isOfDialog && { scopeAt: 'find.' as const }),
        examples: examples[name] ?? [],
      }
    })
}

/** Not for dialogs of a tab, which have no elements. */
const ofPlace: readonly string[] = ['find.tab', 'find.bundleId']

/** Parameters of `interact` that only some actions use. */
const actionParameters: readonly string[] = ['action', 'steps', 'value', 'keys', 'to', 'path', 'files']

const summaries: { readonly [action in ActionWord]?: string } = {
  click: 'Press an element, or a point of it.',
  hover: 'Move the pointer over an element, or a point of it.',
  drag: 'Drag an element to another one, or to a point.',
  scroll: 'Scroll an element into view, or by x,y pixels.',
  set_value: 'Set the value of an element.',
  type: 'Type text into an element, key by key.',
  key: 'Press keys, on an element or on what has the focus.',
  select: 'Select an element, or an option of it.',
  show_menu: 'Open the context menu of an element.',
  menu: 'Choose from the menu by its path, such as "File > Save".',
  move: 'Move a window to a point.',
  resize: 'Give a window a size.',
  accept: 'Accept the dialog that is open in a tab, a prompt with a text.',
  dismiss: 'Dismiss the dialog that is open in a tab.',
  upload: 'Choose files for a field, or behind a button that asks for them.',
}

function scopeOf({ params }: Method): '' | 'find.' | undefined {
  if (params.properties?.find) return 'find.'
  return params.properties?.scope ? '' : undefined
}

function positional(word: string): Positional {
  const [marked = '', label] = word.split('=')
  const path = marked.replace('?', '')
  return { path, label: label ?? labels[path] ?? kebab(path).toUpperCase(), required: !marked.endsWith('?') }
}

/**
 * Flags for an object's properties: `filter` and `find` are spread, other objects are taken as JSON. If a method and
 * its `find` share a name, only the method's is a flag: the find then looks there too.
 */
function optionsOf(params: ObjectSchema, prefix: string, taken: readonly string[] = []): Option[] {
  const entries = Object.entries(params.properties ?? {})
  const own = entries.map(([name]) => name).filter((name) => name !== 'elementId')
  return entries.flatMap(([name, schema]): Option[] => {
    const path = `${prefix}${name}`
    // `--out` in the shell saves on the caller's side instead.
    if (taken.includes(name) || path === secret || path === 'filename') return []
    if ((name === 'filter' || name === 'find') && 'properties' in schema) return optionsOf(schema, `${path}.`, own)
    if (name === 'format' && 'enum' in schema && schema.enum.length <= 2) return []
    if (prefix === 'find.' && (name === 'x' || name === 'y')) return []
    return [{ flag: flagNames[path] ?? flagNames[name] ?? kebab(name), path, schema, help: helpOf(schema) }]
  })
}

function helpOf(schema: Schema): string {
  if ('$ref' in schema) return expectHelp
  const words = [schema.description ?? '']
  if ('enum' in schema) words.push(`One of ${schema.enum.join(', ')}.`)
  if ('items' in schema && !('enum' in schema.items)) words.push('Repeatable.')
  if ('items' in schema && 'enum' in schema.items)
    words.push(`One of ${schema.items.enum.join(', ')}; repeat it, or separate with commas.`)
  if ('default' in schema && schema.default !== false) words.push(`Default ${String(schema.default)}.`)
  return words.filter((word) => word !== '').join(' ')
}

/** Parameters of `interact` that apply to all its steps. */
const ofProgram: readonly string[] = [
  ...['tab', 'bundleId', 'front', 'idempotencyKey', 'maxTokens', 'timeoutMs', 'expectation'],
]

/** Shorter commands for what is usually a single parameter. */
function shortCommands(all: readonly Command[]): Command[] {
  const explore = all.find(({ name }) => name === 'explore')!
  const toggle = all.find(({ name }) => name === 'toggle')!
  const interact = all.find(({ name }) => name === 'interact')!
  const ticked = (name: string, value: string, summary: string): Command => ({
    ...toggle,
    name,
    summary,
    fixed: { ...toggle.fixed, value },
    positional: toggle.positional.filter(({ path }) => path !== 'value'),
    options: toggle.options.filter(({ path }) => path !== 'value'),
    examples: examples[name] ?? [],
  })
  return [
    {
      ...explore,
      name: 'find',
      summary: 'Find elements by any of their texts.',
      positional: [{ path: 'filter.anyFieldContains', label: 'TEXT', required: true }],
      // As other tools have it: `find role button --name Save`.
      options: explore.options.flatMap((option) =>
        option.flag === 'title' ? [option, { ...option, flag: 'name', help: 'The same as --title.' }] : [option],
      ),
      examples: examples.find ?? [],
    },
    {
      ...interact,
      name: 'do',
      summary:
        'Do several steps in one call, until one does not come about; a step is a command without ix, and "from stdin" a value that is read there.',
      positional: [{ path: 'steps', label: 'STEP…', required: true }],
      options: optionsOf(methods.interact.params, '')
        .filter(({ path }) => ofProgram.includes(path))
        .map(checking),
      examples: examples.do ?? [],
    },
    ticked('check', 'on', 'Turn a checkbox or switch on; it may be on already.'),
    ticked('uncheck', 'off', 'Turn a checkbox or switch off; it may be off already.'),
  ]
}

const generated = [...methodCommands(), ...actionCommands()]
export const commands: readonly Command[] = [...generated, ...shortCommands(generated)]
