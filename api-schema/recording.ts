/**
 * The recording format, as `record` returns it and the replay platform plays it: a tree of elements, and the graph of
 * steps that change it. The text of secure fields is never kept in one.
 */
import type { Frame } from './element.ts'
import type { ElementWord } from './methods/interact.ts'

export const recordingFormat = 'interface-explorer-recording'
export const recordingVersion = 1
const redacted = '[redacted]'

/** Texts of an element, under their names in `Row`. */
export const textFields = [
  'subrole',
  'title',
  'value',
  'description',
  'identifier',
  'placeholder',
  'help',
  'roleDescription',
  'url',
] as const
export type TextField = (typeof textFields)[number]

type Texts = { readonly [F in TextField]?: string }

export interface RecordedElement extends Texts {
  /** Identifies the element in the steps; unique in the recording for the element's lifetime. */
  readonly key: number
  readonly role: string
  readonly attributes?: { readonly [name: string]: string }
  /** Names of `Flag`, in `daemon/platform/element/flags.ts`. */
  readonly states?: readonly string[]
  readonly actions?: readonly string[]
  readonly frame?: Frame
  readonly children?: readonly RecordedElement[]
}

/** Fields of one element: absent ones are kept, `null` removes one. */
export type FieldsPatch = { readonly [F in TextField]?: string | null } & {
  readonly key: number
  readonly role?: string
  readonly attributes?: { readonly [name: string]: string } | null
  readonly states?: readonly string[]
  readonly actions?: readonly string[]
  readonly frame?: Frame | null
}

/** What changes in one element. */
export type RowPatch = FieldsPatch & {
  /** All children from now on: keys of existing ones, whole elements for new ones. */
  readonly children?: readonly (number | RecordedElement)[]
  /** More children at the end; an existing one moves to the end. */
  readonly append?: readonly RecordedElement[]
}

export interface Patch {
  readonly rows?: readonly RowPatch[]
  /** Removed elements, with everything inside them. Those no longer listed as a child are removed too. */
  readonly removed?: readonly number[]
  /** A new document or a restart: the whole new tree. */
  readonly root?: RecordedElement
  /** The application or tab goes away; the text says why. */
  readonly closed?: string
}

/** An edge of the state graph. If several match one action, they are played together. */
export interface Step {
  /** State in which it can be played; any if absent. */
  readonly in?: number
  /** Earlier values of what it changes: if they all match, it can be played in other states too. */
  readonly was?: readonly FieldsPatch[]
  readonly key: number
  readonly action: ElementWord
  /** Matches only this value; any if absent or redacted. The same goes for `keys` and `path`. */
  readonly value?: string
  readonly keys?: string
  readonly path?: string
  /** State it leads to; the same if absent. */
  readonly to?: number
  readonly patch: Patch
  /** Delay before the patch, in ms. */
  readonly after?: number
}

export interface Recording {
  readonly format: typeof recordingFormat
  readonly version: typeof recordingVersion
  /** What it was made from, for people. */
  readonly source?: string
  readonly target: {
    readonly kind: 'application' | 'tab'
    readonly id: string
    readonly name: string
    readonly url?: string
  }
  readonly root: RecordedElement
  /** State 0 is the one that `root` shows. */
  readonly steps?: readonly Step[]
}

/** Document order, each with its path in the file. */
export function* elementsOf(from: RecordedElement, path = ''): Generator<[RecordedElement, string]> {
  yield [from, path]
  for (const [index, child] of (from.children ?? []).entries()) {
    yield* elementsOf(child, `${path}.children[${index}]`)
  }
}

/** All elements that a patch may introduce. */
export function* broughtBy(patch: Patch): Generator<RecordedElement> {
  const tops = [...(patch.root === undefined ? [] : [patch.root])]
  for (const row of patch.rows ?? []) {
    for (const child of row.children ?? []) if (typeof child !== 'number') tops.push(child)
    tops.push(...(row.append ?? []))
  }
  for (const top of tops) for (const [at] of elementsOf(top)) yield at
}

