/** Script lines that repeat what a call did, using Playwright's JavaScript API. Every text in them is a literal. */
import { escaped as asCodes } from './harmless.ts'
import { chordNames, keyAliases } from './key-names.ts'

/** How to find an element again: by role and name, otherwise by selector, within the frames around it. */
export interface Spot {
  /** A selector for each frame, outermost first. */
  readonly frames: readonly string[]
  readonly role?: string
  readonly name?: string
  /** Of a field without a role. */
  readonly label?: string
  readonly selector?: string
  /** Several elements may match; this is the first. */
  readonly first?: boolean
  /** Which of several matches it is, counted from 1. */
  readonly nth?: number
}

/** The facts about an element that a script line depends on. */
export interface Subject {
  readonly spot: Spot
  /** Tag and type as in HTML. */
  readonly tag: string
  readonly type: string
  /** The state before the action. */
  readonly checked: boolean
}

export interface ScriptAction {
  readonly action: string
  readonly value?: string | undefined
  readonly keys?: string | undefined
  readonly files?: readonly string[] | undefined
  readonly to?: { readonly x?: number | undefined; readonly y?: number | undefined } | undefined
  /** The value must not appear in the script. */
  readonly secure: boolean
}

/** Replaces a value that must not appear in the script. */
const secret = "'…'"

