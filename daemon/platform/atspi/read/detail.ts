/** Everything about one element, read when it is examined on its own. */
import { Problem } from '../../../problem.ts'
import { Flag } from '../../element/flags.ts'
import type { Key } from '../../element/row.ts'
import { seenText } from '../../element/unseen.ts'
import type { Detail } from '../../platform.ts'
import { type AppAccess, property } from '../wire/access.ts'
import { Has } from '../wire/facts.ts'
import { readActionNames, readAttributes } from './extras.ts'
import { all } from './read-item.ts'
import { axRole } from './roles.ts'

export async function detailOf(access: AppAccess, key: Key, signal: AbortSignal): Promise<Detail> {
  const ref = access.ref(key)
  const facts = access.facts(key)
  const row = access.row(key)
  if (ref === undefined || facts === undefined || row === undefined) throw new Problem('element_gone')
  const has = (bit: number) => (facts.interfaces & bit) !== 0
  const at = { access, ref, signal }
  const values = has(Has.Value) && (row.flags & Flag.secure) === 0
  // The first call also shows whether the element is gone.
  const [states, attributes, identifier, help, minimum, maximum, step, names, bindings] = await all([
    access.call(ref, 'Accessible', 'GetState', '', [], signal),
    readAttributes(at),
    property(at, 'Accessible', 'AccessibleId'),
    property(at, 'Accessible', 'HelpText'),
    values ? property(at, 'Value', 'MinimumValue') : undefined,
    values ? property(at, 'Value', 'MaximumValue') : undefined,
    values ? property(at, 'Value', 'MinimumIncrement') : undefined,
    has(Has.Action) ? readActionNames(at) : [],
    has(Has.Action) ? readActionNames(at, 'GetKeyBinding') : [],
  ] as const)
  if (isEmptyState(states[0])) throw new Problem('element_gone')
  const found: { [name: string]: string } = {}
  const put = (name: string, value: unknown) => {
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    if (typeof text === 'string' && seenText(text) !== undefined) found[name] = text.slice(0, 1000)
  }
  put('atspiRole', axRole(facts.role).name)
  put('toolkit', access.toolkit.name)
  for (const [name, value] of Object.entries(attributes ?? {})) if (name !== 'toolkit') put(name, value)
  put('accessibleId', identifier)
  put('helpText', help)
  put('min', minimum)
  put('max', maximum)
  if (typeof step === 'number' && step > 0) put('step', step)
  put('nativeActions', names.filter((name) => name !== '').join(', '))
  put(
    'keyboardShortcut',
    bindings.map(shortcutOf).find((keys) => keys !== undefined),
  )
  if (found.keyboardShortcut === undefined) put('keyboardShortcut', found.keyshortcuts)
  return { attributes: found }
}

/** For an element that is gone, Qt returns an empty state. */
function isEmptyState(states: unknown): boolean {
  return Array.isArray(states) && states.every((word) => word === 0)
}

const noise = /VoidSymbol|^<?space>?$/i

/**
 * The shortcut in the usual notation: `Ctrl+Shift+N`. GTK reports mnemonic, path and accelerator together:
 * `n;<Alt>f:n;<Primary>n`; Qt reports `Ctrl+S`. Undefined if there is none.
 */
export function shortcutOf(binding: string): string | undefined {
  const parts = binding.split(';')
  const candidates = parts.length >= 3 ? [parts[2]!, parts[1]!] : parts
  for (const part of candidates) {
    const keys = part.split(':').map((key) => key.trim())
    if (keys.some((key) => key === '' || noise.test(key))) continue
    const words = keys.map(chord)
    if (words.every((word) => word !== '')) return words.join(' ')
  }
  return undefined
}

const modifiers: ReadonlyMap<string, string> = new Map([
  ['primary', 'Ctrl'],
  ['control', 'Ctrl'],
  ['ctrl', 'Ctrl'],
  ['shift', 'Shift'],
  ['alt', 'Alt'],
  ['mod1', 'Alt'],
  ['super', 'Super'],
  ['meta', 'Meta'],
  ['hyper', 'Hyper'],
])

/** `<Primary><Shift>n` as `Ctrl+Shift+N`. */
function chord(key: string): string {
  const words: string[] = []
  const rest = key.replace(/<([^<>]+)>/g, (_, name: string) => {
    words.push(modifiers.get(name.toLowerCase()) ?? name)
    return ''
  })
  if (rest === '') return ''
  words.push(rest.length === 1 ? rest.toUpperCase() : rest)
  return words.join('+')
}
