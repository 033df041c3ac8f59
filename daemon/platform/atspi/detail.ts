/** All there is to know of one element, asked for when it is looked at alone. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Detail, Key } from '../platform.ts'
import type { AppAccess, Interface } from './access.ts'
import { Has } from './facts.ts'
import { trimText } from './names.ts'
import { all } from './read-item.ts'
import { axRole } from './roles.ts'
import { shortcutOf } from './shortcuts.ts'

const mostActions = 20

export async function detailOf(access: AppAccess, key: Key, signal: AbortSignal): Promise<Detail> {
  const ref = access.ref(key)
  const facts = access.facts(key)
  const row = access.row(key)
  if (ref === undefined || facts === undefined || row === undefined) throw new Problem('element_gone')
  const has = (bit: number) => (facts.interfaces & bit) !== 0
  const get = (of: Interface, property: string) => access.get(ref, of, property, signal).catch(unlessSerious)
  const call = (of: Interface, member: string, signature = '', body: readonly unknown[] = []) =>
    access.call(ref, of, member, signature, body, signal).catch(unlessSerious)
  const values = has(Has.Value) && (row.flags & Flag.secure) === 0
  // The first is also what tells that the element is gone.
  const [states, attributes, identifier, help, minimum, maximum, step, count] = await all([
    access.call(ref, 'Accessible', 'GetState', '', [], signal),
    call('Accessible', 'GetAttributes'),
    get('Accessible', 'AccessibleId'),
    get('Accessible', 'HelpText'),
    values ? get('Value', 'MinimumValue') : undefined,
    values ? get('Value', 'MaximumValue') : undefined,
    values ? get('Value', 'MinimumIncrement') : undefined,
    has(Has.Action) ? get('Action', 'NActions') : undefined,
  ] as const)
  if (isEmptyState(states[0])) throw new Problem('element_gone')
  const found: { [name: string]: string } = {}
  const put = (name: string, value: unknown) => {
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    if (typeof text === 'string' && trimText(text) !== undefined) found[name] = text.slice(0, 1000)
  }
  put('atspiRole', axRole(facts.role).name)
  put('toolkit', access.toolkit)
  if (typeof attributes?.[0] === 'object' && attributes[0] !== null) {
    for (const [name, value] of Object.entries(attributes[0])) if (name !== 'toolkit') put(name, value)
  }
  put('accessibleId', identifier)
  put('helpText', help)
  put('min', minimum)
  put('max', maximum)
  if (typeof step === 'number' && step > 0) put('step', step)
  const actions = await actionsOf(typeof count === 'number' ? count : 0)
  put(
    'nativeActions',
    actions
      .map(({ name }) => name)
      .filter((name) => name !== '')
      .join(', '),
  )
  put(
    'keyboardShortcut',
    actions.map(({ binding }) => shortcutOf(binding)).find((keys) => keys !== undefined),
  )
  if (found.keyboardShortcut === undefined) put('keyboardShortcut', found.keyshortcuts)
  return { attributes: found }

  async function actionsOf(count: number): Promise<{ name: string; binding: string }[]> {
    return await all(
      Array.from({ length: Math.min(Math.max(count, 0), mostActions) }, async (_, index) => {
        const [name, binding] = await all([
          call('Action', 'GetName', 'i', [index]),
          call('Action', 'GetKeyBinding', 'i', [index]),
        ] as const)
        return { name: textOf(name?.[0]), binding: textOf(binding?.[0]) }
      }),
    )
  }
}

/** Qt answers for elements that are gone with no state at all. */
function isEmptyState(states: unknown): boolean {
  return Array.isArray(states) && states.every((word) => word === 0)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What the toolkit does not have is left out. */
function unlessSerious(error: unknown): undefined {
  if (error instanceof Problem && (error.name === 'unsupported_here' || error.name === 'element_gone')) return undefined
  throw error
}