const unsafe = /['\\]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A one-line literal that the text cannot break out of. */
export function literal(text: string): string {
  return `'${text.replace(unsafe, escaped)}'`
}

function escaped(found: string): string {
  if (found === "'" || found === '\\') return `\\${found}`
  if (found === '\n') return '\\n'
  if (found === '\r') return '\\r'
  if (found === '\t') return '\\t'
  return asCodes(found)
}

export function locator({ frames, role, name, label, selector, first, nth }: Spot): string {
  const page = frames.reduce((inner, frame) => `${inner}.frameLocator(${literal(frame)})`, 'page')
  const found =
    role !== undefined && name !== undefined
      ? `${page}.getByRole(${literal(role)}, { name: ${literal(name)}, exact: true })`
      : label !== undefined
        ? `${page}.getByLabel(${literal(label)}, { exact: true })`
        : `${page}.locator(${literal(selector ?? ':root')})`
  return first ? `${found}.first()` : nth === undefined ? found : `${found}.nth(${nth - 1})`
}

/** `undefined` for an action without a counterpart. `to`: where something is dragged to. */
export function actionLine(step: ScriptAction, subject: Subject | undefined, to?: Spot): string | undefined {
  if (subject === undefined) return untargeted(step)
  const at = locator(subject.spot)
  const { value = '' } = step
  switch (step.action) {
    case 'click':
    case 'expand':
    case 'collapse':
      return `await ${at}.click()`
    case 'double_click':
      return `await ${at}.dblclick()`
    case 'right_click':
    case 'show_menu':
      return `await ${at}.click({ button: 'right' })`
    case 'hover':
      return `await ${at}.hover()`
    case 'focus':
      return `await ${at}.focus()`
    case 'set_value':
      return `await ${at}.${setter(subject, step)}`
    case 'type':
      return `await ${at}.pressSequentially(${step.secure ? secret : literal(value)})`
    case 'key':
      return chords(step.keys ?? value)
        .map((chord) => `await ${at}.press(${literal(chord)})`)
        .join('; ')
    case 'select':
      return selected(subject, at, step.value)
    case 'toggle':
      return `await ${at}.${toggled(subject, step.value)}`
    case 'increment':
      return `await ${at}.press('ArrowUp')`
    case 'decrement':
      return `await ${at}.press('ArrowDown')`
    case 'upload':
      return uploaded(subject, at, `[${(step.files ?? []).map(literal).join(', ')}]`)
    case 'drag':
      return to === undefined ? dragged(at, step.to) : `await ${at}.dragTo(${locator(to)})`
    case 'scroll':
      if (to !== undefined) return `await ${locator(to)}.scrollIntoViewIfNeeded()`
      return step.to === undefined && step.value === undefined
        ? `await ${at}.scrollIntoViewIfNeeded()`
        : `await ${at}.hover(); ${wheel(step)}`
    default:
      return undefined
  }
}

function untargeted(step: ScriptAction): string | undefined {
  const { action, value = '', keys = value } = step
  if (action === 'type') return `await page.keyboard.type(${step.secure ? secret : literal(value)})`
  if (action === 'scroll') return wheel(step)
  if (action !== 'key') return undefined
  return chords(keys)
    .map((chord) => `await page.keyboard.press(${literal(chord)})`)
    .join('; ')
}

const offWords = new Set(['false', 'off', 'no', '0', 'unchecked', 'unselected'])

function setter({ tag, type }: Subject, { value = '', secure }: ScriptAction): string {
  if (tag === 'select') return `selectOption(${literal(value)})`
  if (tag === 'input' && (type === 'checkbox' || type === 'radio'))
    return offWords.has(value.trim().toLowerCase()) ? 'uncheck()' : 'check()'
  return `fill(${secure ? secret : literal(value)})`
}

function toggled({ checked, tag, type }: Subject, value: string | undefined): string {
  if (tag !== 'input' || (type !== 'checkbox' && type !== 'radio')) return 'click()'
  const on = value === undefined ? !checked : !offWords.has(value.trim().toLowerCase())
  return on ? 'check()' : 'uncheck()'
}

/** The options of a list that the page draws itself are pressed. */
function selected({ tag, type }: Subject, at: string, value?: string): string {
  if (tag === 'select') return `await ${at}.selectOption(${literal(value ?? '')})`
  if (tag === 'input' && type === 'radio' && value === undefined) return `await ${at}.check()`
  return value === undefined
    ? `await ${at}.click()`
    : `await ${at}.getByRole('option', { name: ${literal(value)}, exact: true }).click()`
}

/** Other elements open the system's file chooser when pressed. */
function uploaded({ tag, type }: Subject, at: string, files: string): string {
  if (tag === 'input' && type === 'file') return `await ${at}.setInputFiles(${files})`
  return `const chooser = page.waitForEvent('filechooser'); await ${at}.click(); await (await chooser).setFiles(${files})`
}

function dragged(at: string, to: ScriptAction['to']): string {
  const { x = 0, y = 0 } = to ?? {}
  return `await ${at}.hover(); await page.mouse.down(); await page.mouse.move(${x}, ${y}); await page.mouse.up()`
}

/** In pixels: a page is about 600; an edge is further than the length of any document. */
const distances: { readonly [direction: string]: readonly [number, number] } = {
  up: [0, -600],
  down: [0, 600],
  left: [-600, 0],
  right: [600, 0],
  top: [0, -1e6],
  bottom: [0, 1e6],
}

function wheel({ to, value = '' }: ScriptAction): string {
  const [x, y] = to === undefined ? (distances[value] ?? [0, 600]) : [to.x ?? 0, to.y ?? 0]
  return `await page.mouse.wheel(${x}, ${y})`
}

const keyNames = new Map(
  [
    ...['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown', 'Space'],
    ...['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ContextMenu', 'Control', 'Shift', 'Alt', 'Meta'],
  ].map((name) => [name.toLowerCase(), name]),
)

/** In Playwright's spelling: `ctrl+a` becomes `Control+a`. */
function chords(keys: string): string[] {
  return keys.split(/\s+/).filter(Boolean).map(chord)
}

function chord(text: string): string {
  const names = chordNames(text)
  const isShortcut = names.length > 1
  return names.map((name) => keyNamed(name, isShortcut && !names.some((other) => /^shift$/i.test(other)))).join('+')
}

function keyNamed(name: string, lower: boolean): string {
  const plain = name.toLowerCase()
  if ([...name].length === 1) return lower ? plain : name
  const known = (Object.hasOwn(keyAliases, plain) ? keyAliases[plain] : undefined) ?? keyNames.get(plain)
  return known ?? (/^f\d+$/.test(plain) ? plain.toUpperCase() : name)
}