/** One line per element and step, so that diffs of a recording stay small. */
export function writeRecording(recording: Recording): string {
  const { root, steps = [], ...head } = withoutSecrets(recording)
  const lines = [
    ...Object.entries(head).map(([name, value]) => `"${name}": ${JSON.stringify(value)},`),
    `"root": ${linesOf(root)},`,
    steps.length === 0 ? '"steps": []' : `"steps": [\n${steps.map((step) => JSON.stringify(step)).join(',\n')}\n]`,
  ]
  return `{\n${lines.join('\n')}\n}\n`
}

function linesOf({ children = [], ...own }: RecordedElement, indent = ''): string {
  const line = JSON.stringify(own)
  if (children.length === 0) return line
  const inner = `${indent} `
  const lines = children.map((child) => `${inner}${linesOf(child, inner)}`)
  return `${line.slice(0, -1)},"children":[\n${lines.join(',\n')}\n${indent}]}`
}

/** Everything written or read passes through here, whoever made the file. */
export function withoutSecrets(recording: Recording): Recording {
  const secure = secureKeys(recording)
  if (secure.size === 0) return recording
  const steps = recording.steps?.map((step) => ({
    ...step,
    ...(secure.has(step.key) && step.value !== undefined ? { value: redacted } : {}),
    ...(secure.has(step.key) && step.keys !== undefined ? { keys: redacted } : {}),
    ...(step.was === undefined ? {} : { was: step.was.map((row) => cleanFields(row, secure)) }),
    patch: cleanPatch(step.patch, secure),
  }))
  return { ...recording, root: cleanElement(recording.root, secure), ...(steps === undefined ? {} : { steps }) }
}

function secureKeys(recording: Recording): ReadonlySet<number> {
  const secure = new Set<number>()
  const add = (at: RecordedElement | RowPatch) => {
    if (at.states?.includes('secure') || at.subrole === 'AXSecureTextField') secure.add(at.key)
  }
  for (const [at] of elementsOf(recording.root)) add(at)
  for (const { was, patch } of recording.steps ?? []) {
    for (const at of broughtBy(patch)) add(at)
    for (const row of [...(was ?? []), ...(patch.rows ?? [])]) add(row)
  }
  return secure
}

function cleanElement(from: RecordedElement, secureAt: ReadonlySet<number>): RecordedElement {
  const children = from.children?.map((child) => cleanElement(child, secureAt))
  const secure = secureAt.has(from.key)
  return {
    ...from,
    ...(secure && from.value !== undefined ? { value: redacted } : {}),
    ...(secure && from.attributes !== undefined ? { attributes: cleanAttributes(from.attributes) } : {}),
    ...(children === undefined ? {} : { children }),
  }
}

/** Drops those attributes of a secure field that may contain its text. */
function cleanAttributes(attributes: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !/value|text/i.test(name)))
}

function cleanPatch(patch: Patch, secure: ReadonlySet<number>): Patch {
  const rows = patch.rows?.map((row) => cleanRow(row, secure))
  return {
    ...patch,
    ...(rows === undefined ? {} : { rows }),
    ...(patch.root === undefined ? {} : { root: cleanElement(patch.root, secure) }),
  }
}

function cleanFields<F extends FieldsPatch>(fields: F, secure: ReadonlySet<number>): F {
  return {
    ...fields,
    ...(secure.has(fields.key) && typeof fields.value === 'string' ? { value: redacted } : {}),
    ...(secure.has(fields.key) && fields.attributes ? { attributes: cleanAttributes(fields.attributes) } : {}),
  }
}

function cleanRow(row: RowPatch, secure: ReadonlySet<number>): RowPatch {
  return {
    ...cleanFields(row, secure),
    ...(row.children === undefined
      ? {}
      : { children: row.children.map((child) => (typeof child === 'number' ? child : cleanElement(child, secure))) }),
    ...(row.append === undefined ? {} : { append: row.append.map((child) => cleanElement(child, secure)) }),
  }
}
